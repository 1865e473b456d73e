// system_info: what there is to know about the system.
//
// The answers describe a small node with one scheduler and are the same on every machine.
#include <stdio.h>

#include "vm/bif/bifs.h"
#include "vm/bif/process_info.h"
#include "vm/ets/table.h"
#include "vm/run/estate.h"
#include "vm/term/map.h"
#include "vm/world/clock.h"

#define SMALL_INIT(value) \
    { (uint64_t)(value) << 4 | IMM_SMALL }
#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- what never changes --------------------------------------------------------------------------

typedef struct {
    Term name, value;
} Constant;

static const Constant constants[] = {
    {ATOM_INIT(atom_limit), SMALL_INIT(ATOM_LIMIT)},
    {ATOM_INIT(beam_jump_table), ATOM_INIT(true)},
    {ATOM_INIT(break_ignored), ATOM_INIT(false)},
    {ATOM_INIT(build_type), ATOM_INIT(opt)},
    {ATOM_INIT(constant_pool_support), ATOM_INIT(true)},
    {ATOM_INIT(context_reductions), SMALL_INIT(4000)},
    {ATOM_INIT(cpu_quota), ATOM_INIT(unknown)},
    {ATOM_INIT(creation), SMALL_INIT(0)},
    {ATOM_INIT(debug_compiled), ATOM_INIT(false)},
    {ATOM_INIT(delayed_node_table_gc), SMALL_INIT(60)},
    {ATOM_INIT(dirty_cpu_schedulers), SMALL_INIT(1)},
    {ATOM_INIT(dirty_cpu_schedulers_online), SMALL_INIT(1)},
    {ATOM_INIT(dirty_io_schedulers), SMALL_INIT(10)},
    {ATOM_INIT(dist_buf_busy_limit), SMALL_INIT(1048576)},
    {ATOM_INIT(dist_ctrl), {SPECIAL_NIL}},
    {ATOM_INIT(dynamic_trace), ATOM_INIT(none)},
    {ATOM_INIT(dynamic_trace_probes), ATOM_INIT(false)},
    {ATOM_INIT(eager_check_io), ATOM_INIT(true)},
    {ATOM_INIT(emu_flavor), ATOM_INIT(jit)},
    {ATOM_INIT(emu_type), ATOM_INIT(opt)},
    {ATOM_INIT(endian), ATOM_INIT(little)},
    {ATOM_INIT(ets_always_compress), ATOM_INIT(false)},
    {ATOM_INIT(ets_limit), SMALL_INIT(8192)},
    {ATOM_INIT(ets_realloc_moves), ATOM_INIT(false)},
    {ATOM_INIT(heap_type), ATOM_INIT(private)},
    {ATOM_INIT(hipe_architecture), ATOM_INIT(undefined)},
    {ATOM_INIT(io_thread), ATOM_INIT(false)},
    {ATOM_INIT(kernel_poll), ATOM_INIT(true)},
    {ATOM_INIT(lock_checking), ATOM_INIT(false)},
    {ATOM_INIT(lock_counting), ATOM_INIT(false)},
    {ATOM_INIT(logical_processors), SMALL_INIT(1)},
    {ATOM_INIT(logical_processors_available), SMALL_INIT(1)},
    {ATOM_INIT(logical_processors_online), SMALL_INIT(1)},
    {ATOM_INIT(message_queue_data), ATOM_INIT(on_heap)},
    {ATOM_INIT(modified_timing_level), ATOM_INIT(undefined)},
    {ATOM_INIT(multi_scheduling_blockers), {SPECIAL_NIL}},
    {ATOM_INIT(normal_multi_scheduling_blockers), {SPECIAL_NIL}},
    {ATOM_INIT(port_count), SMALL_INIT(0)},
    {ATOM_INIT(port_limit), SMALL_INIT(65536)},
    {ATOM_INIT(port_parallelism), ATOM_INIT(false)},
    {ATOM_INIT(port_tasks), ATOM_INIT(true)},
    {ATOM_INIT(process_limit), SMALL_INIT(PROCESS_LIMIT)},
    {ATOM_INIT(run_queues), SMALL_INIT(1)},
    {ATOM_INIT(scheduler_id), SMALL_INIT(1)},
    {ATOM_INIT(schedulers), SMALL_INIT(1)},
    {ATOM_INIT(schedulers_active), SMALL_INIT(1)},
    {ATOM_INIT(schedulers_online), SMALL_INIT(1)},
    {ATOM_INIT(schedulers_total), SMALL_INIT(1)},
    {ATOM_INIT(smp_support), ATOM_INIT(true)},
    {ATOM_INIT(taints), {SPECIAL_NIL}},
    {ATOM_INIT(thread_pool_size), SMALL_INIT(1)},
    {ATOM_INIT(threads), ATOM_INIT(true)},
    {ATOM_INIT(time_correction), ATOM_INIT(true)},
    {ATOM_INIT(time_offset), ATOM_INIT(final)},
    {ATOM_INIT(time_warp_mode), ATOM_INIT(no_time_warp)},
    {ATOM_INIT(tolerant_timeofday), ATOM_INIT(enabled)},
    {ATOM_INIT(update_cpu_info), ATOM_INIT(unchanged)},
    {ATOM_INIT(wordsize), SMALL_INIT(8)},
};

static Term find(const Constant *list, size_t count, Term name) {
    for (size_t i = 0; i < count; i++)
        if (term_same(list[i].name, name)) return list[i].value;
    return NO_TERM;
}

// --- what has to be made -------------------------------------------------------------------------

static Term pair(Process *p, Term name, Term value) { return heap_tuple2(p->heap, name, value); }

static Term list_of(Process *p, const Term *terms, size_t count) {
    return heap_list_from(p->heap, terms, count, TERM_NIL);
}

static Term text(Process *p, const char *words) { return heap_list_from_text(p->heap, words); }

static Term info_otp_release(Process *p) {
    char number[16];
    snprintf(number, sizeof number, "%d", p->heap->release->number);
    return text(p, number);
}

static Term info_compat_rel(Process *p) { return term_small(p->heap->release->number); }

static Term info_version(Process *p) { return text(p, p->heap->release->version); }

static Term info_system_version(Process *p) {
    char version[160];
    snprintf(version, sizeof version,
             "Erlang/OTP %d [erts-%s] [source] [64-bit] [smp:1:1] [ds:1:1:10] [async-threads:1] "
             "[jit:ns]\n",
             p->heap->release->number, p->heap->release->version);
    return text(p, version);
}

static Term info_machine(Process *p) { return text(p, "BEAM"); }
static Term info_system_architecture(Process *p) { return text(p, "x86_64-pc-linux-gnu"); }
static Term info_driver_version(Process *p) { return text(p, "3.3"); }
static Term info_nif_version(Process *p) { return text(p, "2.16"); }
static Term info_os_type(Process *p) { return pair(p, ATOM(unix), ATOM(linux)); }

static Term info_os_version(Process *p) { return heap_tuple3(p->heap, term_small(6), term_small(1), term_small(0)); }

static Term info_process_count(Process *p) {
    return term_small((int64_t)(p->machine->process_count + estate_listed(p->machine)));
}
static Term info_ets_count(Process *p) { return term_small((int64_t)p->machine->tables->count); }
static Term info_atom_count(Process *p) { return (void)p, term_small(atom_count()); }
static Term info_start_time(Process *p) { return heap_integer(p->heap, CLOCK_MONOTONIC_START); }

static Term info_end_time(Process *p) { return heap_integer(p->heap, INT64_C(8646911283) * CLOCK_SECOND); }

static Term time_source(Process *p, Term clock, Term extended, int64_t time) {
    Term resolution = pair(p, ATOM(resolution), term_small(CLOCK_SECOND));
    Term items[6] = {pair(p, ATOM(function), ATOM(clock_gettime)), pair(p, ATOM(clock_id), clock), resolution};
    size_t count = 3;
    if (!term_is_none(extended)) items[count++] = pair(p, ATOM(extended), extended);
    items[count++] = pair(p, ATOM(parallel), ATOM(yes));
    items[count++] = pair(p, ATOM(time), heap_integer(p->heap, time));
    return list_of(p, items, count);
}

static Term info_monotonic_source(Process *p) {
    return time_source(p, ATOM(CLOCK_MONOTONIC), ATOM(no), (int64_t)process_now(p));
}

static Term info_system_source(Process *p) { return time_source(p, ATOM(CLOCK_REALTIME), NO_TERM, clock_system(p)); }

// These three are told in a pair with their name.
static Term named_setting(Process *p, Term flag) { return pair(p, flag, setting_of_machine(p->machine, flag)); }
static Term info_fullsweep_after(Process *p) { return named_setting(p, ATOM(fullsweep_after)); }
static Term info_min_heap_size(Process *p) { return named_setting(p, ATOM(min_heap_size)); }
static Term info_min_bin_vheap_size(Process *p) { return named_setting(p, ATOM(min_bin_vheap_size)); }

static Term info_max_heap_size(Process *p) {
    Term limit = setting_of_machine(p->machine, ATOM(max_heap_size));
    return term_is_none(limit) ? heap_limit_default(p->heap, 0) : limit;
}

static Term info_garbage_collection(Process *p) {
    Term size = map_get(info_max_heap_size(p), ATOM(size));
    Term items[] = {pair(p, ATOM(max_heap_size), size), info_min_bin_vheap_size(p), info_min_heap_size(p),
                    info_fullsweep_after(p)};
    return list_of(p, items, COUNT(items));
}

static Term info_heap_sizes(Process *p) {
    Term sizes[HEAP_SIZE_COUNT];
    for (uint32_t i = 0; i < HEAP_SIZE_COUNT; i++) sizes[i] = term_small((int64_t)heap_size_at(i));
    return list_of(p, sizes, HEAP_SIZE_COUNT);
}

static Term info_sequential_tracer(Process *p) { return pair(p, ATOM(sequential_tracer), ATOM(false)); }

static Term info_cpu_topology(Process *p) {
    Term processor = pair(p, ATOM(processor), pair(p, ATOM(logical), term_small(0)));
    return list_of(p, &processor, 1);
}

static Term info_scheduler_bindings(Process *p) {
    Term bindings = heap_tuple(p->heap, 1);
    term_elements(bindings)[0] = ATOM(unbound);
    return bindings;
}

static Term info_schedulers_state(Process *p) {
    return heap_tuple3(p->heap, term_small(1), term_small(1), term_small(1));
}

static Term schedulers(Process *p, Term kind, int count) {
    return heap_tuple4(p->heap, kind, term_small(count), term_small(count), term_small(count));
}

static Term info_all_schedulers_state(Process *p) {
    Term kinds[] = {schedulers(p, ATOM(normal), 1), schedulers(p, ATOM(dirty_cpu), 1),
                    schedulers(p, ATOM(dirty_io), 10)};
    return list_of(p, kinds, COUNT(kinds));
}

static Term info_scheduling_statistics(Process *p) {
    static const Term kinds[] = {ATOM_INIT(process_max), ATOM_INIT(process_high), ATOM_INIT(process_normal),
                                 ATOM_INIT(process_low), ATOM_INIT(port)};
    Term items[COUNT(kinds)];
    for (size_t i = 0; i < COUNT(kinds); i++) items[i] = heap_tuple3(p->heap, kinds[i], term_small(0), term_small(0));
    return list_of(p, items, COUNT(items));
}

static Term info_groups_map(Process *p) {
    Term group = pair(p, term_small(0), term_small(1));
    return list_of(p, &group, 1);
}

static Term info_c_compiler_used(Process *p) {
    return pair(p, ATOM(gnuc), heap_tuple3(p->heap, term_small(12), term_small(2), term_small(0)));
}

static Term info_compile_info(Process *p) {
    Term items[] = {pair(p, ATOM(config_h), TERM_NIL), pair(p, ATOM(cflags), TERM_NIL),
                    pair(p, ATOM(ldflags), TERM_NIL)};
    return list_of(p, items, COUNT(items));
}

static Term info_alloc_util_allocators(Process *p) {
    static const Term allocators[] = {ATOM_INIT(temp_alloc),  ATOM_INIT(sl_alloc),      ATOM_INIT(std_alloc),
                                      ATOM_INIT(ll_alloc),    ATOM_INIT(eheap_alloc),   ATOM_INIT(ets_alloc),
                                      ATOM_INIT(fix_alloc),   ATOM_INIT(literal_alloc), ATOM_INIT(binary_alloc),
                                      ATOM_INIT(driver_alloc)};
    return list_of(p, allocators, COUNT(allocators));
}

// What erlang:memory/0 adds up, besides the processes (memory_internal).
static Term info_allocated_areas(Process *p) {
    enum { ATOM_BYTES = 24, TABLE_BYTES = 131072 };
    int64_t atoms = (int64_t)atom_count() * ATOM_BYTES;
    Term items[] = {
        pair(p, ATOM(sys_misc), term_small(58000)),
        pair(p, ATOM(static), term_small(527312)),
        heap_tuple3(p->heap, ATOM(atom_space), term_small(atoms), term_small(atoms)),
        pair(p, ATOM(atom_table), term_small(atoms)),
        pair(p, ATOM(module_table), term_small(64152)),
        pair(p, ATOM(export_table), term_small(180644)),
        pair(p, ATOM(fun_table), term_small(8306)),
        pair(p, ATOM(loaded_code), term_small(4020136)),
        pair(p, ATOM(process_table), term_small(3145728)),
        pair(p, ATOM(ets_misc), term_small(TABLE_BYTES)),
    };
    return list_of(p, items, COUNT(items));
}

static Term info_dist(Process *p) {
    static const char words[] = "=node:'nonode@nohost'\n=no_distribution\n";
    return heap_binary_from(p->heap, words, sizeof words - 1);
}

static Term info_emu_args(Process *p) {
    Term name = text(p, "weft");
    return list_of(p, &name, 1);
}

static Term add_functions(Heap *heap, const Bif *bifs, Term list) {
    for (; bifs->module; bifs++) {
        Term module = atom_from_text(bifs->module), function = atom_from_text(bifs->function);
        list = heap_cons(heap, heap_tuple3(heap, module, function, term_small(bifs->arity)), list);
    }
    return list;
}

static Term info_snifs(Process *p) {
    Term list = TERM_NIL;
#define BIFS(table) list = add_functions(p->heap, table##_bifs, list);
#include "vm/bif/bif.def"
#undef BIFS
    return list;
}

static const struct {
    Term name;
    Term (*value)(Process *p);
} made[] = {
    {ATOM_INIT(all_schedulers_state), info_all_schedulers_state},
    {ATOM_INIT(alloc_util_allocators), info_alloc_util_allocators},
    {ATOM_INIT(allocated_areas), info_allocated_areas},
    {ATOM_INIT(atom_count), info_atom_count},
    {ATOM_INIT(c_compiler_used), info_c_compiler_used},
    {ATOM_INIT(compat_rel), info_compat_rel},
    {ATOM_INIT(compile_info), info_compile_info},
    {ATOM_INIT(cpu_topology), info_cpu_topology},
    {ATOM_INIT(decentralized_counter_groups_map), info_groups_map},
    {ATOM_INIT(dist), info_dist},
    {ATOM_INIT(driver_version), info_driver_version},
    {ATOM_INIT(emu_args), info_emu_args},
    {ATOM_INIT(end_time), info_end_time},
    {ATOM_INIT(ets_count), info_ets_count},
    {ATOM_INIT(fullsweep_after), info_fullsweep_after},
    {ATOM_INIT(garbage_collection), info_garbage_collection},
    {ATOM_INIT(heap_sizes), info_heap_sizes},
    {ATOM_INIT(machine), info_machine},
    {ATOM_INIT(max_heap_size), info_max_heap_size},
    {ATOM_INIT(min_bin_vheap_size), info_min_bin_vheap_size},
    {ATOM_INIT(min_heap_size), info_min_heap_size},
    {ATOM_INIT(nif_version), info_nif_version},
    {ATOM_INIT(os_monotonic_time_source), info_monotonic_source},
    {ATOM_INIT(os_system_time_source), info_system_source},
    {ATOM_INIT(os_type), info_os_type},
    {ATOM_INIT(os_version), info_os_version},
    {ATOM_INIT(otp_release), info_otp_release},
    {ATOM_INIT(process_count), info_process_count},
    {ATOM_INIT(reader_groups_map), info_groups_map},
    {ATOM_INIT(scheduler_bindings), info_scheduler_bindings},
    {ATOM_INIT(schedulers_state), info_schedulers_state},
    {ATOM_INIT(scheduling_statistics), info_scheduling_statistics},
    {ATOM_INIT(sequential_tracer), info_sequential_tracer},
    {ATOM_INIT(snifs), info_snifs},
    {ATOM_INIT(start_time), info_start_time},
    {ATOM_INIT(system_architecture), info_system_architecture},
    {ATOM_INIT(system_version), info_system_version},
    {ATOM_INIT(total_scheduling_statistics), info_scheduling_statistics},
    {ATOM_INIT(version), info_version},
};

// --- questions in tuples -------------------------------------------------------------------------

static Term cpu_topology(Process *p, Term which) {
    if (term_same(which, ATOM(defined))) return ATOM(undefined);
    bool known = term_same(which, ATOM(used)) || term_same(which, ATOM(detected));
    return known ? info_cpu_topology(p) : process_badarg(p);
}

// {Allocator, 1, [{mbcs, [{blocks, [{Allocator, [{size, Bytes, Bytes, Bytes}]}]}]}]}
static Term allocator_use(Process *p, Term allocator, int64_t bytes) {
    Term use = term_small(bytes), size = heap_tuple4(p->heap, ATOM(size), use, use, use);
    Term block = pair(p, allocator, list_of(p, &size, 1));
    Term blocks = pair(p, ATOM(blocks), list_of(p, &block, 1));
    Term carriers = pair(p, ATOM(mbcs), list_of(p, &blocks, 1));
    return heap_tuple3(p->heap, allocator, term_small(1), list_of(p, &carriers, 1));
}

// One message {Reference, 1, Data} with the memory of the processes and of all else, as
// erlang:memory/0 takes it apart.
static Term memory_internal(Process *p, Term reference, Term allocators) {
    enum { PROCESS_BYTES = 2688, OTHER_BYTES = 12 << 20 };
    if (!term_is_reference(reference) || term_list_length(allocators) < 0) return process_badarg(p);
    int64_t heaps = (int64_t)p->machine->process_count * PROCESS_BYTES;
    Term data[] = {allocator_use(p, ATOM(eheap_alloc), heaps), allocator_use(p, ATOM(ll_alloc), OTHER_BYTES)};
    mailbox_append(p, heap_tuple3(p->heap, reference, term_small(1), list_of(p, data, 2)), p->time, p->pid, 0);
    return ATOM(true);
}

static Term tuple_info(Process *p, Term question) {
    const Term *fields = term_elements(question);
    size_t size = term_tuple_size(question);
    if (size == 3 && term_same(fields[0], ATOM(memory_internal))) return memory_internal(p, fields[1], fields[2]);
    if (size == 2 && term_same(fields[0], ATOM(cpu_topology))) return cpu_topology(p, fields[1]);
    if (size == 2 && term_same(fields[0], ATOM(wordsize))) {
        bool known = term_same(fields[1], ATOM(internal)) || term_same(fields[1], ATOM(external));
        return known ? term_small(8) : process_badarg(p);
    }
    if (size >= 2 && (term_same(fields[0], ATOM(allocator)) || term_same(fields[0], ATOM(allocator_sizes))))
        return process_unsupported(p, "what system_info says about allocators");
    return process_badarg(p);
}

static Term erlang_system_info_1(Process *p, const Term *args) {
    Term item = args[0];
    if (term_is_tuple(item)) return tuple_info(p, item);
    Term value = find(constants, COUNT(constants), item);
    if (!term_is_none(value)) return value;
    for (size_t i = 0; i < COUNT(made); i++)
        if (term_same(made[i].name, item)) return made[i].value(p);
    if (term_same(item, ATOM(allocator)) || term_same(item, ATOM(info)) || term_same(item, ATOM(procs)) ||
        term_same(item, ATOM(loaded)))
        return process_unsupported(p, "this item of system_info");
    // The rest can be set, and asked for by its name.
    bool told = term_same(item, ATOM(multi_scheduling)) || term_same(item, ATOM(trace_control_word)) ||
                term_same(item, ATOM(scheduler_bind_type)) ||
                term_same(item, ATOM(outstanding_system_requests_limit)) || term_same(item, ATOM(system_logger));
    return told ? setting_of_machine(p->machine, item) : process_badarg(p);
}

static void looks_at_item(Process *p, const Term *args, Footprint *out) {
    Term item = args[0];
    bool memory = term_is_tuple_of(item, 3) && term_same(term_elements(item)[0], ATOM(memory_internal));
    if (memory || term_same(item, ATOM(process_count)))
        footprint_add(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_READ, 0);
    if (memory) footprint_add(out, object_of_process(OBJECT_MAILBOX, p->pid), ACCESS_SEND, 0);
    if (term_same(item, ATOM(ets_count))) footprint_add(out, TABLES_ALL, ACCESS_READ, 0);
    if (setting_exists(item)) footprint_add(out, setting_object(item), ACCESS_READ, 0);
}

const Bif system_info_bifs[] = {
    BIF(erlang, system_info, 1, looks_at_item),
    {0},
};

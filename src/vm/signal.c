#include "vm/signal.h"

#include "vm/map.h"

// --- names ----------------------------------------------------------------------------------------------

Process *name_find(Machine *m, Term name) {
    Term pid = map_get(m->globals->names, name);
    return term_is_none(pid) ? NULL : process_find(m, pid);
}

bool name_register(Process *p, Term name) {
    Machine *m = p->machine;
    if (name_find(m, name) || !term_is_nil(p->name)) return false;
    store_touch(&m->store, m->globals);
    process_touch(p);
    m->globals->names = map_put(p->heap, m->globals->names, name, p->pid);
    p->name = name;
    return true;
}

void name_unregister(Machine *m, Term name) {
    Process *p = name_find(m, name);
    store_touch(&m->store, m->globals);
    m->globals->names = map_remove(&m->store.heap, m->globals->names, name);
    if (!p) return;
    process_touch(p);
    p->name = TERM_NIL;
}

// --- messages -------------------------------------------------------------------------------------------

Process *alias_find(Machine *m, Term reference) {
    if (term_kind(reference) != KIND_REFERENCE) return NULL;
    Process *p = process_find(m, term_pid((uint32_t)term_reference_maker(reference)));
    if (!p) return NULL;
    Term mode = map_get(p->aliases, reference);
    if (term_is_none(mode)) return NULL;
    if (term_same(mode, ATOM(reply_demonitor)) || term_same(mode, ATOM(reply))) {
        process_touch(p);
        p->aliases = map_remove(p->heap, p->aliases, reference);
        if (term_same(mode, ATOM(reply_demonitor))) signal_demonitor(p, reference);
    }
    return p;
}

static void deliver(Machine *m, Process *from, Process *to, Term message) {
    uint64_t object = 0;
    if (from) {
        process_touch(from);
        object = mailbox_message_object(from, ++from->sent);
    }
    mailbox_append(to, message, from ? from->time : m->globals->clock, from ? from->pid : TERM_NIL, object);
}

void process_send(Machine *m, Process *from, Term to, Term message) {
    Process *p = process_find(m, to);
    if (p) deliver(m, from, p, message);
}

bool send_to(Process *from, Term to, Term message) {
    Machine *m = from->machine;
    Process *target = NULL;
    if (term_is_local_pid(to)) {
        target = process_find(m, to);
    } else if (term_is_atom(to)) {
        target = name_find(m, to);
        if (!target) return false;
    } else if (term_is_reference(to)) {
        target = alias_find(m, to);
    } else if (term_is_tuple_of(to, 2)) {
        const Term *elements = term_elements(to);
        if (!term_is_atom(elements[0]) || !term_is_atom(elements[1])) return false;
        if (term_same(elements[1], ATOM(nonode_nohost))) target = name_find(m, elements[0]);
    } else if (!term_is_pid(to) && !term_is_port(to)) {
        return false;
    }
    if (target) deliver(m, from, target, message);
    return true;
}

// --- links and monitors ---------------------------------------------------------------------------------

void signal_link(Process *a, Process *b) {
    process_touch(a);
    process_touch(b);
    a->links = map_put(a->heap, a->links, b->pid, ATOM(true));
    b->links = map_put(b->heap, b->links, a->pid, ATOM(true));
}

void signal_unlink(Process *a, Term other) {
    process_touch(a);
    a->links = map_remove(a->heap, a->links, other);
    Process *b = process_find(a->machine, other);
    if (!b) return;
    process_touch(b);
    b->links = map_remove(b->heap, b->links, a->pid);
}

uint64_t signal_down_object(Term reference) { return object_of(OBJECT_MESSAGE, 1, reference); }

uint64_t signal_exit_object(Term from, Term to) {
    return object_of(OBJECT_MESSAGE, (uint64_t)term_to_small(term_small((int64_t)from.bits)) << 1 | 1, to);
}

uint64_t signal_relations_object(void) { return object_of(OBJECT_LINKS, 0, ATOM(monitors)); }

static void send_down(Process *to, Process *from, Term tag, Term reference, Term item, Term reason) {
    Term down = heap_tuple(to->heap, 5);
    Term *fields = term_elements(down);
    fields[0] = tag;
    fields[1] = reference;
    fields[2] = ATOM(process);
    fields[3] = item;
    fields[4] = reason;
    if (!term_is_none(map_get(to->aliases, reference))) {
        Term mode = map_get(to->aliases, reference);
        process_touch(to);
        if (!term_same(mode, ATOM(explicit_unalias)))
            to->aliases = map_remove(to->heap, to->aliases, reference);
    }
    mailbox_append(to, down, from ? from->time : to->time, from ? from->pid : TERM_NIL, signal_down_object(reference));
}

Term signal_monitor(Process *p, Process *target, Term item, Term tag, Term alias_option) {
    Term reference = process_new_reference(p);
    process_touch(p);
    if (!term_is_nil(alias_option)) p->aliases = map_put(p->heap, p->aliases, reference, alias_option);
    if (!target) {
        send_down(p, NULL, tag, reference, item, ATOM(noproc));
        return reference;
    }
    process_touch(target);
    p->monitors = map_put(p->heap, p->monitors, reference, heap_tuple2(p->heap, target->pid, item));
    target->watchers = map_put(p->heap, target->watchers, reference, heap_tuple3(p->heap, p->pid, item, tag));
    return reference;
}

bool signal_demonitor(Process *p, Term reference) {
    Term monitor = map_get(p->monitors, reference);
    if (term_is_none(monitor)) return false;
    process_touch(p);
    p->monitors = map_remove(p->heap, p->monitors, reference);
    Term mode = map_get(p->aliases, reference);
    if (!term_is_none(mode) && !term_same(mode, ATOM(explicit_unalias)))
        p->aliases = map_remove(p->heap, p->aliases, reference);
    Process *target = process_find(p->machine, term_elements(monitor)[0]);
    if (!target) return true;
    process_touch(target);
    target->watchers = map_remove(p->heap, target->watchers, reference);
    return true;
}

static bool is_down(Term message, Term reference) {
    return term_is_tuple_of(message, 5) && term_identical(term_elements(message)[1], reference);
}

void signal_flush_down(Process *p, Term reference) {
    Term before = TERM_NIL;
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT]) {
        if (is_down(term_words(link)[MESSAGE_VALUE], reference)) {
            process_touch(p);
            mailbox_unlink(p, before, link);
            return;
        }
        before = link;
    }
}

// --- exits ----------------------------------------------------------------------------------------------

void signal_exit(Machine *m, Term from, Term to, Term reason, bool by_link) {
    Process *p = process_find(m, to);
    if (!p || p->status == PROCESS_EXITED) return;
    bool kill = term_same(reason, ATOM(kill)) && !by_link;
    if (!kill && p->trap_exit) {
        Process *sender = process_find(m, from);
        uint64_t object = signal_exit_object(from, to);
        if (!by_link && sender) {
            process_touch(sender);
            object = mailbox_message_object(sender, ++sender->sent);
        }
        Term message = heap_tuple3(p->heap, ATOM(EXIT), from, reason);
        mailbox_append(p, message, sender ? sender->time : p->time, from, object);
        return;
    }
    if (term_same(reason, ATOM(normal)) && !term_same(from, to)) return;
    if (kill) reason = ATOM(killed);
    if (p == m->current) {   // the interpreter ends it as soon as the built-in returns
        process_touch(p);
        p->exit_reason = reason;
        p->dying = true;
        m->attention = true;
        return;
    }
    process_exit(p, reason);
}

static void tell_watchers(Process *p, Term reason) {
    Term reference, watcher;
    for (MapIterator it = map_iterate(p->watchers); map_next(&it, &reference, &watcher);) {
        const Term *fields = term_elements(watcher);
        Process *to = process_find(p->machine, fields[0]);
        if (!to) continue;
        process_touch(to);
        to->monitors = map_remove(to->heap, to->monitors, reference);
        send_down(to, p, fields[2], reference, fields[1], reason);
    }
}

static void tell_links(Process *p, Term reason) {
    Term other, value;
    for (MapIterator it = map_iterate(p->links); map_next(&it, &other, &value);) {
        Process *to = process_find(p->machine, other);
        if (!to) continue;
        process_touch(to);
        to->links = map_remove(to->heap, to->links, p->pid);
        signal_exit(p->machine, p->pid, other, reason, true);
    }
}

static void forget_monitors(Process *p) {
    Term reference, monitor;
    for (MapIterator it = map_iterate(p->monitors); map_next(&it, &reference, &monitor);) {
        Process *target = process_find(p->machine, term_elements(monitor)[0]);
        if (!target) continue;
        process_touch(target);
        target->watchers = map_remove(p->heap, target->watchers, reference);
    }
}

void signal_process_ended(Process *p, Term reason) {
    Machine *m = p->machine;
    if (!term_is_nil(p->name)) name_unregister(m, p->name);
    tables_owner_exits(m->tables, p);
    forget_monitors(p);
    // Links first lose this side, so that nobody finds a dead process.
    tell_links(p, reason);
    tell_watchers(p, reason);
}

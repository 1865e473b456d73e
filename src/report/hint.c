#include "report/hint.h"

#include <ctype.h>
#include <string.h>

#include "report/rows.h"
#include "report/timing.h"
#include "report/waits.h"
#include "report/wording.h"

// What a hint may be judged by: the two steps, the earlier one first, and the error.
typedef struct {
    const Finding *finding;
    const StoryStep *first, *second;   // second: NULL if it has not happened
    const char *late;                  // what it would have been, then
} Case;

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

// --- steps -----------------------------------------------------------------------------------------------

// The function that a step calls: that of the project's own code, if it is within a call of a library's.
static bool function_of(const StoryStep *step, Text *name) {
    bool found =
        step && wording_function(text_string(step->library && step->call.size ? &step->call : &step->what), name);
    char *dot = found && islower((unsigned char)name->data[0]) ? memchr(name->data, '.', name->size) : NULL;
    if (dot) *dot = ':';   // "ets.insert" of Elixir, whose own modules begin with a capital
    return found;
}

static bool calls_one_of(const StoryStep *step, const char *functions) {
    Text name = {0}, word = {0};
    bool found = false;
    if (function_of(step, &name)) {
        text_format(&word, " %s ", text_string(&name));
        found = strstr(functions, text_string(&word)) != NULL;
    }
    text_free(&name);
    text_free(&word);
    return found;
}

static bool calls(const StoryStep *step, const char *function) {
    Text name = {0};
    bool same = function_of(step, &name) && strcmp(text_string(&name), function) == 0;
    text_free(&name);
    return same;
}

static bool reads_table(const StoryStep *step) {
    return calls_one_of(step,
                        " ets:lookup ets:lookup_element ets:member ets:match ets:match_object ets:select ets:tab2list "
                        "ets:info ets:first ets:next ets:foldl ets:select_count ets:last ets:prev ets:slot ");
}

static bool puts_into_table(const StoryStep *step) {
    return calls_one_of(step, " ets:insert ets:update_element ets:insert_new ets:update_counter ");
}

static bool writes_table(const StoryStep *step) {
    return puts_into_table(step) ||
           calls_one_of(
               step,
               " ets:delete ets:delete_object ets:delete_all_objects ets:match_delete ets:select_delete ets:take ");
}

static bool reads_counter(const StoryStep *step) { return calls_one_of(step, " atomics:get counters:get "); }
static bool writes_counter(const StoryStep *step) {
    return calls_one_of(step, " atomics:put counters:put atomics:exchange ");
}
static bool reads_setting(const StoryStep *step) {
    return calls_one_of(step, " persistent_term:get application:get_env Application.get_env Registry.lookup ");
}
static bool writes_setting(const StoryStep *step) {
    return calls_one_of(step, " persistent_term:put application:set_env Application.put_env Registry.register ");
}

static bool is_end(const StoryStep *step) { return step && (step->kind == ACTION_EXIT || step->kind == ACTION_CRASH); }
static bool is_timer(const StoryStep *step) { return step && has(text_string(&step->process), "/timer"); }
static bool is_timeout(const StoryStep *step) { return step && step->kind == ACTION_TIMEOUT; }

static bool either(const Case *c, bool (*is)(const StoryStep *)) { return is(c->first) || is(c->second); }

static bool pair(const Case *c, bool (*one)(const StoryStep *), bool (*other)(const StoryStep *)) {
    return (one(c->first) && other(c->second)) || (one(c->second) && other(c->first));
}

static bool is_end_of_name(const StoryStep *step) {
    return step && has(text_string(&step->what), "has ended: its name");
}
static bool is_register(const StoryStep *step) { return calls_one_of(step, " register Process.register "); }
static bool is_whereis(const StoryStep *step) {
    return calls_one_of(step, " whereis Process.whereis GenServer.whereis ");
}
static bool is_sleep(const StoryStep *step) { return step && step->sleeps; }
static bool is_end_of_monitor(const StoryStep *step) {
    return step && has(text_string(&step->what), "has ended: its monitor");
}
static bool is_demonitor(const StoryStep *step) {
    return calls(step, "demonitor") && !has(text_string(&step->what), "flush");
}
static bool is_send(const StoryStep *step) { return step && step->kind == ACTION_SEND; }
static bool is_request(const StoryStep *step) {
    return is_send(step) &&
           (has(text_string(&step->what), "$gen_call") || has(text_string(&step->what), "$gen_cast") ||
            calls_one_of(step, " gen_event:notify gen_event:sync_notify gen_event:call gen_event:add_handler "
                               "gen_event:add_sup_handler gen_event:delete_handler gen_event:swap_handler "));
}
static bool is_link(const StoryStep *step) { return calls(step, "link"); }
static bool is_exit_signal(const StoryStep *step) {
    return step && has(text_string(&step->what), "handles the exit signal");
}

static bool same_text(const Text *a, const Text *b) { return a->size && strcmp(text_string(a), text_string(b)) == 0; }

// Whether a process does something of a kind after one of its steps.
static bool does_later(const Case *c, const StoryStep *step, bool (*is)(const StoryStep *)) {
    const Story *story = &c->finding->story;
    for (const StoryStep *later = step + 1; later < story->steps + story->length; later++)
        if (same_text(&later->process, &step->process) && is(later)) return true;
    return false;
}

// One process reads, another one writes, and the one that has read writes as well.
static bool reads_and_writes(const Case *c, bool (*reads)(const StoryStep *), bool (*writes)(const StoryStep *)) {
    return pair(c, reads, writes) && does_later(c, reads(c->first) ? c->first : c->second, writes);
}

// The step with which it does so, if another one had written before: what it goes by does not hold any more.
static const StoryStep *written_later(const Case *c, bool (*reads)(const StoryStep *),
                                      bool (*writes)(const StoryStep *)) {
    const Story *story = &c->finding->story;
    if (!reads(c->first) || !c->second || !writes(c->second)) return NULL;
    for (const StoryStep *step = c->second + 1; step < story->steps + story->length; step++)
        if (same_text(&step->process, &c->first->process) && writes(step)) return step;
    return NULL;
}

// Somebody reads before another one has written.
static bool reads_too_early(const Case *c, bool (*reads)(const StoryStep *), bool (*writes)(const StoryStep *)) {
    return reads(c->first) && writes(c->second);
}

// The argument of register/2 that is a process: whether it is the one that the other step ends.
static bool registers(const StoryStep *step, const StoryStep *ending) {
    const char *what = text_string(&step->what), *comma = strrchr(what, ',');
    Text process = {0};
    text_format(&process, "%s)", text_string(&ending->process));
    bool same = comma && text_ends_with(comma, text_string(&process)) && comma[strlen(comma) - process.size - 1] == ' ';
    if (!same && comma) {   // Elixir writes pids in brackets
        text_clear(&process);
        text_format(&process, "<%s>)", text_string(&ending->process));
        same = text_ends_with(comma, text_string(&process));
    }
    text_free(&process);
    return same;
}

static bool is_by_name(const StoryStep *step) {
    const char *to = NULL;
    if (!is_send(step)) return false;
    for (const char *at = strstr(text_string(&step->what), " to "); at; at = strstr(at + 1, " to ")) to = at + 4;
    return to && to[0] != 'P' && to[0] != '<' && to[0] != '#';
}

// --- kinds of cases --------------------------------------------------------------------------------------

typedef struct {
    bool (*fits)(const Case *c);
    const char *says;
} Hint;

static bool dead_is_registered(const Case *c) {
    const StoryStep *step = is_register(c->first) ? c->first : c->second,
                    *other = step == c->first ? c->second : c->first;
    return pair(c, is_register, is_end) && registers(step, other);
}
static bool name_is_still_taken(const Case *c) { return pair(c, is_register, is_end); }
static bool name_is_looked_up(const Case *c) { return pair(c, is_whereis, is_register); }
static bool both_register(const Case *c) { return is_register(c->first) && is_register(c->second); }
static bool name_was_there(const Case *c) {
    for (const StoryStep *step = c->finding->story.steps; step < c->first; step++)
        if (is_register(step)) return true;
    return false;
}
static bool name_is_not_there_yet(const Case *c) {
    return is_by_name(c->first) && is_register(c->second) && !name_was_there(c);
}
static bool name_is_not_there(const Case *c) { return pair(c, is_by_name, is_register) || pair(c, is_by_name, is_end); }
static bool lookup_and_end(const Case *c) { return pair(c, is_whereis, is_end); }
static bool update_is_lost(const Case *c) { return reads_and_writes(c, reads_table, writes_table); }
static bool count_is_lost(const Case *c) { return reads_and_writes(c, reads_counter, writes_counter); }
static bool setting_is_lost(const Case *c) { return reads_and_writes(c, reads_setting, writes_setting); }
static bool reader_is_early(const Case *c) {
    return reads_too_early(c, reads_table, puts_into_table) || reads_too_early(c, reads_counter, writes_counter) ||
           reads_too_early(c, reads_setting, writes_setting);
}
static bool both_write(const Case *c) { return writes_table(c->first) && writes_table(c->second); }
static bool is_end_of_table(const StoryStep *step) {
    return step && has(text_string(&step->what), "has ended: its table");
}
static bool uses_table(const StoryStep *step) { return reads_table(step) || writes_table(step); }
static bool table_is_gone(const Case *c) { return pair(c, uses_table, is_end_of_table); }
static bool linked_to_the_dead(const Case *c) {
    bool refused = has(text_string(&c->finding->reason), "noproc") && is_exit_signal(c->first);
    return refused || pair(c, is_link, is_end);
}
static bool traps_too_late(const Case *c) {
    return has(c->late, "process_flag(trap_exit,true)") || has(c->late, "process_flag(trap_exit, true)") ||
           has(c->late, "process_flag(:trap_exit, true)");
}
static bool is_ended_in_between(const Case *c) { return is_exit_signal(c->first) && !c->second; }
static bool down_is_left(const Case *c) { return pair(c, is_demonitor, is_end); }
static bool timer_is_cancelled(const Case *c) {
    for (uint32_t i = 0; i < c->finding->story.length; i++)
        if (calls(&c->finding->story.steps[i], "cancel_timer")) return either(c, is_timer);
    return false;
}
static bool sleep_is_over(const Case *c) { return either(c, is_sleep) || is_sleep(timing_step(c->finding)); }
static bool timer_is_early(const Case *c) { return either(c, is_timer); }

static bool is_call(const char *reason) { return has(reason, "{gen_server,call,") || has(reason, "GenServer.call"); }

static bool call_times_out(const Case *c) {
    const char *reason = text_string(&c->finding->reason);
    return has(reason, "timeout") && is_call(reason);
}
// Those who wait for each other, in a deadlock or when a call times out.
static bool find_circle(const Case *c, Circle *circle) {
    const Finding *f = c->finding;
    const Story *story = &f->story;
    for (uint32_t i = 0; i < f->waiting_count; i++)
        if (waits_circle(story, story->length, text_string(&f->waiting[i].process), circle)) return true;
    return call_times_out(c) && story->failure && waits_circle(story, story->failure, text_string(&f->process), circle);
}
static bool waits_in_circle(const Case *c) {
    Circle circle;
    return find_circle(c, &circle);
}
static bool servers_wait(const Case *c) {
    Circle circle;
    const Story *story = &c->finding->story;
    if (!find_circle(c, &circle)) return false;
    const StoryStep *asked = waits_asked(story, story->failure ? story->failure : story->length, circle.names[0]);
    return asked && has(text_string(&asked->what), "$gen_call");
}
static bool server_is_gone(const Case *c) {
    const char *reason = text_string(&c->finding->reason);
    return is_call(reason) && (has(reason, "noproc") || has(reason, "{normal,") || has(reason, "no process") ||
                               has(reason, "(EXIT) normal") || has(reason, "killed") || has(reason, "shutdown"));
}
// A server that is called by its pid has no name to come back to.
static bool is_call_of_pid(const char *reason) {
    const char *erlang = strstr(reason, "call,[");
    return has(reason, ".call(#PID<") || (erlang && (erlang[6] == 'P' || erlang[6] == '<'));
}
static bool server_is_restarted(const Case *c) {
    const char *reason = text_string(&c->finding->reason);
    return is_call(reason) && !is_call_of_pid(reason) && (has(reason, "noproc") || has(reason, "no process")) &&
           (either(c, is_register) || either(c, is_end_of_name));
}

static bool is_left_behind(const Case *c) {
    return c->finding->kind == FINDING_DEADLOCK && has(text_string(&c->finding->reason), "left behind");
}
// A look into the mailbox that waits for nothing, as of assert_received.
static bool is_look(const StoryStep *step) {
    return step && step->kind == ACTION_TIMEOUT && has(text_string(&step->what), "looks into its mailbox");
}
static bool looks_too_early(const Case *c) {
    return is_look(c->first) && is_send(c->second) && same_text(&c->second->partner, &c->first->process);
}
static bool answer_is_late(const Case *c) { return either(c, is_timeout) || is_timeout(timing_step(c->finding)); }
// Whether the process of one step sends to the same receiver before the other step, or after it, as the case may be.
// Of a race of requests both must hold: each of two processes asks and then tells, and the second one asks before the
// first one has told. Where only one of them sends twice, it may as well be about which of two requests is to come
// first.
static const StoryStep *sends_within(const StoryStep *step, const StoryStep *from, const StoryStep *to) {
    for (; from < to; from++)
        if (is_send(from) && same_text(&from->process, &step->process) && same_text(&from->partner, &step->partner))
            return from;
    return NULL;
}
static bool requests_race(const Case *c) {
    const Story *story = &c->finding->story;
    if (!is_send(c->first) || !is_send(c->second) || !same_text(&c->first->partner, &c->second->partner)) return false;
    return sends_within(c->second, story->steps, c->first) &&
           sends_within(c->first, c->second + 1, story->steps + story->length);
}
static bool waits_for_the_dead(const Case *c) {
    const Finding *f = c->finding;
    Circle chain;
    for (uint32_t i = 0; i < f->waiting_count; i++)
        if (waits_for_ended(&f->story, f->story.length, text_string(&f->waiting[i].process), &chain)) return true;
    return false;
}
static bool downs_race(const Case *c) { return is_end_of_monitor(c->first) && is_end_of_monitor(c->second); }
static bool was_started_before(const Case *c) { return has(text_string(&c->finding->reason), "already_started"); }
static bool server_chooses(const Case *c) {
    return is_request(c->first) && is_request(c->second) && same_text(&c->first->partner, &c->second->partner);
}
static bool sends_race(const Case *c) { return is_send(c->first) && is_send(c->second); }

static const Hint hints[] = {
    {sleep_is_over,
     "a sleep is no synchronisation: however long it is, what it waits for may take longer. Wait for the thing itself, "
     "by a message, a call to the process that does it, a monitor, or look again until it is there."},
    {servers_wait, "a server that waits for an answer serves nobody: if the one that it asks needs an answer of it, "
                   "both wait. Let one of them send a cast, or return noreply and answer later by gen_server:reply."},
    {waits_in_circle, "several processes wait for each other. Let all of them ask for what they need in the same "
                      "order, or one process decide who gets it."},
    {call_times_out, "on a busy machine the reply may come later than the timeout allows. Where it must come, let the "
                     "call wait for ever (infinity) or long enough, or let the server answer sooner; where it may be "
                     "late, handle that, and the reply that comes after it."},
    {was_started_before, "somebody else can start it in between. Start it at once, without looking first, and take the "
                         "pid in {error, {already_started, Pid}} as you take the one in {ok, Pid}."},
    {server_is_restarted, "there are moments when nobody has the name, as while a supervisor restarts its owner. Wait "
                          "until it is back, or let the caller handle that it is missing."},
    {server_is_gone,
     "the server may have ended before the call, or while it is served. Handle the exit, or stop it only when "
     "nobody calls it any more."},
    {dead_is_registered,
     "the process may have ended before its name is registered. Let it register itself as the first thing it does, or "
     "start it with gen_server or proc_lib:start_link, which return when it is ready."},
    {name_is_still_taken,
     "the name is free only when the process that had it is gone. Monitor that process and wait for its 'DOWN' message "
     "before the name is registered again; gen_server:stop and supervisor:terminate_child wait like that."},
    {name_is_looked_up,
     "between looking for the name and registering it somebody else can do the same. Register at once and be content "
     "with badarg if another was first, or let one process, such as a supervisor, start it."},
    {both_register,
     "only one of them can have the name. Be content with badarg, or let one process do the registering."},
    {name_is_not_there_yet, "the process may not have registered its name yet. Start it with gen_server or "
                            "proc_lib:start_link, which return when it is ready, or let it send a message when it is."},
    {name_is_not_there, "there are moments when nobody has the name, as while a supervisor restarts its owner. Wait "
                        "until it is back, or let the sender handle that it is missing."},
    {lookup_and_end, "the process may end after its name was found. Monitor it, and handle that it is gone."},
    {linked_to_the_dead, "the process may have ended before it is linked. spawn_link does both at once."},
    {traps_too_late,
     "an exit signal that comes before the process traps exits ends it. Let it send a message when it is ready, as "
     "proc_lib:start_link and proc_lib:init_ack do, and wait for that."},
    {update_is_lost,
     "reading and writing are two steps, and another process gets in between. Do both at once (ets:update_counter, "
     "ets:insert_new, ets:select_replace), or let one process do all the writing."},
    {count_is_lost,
     "reading and writing are two steps, and another process gets in between. Do both at once (atomics:add, "
     "atomics:compare_exchange, counters:add)."},
    {setting_is_lost,
     "reading and writing are two steps, and another process gets in between. Let one process do all the writing."},
    {reader_is_early, "nothing makes the reader wait until that is written. Let the writer send it a message then, or "
                      "write before the reader is started."},
    {both_write, "the last one wins. Use ets:insert_new or ets:update_counter, or let one process do all the writing."},
    {table_is_gone, "a table goes with its owner. Let a process own it that lives as long as it is needed, such as a "
                    "supervisor, or give it an heir."},
    {down_is_left, "the 'DOWN' message may lie in the mailbox already when demonitor is called, and stays there. "
                   "demonitor(Ref, [flush]) takes it out."},
    {timer_is_cancelled,
     "the timer's message may lie in the mailbox already when it is cancelled. Take it out if cancel_timer returns "
     "false (receive Message -> ok after 0 -> ok end), or start it with erlang:start_timer and compare the reference."},
    {is_left_behind, "link the process to the one it works for (spawn_link) or let it monitor that one, so that it "
                     "ends with it; or give its receive a timeout."},
    {waits_for_the_dead, "whoever is waited for has ended, and nothing comes from there any more. Monitor it while "
                         "waiting, and handle its 'DOWN' message, as gen_server:call does."},
    {looks_too_early, "who looks only once, without waiting, sees what has come by then. Wait for the message: by a "
                      "receive with a time or without one, by assert_receive in place of assert_received."},
    {answer_is_late, "the message may come after the time is over; then it stays in the mailbox, and who sent it does "
                     "not know. Handle both orders, and let late messages be recognized, for instance by a reference."},
    {timer_is_early, "the timer may send its message before or after everything else. Handle it in every state, or "
                     "start it only where it is expected."},
    {is_ended_in_between, "an exit signal ends a process between any two of its steps. Do what belongs together in one "
                          "step, or ask the process by a message to end, and wait until it has."},
    {requests_race,
     "between two requests of one process the server serves others. What belongs together, such as reading a value and "
     "writing the new one, has to be one request."},
    {server_chooses,
     "a server takes the requests of different processes in any order. If one needs the other to be done before, let "
     "it wait for that: a call in place of a cast, and a message when it has returned. Or handle both orders."},
    {downs_race,
     "'DOWN' messages of different processes come in any order. Match the reference that monitor has returned."},
    {sends_race, "messages of different processes arrive in any order. Receive by what identifies the message that is "
                 "needed, or send both from one process."},
};

static Case case_of(const Finding *f) {
    Case c = {.finding = f, .late = ""};
    const StoryRace *race = rows_race(f);
    if (race) {
        c.first = &f->story.steps[race->first - 1];
        c.second = race->second ? &f->story.steps[race->second - 1] : NULL;
        c.late = text_string(&race->late);
    }
    return c;
}

// Of process_info, in Erlang and in Elixir.
static bool is_measured(const char *what) {
    static const char *const numbers[] = {"reductions",         "memory", "total_heap_size", "heap_size",
                                          "garbage_collection", "binary", "runtime",         "run_queue"};
    if (strncmp(what + (*what == ':'), "processes()", 11) == 0) return true;
    if (!has(what, "process_info(") && !has(what, "statistics(")) return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (has(what, numbers[i])) return true;
    return false;
}

const StoryStep *hint_measures(const Finding *f) {
    for (const StoryStep *step = f->story.steps; step < f->story.steps + f->story.length; step++)
        if (!step->offstage && is_measured(text_string(&step->what))) return step;
    return NULL;
}

uint32_t hint_outdated(const Finding *f) {
    Case c = case_of(f);
    const StoryStep *step = written_later(&c, reads_table, writes_table);
    if (!step) step = written_later(&c, reads_counter, writes_counter);
    if (!step) step = written_later(&c, reads_setting, writes_setting);
    if (!step && requests_race(&c)) step = sends_within(c.first, c.second + 1, f->story.steps + f->story.length);
    return step ? (uint32_t)(step - f->story.steps) + 1 : 0;
}

const char *hint_for(const Finding *f) {
    Case c = case_of(f);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (hints[i].fits(&c)) return hints[i].says;
    return NULL;
}

#include "engine/semantics.h"

#include <stdio.h>
#include <string.h>

enum { REDUCTIONS_DEFAULT = 1 << 30 };   // of local code, before it counts as a livelock: some seconds

// With a blank before each.
static const char kinds_of_errors[] =
#define FINDING(KIND, name, ...) " " name
#define FEARED(...)
#include "explore/witness/finding.def"
    ;

#define FIELD(name) offsetof(Semantics, name)

const Option semantics_options[] = {
    {"--after-timeout", "MS", "timeouts from MS on fire only when nothing else can happen", OPTION_NUMBER,
     FIELD(short_timeout), GROUP_MEANING, .also = "-a", .usual = "1000",
     .more = "Time is virtual. A shorter timeout may fire at any moment at which its receive has found nothing; a "
             "longer one is taken for a safety net. With 0 all of them are. So are those of a process that has had "
             "three short ones in a row, and no message: a loop that sleeps and looks again would have no end else.",
     .example = "check -m lock -t main lock.erl --after-timeout 100", .replayed = true},
    {"--timeouts", "HOW", "when timeouts may fire", OPTION_TEXT, FIELD(timeouts), GROUP_MEANING,
     .choices = "default any idle",
     .more =
         "default: as --after-timeout says. any: all of them at any moment. idle: only when nothing else can happen.",
     .example = "check -m lock -t main lock.erl --timeouts any", .replayed = true},
    {"--delivery", "HOW", "when a message arrives: as it is sent, or some time later", OPTION_TEXT, FIELD(delivery),
     GROUP_MEANING, .choices = "instant async",
     .more = "Erlang orders signals between two processes only. With async, a signal may come later than what others "
             "sent meanwhile, as between nodes or on a busy machine; its delivery is a step of its own.",
     .example = "check -m relay -t main relay.erl --delivery async", .replayed = true},
    {"--signals", "WHEN", "when other signals are handled: some time after they arrive, or as they are sent",
     OPTION_TEXT, FIELD(signals), GROUP_MEANING, .choices = "later at-once",
     .more = "later, as on erl: a process that is killed, or taken along by a linked one, may go on for a while, and "
             "an end takes several steps (its tables, its name, its links, its monitors). at-once: all of that within "
             "the step that causes it, which makes fewer interleavings and misses some.",
     .example = "check -m pool -t main pool.erl --signals at-once", .replayed = true},
    {"--pieces", "HOW", "how the bytes of a stream arrive: in the pieces that were sent, or in any", OPTION_TEXT,
     FIELD(pieces), GROUP_MEANING, .choices = "sent any",
     .more = "With any, who reads from a socket without saying how much, or has an active one without packets, gets "
             "any number of the bytes that were sent so far, and the others later. Who reads by length or by packets "
             "cannot tell, and is not asked to wait for it.",
     .example = "check -m lock -t main lock.erl --pieces any", .replayed = true},
    {"--system-races", NULL, "explore steps of the system's own processes, too, and orders of output", OPTION_FLAG,
     FIELD(system_races), GROUP_MEANING,
     .more = "Without it the io servers, the logger, the application controller and their like answer within the step "
             "that asks them; the report says whom that concerned.",
     .example = "check -m pool -t main pool.erl --system-races", .replayed = true},
    {"--from-probe", "NAME", "begin where weft:probe(NAME) has happened, coming there in one order", OPTION_TEXT,
     FIELD(from_probe), GROUP_MEANING,
     .more = "What comes before that is run once, all processes taking turns, and other orders of it are not tried: "
             "for programs whose "
             "start is not in question.",
     .example = "verify -m lock -t main lock.erl --from-probe ready", .replayed = true, .open = true},
    {"--for-states", NULL, "take the steps that weft verify takes", OPTION_FLAG, FIELD(for_states), GROUP_MEANING,
     .more = "Schedules that weft verify found say this. Its machine keeps less of what is over, so that there are "
             "fewer states; where processes end, that makes fewer steps.",
     .example = "replay weft_report.txt --for-states", .replayed = true},
    {"--depth-bound", "N", "steps of one interleaving", OPTION_COUNT, FIELD(depth), GROUP_BOUND, .also = "-d",
     .usual = "5000", .more = "A longer one is reported as an error of the kind depth_bound: it may never end.",
     .example = "check -m pool -t main pool.erl --depth-bound 20000", .replayed = true},
    {"--strict-exits", NULL, "any exit that is not normal is an error, also by a signal", OPTION_FLAG,
     FIELD(strict_exits), GROUP_ERROR,
     .more = "Without it, a process that is taken along by a linked one, or killed, is told as a consequence of what "
             "the other did, and an end for the reason shutdown or {shutdown, _} is none to speak of.",
     .example = "check -m pool -t main pool.erl --strict-exits", .replayed = true},
    {"--strict-deadlock", NULL, "processes that are left behind are an error", OPTION_FLAG, FIELD(strict_deadlock),
     GROUP_ERROR, .more = "Left behind is who still waits when the test function has returned.",
     .example = "check -m pool -t main pool.erl --strict-deadlock", .replayed = true},
    {"--first-process-errors-only", NULL, "crashes of other processes are no errors", OPTION_FLAG,
     FIELD(first_process_only), GROUP_ERROR, .example = "check -m pool -t main pool.erl --first-process-errors-only",
     .replayed = true},
    {"--assertions-only", NULL, "only failed assertions are errors", OPTION_FLAG, FIELD(assertions_only), GROUP_ERROR,
     .more = "Those of EUnit's macros, of ExUnit and of weft:assert.",
     .example = "check -m pool -t main pool.erl --assertions-only", .replayed = true},
    {"--ignore-error", "KIND", "errors of this kind are none", OPTION_LIST, FIELD(ignored), GROUP_ERROR,
     .choices = kinds_of_errors + 1, .example = "check -m pool -t main pool.erl --ignore-error deadlock --keep-going",
     .replayed = true},
    {"--crashes-fail", NULL, "crashes that nobody was told of fail a test of a framework, too", OPTION_FLAG,
     FIELD(crashes_fail), GROUP_ERROR,
     .more = "weft test goes by the framework's verdict: it tells of a process that crashes without anybody noticing, "
             "but the test passes if EUnit or ExUnit says so. For weft check such a crash is always an error.",
     .example = "test --crashes-fail", .replayed = true},
    {"--treat-as-normal", "REASON", "a process that ends with REASON has not crashed", OPTION_LIST, FIELD(normal),
     GROUP_ERROR,
     .more = "REASON is written as the report prints it. An atom means tuples that begin with it, too; _ stands for "
             "any term, * for any text.",
     .example = "check -m pool -t main pool.erl --treat-as-normal '{timeout,_}'", .replayed = true, .open = true},
    {0},
};

bool semantics_choose(const char *option, const char *given, const char *const *words, int *out, Error *err) {
    *out = 0;
    if (!given) return true;
    for (; words[*out]; ++*out)
        if (strcmp(words[*out], given) == 0) return true;
    fail(err, "%s %s: choose", option, given);
    for (size_t i = 0; words[i]; i++) {
        size_t size = strlen(err->text);
        const char *comma = i == 0 ? " " : words[i + 1] ? ", " : " or ";
        snprintf(err->text + size, sizeof err->text - size, "%s%s", comma, words[i]);
    }
    return false;
}

// --- options that exclude each other -----------------------------------------------------------------------

static bool exclude(const Program *program, const char *a, const char *b, const char *why, Error *err) {
    if (!option_given(program, a) || !option_given(program, b)) return true;
    const char *file = program_has_from_file(program, a) ? a : program_has_from_file(program, b) ? b : NULL;
    if (file)
        return fail(err, "%s and %s exclude each other: %s (%s is from %s)", a, b, why, file,
                    text_string(&program->config.path));
    return fail(err, "%s and %s exclude each other: %s", a, b, why);
}

static bool check_contradictions(const Semantics *s, const Program *p, Error *err) {
    return exclude(p, "--timeouts", "--after-timeout", "the first is about all timeouts", err) &&
           exclude(p, "--assertions-only", "--strict-exits", "exits are no assertions", err) &&
           exclude(p, "--assertions-only", "--strict-deadlock", "a deadlock is no assertion", err) &&
           exclude(p, "--first-process-errors-only", "--strict-exits", "one wants fewer errors, the other more", err) &&
           (!s->strict_deadlock || !text_list_has(&s->ignored, "deadlock") ||
            fail(err, "--strict-deadlock and --ignore-error deadlock exclude each other")) &&
           (!s->strict_exits || !text_list_has(&s->ignored, "abnormal_exit") ||
            fail(err, "--strict-exits and --ignore-error abnormal_exit exclude each other"));
}

// --- what they mean ----------------------------------------------------------------------------------------

static bool apply_to_machine(const Semantics *s, const Program *p, MachineConfig *out, Error *err) {
    static const char *const timeouts[] = {"default", "any", "idle", NULL};
    static const char *const deliveries[] = {"instant", "async", NULL};
    static const char *const handlings[] = {"later", "at-once", NULL};
    static const char *const pieces[] = {"sent", "any", NULL};
    int choice;
    if (!network_apply(&s->network, option_given(p, "--reconnects"), out, err)) return false;
    if (!semantics_choose("--delivery", s->delivery, deliveries, &choice, err)) return false;
    out->async_delivery = choice == 1;
    if (!semantics_choose("--signals", s->signals, handlings, &choice, err)) return false;
    out->signals_at_once = choice == 1;
    if (!semantics_choose("--pieces", s->pieces, pieces, &choice, err)) return false;
    out->any_pieces = choice == 1;
    out->system_races = s->system_races;
    out->stateful = s->for_states;
    out->from_probe = s->from_probe;
    out->every_exit = s->strict_exits;
    if (!semantics_choose("--timeouts", s->timeouts, timeouts, &choice, err)) return false;
    bool none = option_given(p, "--after-timeout") && s->short_timeout == 0;   // none is below 0
    if (s->short_timeout > UINT32_MAX) return fail(err, "--after-timeout: no timeout is that long");
    out->short_timeout = choice == 1 ? UINT32_MAX : s->short_timeout;
    out->idle_timeouts = choice == 2 || none;
    return true;
}

static bool apply_to_judge(const Semantics *s, JudgeOptions *out, Error *err) {
    *out = (JudgeOptions){.strict_deadlock = s->strict_deadlock,
                          .strict_exits = s->strict_exits,
                          .first_process_only = s->first_process_only,
                          .assertions_only = s->assertions_only,
                          .crashes_fail = s->crashes_fail,
                          .normal = s->normal.items,
                          .normal_count = s->normal.count};
    const char *kinds[FINDING_ERRORS + 1] = {0};
    memcpy(kinds, finding_names, FINDING_ERRORS * sizeof *kinds);
    for (size_t i = 0; i < s->ignored.count; i++) {
        int kind;
        if (!semantics_choose("--ignore-error", s->ignored.items[i], kinds, &kind, err)) return false;
        out->ignored[kind] = true;
    }
    return true;
}

bool semantics_apply(const Semantics *s, Program *p, MachineConfig *config, JudgeOptions *judge, Error *err) {
    if (s->depth > UINT32_MAX / 2) return fail(err, "--depth-bound: the number is too large");
    if (!p->max_reductions) p->max_reductions = REDUCTIONS_DEFAULT;
    if (!check_contradictions(s, p, err) || !apply_to_machine(s, p, config, err)) return false;
    return apply_to_judge(s, judge, err);
}

uint32_t semantics_depth(const Semantics *s) { return s->depth ? (uint32_t)s->depth : DEPTH_DEFAULT; }

void semantics_tell(const Semantics *s, const MachineConfig *config, Text *out) {
    if (config->from_probe)
        text_format(out, "up to the first probe %s everything happens in one order\n", config->from_probe);
    if (config->idle_timeouts)
        text_add(out, "timeouts and timers fire only when nothing else can happen\n");
    else if (config->short_timeout == UINT32_MAX)
        text_add(out, "timeouts and timers may fire at any moment\n");
    else
        text_format(out,
                    "timeouts and timers below %llu ms may fire at any moment, three in a row of a process that gets "
                    "no message; longer and later ones only when nothing else can happen\n",
                    (unsigned long long)(config->short_timeout ? config->short_timeout : 1000));
    text_add(out, config->async_delivery
                      ? "signals may arrive any time after they were sent, in order between two processes\n"
                      : "a signal arrives when it is sent (--delivery async tries later moments, too)\n");
    text_add(out, config->signals_at_once
                      ? "exit signals are handled as they are sent, and a process ends in one step\n"
                      : "a process handles exit signals some time after they arrive, and ends in several steps\n");
    if (config->any_pieces) text_add(out, "the bytes of a stream may arrive in any pieces\n");
    network_tell(config, out);
    text_add(out, "time is virtual: code takes none, and who waits for nothing else than time goes on at once\n");
    text_format(out, "an interleaving with more than %u steps counts as one that does not end\n", semantics_depth(s));
    text_add(out, "files, ports and sockets of the host are out of reach\n");
}

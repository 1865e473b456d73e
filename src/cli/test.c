// weft test: the tests of a project, each of them under every schedule that can matter.
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/door.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/parcel.h"
#include "engine/batch.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/output.h"
#include "engine/shard.h"
#include "engine/suite.h"
#include "option/command.h"

enum { STORY = '\f', STORIES_TOLD = 10, LINES_TOLD = 380, NAMES_TOLD = 20 };

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
    Outputs outputs;
    TextList only, excluded, suites, groups, cases;
    bool list, silent;   // silent: no text
    const char *shard, *durations;
    Suite suite;
    SheetShard part;   // that is done here
    int name_width;
    TextList places;   // FILE:LINE among the files
    uint64_t counts[REPORT_VERDICTS];
    uint64_t failures;                  // of them, those that make the exit status 1
    uint64_t interleavings, left_out;   // left_out: tests that were not run, because weft was interrupted
    double seconds;
    Text stories;   // of what went wrong: each is STORY, the race to blame, a tab, the test, a line's end, and what is
                    // told
} TestRun;

#define FIELD(name) offsetof(TestRun, name)

enum { SECONDS_DEFAULT = 60, NAME_WIDEST = 60 };

static const Option own_options[] = {
    {"--only", "NAME", "tests with NAME in their name; * and ? stand for anything", OPTION_LIST, FIELD(only),
     GROUP_WHAT,
     .more = "The name is what --list shows: module, test, and what it says of itself. Given again, it adds tests.",
     .example = "test --only cashiers --only 'shelf*empty'", .open = true},
    {"--exclude", "TAG", "skip the tests of ExUnit that have TAG, or TAG:VALUE", OPTION_LIST, FIELD(excluded),
     GROUP_WHAT,
     .more = "As mix test does. Tests that the configuration of the project includes by name are run all the same.",
     .example = "test --exclude slow"},
    {"--suite", "NAME", "the test cases of this suite of Common Test", OPTION_LIST, FIELD(suites), GROUP_WHAT,
     .more = "NAME is a module, a file, or several with commas between them; given again, it adds suites.",
     .example = "test --suite till_SUITE"},
    {"--group", "NAME", "test cases of Common Test in this group", OPTION_LIST, FIELD(groups), GROUP_WHAT,
     .more = "In groups within it, too. Several may have commas between them.",
     .example = "test --suite till_SUITE --group counting"},
    {"--testcase", "NAME", "the test case of Common Test with this name", OPTION_LIST, FIELD(cases), GROUP_WHAT,
     .also = "--case",
     .more = "In whatever group it is; of a parallel group that it is in, all cases run. Several may have commas "
             "between them.",
     .example = "test --suite till_SUITE --testcase two_pay"},
    {"--shard", "I/N", "the I-th of N parts of the tests, for N machines", OPTION_TEXT, FIELD(shard), GROUP_WHAT,
     .more = "Each test is in one part, whatever machine asks. weft merge puts the JSON files of all parts together.",
     .example = "test --shard 2/5 --json part-2.json", .spoken = true},
    {"--durations", "FILE", "cut the parts so that they take equally long, by an earlier run's JSON file", OPTION_TEXT,
     FIELD(durations), GROUP_WHAT,
     .more = "What weft test --json or weft merge --json wrote. All parts have to be given the same one. Without it, "
             "parts have equally many tests.",
     .example = "test --shard 2/5 --durations weft.json --json part-2.json", .open = true},
    {"--list", NULL, "tell what tests there are, and run none", OPTION_FLAG, FIELD(list), GROUP_WHAT,
     .example = "test --list"},
    {0},
};

static const OptionPart test_options[] = {
    {program_options, FIELD(program)},
    {exploration_options, FIELD(exploration)},
    {semantics_options, FIELD(semantics)},
    {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},
    {own_options, 0},
    {0},
};

// --- which tests ------------------------------------------------------------------------------------------

// FILE:LINE among the files is the file, of which only the test around that line is wanted.
static bool split_places(TestRun *t) {
    Program *p = &t->program;
    if (p->file_count == 0) p->files[p->file_count++] = ".";
    for (size_t i = 0; i < p->file_count; i++) {
        const char *colon = strrchr(p->files[i], ':');
        if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")]) continue;
        if (t->places.count == sizeof t->places.items / sizeof *t->places.items) return false;
        t->places.items[t->places.count++] = p->files[i];
        char *file = memory_text(p->files[i]);
        file[colon - p->files[i]] = 0;
        p->files[i] = file;   // lives as long as weft
    }
    return true;
}

// Whether a test is the last one of its file that begins at a line or above it.
static bool is_at(const Suite *suite, const Test *test, const char *place) {
    const char *colon = strrchr(place, ':');
    size_t size = (size_t)(colon - place), known = strlen(test->file);
    uint32_t line = (uint32_t)strtoul(colon + 1, NULL, 10);
    bool same = known >= size && strncmp(test->file + known - size, place, size) == 0;
    if (!same || test->line > line) return false;
    for (size_t i = 0; i < suite->count; i++) {
        const Test *other = &suite->tests[i];
        if (strcmp(other->file, test->file) == 0 && other->line <= line && other->line > test->line) return false;
    }
    return true;
}

static bool is_named(const char *title, const char *pattern) {
    if (!strpbrk(pattern, "*?")) return strstr(title, pattern) != NULL;
    Text anywhere = {0};
    text_format(&anywhere, "*%s*", pattern);
    bool match = fnmatch(anywhere.data, title, 0) == 0;
    text_free(&anywhere);
    return match;
}

// -t names a function, which may stand for several tests.
static bool is_of_function(const Test *test, const char *function) {
    size_t size = strlen(function);
    const char *colon = test_is_of_suite(test) ? strrchr(test->name, ':') : NULL,
               *name = colon ? colon + 1 : test->name;
    return strncmp(name, function, size) == 0 && (!name[size] || name[size] == '/');
}

// Whether a word is among those of an option, which may have commas between them.
static bool is_given(const TextList *given, const char *word, size_t size) {
    for (size_t i = 0; i < given->count; i++)
        for (const char *at = given->items[i]; *at; at += strspn(at, ",")) {
            size_t length = strcspn(at, ",");
            if (length == size && strncmp(at, word, size) == 0) return true;
            at += length;
        }
    return false;
}

// test/till_SUITE and till_SUITE.erl are till_SUITE.
static bool is_module_of(const char *place, size_t size, const char *module) {
    size_t start = size;
    if (size > 4 && strncmp(place + size - 4, ".erl", 4) == 0) size = start = size - 4;
    while (start > 0 && place[start - 1] != '/') start--;
    return size - start == strlen(module) && strncmp(place + start, module, size - start) == 0;
}

static bool is_suite_given(const TextList *given, const char *module) {
    for (size_t i = 0; i < given->count; i++)
        for (const char *at = given->items[i]; *at; at += strspn(at, ",")) {
            size_t size = strcspn(at, ",");
            if (is_module_of(at, size, module)) return true;
            at += size;
        }
    return false;
}

// "outer:inner:case", and of a parallel group "outer:inner", with its cases in what is said of it. A name that is there
// again has a number.
static bool is_name_given(const TextList *given, const char *names, const char *between) {
    bool found = false;
    for (const char *at = names; *at && !found; at += strspn(at, between)) {
        size_t length = strcspn(at, between);
        found = is_given(given, at, length);
        at += length;
    }
    return found;
}

static bool is_case_given(const TestRun *t, const Test *test) {
    static const char parallel[] = "in parallel: ";
    if (strncmp(test->about, parallel, sizeof parallel - 1) == 0)
        return is_name_given(&t->cases, test->about + sizeof parallel - 1, ", ");
    const char *name = strrchr(test->name, ':');
    name = name ? name + 1 : test->name;
    return is_given(&t->cases, name, strcspn(name, "/"));
}

static bool is_group_given(const TestRun *t, const Test *test) {
    Text groups = {0};
    const char *last = strrchr(test->name, ':');
    bool parallel = strncmp(test->about, "in parallel", 11) == 0;
    text_add_bytes(&groups, test->name, parallel ? strcspn(test->name, "/") : last ? (size_t)(last - test->name) : 0);
    bool given = is_name_given(&t->groups, text_string(&groups), ":");
    text_free(&groups);
    return given;
}

static bool is_of_wanted_suite(const TestRun *t, const Test *test) {
    if (!t->suites.count && !t->groups.count && !t->cases.count) return true;
    return test_is_of_suite(test) && (!t->suites.count || is_suite_given(&t->suites, test->module)) &&
           (!t->groups.count || is_group_given(t, test)) && (!t->cases.count || is_case_given(t, test));
}

static bool is_chosen(const TestRun *t, const Test *test) {
    Text title = {0};
    bool named = t->only.count == 0, placed = t->places.count == 0;
    test_title(test, &title);
    for (size_t i = 0; i < t->only.count; i++) named = named || is_named(text_string(&title), t->only.items[i]);
    for (size_t i = 0; i < t->places.count; i++) placed = placed || is_at(&t->suite, test, t->places.items[i]);
    text_free(&title);
    return named && placed && is_of_wanted_suite(t, test) &&
           (!t->program.function || is_of_function(test, t->program.function));
}

// --- telling ----------------------------------------------------------------------------------------------

static void add_place(const Test *test, Text *out) {
    text_add(out, test->file);
    if (test->line) text_format(out, ":%u", test->line);
}

static void print_heading(const TestRun *t, const Test *test, const char **last) {
    if (t->silent || (*last && strcmp(*last, test->module) == 0)) return;
    const char *name = strncmp(test->module, "Elixir.", 7) == 0 ? test->module + 7 : test->module;
    Text line = {0};
    text_format(&line, "%s%s%s%s\n", *last ? "\n" : "", name, *test->file ? "  " : "", test->file);
    terminal_tell(stdout, &line);
    text_free(&line);
    *last = test->module;
}

static void add_name(const Test *test, Text *out) {
    text_add(out, test->name);
    if (*test->about) text_format(out, " (%s)", test->about);
}

// So that what follows the names stands in a column, if they are not too long.
static int name_width(const TestRun *t) {
    size_t width = 0;
    for (size_t i = 0; i < t->suite.count; i++) {
        Text name = {0};
        add_name(&t->suite.tests[i], &name);
        bool wider = name.size > width && name.size <= NAME_WIDEST;
        if (wider && t->suite.tests[i].number) width = name.size;
        text_free(&name);
    }
    return (int)width;
}

static void print_line(const TestRun *t, const Test *test, ReportVerdict verdict, const char *rest) {
    Text name = {0};
    add_name(test, &name);
    Text line = {0};
    text_format(&line, "  %-8s %-*s  %s\n", report_verdicts[verdict], t->name_width, text_string(&name), rest);
    if (!t->silent) terminal_tell(stdout, &line);
    fflush(stdout);
    text_free(&name);
    text_free(&line);
}

static void print_notes(const TestRun *t, const Report *report) {
    Text notes = {0};
    report_notes_text(report, "           ", &notes);
    if (!t->silent) fwrite(text_string(&notes), 1, notes.size, stdout);
    text_free(&notes);
}

// A matter of timing is told in a sentence, unless it fails: then there is a story.
static void print_timing(const TestRun *t, const Report *report) {
    const Findings *findings = report->findings;
    for (uint32_t i = 0; i < findings->finding_count && !t->silent; i++) {
        Text line = {0};
        text_add(&line, "           ");
        bool timing = report_timing(report, &findings->findings[i], &line);
        text_add(&line, "\n");
        if (timing) terminal_tell(stdout, &line);
        text_free(&line);
    }
}

static void describe(const Report *r, ReportVerdict verdict, Text *out) {
    if (verdict == REPORT_SKIPPED) {
        text_format(out, "%s%s", r->skip_fails ? "auto-skipped: " : "", r->skipped);
        return;
    }
    text_format(out, "%llu interleaving%s, %.2f s", (unsigned long long)r->search.explored,
                text_plural(r->search.explored), r->search.seconds);
    if (r->drawn) text_format(out, ", and %llu drawn by chance", (unsigned long long)r->drawn->runs);
    if (verdict == REPORT_FAILED) text_format(out, ": %s", report_trouble(r->findings->findings[0].kind));
    if (verdict == REPORT_FAILED && r->findings->finding_count > 1)
        text_format(out, ", and %u more error%s", r->findings->finding_count - 1,
                    text_plural(r->findings->finding_count - 1));
    if (verdict == REPORT_OPEN) text_add(out, ": no error found, but not exhaustive");
}

// How to see the failing interleaving again: the first one may have been written down.
static void add_next(TestRun *t, const Report *report) {
    if (t->outputs.schedule && t->counts[REPORT_FAILED] + t->counts[REPORT_TIMING] == 0)
        text_format(&t->stories, "\nreplay: weft replay %s\n", t->outputs.schedule);
    else if (report->file && report->line && door_reads(report->file))
        text_format(&t->stories, "\nreplay: weft test %s:%u --schedule FILE, then weft replay FILE\n", report->file,
                    report->line);
}

static void add_step_place(const StoryStep *step, Text *out) {
    bool user = step->user_line > 0;
    text_format(out, " %s:%u", text_string(user ? &step->user_file : &step->file), user ? step->user_line : step->line);
}

// Where the two steps are that should be the other way round; nothing: that is not known, or there are several errors.
static void add_race(const Findings *findings, Text *out) {
    const Finding *f = findings->findings;
    if (findings->finding_count != 1 || f->cause != CAUSE_RACE || !f->races[f->race].second) return;
    const StoryStep *first = &f->story.steps[f->races[f->race].first - 1],
                    *second = &f->story.steps[f->races[f->race].second - 1];
    if (!(first->user_line || first->line) || !(second->user_line || second->line)) return;
    add_step_place(first, out);
    add_step_place(second, out);
}

static void add_story(TestRun *t, const Report *report) {
    Text story = {0};
    if (!report->message) add_race(report->findings, &story);
    text_format(&story, "\t%s\n", report->title);
    if (report->message)
        text_format(&story, "%s could not be checked:\n%s\n", report->title, report->message);
    else
        report_text(report, outputs_style(&t->outputs), &story);
    for (size_t i = 0; i < story.size; i++)
        if (story.data[i] == STORY) story.data[i] = ' ';
    text_add_char(&t->stories, STORY);
    text_add_bytes(&t->stories, text_string(&story), story.size);
    if (!report->message) add_next(t, report);
    text_free(&story);
}

static uint64_t count_all(const TestRun *t) {
    uint64_t all = 0;
    for (int i = 0; i < REPORT_VERDICTS; i++) all += t->counts[i];
    return all;
}

typedef struct {
    const char *race, *title, *text;
    size_t race_size, title_size, text_size;
    bool known;   // its race is that of a test before
} ToldStory;

static ToldStory *split_stories(const TestRun *t, size_t *count) {
    const char *at = text_string(&t->stories), *end = at + t->stories.size;
    ToldStory *stories = NULL;
    for (*count = 0; at < end;) {
        stories = memory_resize(stories, (*count + 1) * sizeof *stories);
        ToldStory *story = &stories[(*count)++];
        size_t size = strcspn(++at, (char[]){STORY, 0}), race = strcspn(at, "\t"), line = strcspn(at, "\n");
        *story = (ToldStory){.race = at,
                             .race_size = race,
                             .title = at + race + 1,
                             .title_size = line - race - 1,
                             .text = at + line + 1,
                             .text_size = size - line - 1};
        at += size;
    }
    return stories;
}

static bool same_race(const ToldStory *a, const ToldStory *b) {
    return a->race_size && a->race_size == b->race_size && strncmp(a->race, b->race, a->race_size) == 0;
}

// The others of the same race, which are not told for themselves.
static void add_others(ToldStory *stories, size_t count, size_t index, Text *out) {
    uint64_t others = 0;
    for (size_t i = index + 1; i < count; i++) {
        if (stories[i].known || !same_race(&stories[index], &stories[i])) continue;
        stories[i].known = true;
        if (others++ == 0) text_add(out, "\nthe same race fails more tests:\n");
        if (others <= NAMES_TOLD) text_format(out, "  %.*s\n", (int)stories[i].title_size, stories[i].title);
    }
    if (others > NAMES_TOLD) text_format(out, "  and %llu more\n", (unsigned long long)(others - NAMES_TOLD));
}

static uint64_t count_lines(const Text *text) {
    uint64_t lines = 0;
    for (size_t i = 0; i < text->size; i++) lines += text->data[i] == '\n';
    return lines;
}

// One, and more as long as people would read them: each test has had a line.
static void print_stories(const TestRun *t) {
    uint64_t lines = count_all(t), told = 0, left = 0;
    size_t count;
    ToldStory *stories = split_stories(t, &count);
    for (size_t i = 0; i < count; i++) {
        Text text = {0};
        if (stories[i].known) continue;
        text_add(&text, "\n");
        text_add_bytes(&text, stories[i].text, stories[i].text_size);
        add_others(stories, count, i, &text);
        lines += count_lines(&text);
        if (left || (told && (told == STORIES_TOLD || lines > LINES_TOLD)))
            left++;
        else
            told++, terminal_tell(stdout, &text);
        text_free(&text);
    }
    if (left)
        printf("\n%llu more stor%s not told here: --output FILE, --html FILE and --json FILE have all of them\n",
               (unsigned long long)left, left == 1 ? "y is" : "ies are");
    memory_free(stories);
}

static void print_open(const TestRun *t) {
    uint64_t open = t->counts[REPORT_OPEN];
    if (!open) return;
    printf("\n%llu test%s open: no error was found, but there are more interleavings. --max-seconds S, --depth-bound N "
           "and --interleaving-bound N\n"
           "say how many are explored; -b 2 explores only those with at most two preemptions, and proves so much.\n%s",
           (unsigned long long)open, open == 1 ? " is" : "s are",
           t->exploration.draws ? "" : "--random 1000 draws as many of the others by chance.\n");
}

static void print_summary(const TestRun *t) {
    Text line = {0};
    print_stories(t);
    print_open(t);
    text_add(&line, "\n");
    report_summary(t->counts, t->interleavings, t->seconds, &line);
    fputs(text_string(&line), stdout);
    text_free(&line);
    if (t->left_out)
        printf("interrupted: %llu test%s not run\n", (unsigned long long)t->left_out,
               t->left_out == 1 ? " was" : "s were");
}

// --- one test ---------------------------------------------------------------------------------------------

static bool tells_story(const Report *report) {
    ReportVerdict verdict = report_verdict(report);
    return verdict == REPORT_FAILED || verdict == REPORT_UNABLE || (verdict == REPORT_TIMING && report->timing_fails);
}

// What the report is about for people is the test, not who runs it.
static void tell(TestRun *t, const Test *test, Report *report) {
    Text title = {0}, place = {0};
    test_title(test, &title);
    add_place(test, &place);
    report->runner = test->runner;
    report->entry = test->follows ? "run_after" : "run";
    report->module = test->module;
    report->function = test->name;
    report->title = text_string(&title);
    report->file = test->file;
    report->line = test->line;
    report->number = test->number;
    report->ascii = t->outputs.look.ascii;
    outputs_add(&t->outputs, report);
    if (place.size) text_format(&title, ", %s", place.data);
    report->title = text_string(&title);
    if (tells_story(report)) add_story(t, report);
    text_free(&title);
    text_free(&place);
}

static void count(TestRun *t, const Report *report, ReportVerdict verdict) {
    t->counts[verdict]++;
    t->failures += report_fails(report);
    t->interleavings += report->search.explored;
    t->seconds += report->search.seconds;
}

// A case of a suite may say that it skips itself; it is skipped if it does so in every interleaving.
static void note_own_skip(const Test *test, ExplorationResult *result) {
    static const char skipped[] = "{skipped,";
    const Findings *f = &result->findings;
    bool all = test_is_of_suite(test) && report_verdict(&result->report) == REPORT_OK && f->outcome_count > 0;
    for (uint32_t i = 0; all && i < f->outcome_count; i++)
        all = strncmp(text_string(&f->outcomes[i].result), skipped, sizeof skipped - 1) == 0;
    if (!all) return;
    const Text *first = &f->outcomes[0].result;
    text_add_bytes(&result->message, first->data + sizeof skipped - 1,
                   first->size - sizeof skipped);   // without its last brace
    result->report.skipped = text_string(&result->message);
}

static void tell_all(TestRun *t, const Test *test, ExplorationResult *result) {
    note_own_skip(test, result);
    ReportVerdict verdict = report_verdict(&result->report);
    Text line = {0};
    if (verdict != REPORT_UNABLE) describe(&result->report, verdict, &line);
    if (test_is_of_suite(test) && test->follows) text_add(&line, ", after the cases before it");
    print_line(t, test, verdict, text_string(&line));
    if (!tells_story(&result->report))
        print_timing(t, &result->report), print_notes(t, &result->report);   // else the story has them
    tell(t, test, &result->report);
    count(t, &result->report, verdict);
    text_free(&line);
    exploration_result_free(result);
}

static void refuse_test(TestRun *t, const Test *test, const Program *program, const char *why) {
    ExplorationResult result;
    exploration_refuse(&t->exploration, program, why, &result);
    tell_all(t, test, &result);
}

// What a process that checked one test has to say of it.
static void save(const TestRun *t, Text *parcel) {
    parcel_add(parcel, t->counts, sizeof t->counts);
    parcel_add_number(parcel, t->failures);
    parcel_add_number(parcel, t->interleavings);
    parcel_add(parcel, &t->seconds, sizeof t->seconds);
    parcel_add_text(parcel, text_string(&t->stories), t->stories.size);
    outputs_save(&t->outputs, parcel);
}

// Whoever checked some tests has no say in what came of the others.
static bool load_counts(TestRun *t, Parcel *parcel, size_t tests) {
    uint64_t counts[REPORT_VERDICTS], added = 0, failures;
    bool grown = true;
    parcel_take(parcel, counts, sizeof counts);
    failures = parcel_number(parcel);
    for (int i = 0; i < REPORT_VERDICTS; i++) {
        grown = grown && counts[i] - t->counts[i] <= tests;
        added += counts[i] - t->counts[i];
    }
    if (!grown || added != tests || failures - t->failures > tests) return false;
    memcpy(t->counts, counts, sizeof counts);
    t->failures = failures;
    return true;
}

// What came of so many tests.
static bool load(TestRun *t, Parcel *parcel, size_t tests) {
    Text stories = {0};
    if (!load_counts(t, parcel, tests)) return false;
    t->interleavings = parcel_number(parcel);
    parcel_take(parcel, &t->seconds, sizeof t->seconds);
    parcel_text(parcel, &stories);
    text_add_bytes(&t->stories, text_string(&stories), stories.size);
    outputs_load(&t->outputs, parcel);
    text_free(&stories);
    return parcel_is_sound(parcel);
}

static bool load_answer(TestRun *t, const JailEnd *end) {
    Parcel parcel = parcel_open(text_string(&end->answer), end->answer.size);
    return end->kind == JAIL_ENDED && end->answer.size && load(t, &parcel, 1);
}

// And no other schedule is known to pass.
static bool fails_at_once(const ExplorationResult *result) {
    const Finding *first = result->findings.findings;
    return report_verdict(&result->report) == REPORT_FAILED && first->cause != CAUSE_RACE &&
           (first->interleaving == 1 || (first->interleaving == 0 && first->count == result->report.search.explored));
}

static bool fails_always(const ExplorationResult *result) {
    Cause cause = result->findings.findings->cause;
    return cause == CAUSE_NO_RACE || cause == CAUSE_ALWAYS;
}

// A case of a suite that fails however it is run may need what those before it have left: they are run first, then.
// False: it does not.
static bool explore_after(TestRun *t, const Program *program, Machine *machine, Mark start, bool always,
                          ExplorationResult *result) {
    Program after = *program;
    after.function = "run_after";
    machine_undo(machine, start);
    exploration_run(&t->exploration, &after, machine, result);
    ReportVerdict verdict = report_verdict(&result->report);
    bool depends = verdict == REPORT_FAILED && always && !fails_at_once(result);   // on the schedule
    bool helps = depends || verdict == REPORT_OK || verdict == REPORT_OPEN || verdict == REPORT_TIMING;
    if (!helps) exploration_result_free(result);
    return helps;
}

static void explore_case(TestRun *t, const Test *test, const Program *program, Machine *machine) {
    ExplorationResult alone, after;
    Test told = *test;
    Mark start = machine_mark(machine);
    exploration_run(&t->exploration, program, machine, &alone);
    told.follows = !program->partial.size && fails_at_once(&alone) &&
                   explore_after(t, program, machine, start, fails_always(&alone), &after);
    if (told.follows) exploration_result_free(&alone);
    tell_all(t, &told, told.follows ? &after : &alone);
}

static void explore_test(TestRun *t, const Test *test, const Program *program, Machine *machine) {
    ExplorationResult result;
    exploration_run(&t->exploration, program, machine, &result);
    tell_all(t, test, &result);
}

// In a process of its own: explores, tells, and has this to say to the one that goes on.
static void explore_here(TestRun *t, const Test *test, const Program *program, Machine *machine, Text *parcel) {
    text_clear(&t->stories);
    outputs_go_inside(&t->outputs);
    if (test_is_of_suite(test))
        explore_case(t, test, program, machine);
    else
        explore_test(t, test, program, machine);
    if (t->outputs.diary) fflush(t->outputs.diary);
    save(t, parcel);
}

// What a test needs: the program that runs it, and how its machine is made.
typedef struct {
    Program program;
    MachineConfig config;
    const char *arguments[2], *ready[3];
} TestSetting;

static void choose(TestRun *t, const Test *test, TestSetting *s) {
    test_choose(test, &s->program, s->arguments);
    t->exploration.title = test->name;
}

_Noreturn static void explore_and_end(TestRun *t, const Test *test, TestSetting *s, Machine *machine) {
    Text parcel = {0};
    Error err;
    if (program_begin(&s->program, machine, &err)) {
        if (s->program.ready) machine_prepare_stepping(machine);
        choose(t, test, s);
        explore_here(t, test, &s->program, machine, &parcel);
    } else {
        text_clear(&t->stories);
        outputs_go_inside(&t->outputs);
        refuse_test(t, test, &s->program, err.text);
        save(t, &parcel);
    }
    jail_answer(&parcel);
    jail_finish(EXIT_SUCCESS);
}

// A process for each test: whatever happens there costs that test and no other. False: what it had noted before it
// ended is to be told by another one.
static bool explore_inside(TestRun *t, const Test *test, TestSetting *s, Machine *machine) {
    Jail jail =
        confine_jail(&s->program, &s->config, machine, exploration_seconds(&t->exploration), t->exploration.jobs);
    JailEnd end;
    if (jail_begin(&jail, &end)) explore_and_end(t, test, s, machine);
    if (confine_can_recall(&s->program, &end)) return false;
    if (!load_answer(t, &end))
        refuse_test(t, test, &s->program,
                    end.message.size ? end.message.data : "its result cannot be read: that is a mistake of weft");
    jail_end_free(&end);
    return true;
}

static void set_up(TestRun *t, const Test *test, TestSetting *s) {
    s->program = t->program;
    choose(t, test, s);
    t->exploration.silent = t->outputs.quiet;
    t->exploration.full = outputs_show_state(&t->outputs);
    t->exploration.command = "test";
    t->exploration.ascii = t->outputs.look.ascii;
    t->exploration.diary = t->outputs.diary;
    s->config = t->exploration.machine;
    s->config.print_depth = look_depth(&t->outputs.look);
    test_apply(&s->program, &s->config, &t->exploration.judge);
}

// Lets the tests of its module begin in the state that is made ready for them.
static void make_ready(const Test *test, TestSetting *s) {
    s->program.ready = s->ready;
    s->program.ready_count = test_ready_arguments(test, s->ready);
}

static void explore(TestRun *t, const Test *test) {
    TestSetting s;
    Error err;
    set_up(t, test, &s);
    if (test_prepare(test, &s.program)) make_ready(test, &s);
    for (bool told = false; !told;) {
        Machine *machine = *test->unable ? NULL : program_new(&s.program, &s.config, &err);
        told = !machine || explore_inside(t, test, &s, machine);
        if (!machine)
            refuse_test(t, test, &s.program, *test->unable ? test->unable : err.text);
        else
            machine_free(machine);
    }
    text_free(&s.program.partial);
    text_free(&s.program.partial_reason);
}

// --- several tests of a module ------------------------------------------------------------------------------

enum { BATCH_MOST = 50 };   // in one process that is made ready for them

typedef struct {
    TestRun *run;
    const Test *const *tests;
    TestSetting *setting;
    Machine *machine;   // that stands ready
} Together;

static void run_together(void *context, size_t index, Text *answer) {
    Together *together = context;
    TestSetting *s = together->setting;
    const Test *test = together->tests[index];
    choose(together->run, test, s);
    make_ready(test, s);
    explore_here(together->run, test, &s->program, together->machine, answer);
    Text modules = {0};
    machine_modules(together->machine, &modules);
    parcel_add_text(answer, text_string(&modules), modules.size);
}

// After each test the supervisor knows all that is known.
static void take_together(void *context, size_t index, const char *bytes, size_t size) {
    Together *together = context;
    Text parcel = {0}, modules = {0};
    Parcel said = parcel_open(bytes, size);
    load(together->run, &said, 1);
    parcel_text(&said, &modules);
    machine_foresee_modules(together->machine, text_string(&modules));   // the next test may need them, too
    text_free(&modules);
    parcel_add_number(&parcel, index + 1);
    save(together->run, &parcel);
    jail_answer(&parcel);
    text_free(&parcel);
}

_Noreturn static void explore_together(Together *together, size_t count) {
    TestRun *t = together->run;
    Error err;
    text_clear(&t->stories);
    outputs_go_inside(&t->outputs);
    Batch batch = {.count = count,
                   .seconds = exploration_seconds(&t->exploration),
                   .run = run_together,
                   .take = take_together,
                   .context = together};
    if (program_begin(&together->setting->program, together->machine, &err)) {
        machine_prepare_stepping(together->machine);
        if (machine_outcome(together->machine) != OUTCOME_UNSUPPORTED) batch_run(&batch);
    }
    jail_finish(EXIT_SUCCESS);
}

// Explores tests of one module from a state that is made ready once. How many: the next one is to be explored on its
// own.
static size_t explore_some(TestRun *t, const Test *const *tests, size_t count) {
    TestSetting s;
    JailEnd end;
    Error err;
    set_up(t, tests[0], &s);
    test_prepare(tests[0], &s.program);
    Machine *machine = program_new(&s.program, &s.config, &err);
    if (!machine) return 0;
    Together together = {t, tests, &s, machine};
    Jail jail = confine_jail(&s.program, &s.config, machine, 0, 1);
    jail.forks = true;
    if (jail_begin(&jail, &end)) explore_together(&together, count);
    Parcel parcel = parcel_open(text_string(&end.answer), end.answer.size);
    size_t done = end.answer.size ? (size_t)parcel_number(&parcel) : 0;
    if (done > count || (done && !load(t, &parcel, done))) done = 0;
    if (end.kind == JAIL_INTERRUPTED && done < count)
        refuse_test(t, tests[done++], &s.program, text_string(&end.message));
    jail_end_free(&end);
    machine_free(machine);
    return done;
}

static void note_skipped(TestRun *t, const Test *test, const char *why) {
    Findings none = {0};
    Report report = surroundings_refuse(&t->program, &none, "", NULL);
    report.skipped = why;
    tell(t, test, &report);
    count(t, &report, REPORT_SKIPPED);
}

static void skip(TestRun *t, const Test *test, const char *why) {
    print_line(t, test, REPORT_SKIPPED, why);
    note_skipped(t, test, why);
}

// Files say it of each test, the summary how many they were.
static void leave_out(TestRun *t, const Test *test) {
    Test out = *test;
    out.number = 0;
    note_skipped(t, &out, "not run: weft was interrupted");
    t->left_out++;
}

// --- all tests --------------------------------------------------------------------------------------------

static const Test **wanted_tests(const TestRun *t, size_t *count) {
    const Test **tests = memory_new((t->suite.count + 1) * sizeof *tests);
    *count = 0;
    for (size_t i = 0; i < t->suite.count; i++)
        if (t->suite.tests[i].number) tests[(*count)++] = &t->suite.tests[i];
    return tests;
}

static bool is_plain(const Test *test) { return !*test->skipped && !*test->unable && !test->follows; }

// How many of the next tests begin in the same state.
static size_t group_size(const Test *const *tests, size_t count) {
    size_t size = 0;
    while (size < count && size < BATCH_MOST && is_plain(tests[size]) && tests[size]->runner == tests[0]->runner &&
           strcmp(tests[size]->module, tests[0]->module) == 0)
        size++;
    return size;
}

// How many it explored. Several processes for one search need the supervisor of its own.
static size_t explore_next(TestRun *t, const Test *const *tests, size_t size) {
    size_t done = size > 1 && t->exploration.jobs < 2 ? explore_some(t, tests, size) : 0;
    if (done || exploration_interrupted()) return done;
    explore(t, tests[0]);
    return 1;
}

static int run_all(TestRun *t) {
    const char *last = NULL;
    size_t count;
    const Test **tests = wanted_tests(t, &count);
    t->name_width = name_width(t);
    outputs_begin(&t->outputs, true);
    for (size_t i = 0; i < count;) {
        if (!exploration_interrupted()) print_heading(t, tests[i], &last);
        if (exploration_interrupted())
            leave_out(t, tests[i++]);
        else if (*tests[i]->skipped)
            skip(t, tests[i], tests[i]->skipped), i++;
        else
            i += explore_next(t, &tests[i], group_size(&tests[i], count - i));
    }
    memory_free(tests);
    if (!t->silent) print_summary(t);
    bool written = outputs_end(&t->outputs);
    if (t->failures) return EXIT_FOUND;
    if (exploration_status() != EXIT_OK) return exploration_status();
    return t->counts[REPORT_UNABLE] || !written ? EXIT_UNABLE : EXIT_OK;
}

static int list_all(const TestRun *t) {
    for (size_t i = 0; i < t->suite.count; i++) {
        const Test *test = &t->suite.tests[i];
        Text line = {0};
        if (!test->number) continue;
        add_place(test, &line);
        if (line.size) text_add(&line, ": ");
        test_title(test, &line);
        if (*test->skipped) text_format(&line, " -- skipped: %s", test->skipped);
        if (*test->unable) text_format(&line, "\n  %s", test->unable);
        text_add(&line, "\n");
        terminal_tell(stdout, &line);
        text_free(&line);
    }
    return EXIT_OK;
}

// Those that are chosen get their numbers, whoever is to run them. How many they are.
static size_t number_chosen(TestRun *t) {
    uint32_t number = 0;
    for (size_t i = 0; i < t->suite.count; i++)
        if (is_chosen(t, &t->suite.tests[i])) t->suite.tests[i].number = ++number;
    return number;
}

static const char **titles_of_chosen(const TestRun *t, size_t count) {
    const char **titles = memory_new(count * sizeof *titles);
    for (size_t i = 0; i < t->suite.count; i++) {
        Text title = {0};
        if (!t->suite.tests[i].number) continue;
        test_title(&t->suite.tests[i], &title);
        titles[t->suite.tests[i].number - 1] = text_string(&title);   // lives as long as weft
    }
    return titles;
}

// Leaves the tests of this part.
static bool choose_part(TestRun *t, const Shard *shard, size_t count, Error *err) {
    const char **titles = titles_of_chosen(t, count);
    uint32_t *part_of = memory_new(count * sizeof *part_of);
    bool divided = shard_divide(shard, titles, count, t->durations, part_of, err);
    for (size_t i = 0; divided && i < t->suite.count; i++) {
        Test *test = &t->suite.tests[i];
        if (test->number && part_of[test->number - 1] != shard->part) test->number = 0;
    }
    t->part = (SheetShard){shard->part, shard->parts, titles, count};
    t->outputs.shard = &t->part;
    memory_free(part_of);
    return divided;
}

static bool choose_tests(TestRun *t, const Shard *shard, Error *err) {
    size_t count = number_chosen(t);
    if (!count) return fail(err, "none of the %zu tests is wanted; --list tells their names", t->suite.count);
    return !shard->parts || choose_part(t, shard, count, err);
}

static bool read_shard(const TestRun *t, Shard *out, Error *err) {
    *out = (Shard){0};
    if (t->durations && !t->shard) return fail(err, "--durations is for --shard: it says how to cut the parts");
    return !t->shard || shard_read(t->shard, out, err);
}

static bool prepare(TestRun *t, int argc, char **argv, Error *err) {
    Shard shard;
    if (!options_parse(test_options, t, argc, argv, err) || !read_shard(t, &shard, err)) return false;
    if (!split_places(t)) return fail(err, "too many files");
    t->silent = outputs_silent(&t->outputs);
    if (t->silent && t->list) return fail(err, "-q and --list exclude each other");
    if (!t->exploration.seconds) t->exploration.seconds = SECONDS_DEFAULT;
    t->program.project.tests.wanted = true;
    t->suite.excluded = &t->excluded;
    t->exploration.gathers = outputs_want_tree(&t->outputs);
    if (t->outputs.no_report) t->outputs.files[FORMAT_output] = NULL;
    return outputs_check(&t->outputs, err) && (!t->exploration.log_all || outputs_open_diary(&t->outputs, err)) &&
           exploration_prepare(&t->exploration, &t->semantics, &t->program, err) && program_prepare(&t->program, err) &&
           suite_find(&t->suite, &t->program, &t->exploration.machine, err) && choose_tests(t, &shard, err);
}

// No test could be begun; who reads the files learns why.
static int refuse(TestRun *t, const char *message) {
    ExplorationResult result;
    terminal_trouble(message);
    exploration_refuse(&t->exploration, &t->program, message, &result);
    result.report.title = "weft test";
    result.report.file = "";
    outputs_refuse(&t->outputs, &result.report, true);
    exploration_result_free(&result);
    return exploration_status() == EXIT_OK ? EXIT_UNABLE : exploration_status();
}

static int test(int argc, char **argv) {
    TestRun *t = memory_zeroed(1, sizeof *t);
    Error err;
    int status;
    interrupt_catch();
    if (prepare(t, argc, argv, &err))
        status = t->list ? list_all(t) : run_all(t);
    else
        status = refuse(t, exploration_interrupted() ? "interrupted" : err.text);
    suite_free(&t->suite);
    text_free(&t->stories);
    program_free(&t->program);
    memory_free(t);
    return status;
}

const Command command_test = {
    .name = "test",
    .usage = "[FILE|DIR ...] [OPTION ...]",
    .about = "all tests of a project, each like check",
    .help = "Finds the EUnit and ExUnit tests and the Common Test suites of a rebar3 project, a mix project, a folder "
            "or a file (the\n"
            "current folder, when none is named; FILE:LINE is the test around that line), and checks each of them on "
            "its own:\n"
            "fixtures, setup and cleanup run around it, within every interleaving. -m and -t choose a module and a "
            "function,\n"
            "--suite, --group and --case test cases of Common Test.\n"
            "Exit status: 0 no error found, 1 a test fails, 2 weft could not do it.",
    .example = "test --max-seconds 10",
    .options = test_options,
    .run = test,
};

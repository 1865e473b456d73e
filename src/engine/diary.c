#include "engine/diary.h"

void diary_begin(FILE *file, const char *title) {
    fprintf(file, "%sEvery interleaving%s%s: how it ends, and who acts, step by step. ! is one with an error.\n\n",
            ftell(file) > 0 ? "\n" : "", title ? " of " : "", title ? title : "");
}

static void add_ending(Machine *machine, EndKind end, Text *out) {
    if (end == END_DEPTH) {
        text_add(out, "is cut at --depth-bound");
        return;
    }
    if (end == END_VERDICT) {
        text_add(out, "has its verdict while others go on and on");
        return;
    }
    switch (machine_outcome(machine)) {
    case OUTCOME_WAITING: text_add(out, "never returns"); return;
    case OUTCOME_RETURNED: text_add(out, "returns "); break;
    case OUTCOME_CRASHED: text_add(out, "crashes with "); break;
    case OUTCOME_HALTED: text_format(out, "halts with status %d", machine_halt_status(machine)); return;
    case OUTCOME_LIVELOCK: text_add(out, "computes on and on"); return;
    case OUTCOME_UNSUPPORTED: text_add(out, "stops: "); break;
    }
    machine_outcome_text(machine, out);
}

void diary_note(FILE *file, Cast *cast, const ExecutionEnd *end, bool wrong) {
    const Execution *execution = end->execution;
    Text line = {0};
    text_format(&line, "%8llu %c ", (unsigned long long)end->number, wrong ? '!' : ' ');
    add_ending(end->machine, end->kind, &line);
    text_add(&line, "\n          ");
    for (uint32_t i = 0; i < execution->length; i++)
        text_format(&line, " %s", cast_name(cast, execution->steps[i].actor));
    text_add(&line, "\n");
    fwrite(line.data, 1, line.size, file);
    text_free(&line);
}

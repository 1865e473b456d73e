#include "toy.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/memory.h"

enum { MAILBOX_SIZE = 256, TRAIL_SIZE = 8192 };
enum { VARIABLES = 100, MAILBOXES = 200, STARTS = 300, LIVES = 400 };   // objects

typedef struct {
    const char *program;
    int32_t at;   // of the next action
    int32_t r, sent, started, moved, dead;
    int32_t count;   // of messages ever received
    int32_t from[MAILBOX_SIZE], number[MAILBOX_SIZE], taken[MAILBOX_SIZE];
} ToyProcess;

struct Machine {
    uint32_t count;
    bool kills;   // some program does: every action then depends on being alive
    int32_t variables[26];
    ToyProcess processes[TOY_PROCESSES];
    Event event;   // the last step
    size_t depth;
    struct {
        int32_t *cell, old;
    } trail[TRAIL_SIZE];
};

static void set(Machine *m, int32_t *cell, int32_t value) {
    if (*cell == value) return;
    assert(m->depth < TRAIL_SIZE);
    m->trail[m->depth].cell = cell;
    m->trail[m->depth++].old = *cell;
    *cell = value;
}

// --- programs --------------------------------------------------------------------------------------

static int32_t block_end(const char *program, int32_t at) {
    char open = program[at], close = open == '(' ? ')' : '>';
    int depth = 0;
    do {
        depth += (program[at] == open) - (program[at] == close);
        at++;
    } while (depth);
    return at;
}

// Runs what is local, so that the process stands before an action or at its end.
static void settle(Machine *m, ToyProcess *p) {
    int32_t at = p->at;
    for (;; at++) {
        char c = p->program[at];
        bool skipped = (c == '(' && !p->r) || (c == '<' && p->r);
        if (skipped)
            at = block_end(p->program, at) - 1;
        else if (!c || !strchr("()<>@", c))
            break;
    }
    set(m, &p->at, at);
}

Machine *toy_new(const char *const *programs, uint32_t count) {
    assert(count <= TOY_PROCESSES);
    Machine *m = memory_zeroed(1, sizeof *m);
    m->count = count;
    for (uint32_t i = 0; i < count; i++) {
        m->processes[i].program = programs[i];
        m->processes[i].started = programs[i][0] != '@';
        m->kills |= strchr(programs[i], '#') != NULL;
        settle(m, &m->processes[i]);
    }
    m->depth = 0;
    return m;
}

void toy_free(Machine *machine) { memory_free(machine); }

int toy_value(const Machine *machine, char variable) { return machine->variables[variable - 'a']; }

static char action_of(const ToyProcess *p) { return p->program[p->at]; }

// The process or variable an action names: after the action, or the action itself.
static int operand(const ToyProcess *p) {
    char next = action_of(p) ? p->program[p->at + 1] : 0;
    return isdigit((unsigned char)next) ? next - '0' : -1;
}

static int variable(const ToyProcess *p) {
    char c = action_of(p);
    return tolower((unsigned char)(isalpha((unsigned char)c) ? c : p->program[p->at + 1])) - 'a';
}

// In characters.
static int32_t operand_size(const ToyProcess *p) {
    char c = action_of(p);
    if (c == '%') return 2;
    return strchr("+^", c) || (!islower((unsigned char)c) && operand(p) >= 0);
}

static int second_variable(const ToyProcess *p) { return p->program[p->at + 2] - 'a'; }

// --- mailboxes -------------------------------------------------------------------------------------

static int32_t find_message(const ToyProcess *p, int from) {
    for (int32_t i = 0; i < p->count; i++)
        if (!p->taken[i] && (from < 0 || p->from[i] == from)) return i;
    return -1;
}

static void send(Machine *m, ToyProcess *p, ToyProcess *to) {
    assert(to->count < MAILBOX_SIZE);
    set(m, &to->from[to->count], (int32_t)(p - m->processes));
    set(m, &to->number[to->count], p->sent);
    set(m, &to->count, to->count + 1);
    set(m, &p->sent, p->sent + 1);
}

static uint64_t message_value(int32_t from, int32_t number) { return (uint64_t)(from + 1) << 32 | (uint64_t)number; }

static uint64_t value_of(const ToyProcess *p, int32_t message) {
    return message < 0 ? 0 : message_value(p->from[message], p->number[message]);
}

// --- what an action touches ------------------------------------------------------------------------

static bool is_free(const Machine *m, const ToyProcess *p) { return m->variables[variable(p)] == 0; }

// `exact`: what it does if it runs now; else whatever it might do.
static void list_touched(const Machine *m, const ToyProcess *p, bool exact, Footprint *out) {
    uint32_t self = (uint32_t)(p - m->processes);
    char c = action_of(p);
    footprint_clear(out);
    out->everything = c == '$';
    if (m->kills) footprint_add_settled(out, LIVES + self, ACCESS_READ, 0);
    if (p->program[0] == '@' && !p->moved) footprint_add_settled(out, STARTS + self, ACCESS_AWAIT, 1);
    switch (c) {
    case '+': footprint_add_settled(out, (uint64_t)(VARIABLES + variable(p)), ACCESS_UPDATE, 0); return;
    case '^':
        footprint_add(out, (uint64_t)(VARIABLES + variable(p)), exact && !is_free(m, p) ? ACCESS_READ : ACCESS_WRITE,
                      0);
        return;
    case '%':
        footprint_add(out, (uint64_t)(VARIABLES + variable(p)), ACCESS_READ, 0);
        if (!exact || is_free(m, p))
            footprint_add_settled(out, (uint64_t)(VARIABLES + second_variable(p)), ACCESS_WRITE, 0);
        return;
    case '!':
        footprint_add_settled(out, (uint64_t)(MAILBOXES + operand(p)), ACCESS_SEND,
                              message_value((int32_t)self, p->sent));
        if (m->kills) footprint_add_settled(out, (uint64_t)(LIVES + operand(p)), ACCESS_READ, 0);
        return;
    case '?':
        footprint_add_settled(out, MAILBOXES + self, ACCESS_AWAIT, value_of(p, find_message(p, operand(p))));
        return;
    case '~':
        footprint_add(out, MAILBOXES + self, ACCESS_RECEIVE, exact ? value_of(p, find_message(p, operand(p))) : 0);
        return;
    case '&': footprint_add_settled(out, MAILBOXES + self, ACCESS_READ, 0); return;
    case '*':
        footprint_add_settled(out, (uint64_t)(STARTS + operand(p)), ACCESS_SEND, 1);
        if (m->kills) footprint_add_settled(out, (uint64_t)(LIVES + operand(p)), ACCESS_READ, 0);
        return;
    case '#': footprint_add_settled(out, (uint64_t)(LIVES + operand(p)), ACCESS_WRITE, 0); return;
    case '$': return;
    }
    if (islower((unsigned char)c))
        footprint_add_settled(out, (uint64_t)(VARIABLES + c - 'a'), ACCESS_READ, 0);
    else
        footprint_add_settled(out, (uint64_t)(VARIABLES + c - 'A'), ACCESS_WRITE, (uint64_t)(operand(p) + 1));
}

static void touch(const Machine *m, const ToyProcess *p, bool exact, Footprint *out) {
    list_touched(m, p, exact, out);
    footprint_close(out);
    out->fixed |= out->everything;
}

static void take(Machine *m, ToyProcess *p, int32_t message) {
    set(m, &p->r, message < 0 ? 0 : p->from[message] + 1);
    if (message >= 0) set(m, &p->taken[message], 1);
}

static void act(Machine *m, ToyProcess *p) {
    char c = action_of(p);
    switch (c) {
    case '+': set(m, &m->variables[variable(p)], m->variables[variable(p)] + 1); return;
    case '^':
        set(m, &p->r, !is_free(m, p));
        if (!p->r) set(m, &m->variables[variable(p)], (int32_t)(p - m->processes) + 1);
        return;
    case '%':
        set(m, &p->r, m->variables[variable(p)]);
        if (!p->r) set(m, &m->variables[second_variable(p)], (int32_t)(p - m->processes) + 1);
        return;
    case '!': send(m, p, &m->processes[operand(p)]); return;
    case '?': take(m, p, find_message(p, operand(p))); return;
    case '~': take(m, p, find_message(p, operand(p))); return;
    case '&': set(m, &p->r, find_message(p, -1) < 0 ? 0 : p->from[find_message(p, -1)] + 1); return;
    case '*': set(m, &m->processes[operand(p)].started, 1); return;
    case '#':
        set(m, &m->processes[operand(p)].dead, 1);
        set(m, &p->sent, p->sent + 1);
        return;
    case '$': set(m, &m->variables[25], m->variables[25] * 3 + (int32_t)(p - m->processes)); return;
    }
    int32_t *cell = &m->variables[variable(p)];
    if (islower((unsigned char)c))
        set(m, &p->r, *cell);
    else
        set(m, cell, operand(p) >= 0 ? operand(p) : p->r + 1);
}

// --- the door --------------------------------------------------------------------------------------

static bool is_enabled(const ToyProcess *p) {
    if (!action_of(p) || !p->started || p->dead) return false;
    return action_of(p) != '?' || find_message(p, operand(p)) >= 0;
}

// They have their numbers from the start.
void machine_number_actors(Machine *m, NumberActor *number, void *context) { (void)m, (void)number, (void)context; }
Actor machine_next_actor(const Machine *m) { return m->count; }
Actor machine_actor(Machine *m, Actor maker, uint64_t child) { return (void)m, (void)maker, (void)child, NO_ACTOR; }

uint32_t machine_enabled(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count && count < max; i++)
        if (is_enabled(&m->processes[i])) actors[count++] = i;
    return count;
}

void machine_pending(Machine *m, Actor actor, Footprint *footprint) {
    touch(m, &m->processes[actor], false, footprint);
}

bool machine_waiting(Machine *m, Actor actor, Footprint *out) {
    const ToyProcess *p = &m->processes[actor];
    footprint_clear(out);
    if (is_enabled(p)) return false;
    if (action_of(p) == '?') footprint_add(out, MAILBOXES + actor, ACCESS_RECEIVE, 0);
    return true;
}

const Event *machine_step(Machine *m, Actor actor) {
    ToyProcess *p = &m->processes[actor];
    assert(is_enabled(p));
    Event *event = &m->event;
    *event = (Event){.actor = actor};
    touch(m, p, true, &event->footprint);
    for (uint32_t i = 0; i < event->footprint.count; i++)   // who sent it is all there is to a message
        if (event->footprint.items[i].kind == ACCESS_SEND) event->messages[i] = actor + 1;
    act(m, p);
    set(m, &p->moved, 1);
    set(m, &p->at, p->at + 1 + operand_size(p));
    settle(m, p);
    return event;
}

void machine_step_blindly(Machine *m, Actor actor) { machine_step(m, actor); }

bool machine_receive(Machine *m, Actor actor, Receive *out) {
    const ToyProcess *p = &m->processes[actor];
    char c = action_of(p);
    *out = (Receive){p->program + p->at, NULL, actor};
    return c == '?' || c == '~';
}

bool machine_accepts(Machine *m, const Receive *receive, uint64_t message) {
    (void)m;
    const char *code = receive->code;
    return !isdigit((unsigned char)code[1]) || (uint64_t)(code[1] - '0') + 1 == message;
}

Mark machine_mark(Machine *m) { return (Mark){m->depth}; }

void machine_undo(Machine *m, Mark mark) {
    assert(mark.depth <= m->depth);
    while (m->depth > mark.depth) {
        m->depth--;
        *m->trail[m->depth].cell = m->trail[m->depth].old;
    }
}

void machine_drop(Machine *m, Mark mark) { (void)m, (void)mark; }

static uint64_t mix(uint64_t hash, int32_t word) { return (hash ^ (uint64_t)(uint32_t)word) * 0x100000001b3; }

uint64_t machine_hash(Machine *m) {
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < 26; i++) hash = mix(hash, m->variables[i]);
    for (uint32_t i = 0; i < m->count; i++) {
        const ToyProcess *p = &m->processes[i];
        hash = mix(mix(mix(mix(hash, p->at), p->r), p->started), p->dead);
        uint64_t mail = 0;   // in whichever order: nobody has looked
        for (int32_t j = 0; j < p->count; j++)
            if (!p->taken[j]) mail += mix(mix(1, p->from[j]), p->number[j]);
        hash = (hash ^ mail) * 0x100000001b3;
    }
    return hash;
}

// --- states ----------------------------------------------------------------------------------------

// All in one part: what machine_hash hashes. How often something was sent is no part of it, as nobody can tell.
void machine_parts(Machine *m, bool all, TakePart tell, void *context) {
    int32_t words[26 + TOY_PROCESSES * (5 + MAILBOX_SIZE)], count = 0;
    (void)all;
    for (int i = 0; i < 26; i++) words[count++] = m->variables[i];
    for (uint32_t i = 0; i < m->count; i++) {
        const ToyProcess *p = &m->processes[i];
        const int32_t fields[] = {p->at, p->r, p->started, p->dead, 0};
        int32_t *left = &words[count + 4];
        memcpy(&words[count], fields, sizeof fields);
        count += 5;
        for (int32_t j = 0; j < p->count; j++)
            if (!p->taken[j]) words[count++] = p->from[j], ++*left;
    }
    StatePart part = {
        .kind = PART_GLOBALS, .changed = true, .bytes = (const uint8_t *)words, .size = (size_t)count * sizeof *words};
    tell(context, &part);
}

uint64_t machine_role(const Machine *m, uint32_t process) { return (void)m, process + 1; }
bool machine_role_is_shared(const Machine *m, uint64_t role) { return (void)m, (void)role, false; }
uint32_t machine_shared_roles(const Machine *m) { return (void)m, 0; }
uint64_t machine_object_class(const Machine *m, uint64_t object) { return (void)m, object; }
bool machine_shows_all(const Machine *m) { return (void)m, false; }
bool machine_takes_away(const Machine *m, Actor actor) { return (void)m, (void)actor, false; }
bool machine_showed(const Machine *m) { return (void)m, false; }
uint32_t machine_exactness(const Machine *m) { return (void)m, 0; }
uint32_t machine_owed(const Machine *m, Actor actor) { return (void)m, actor; }
uint32_t machine_crash_count(const Machine *m) { return (void)m, 0; }
Outcome machine_outcome(const Machine *m) { return (void)m, OUTCOME_WAITING; }

// --- telling ---------------------------------------------------------------------------------------

void machine_actor_name(Machine *m, Actor actor, Text *out) {
    (void)m;
    text_format(out, "%u", actor);
}

static ActionKind kind_of(char action) {
    switch (action) {
    case '!': return ACTION_SEND;
    case '?': return ACTION_RECEIVE;
    case '*': return ACTION_SPAWN;
    default: return ACTION_CALL;
    }
}

// The characters of the action.
void machine_describe(Machine *m, Actor actor, Description *out) {
    const ToyProcess *p = &m->processes[actor];
    const char *action = p->program + p->at;
    *out = (Description){.kind = kind_of(*action), .partner = NO_ACTOR};
    if (strchr("!*#", *action)) out->partner = (Actor)(action[1] - '0');
    text_add_bytes(&out->what, action, (size_t)(1 + operand_size(p)));
}

void machine_tell(Machine *m, bool on) { (void)m, (void)on; }

bool machine_may_wait(const Machine *m, Actor actor) { return (void)m, (void)actor, true; }

bool machine_has_verdict(Machine *m) { return !action_of(&m->processes[0]); }

bool machine_was_stopped(const Machine *m) { return (void)m, false; }
void machine_heed(Machine *m, const volatile sig_atomic_t *stop) { (void)m, (void)stop; }
bool machine_let_time_wait(Machine *m, bool wait) { return (void)m, (void)wait, false; }   // it has no timeouts

uint32_t machine_processes(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count && count < max; i++) actors[count++] = i;
    return count;
}

bool machine_process(Machine *m, Actor actor, ProcessSight *out) {
    *out = (ProcessSight){.parent = NO_ACTOR};
    return !m->processes[actor].dead;
}

void process_sight_free(ProcessSight *sight) { (void)sight; }

void machine_look(Machine *m, void (*see)(void *context, Sight *sight), void *context) {
    (void)m, (void)see, (void)context;
}

uint32_t machine_probes(Machine *m, uint32_t seen, Text *out) {
    (void)m, (void)seen, (void)out;
    return 0;
}

void description_free(Description *description) {
    text_free(&description->what);
    text_free(&description->file);
}

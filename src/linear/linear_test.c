#include "linear/linear.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "linear/states.h"
#include "tap.h"

// --- histories as texts ------------------------------------------------------------------------------------

static bool judge(const char *model, const char *text, LinearVerdict *verdict, LinearHistory *history) {
    Error err;
    const LinearModel *found = linear_model_find(model);
    *verdict = (LinearVerdict){0};
    if (!linear_read(history, text, strlen(text), &err) || !linear_prepare(history, found, &err)) return false;
    linear_check(history, found, NO_VALUE, verdict);
    return true;
}

static bool holds(const char *model, const char *text) {
    LinearVerdict verdict;
    LinearHistory history;
    bool sound = judge(model, text, &verdict, &history), answer = verdict.holds;
    linear_verdict_free(&verdict);
    linear_free(&history);
    CHECK(sound);
    return answer;
}

TEST(a_read_may_see_a_write_that_overlaps_it_before_and_after) {
    CHECK(holds("register", "{invoke,1,{write,1}}\n{invoke,2,read}\n{ok,2,1}\n{ok,1,ok}\n"));
    CHECK(holds("register", "{invoke,1,{write,1}}\n{invoke,2,read}\n{ok,2,undefined}\n{ok,1,ok}\n"));
    CHECK(!holds("register", "{invoke,1,{write,1}}\n{ok,1,ok}\n{invoke,2,read}\n{ok,2,undefined}\n"));
}

TEST(what_was_read_once_is_not_forgotten) {
    CHECK(!holds("register",
                 "{invoke,1,{write,1}}\n{invoke,2,read}\n{ok,2,1}\n{invoke,3,read}\n{ok,3,undefined}\n{ok,1,ok}\n"));
}

TEST(a_swap_happens_only_if_it_says_so) {
    CHECK(holds("register",
                "{invoke,1,{write,1}}\n{ok,1,ok}\n{invoke,1,{cas,1,2}}\n{ok,1,true}\n{invoke,1,read}\n{ok,1,2}\n"));
    CHECK(holds("register",
                "{invoke,1,{write,1}}\n{ok,1,ok}\n{invoke,1,{cas,3,2}}\n{ok,1,false}\n{invoke,1,read}\n{ok,1,1}\n"));
    CHECK(!holds("register", "{invoke,1,{write,1}}\n{ok,1,ok}\n{invoke,1,{cas,3,2}}\n{ok,1,true}\n"));
}

TEST(an_operation_that_never_returned_may_have_happened_or_not) {
    CHECK(holds("register",
                "{invoke,1,{write,1}}\n{info,1}\n{invoke,2,read}\n{ok,2,undefined}\n{invoke,2,read}\n{ok,2,1}\n"));
    CHECK(holds("register", "{invoke,1,{write,1}}\n{invoke,2,read}\n{ok,2,undefined}\n"));
    CHECK(!holds("register", "{invoke,1,{write,1}}\n{fail,1}\n{invoke,2,read}\n{ok,2,1}\n"));
}

TEST(keys_have_nothing_to_do_with_each_other) {
    CHECK(holds("map", "{invoke,1,{put,a,1}}\n{ok,1,ok}\n{invoke,2,{get,b}}\n{ok,2,undefined}\n"));
    CHECK(!holds("map", "{invoke,1,{put,a,1}}\n{ok,1,ok}\n{invoke,2,{get,a}}\n{ok,2,undefined}\n"));
    CHECK(!holds("set", "{invoke,1,{add,x}}\n{ok,1,true}\n{invoke,1,{add,x}}\n{ok,1,true}\n"));
    CHECK(
        holds("set",
              "{invoke,1,{add,x}}\n{ok,1,true}\n{invoke,1,{add,x}}\n{ok,1,false}\n{invoke,1,{remove,x}}\n{ok,1,ok}\n"));
}

TEST(a_queue_gives_first_what_came_first_and_a_stack_what_came_last) {
    const char *two = "{invoke,1,{in,1}}\n{ok,1,ok}\n{invoke,1,{in,2}}\n{ok,1,ok}\n{invoke,1,out}\n";
    Text text = {0};
    text_format(&text, "%s{ok,1,1}\n{invoke,1,out}\n{ok,1,2}\n{invoke,1,out}\n{ok,1,empty}\n", two);
    CHECK(holds("queue", text.data) && !holds("stack", text.data));
    text_clear(&text);
    text_format(&text, "%s{ok,1,2}\n{invoke,1,out}\n{ok,1,1}\n", two);
    CHECK(!holds("queue", text.data) && holds("stack", text.data));
    text_free(&text);
}

TEST(a_counter_says_what_it_is_and_a_mutex_has_one_holder) {
    CHECK(holds("counter", "{invoke,1,{add,2}}\n{invoke,2,inc}\n{ok,2,3}\n{ok,1,2}\n"));
    CHECK(!holds("counter", "{invoke,1,{add,2}}\n{invoke,2,inc}\n{ok,2,1}\n{ok,1,2}\n"));
    CHECK(!holds("mutex", "{invoke,1,acquire}\n{ok,1,ok}\n{invoke,2,acquire}\n{ok,2,ok}\n"));
    CHECK(holds("mutex",
                "{invoke,1,acquire}\n{ok,1,ok}\n{invoke,2,acquire}\n{invoke,1,release}\n{ok,1,ok}\n{ok,2,ok}\n"));
    CHECK(holds("mutex", "{invoke,1,acquire}\n{ok,1,ok}\n{invoke,2,try_lock}\n{ok,2,false}\n"));
}

TEST(the_forms_of_erlang_clojure_and_json_say_the_same) {
    CHECK(holds("map", "{:process 0, :type :invoke, :f :put, :value [\"k\" 1]}\n"
                       "{:process 0, :type :ok, :f :put, :value [\"k\" 1], :index 2}\n"
                       "#history.Op{:process 1, :type :invoke, :f :get, :value [\"k\" nil]}\n"
                       "{:process 1 :type :ok :f :get :value [\"k\" 1]}\n"));
    CHECK(!holds("map", "{\"process\": 0, \"type\": \"invoke\", \"f\": \"put\", \"value\": [\"k\", 1]}\n"
                        "{\"process\": 0, \"type\": \"ok\", \"f\": \"put\", \"value\": null}\n"
                        "{\"process\": 1, \"type\": \"invoke\", \"f\": \"get\", \"value\": \"k\"}\n"
                        "{\"process\": 1, \"type\": \"ok\", \"f\": \"get\", \"value\": 2}\n"));
    CHECK(
        holds("register",
              "{invoke,<0.83.0>,{write,#{a => [1, {b,\"c,d\"}], x=>#Ref<0.1.2.3>}}}.\n{ok,<0.83.0>,ok}.\n"
              "{call,<0.84.0>,{call,server,read,[]}}.\n{return,<0.84.0>,#{a=>[1,{b,\"c,d\"}],x => #Ref<0.1.2.3>}}.\n"));
}

// --- what is refused ---------------------------------------------------------------------------------------

static void refused(const char *text, const char *expected) {
    LinearHistory history;
    Error err;
    CHECK(!linear_read(&history, text, strlen(text), &err));
    CHECK_TEXT(err.text, expected);
    linear_free(&history);
}

TEST(what_is_no_history_is_refused_with_the_line) {
    refused("{invoke,1,read}\n{invoke,1,read}\n",
            "line 2: client 1 calls although what it called in line 1 has not returned");
    refused("\n% nothing\n{ok,1,2}\n", "line 3: client 1 has called nothing that could end here");
    refused("{invoke,1,{write,\"a}}\n", "line 1, column 22: a quote is not closed");
    refused("{invoke,1,{write,3}\n", "line 1, column 20: a bracket is not closed");
    refused("{invoke,1,read} {ok,1,2}\n", "line 1, column 17: there is more behind the event");
    refused("[invoke,1,read]\n", "line 1: this is no event");
    refused("{started,1,read}\n",
            "line 1: an event is {invoke, Client, Operation}, {ok, Client, Result}, {fail, Client} or {info, Client}");
    refused("{:process 1, :f :read}\n", "line 1: an event has a process and a type (invoke, ok, fail or info)");
}

TEST(what_the_model_does_not_know_is_refused_with_the_line) {
    LinearHistory history;
    Error err;
    const char *text = "{invoke,1,read}\n{ok,1,1}\n{invoke,1,{write,1,2}}\n";
    CHECK(linear_read(&history, text, strlen(text), &err));
    CHECK(!linear_prepare(&history, linear_model_find("register"), &err));
    CHECK_TEXT(err.text, "line 3: write of the model register takes 1 argument, not 2");
    CHECK(!linear_prepare(&history, linear_model_find("mutex"), &err));
    CHECK_TEXT(
        err.text,
        "line 1: the model mutex has no operation read: it has acquire, release by who has it; either may say false");
    linear_free(&history);
}

TEST(the_longest_prefix_that_has_an_order_is_told) {
    LinearVerdict verdict;
    LinearHistory history;
    CHECK(judge("register",
                "{invoke,1,{write,1}}\n{invoke,2,{write,2}}\n{ok,1,ok}\n{ok,2,ok}\n{invoke,1,read}\n{ok,1,1}\n"
                "{invoke,2,read}\n{ok,2,2}\n{invoke,1,{write,3}}\n{ok,1,ok}\n",
                &verdict, &history));
    CHECK(!verdict.holds && verdict.order_count == 3 && verdict.stuck_count == 1);
    CHECK(history.operations[verdict.order[0]].number == 2 && history.operations[verdict.order[1]].number == 1);
    CHECK(history.operations[verdict.stuck[0].operation].number == 4 && verdict.until == 7);
    CHECK_TEXT(text_string(&verdict.state), "1");
    linear_verdict_free(&verdict);
    linear_free(&history);
}

// --- against brute force -----------------------------------------------------------------------------------

static uint64_t draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

// Tries every order of a few operations that agrees with time.
static bool brute(LinearStates *states, const LinearModel *model, uint64_t state, uint32_t done) {
    const LinearHistory *h = states->history;
    bool over = true;
    for (uint32_t i = 0; i < h->count; i++) over &= done >> i & 1 || h->operations[i].to == NEVER;
    if (over) return true;
    for (uint32_t i = 0; i < h->count; i++) {
        bool possible = !(done >> i & 1);
        uint64_t next;
        for (uint32_t k = 0; k < h->count && possible; k++)
            possible = done >> k & 1 || h->operations[k].to == NEVER || h->operations[k].to >= h->operations[i].from;
        if (possible && model->step(states, state, &h->operations[i], &next) &&
            brute(states, model, next, done | 1u << i))
            return true;
    }
    return false;
}

// A few clients call operations of the model, with arguments and results that are likely to meet.
static void make_history(const LinearModel *model, uint64_t *seed, Text *out) {
    static const char *const results[] = {"0", "1", "2", "true", "false", "ok", "undefined"};
    uint32_t calls = 2 + (uint32_t)(draw(seed) % 5), clients = 2 + (uint32_t)(draw(seed) % 2), kinds = 0;
    bool open[3] = {false};
    while (model->operations[kinds].names) kinds++;
    for (uint32_t events = 0; events < 40 && (calls || open[0] || open[1] || open[2]); events++) {
        uint32_t client = (uint32_t)(draw(seed) % clients);
        const LinearName *operation = &model->operations[draw(seed) % kinds];
        size_t size = strcspn(operation->names, " ");
        if (open[client]) {
            const char *what = draw(seed) % 12 == 0 ? "info" : draw(seed) % 12 == 0 ? "fail" : "ok";
            text_format(out, "{%s,%u,%s}\n", what, client, results[draw(seed) % 7]);
            open[client] = false;
        } else if (calls) {
            text_format(out, "{invoke,%u,{%.*s", client, (int)size, operation->names);
            for (uint32_t i = 0; i < operation->arguments; i++) text_format(out, ",%u", (uint32_t)(draw(seed) % 3));
            text_add(out, "}}\n");
            open[client] = true;
            calls--;
        }
    }
}

// Whether the order has each operation that returned, agrees with time, and the model with it.
static bool is_explanation(LinearStates *states, const LinearModel *model, const LinearVerdict *v) {
    const LinearHistory *h = states->history;
    uint64_t state = model->begin(states, NO_VALUE);
    uint32_t done = 0;
    for (uint32_t i = 0; i < v->order_count; i++) {
        const LinearOperation *o = &h->operations[v->order[i]];
        for (uint32_t k = 0; k < h->count; k++)
            if (!(done >> k & 1) && k != v->order[i] && h->operations[k].to < o->from) return false;
        if (done >> v->order[i] & 1 || !model->step(states, state, o, &state)) return false;
        done |= 1u << v->order[i];
    }
    for (uint32_t k = 0; k < h->count; k++)
        if (!(done >> k & 1) && h->operations[k].to != NEVER) return false;
    return true;
}

// Counts the histories that hold; every verdict is compared.
static uint32_t compare(const LinearModel *whole, uint32_t rounds, uint64_t seed) {
    uint32_t holding = 0;
    LinearModel model = *whole;
    model.by_key = false;
    for (uint32_t i = 0; i < rounds; i++) {
        Text text = {0};
        LinearHistory history;
        LinearVerdict verdict;
        Error err;
        make_history(whole, &seed, &text);
        CHECK(linear_read(&history, text_string(&text), text.size, &err) && linear_prepare(&history, &model, &err));
        LinearStates *states = linear_states_new(&history);
        bool expected = brute(states, &model, model.begin(states, NO_VALUE), 0);
        linear_check(&history, &model, NO_VALUE, &verdict);
        if (verdict.holds != expected) printf("# %s\n# expected %d:\n%s", model.name, expected, text_string(&text));
        CHECK(verdict.holds == expected);
        CHECK(!verdict.holds || is_explanation(states, &model, &verdict));
        holding += expected;
        linear_states_free(states);
        linear_verdict_free(&verdict);
        linear_free(&history);
        text_free(&text);
    }
    return holding;
}

TEST(verdicts_are_those_of_brute_force_for_every_model) {
    for (uint32_t i = 0; linear_model_at(i); i++) {
        if (linear_model_at(i)->by_key) continue;   // their states are of one key: the next test
        uint32_t holding = compare(linear_model_at(i), 2000, 17 + i);
        CHECK(holding > 50 && holding < 1950);
    }
}

// A history of two keys holds iff the part of each key does.
static bool part_holds(const char *model, const char *text, uint32_t key) {
    Text part = {0};
    char wanted[8], call[32];
    bool mine[3] = {false};
    snprintf(wanted, sizeof wanted, ",%u", key);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        uint32_t client =
            (uint32_t)(line[line[1] == 'i' && line[2] == 'n' && line[3] == 'v' ? 8 : strcspn(line, ",") + 1] - '0');
        if (strncmp(line, "{invoke", 7) == 0) {
            const char *name = strchr(line + 10, '{');
            snprintf(call, sizeof call, "%.*s", (int)strcspn(name, "}"), name);
            const char *argument = strchr(call, ',');
            mine[client] = strncmp(argument, wanted, strlen(wanted)) == 0;
        }
        if (mine[client]) text_add_bytes(&part, line, strcspn(line, "\n") + 1);
    }
    bool answer = holds(model, text_string(&part));
    text_free(&part);
    return answer;
}

TEST(a_history_with_keys_holds_if_the_part_of_each_key_does) {
    uint64_t seed = 5;
    uint32_t holding = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        const LinearModel *model = linear_model_find(i % 2 ? "map" : "set");
        Text text = {0};
        make_history(model, &seed, &text);
        bool expected = true;
        for (uint32_t key = 0; key < 3; key++) expected &= part_holds(model->name, text_string(&text), key);
        CHECK(holds(model->name, text_string(&text)) == expected);
        holding += expected;
        text_free(&text);
    }
    CHECK(holding > 50 && holding < 1950);
}

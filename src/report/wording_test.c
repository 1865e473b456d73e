#include "report/wording.h"

#include <string.h>

#include "tap.h"

static const char *told(Text *out, ActionKind kind, const char *what, const char *partner, bool library) {
    Wording wording = {0};
    StoryStep step = {.kind = kind, .library = library};
    text_add(&step.what, what);
    text_add(&step.partner, partner);
    text_clear(out);
    wording_tell(&wording, &step, out);
    text_free(&step.what);
    text_free(&step.partner);
    wording_free(&wording);
    return text_string(out);
}

TEST(references_get_numbers_in_the_order_of_their_appearance) {
    Wording wording = {0};
    Text text = {0};
    wording_shorten(&wording, "{#Ref<P.2>,#Ref<P.1>,#Ref<P.2>}", &text);
    CHECK_TEXT(text_string(&text), "{ref1, ref2, ref1}");
    text_free(&text);
    wording_free(&wording);
}

TEST(pids_and_funs_lose_their_brackets_but_strings_stay_as_they_are) {
    Wording wording = {0};
    Text text = {0};
    wording_shorten(&wording, "#PID<P.1> #Fun<m:f/0-fun-1> #Fun<m:f> #Function<5.11/0 in M.f/0> \"#PID<a>,b\"", &text);
    CHECK_TEXT(text_string(&text), "P.1 fun in m:f/0 fun m:f fn in M.f/0 \"#PID<a>,b\"");
    text_free(&text);
    wording_free(&wording);
}

TEST(messages_of_servers_are_told_by_what_they_mean) {
    Text text = {0};
    CHECK_TEXT(
        told(&text, ACTION_RECEIVE, "receives {'$gen_call',{P.3,[alias|#Ref<P.3.1>]},{price_of,apple}}", "P.3", true),
        "takes the call {price_of, apple} from P.3");
    CHECK_TEXT(told(&text, ACTION_SEND, "sends {[alias|#Ref<P.3.1>],3} to #Ref<P.3.1>", "P.3", true),
               "replies 3 to P.3");
    CHECK_TEXT(told(&text, ACTION_SEND, "sends {:\"$gen_cast\", {:set, 1}} to #PID<P.1>", "P.1", true),
               "sends the cast {:set, 1} to P.1");
    CHECK_TEXT(told(&text, ACTION_RECEIVE, "receives {#Ref<P.1>,42}", "P.1", false), "receives {ref1, 42}");
    text_free(&text);
}

TEST(a_call_is_known_by_its_function) {
    Text text = {0};
    CHECK(wording_function("ets:insert(visits, {home,1})", &text));
    CHECK_TEXT(text_string(&text), "ets:insert");
    CHECK(!wording_function("sends (a) to b", &text));
    text_free(&text);
}

TEST(timers_deliveries_and_choices_belong_to_processes) {
    const char *name;
    size_t size;
    wording_owner("P.1/timer2", &name, &size);
    CHECK(size == 3 && strncmp(name, "P.1", size) == 0);
    wording_owner("P.1->P.2", &name, &size);
    CHECK(size == 3 && strncmp(name, "P.2", size) == 0);
    wording_owner("P?2", &name, &size);
    CHECK(size == 1 && name[0] == 'P');
}

static const char *mailbox(Text *out, const char *messages) {
    Wording wording = {0};
    text_clear(out);
    wording_tell_mailbox(&wording, messages, out);
    wording_free(&wording);
    return text_string(out);
}

TEST(requests_in_a_mailbox_are_told_by_what_they_mean) {
    Text text = {0};
    CHECK_TEXT(mailbox(&text, "{'$gen_call',{P.2,[alias|#Ref<P.2.1>]},{take,10}}"), "the call {take, 10} from P.2");
    CHECK_TEXT(mailbox(&text, "{:\"$gen_cast\", {:put, 1}}, {:\"$gen_call\", {#PID<P.1>, #Reference<P.1.1>}, :get}"),
               "the cast {:put, 1}, the call :get from P.1");
    CHECK_TEXT(mailbox(&text, "{a,\"x, }\"}, b, {'$gen_call',odd}"), "{a, \"x, }\"}, b, {'$gen_call', odd}");
    text_free(&text);
}

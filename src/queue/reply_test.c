#include "queue/reply.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

// The first reply of some bytes that come one by one.
static Reply *read_slowly(const char *bytes, bool *sound) {
    Replies *replies = replies_new();
    Reply *reply = NULL;
    Error err;
    *sound = true;
    for (size_t i = 0; *sound && !reply && i < strlen(bytes); i++)
        *sound = replies_feed(replies, bytes + i, 1, &err) && replies_next(replies, &reply, &err);
    replies_free(replies);
    return reply;
}

TEST(replies_are_read_as_they_come) {
    bool sound;
    Reply *reply = read_slowly("*4\r\n$4\r\nunit\r\n:-17\r\n$-1\r\n$3\r\na\rb\r\n", &sound);
    CHECK(sound && reply && reply->kind == REPLY_LIST && reply->count == 4);
    if (reply && reply->count == 4) {
        CHECK(reply->items[0].kind == REPLY_TEXT && strcmp(text_string(&reply->items[0].text), "unit") == 0);
        CHECK(reply->items[1].kind == REPLY_NUMBER && reply->items[1].number == -17);
        CHECK(reply->items[2].kind == REPLY_NOTHING);
        CHECK(reply->items[3].text.size == 3);
    }
    reply_free(reply);
    reply = read_slowly("-LOADING soon\r\n", &sound);
    CHECK(sound && reply && reply->kind == REPLY_ERROR && strcmp(text_string(&reply->text), "LOADING soon") == 0);
    reply_free(reply);
    reply = read_slowly("*0\r\n", &sound);
    CHECK(sound && reply && reply->kind == REPLY_LIST && reply->count == 0);
    reply_free(reply);
    reply = read_slowly("*2\r\n:1\r\n", &sound);
    CHECK(sound && !reply);
}

TEST(what_is_no_reply_is_refused) {
    static const char *const nonsense[] = {"HTTP/1.1 400 Bad Request\r\n",
                                           "*2000000\r\n",
                                           "*1\r\n*1\r\n:1\r\n",
                                           "*99999999999\r\n",
                                           ":12x\r\n",
                                           "$-7\r\n"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        bool sound;
        Reply *reply = read_slowly(nonsense[i], &sound);
        CHECK(!sound && !reply);
        reply_free(reply);
    }
}

#include "queue/address.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static bool is(const char *text, AddressKind kind, const char *host, const char *port, const char *run) {
    Address address;
    Error err;
    return address_read(&address, text, &err) && address.kind == kind && strcmp(address.host, host) == 0 &&
           strcmp(address.port, port) == 0 && strcmp(address.run, run) == 0;
}

static bool is_refused(const char *text, const char *why) {
    Address address;
    Error err;
    return !address_read(&address, text, &err) && strstr(err.text, why);
}

TEST(an_address_names_a_server_and_a_run) {
    CHECK(is("redis://queue.example/night-7", ADDRESS_PLAIN, "queue.example", "6379", "night-7"));
    CHECK(is("redis://127.0.0.1:7000/a.b_c", ADDRESS_PLAIN, "127.0.0.1", "7000", "a.b_c"));
    CHECK(is("rediss://[::1]:7000/run", ADDRESS_TLS, "::1", "7000", "run"));
    CHECK(is("redis://[fe80::1]/run", ADDRESS_PLAIN, "fe80::1", "6379", "run"));
    CHECK(is("unix:///run/redis.sock#run", ADDRESS_FILE, "/run/redis.sock", "", "run"));
}

TEST(what_is_no_address_is_refused) {
    CHECK(is_refused("http://host/run", "redis://HOST[:PORT]/RUN"));
    CHECK(is_refused("redis://host", "a name for the run"));
    CHECK(is_refused("redis:///run", "a name for the run"));
    CHECK(is_refused("redis://host:/run", "a name for the run"));
    CHECK(is_refused("redis://host:0/run", "a name for the run"));
    CHECK(is_refused("redis://host:65536/run", "a name for the run"));
    CHECK(is_refused("redis://host:12x/run", "a name for the run"));
    CHECK(is_refused("redis://[::1/run", "a name for the run"));
    CHECK(is_refused("redis://host/", "a run is named"));
    CHECK(is_refused("redis://host/a b", "a run is named"));
    CHECK(is_refused("redis://host/a{b}", "a run is named"));
    CHECK(is_refused("unix://relative#run", "unix:///PATH#RUN"));
    CHECK(is_refused("unix:///path", "unix:///PATH#RUN"));
}

TEST(passwords_do_not_stand_in_addresses) { CHECK(is_refused("redis://:secret@host/run", "WEFT_QUEUE_PASSWORD")); }

TEST(what_is_too_long_is_refused) {
    char text[1024] = "redis://";
    memset(text + 8, 'a', 300);
    strcpy(text + 308, "/run");
    CHECK(is_refused(text, "a name for the run"));
    strcpy(text, "redis://host/");
    memset(text + 13, 'a', 65);
    text[78] = 0;
    CHECK(is_refused(text, "a run is named"));
    strcpy(text, "unix:///");
    memset(text + 8, 'a', 200);
    strcpy(text + 208, "#run");
    CHECK(is_refused(text, "unix:///PATH#RUN"));
}

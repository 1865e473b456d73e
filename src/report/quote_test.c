#include "report/quote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"

static const char *const program = "-module(cache).\n"
                                   "start() ->\n"
                                   "    case whereis(cache) of\n"
                                   "        undefined ->\n"
                                   "            Pid = spawn(fun() -> loop([]) end),\n"
                                   "            erlang:register(cache, Pid);\n"
                                   "        _ -> ok\n"
                                   "    end.\n"
                                   "loop(State) ->\n"
                                   "    io:format(\"~p~n\", [State]),\n"
                                   "    receive\n"
                                   "        stop -> ok\n"
                                   "    end.\n"
                                   "ask() ->\n"
                                   "    spawn(fun() ->\n"
                                   "        case receive {value, V} -> V end of\n"
                                   "            V -> io:format(\"end~p\", [V]) end end),\n"
                                   "    receive {got, 1} -> ok end.\n";

static char folder[] = "/tmp/weft-quote-XXXXXX";

static void begin(Sources *sources, const char **folders) {
    char path[64];
    if (!mkdtemp(folder)) abort();
    snprintf(path, sizeof path, "%s/cache.erl", folder);
    FILE *file = fopen(path, "w");
    fputs(program, file);
    fclose(file);
    folders[0] = folder;
    *sources = (Sources){.folders = folders, .folder_count = 1};
}

static void end(Sources *sources) {
    char path[64];
    snprintf(path, sizeof path, "%s/cache.erl", folder);
    unlink(path);
    rmdir(folder);
    snprintf(folder, sizeof folder, "/tmp/weft-quote-XXXXXX");
    sources_free(sources);
}

static bool has(const Text *text, const char *part) { return strstr(text_string(text), part) != NULL; }

TEST(calls_are_underlined_and_what_is_far_between_is_left_out) {
    const char *folders[1];
    Sources sources;
    Text text = {0};
    Page page = {&text, {.width = 80}};
    begin(&sources, folders);
    Quoted places[] = {{.file = "/home/somebody/src/cache.erl", .line = 6, .word = "register", .main = true},
                       {.file = "/home/somebody/src/cache.erl", .line = 3, .word = "whereis"},
                       {.file = "/home/somebody/src/cache.erl", .line = 12}};
    text_add(&places[0].label, "step 2");
    text_add(&places[1].label, "step 1");
    CHECK(quote_show(&page, &sources, places, 3) == 3);
    CHECK(has(&text, "/cache.erl:6\n"));
    CHECK(has(&text, "   3 |     case whereis(cache) of\n     |          -------------- step 1\n"));
    CHECK(
        has(&text, "   6 |             erlang:register(cache, Pid);\n     |             ---------------------------") ==
        false);
    CHECK(has(
        &text,
        "   6 |             erlang:register(cache, Pid);\n     |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ step 2\n"));
    CHECK(has(&text, "\n     ...\n  12 |"));
    text_free(&places[0].label);
    text_free(&places[1].label);
    text_free(&text);
    end(&sources);
}

TEST(a_receive_in_a_fun_is_that_of_the_fun) {
    const char *folders[1];
    Sources sources;
    begin(&sources, folders);
    CHECK(sources_receive(&sources, "cache.erl", 15, "cache:ask/0") == 18);
    CHECK(sources_receive(&sources, "cache.erl", 15, "cache:ask/0-fun-0 (cache.erl:15)\ncache:ask/0") == 16);
    CHECK(sources_receive(&sources, "cache.erl", 15, "cache:ask/0 (cache.erl:15)\ncache:ask/0-fun-0") == 18);
    end(&sources);
}

TEST(a_receive_is_found_below_the_line_that_the_compiler_names) {
    const char *folders[1];
    Sources sources;
    begin(&sources, folders);
    CHECK(sources_receive(&sources, "cache.erl", 10, "cache:loop/1") == 11);
    CHECK(sources_receive(&sources, "cache.erl", 12, "cache:loop/1") == 12);
    CHECK(sources_receive(&sources, "nowhere.erl", 7, "cache:loop/1") == 7);
    end(&sources);
}

TEST(sources_that_are_nowhere_are_not_quoted) {
    Sources sources = {0};
    Text text = {0};
    Page page = {&text, {.width = 80}};
    Quoted place = {.file = "gen_server.erl", .line = 871};
    CHECK(quote_show(&page, &sources, &place, 1) == 0 && text.size == 0);
    sources_free(&sources);
}

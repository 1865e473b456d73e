#include "vm/term/print.h"

#include "base/memory.h"
#include "fixture.h"
#include "tap.h"
#include "vm/run/code.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

static bool prints(Term term, PrintOptions options, const char *want) {
    Text out = {0};
    term_print(&out, term, options);
    bool same = strcmp(text_string(&out), want) == 0;
    if (!same) tap_check(false, text_string(&out), want, 0);
    text_free(&out);
    return same;
}

static const PrintOptions write = {.style = PRINT_WRITE}, pretty = {.style = PRINT_PRETTY},
                          display = {.style = PRINT_DISPLAY};

static PrintOptions to_depth(PrintStyle style, uint32_t depth) {
    return (PrintOptions){.style = style, .depth = depth};
}

static Term numbers(Heap *heap, int count) {
    Term list = TERM_NIL;
    while (count) list = heap_cons(heap, term_small(count--), list);
    return list;
}

TEST(writing_shows_numbers_not_strings) {
    Heap *heap = fixture_process()->heap;
    CHECK(prints(heap_list_from_text(heap, "ab"), write, "[97,98]"));
    CHECK(prints(heap_list_from_text(heap, "ab"), pretty, "\"ab\""));
    CHECK(prints(heap_list_from_text(heap, "a\"\n\x1b"), pretty, "\"a\\\"\\n\\e\""));
    CHECK(prints(heap_list_from_text(heap, "\x7f"), pretty, "[127]"));
    CHECK(prints(heap_binary_from(heap, "ab", 2), write, "<<97,98>>"));
    CHECK(prints(heap_binary_from(heap, "ab", 2), pretty, "<<\"ab\">>"));
    CHECK(prints(heap_binary_from(heap, "", 0), pretty, "<<>>"));
    CHECK(prints(heap_subbinary(heap, heap_binary_from(heap, "ab", 2), 0, 11), pretty, "<<97,3:3>>"));
}

TEST(atoms_are_quoted_when_they_must_be) {
    fixture_process();
    CHECK(prints(ATOM(ok), write, "ok"));
    CHECK(prints(ATOM(not ), write, "'not'"));
    CHECK(prints(atom_from_text(""), write, "''"));
    CHECK(prints(atom_from_text("Upper"), write, "'Upper'"));
    CHECK(prints(atom_from_text("a@b_C1"), write, "a@b_C1"));
    CHECK(prints(atom_from_text("it's\\\n\x1f"), write, "'it\\'s\\\\\\n\\037'"));
    CHECK(prints(atom_from_text("\xc3\xa5"), write, "\xc3\xa5"));
    CHECK(prints(atom_from_text("\xd0\xb6"), write, "'\\x{436}'"));
    CHECK(prints(atom_from_text("\xd0\xb6"), (PrintOptions){.unicode = true}, "'\xd0\xb6'"));
}

TEST(characters_above_255_are_text_when_asked) {
    Heap *heap = fixture_process()->heap;
    Term list = heap_cons(heap, term_small(0x436), TERM_NIL);
    Term utf8 = heap_binary_from(heap, "\xd0\xb6", 2);
    PrintOptions tp = {.style = PRINT_PRETTY, .unicode = true};
    CHECK(prints(list, tp, "[1078]"));
    CHECK(prints(list, PRINT_READABLE, "\"\xd0\xb6\""));
    CHECK(prints(utf8, tp, "<<208,182>>"));
    CHECK(prints(utf8, PRINT_READABLE, "<<\"\xd0\xb6\"/utf8>>"));
    CHECK(prints(heap_binary_from(heap, "\xc3\xa5", 2), tp, "<<\"\xc3\xa5\"/utf8>>"));
    CHECK(prints(heap_binary_from(heap, "\xe5", 1), tp, "<<\"\xc3\xa5\">>"));
}

TEST(everything_has_a_text) {
    Heap *heap = fixture_process()->heap;
    Term map = map_put(heap, map_put(heap, map_empty(heap), ATOM(ok), TERM_NIL), term_small(1), heap_float(heap, 0.1));
    CHECK(prints(map, write, "#{1 => 0.1,ok => []}"));
    CHECK(prints(heap_tuple(heap, 0), write, "{}"));
    CHECK(prints(heap_cons(heap, term_small(1), term_small(2)), write, "[1|2]"));
    CHECK(prints(number_shift_left(heap, term_small(1), term_small(70)), write, "1180591620717411303424"));
    CHECK(prints(term_pid(40000), write, "<0.7232.1>"));
    CHECK(prints(term_port(3), write, "#Port<0.3>"));
    Term reference = heap_box(heap, KIND_REFERENCE, 2);
    term_words(reference)[1].bits = 3, term_words(reference)[2].bits = 5;
    CHECK(prints(reference, write, "#Ref<0.5.0.3>"));
}

TEST(funs_show_where_they_come_from) {
    Heap *heap = fixture_process()->heap;
    FunEntry entry = {.module = ATOM(lists), .index = 2, .old_uniq = 99};
    Export export = {.module = atom_from_text("a b"), .function = ATOM(size), .arity = 3};
    Term fun = heap_box(heap, KIND_FUN, 2), external = heap_box(heap, KIND_EXPORT, 1);
    term_words(fun)[1] = term_from_pointer(&entry);
    term_words(fun)[2] = term_pid(0);
    term_words(external)[1] = term_from_pointer(&export);
    CHECK(prints(fun, write, "#Fun<lists.2.99>"));
    CHECK(prints(external, pretty, "fun 'a b':size/3"));
}

TEST(depth_cuts_as_in_format) {
    Heap *heap = fixture_process()->heap;
    Term list = numbers(heap, 9), tuple = heap_tuple3(heap, list, list, list);
    CHECK(prints(list, to_depth(PRINT_WRITE, 1), "[...]"));
    CHECK(prints(list, to_depth(PRINT_WRITE, 3), "[1,2|...]"));
    CHECK(prints(tuple, to_depth(PRINT_WRITE, 3), "{[1|...],[...],...}"));
    CHECK(prints(heap_binary_from(heap, "\1\2\3", 3), to_depth(PRINT_WRITE, 3), "<<1,2,...>>"));
    Term text = heap_binary_from(heap, "abcdefgh", 8);
    CHECK(prints(text, to_depth(PRINT_PRETTY, 2), "<<\"abcd\"...>>"));
    CHECK(prints(text, to_depth(PRINT_PRETTY, 3), "<<\"abcdefgh\">>"));
    Term map = map_put(heap, map_empty(heap), ATOM(ok), text);
    CHECK(prints(map, to_depth(PRINT_WRITE, 1), "#{}"));
    CHECK(prints(map, to_depth(PRINT_WRITE, 2), "#{ok => <<...>>,...}"));
    CHECK(prints(map, to_depth(PRINT_PRETTY, 1), "#{...}"));
    CHECK(prints(map, to_depth(PRINT_PRETTY, 2), "#{ok => <<...>>}"));
}

TEST(length_cuts_between_characters) {
    Heap *heap = fixture_process()->heap;
    PrintOptions options = PRINT_READABLE;
    options.length = 7;
    CHECK(prints(numbers(heap, 3), options, "[1,2,3]"));
    CHECK(prints(numbers(heap, 4), options, "[1,2..."));
    CHECK(prints(heap_binary_from(heap, "\xc3\xa5\xc3\xa5\xc3\xa5", 6), options, "<<\"..."));
    CHECK(prints(numbers(heap, 100000), options, "[1,2..."));
}

TEST(display_prints_as_the_emulator_does) {
    Heap *heap = fixture_process()->heap;
    Term map = map_put(heap, map_empty(heap), ATOM(not ), heap_list_from_text(heap, "a\"\\\n\t"));
    CHECK(prints(map, display, "#{not=>\"a\\\"\\\\n\t\"}"));
    CHECK(prints(heap_float(heap, 1.5), display, "1.500000e+00"));
    CHECK(prints(heap_binary_from(heap, "a\"\\", 3), display, "<<\"a\\\"\\\">>"));
    CHECK(prints(heap_binary_from(heap, "a\n", 2), display, "<<97,10>>"));
    CHECK(prints(atom_from_text("a@b"), display, "'a@b'"));
    CHECK(prints(atom_from_text("a\n\x1b"), display, "'a\\n\\033'"));
}

TEST(printing_needs_no_stack) {
    Heap *heap = fixture_process()->heap;
    Term term = TERM_NIL;
    for (int i = 0; i < 300000; i++) term = heap_tuple2(heap, heap_cons(heap, term, TERM_NIL), TERM_NIL);
    Text out = {0};
    term_print(&out, term, PRINT_READABLE);
    CHECK(out.size == 300000 * 7 + 2);
    text_free(&out);
}

#include "vm/term/etf.h"

#include "base/memory.h"
#include "fixture.h"
#include "tap.h"
#include "vm/run/code.h"
#include "vm/term/compare.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"

static Term decode(Heap *heap, const char *bytes, size_t size, size_t *used) {
    Error err;
    return etf_decode(heap, (Bytes){(const uint8_t *)bytes, size}, (EtfOptions){0}, used, &err);
}
#define DECODE(heap, literal) decode(heap, literal, sizeof(literal) - 1, NULL)
#define REFUSES(heap, literal) term_is_none(DECODE(heap, literal))

static bool encodes_to(Term term, EtfEncodeOptions options, const char *bytes, size_t size) {
    Text out = {0};
    bool good = etf_encode(&out, term, options);
    bool same = good && out.size == size && memcmp(out.data, bytes, size) == 0;
    text_free(&out);
    return same;
}
#define ENCODES(term, literal) encodes_to(term, ((EtfEncodeOptions){.minor_version = 1}), literal, sizeof(literal) - 1)

static bool comes_back(Heap *heap, Term term, EtfEncodeOptions options) {
    Text out = {0};
    size_t used;
    etf_encode(&out, term, options);
    Term again = decode(heap, out.data, out.size, &used);
    bool same = !term_is_none(again) && used == out.size && term_identical(term, again);
    text_free(&out);
    return same;
}

TEST(a_term_is_read_from_its_bytes) {
    Heap *heap = fixture_process()->heap;
    CHECK(term_same(DECODE(heap, "\203a\xff"), term_small(255)));
    CHECK(term_same(DECODE(heap, "\203b\xff\xff\xff\xfb"), term_small(-5)));
    CHECK(term_same(DECODE(heap, "\203d\0\2ok"), ATOM(ok)));
    CHECK(term_same(DECODE(heap, "\203w\2ok"), ATOM(ok)));
    CHECK(term_same(DECODE(heap, "\203n\2\1\1\1"), term_small(-257)));
    CHECK(term_to_double(DECODE(heap, "\203F\x3f\xf8\0\0\0\0\0\0")) == 1.5);
    Term list = DECODE(heap, "\203l\0\0\0\2a\1h\1a\2a\3");
    CHECK(term_same(term_head(list), term_small(1)));
    CHECK(term_same(term_elements(term_head(term_tail(list)))[0], term_small(2)));
    CHECK(term_same(term_tail(term_tail(list)), term_small(3)));
}

TEST(what_follows_a_term_is_ignored) {
    Heap *heap = fixture_process()->heap;
    size_t used;
    CHECK(term_same(decode(heap, "\203a\1xyz", 6, &used), term_small(1)));
    CHECK(used == 3);
}

TEST(old_and_new_tags_name_the_same_things) {
    Heap *heap = fixture_process()->heap;
#define NODE "d\0\3a@b"
    CHECK(term_identical(DECODE(heap, "\203g" NODE "\0\0\0\1\0\0\0\2\3"),
                         DECODE(heap, "\203X" NODE "\0\0\0\1\0\0\0\2\0\0\0\3")));
    CHECK(
        term_identical(DECODE(heap, "\203f" NODE "\0\0\0\1\3"), DECODE(heap, "\203x" NODE "\0\0\0\0\0\0\0\1\0\0\0\3")));
    CHECK(term_identical(DECODE(heap, "\203e" NODE "\0\0\0\1\3"), DECODE(heap, "\203Z\0\1" NODE "\0\0\0\3\0\0\0\1")));
    CHECK(term_identical(DECODE(heap, "\203s\1\xe5"), DECODE(heap, "\203w\2\xc3\xa5")));
    char text_float[1 + 1 + 31] = "\203c1.5e+00";
    CHECK(term_to_double(decode(heap, text_float, sizeof text_float, NULL)) == 1.5);
}

TEST(pids_ports_and_references_of_this_node_are_local) {
    Heap *heap = fixture_process()->heap;
#define HERE "d\0\15nonode@nohost"
    Term pid = DECODE(heap, "\203X" HERE "\0\0\0\7\0\0\0\1\0\0\0\0");
    CHECK(term_same(pid, term_pid(7 + (1 << 15))));
    CHECK(term_same(DECODE(heap, "\203Y" HERE "\0\0\0\7\0\0\0\0"), term_port(7)));
    Term reference = DECODE(heap, "\203Z\0\3" HERE "\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\5");
    CHECK(term_kind(reference) == KIND_REFERENCE);
    CHECK(term_reference_number(reference) == 3 && term_reference_maker(reference) == 5);
    CHECK(term_kind(DECODE(heap, "\203X" HERE "\0\0\0\7\0\0\0\1\0\0\0\1")) == KIND_EXTERNAL_PID);
    CHECK(REFUSES(heap, "\203X" HERE "\0\0\x80\0\0\0\0\0\0\0\0\0"));
    CHECK(REFUSES(heap, "\203Y" HERE "\x10\0\0\0\0\0\0\0"));
    CHECK(REFUSES(heap, "\203Z\0\3" HERE "\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0\5"));
}

TEST(what_is_no_term_is_refused_and_leaves_the_heap_alone) {
    Heap *heap = fixture_process()->heap;
    Term *top = heap->top;
    CHECK(REFUSES(heap, ""));
    CHECK(REFUSES(heap, "\203"));
    CHECK(REFUSES(heap, "\202a\1"));
    CHECK(REFUSES(heap, "\203b\0\0\0"));
    CHECK(REFUSES(heap, "\203h\2a\1"));
    CHECK(REFUSES(heap, "\203i\377\377\377\377a\1"));
    CHECK(REFUSES(heap, "\203l\377\377\377\377a\1"));
    CHECK(REFUSES(heap, "\203m\0\0\0\5abcd"));
    CHECK(REFUSES(heap, "\203M\0\0\0\1\11a"));
    CHECK(REFUSES(heap, "\203M\0\0\0\0\1"));
    CHECK(REFUSES(heap, "\203w\2\xc3\x28"));
    CHECK(REFUSES(heap, "\203w\3\xed\xa0\x80"));
    CHECK(REFUSES(heap, "\203F\x7f\xf0\0\0\0\0\0\0"));
    CHECK(REFUSES(heap, "\203t\0\0\0\2a\1a\2a\1a\3"));
    CHECK(REFUSES(heap, "\203u\0\0\0\0"));
    CHECK(REFUSES(heap, "\203qd\0\1md\0\1fa\1"));
    CHECK(heap->top == top);
}

TEST(counts_that_overlap_do_not_multiply) {
    Heap *heap = fixture_process()->heap;
    // Each tuple announces all the bytes behind it; together they announce far more.
    char bytes[1 + 5 * 1000] = {(char)ETF_VERSION};
    for (int i = 0; i < 1000; i++) memcpy(bytes + 1 + 5 * i, "i\0\0\1\0", 5);
    Term *top = heap->top;
    CHECK(term_is_none(decode(heap, bytes, sizeof bytes, NULL)));
    CHECK(heap->top == top);
}

TEST(compressed_data_must_be_as_long_as_it_says) {
    Heap *heap = fixture_process()->heap;
    Text out = {0};
    Term list = TERM_NIL;
    for (int i = 0; i < 500; i++) list = heap_cons(heap, ATOM(true), list);
    etf_encode(&out, list, (EtfEncodeOptions){.minor_version = 1, .level = 9});
    CHECK(out.data[1] == ETF_COMPRESSED);
    size_t used, real = out.size;
    text_add(&out, "more");
    CHECK(term_identical(decode(heap, out.data, out.size, &used), list));
    CHECK(used == real);
    out.data[5]++;
    CHECK(term_is_none(decode(heap, out.data, out.size, NULL)));
    out.data[2] = (char)0xff;
    CHECK(term_is_none(decode(heap, out.data, out.size, NULL)));
    text_free(&out);
}

TEST(safe_reading_makes_no_atoms) {
    Heap *heap = fixture_process()->heap;
    Error err;
    EtfOptions safe = {.safe = true};
    uint32_t count = atom_count();
    Bytes unknown = {(const uint8_t *)"\203w\12never_seen", 13};
    Bytes known = {(const uint8_t *)"\203w\2ok", 5};
    CHECK(term_is_none(etf_decode(heap, unknown, safe, NULL, &err)));
    CHECK(atom_count() == count);
    CHECK(term_same(etf_decode(heap, known, safe, NULL, &err), ATOM(ok)));
}

TEST(terms_are_written_as_erl_writes_them) {
    Heap *heap = fixture_process()->heap;
    Term odd = heap_subbinary(heap, heap_binary_from(heap, "\xab\xcd", 2), 3, 10);
    CHECK(ENCODES(ATOM(ok), "\203d\0\2ok"));
    CHECK(encodes_to(ATOM(ok), ((EtfEncodeOptions){.minor_version = 2}), "\203w\2ok", 5));
    CHECK(ENCODES(atom_from_text("\xc3\xa5"), "\203d\0\1\xe5"));
    CHECK(ENCODES(atom_from_text("\xd0\xb6"), "\203w\2\xd0\xb6"));
    CHECK(ENCODES(term_small(-1), "\203b\xff\xff\xff\xff"));
    CHECK(ENCODES(term_small((int64_t)1 << 31), "\203n\4\0\0\0\0\x80"));
    CHECK(ENCODES(heap_list_from_text(heap, "hi"), "\203k\0\2hi"));
    CHECK(ENCODES(odd, "\203M\0\0\0\2\2\x5e\x40"));
    CHECK(ENCODES(term_pid(7), "\203X" HERE "\0\0\0\7\0\0\0\0\0\0\0\0"));
    CHECK(
        ENCODES(heap_tuple2(heap, TERM_NIL, heap_cons(heap, term_small(1), term_small(2))), "\203h\2jl\0\0\0\1a\1a\2"));
}

TEST(funs_are_written_with_their_module_and_variables) {
    Heap *heap = fixture_process()->heap;
    FunEntry entry = {.module = ATOM(ok), .arity = 1, .index = 2, .old_uniq = 99};
    Module owner = {.md5 = "0123456789abcde", .md5_known = true};
    entry.owner = &owner;
    Export export = {.module = ATOM(ok), .function = ATOM(no), .arity = 2};
    Term fun = heap_box(heap, KIND_FUN, 3), external = heap_box(heap, KIND_EXPORT, 1);
    term_words(fun)[1] = term_from_pointer(&entry);
    term_words(fun)[2] = term_pid(7);
    term_words(fun)[3] = TERM_NIL;
    term_words(external)[1] = term_from_pointer(&export);
    CHECK(ENCODES(fun, "\203p\0\0\0\104\1"
                       "0123456789abcde\0"
                       "\0\0\0\2"
                       "\0\0\0\1"
                       "d\0\2oka\2acX" HERE "\0\0\0\7\0\0\0\0\0\0\0\0"
                       "j"));
    CHECK(ENCODES(external, "\203qd\0\2okd\0\2noa\2"));
}

TEST(every_variant_of_the_format_comes_back) {
    Heap *heap = fixture_process()->heap;
    Term map = map_put(heap, map_empty(heap), ATOM(ok), heap_float(heap, 0.1));
    Term term = heap_tuple4(heap, map, heap_integer(heap, INT64_MIN), atom_from_text("\xd0\xb6"),
                            heap_list_from_text(heap, "text"));
    EtfEncodeOptions old = {.minor_version = 0}, packed = {.minor_version = 1, .level = -1};
    CHECK(comes_back(heap, term, old));
    CHECK(comes_back(heap, term, packed));
}

TEST(a_local_term_comes_back_to_the_node_that_wrote_it_only) {
    Heap *heap = fixture_process()->heap;
    Release recent = release_usual;
    recent.local_terms = true;
    heap->release = &recent;
    Text bytes = {0};
    EtfEncodeOptions local = {.minor_version = 2, .local = true, .level = 9};
    Error err;
    CHECK(etf_encode(&bytes, heap_list_from_text(heap, "text"), local));
    Bytes given = {(const uint8_t *)bytes.data, bytes.size};
    CHECK(!term_is_none(etf_decode(heap, given, (EtfOptions){0}, NULL, &err)));
    bytes.data[2] ^= 1;
    CHECK(term_is_none(etf_decode(heap, given, (EtfOptions){0}, NULL, &err)));
    text_free(&bytes);
}

static Term nested_map(Heap *heap, int count) {
    Term map = map_empty(heap);
    for (int i = 0; i < count; i++) map = map_put(heap, map, term_small(i), heap_tuple2(heap, map, ATOM(ok)));
    return map;
}

TEST(maps_come_back_whatever_their_size) {
    Heap *heap = fixture_process()->heap;
    EtfEncodeOptions plain = ((EtfEncodeOptions){.minor_version = 1}), sorted = plain;
    sorted.deterministic = true;
    Term small = nested_map(heap, 8), pairs[200];
    CHECK(comes_back(heap, small, plain));
    for (int i = 0; i < 100; i++) {
        pairs[i * 2] = term_small(i * 7919);
        pairs[i * 2 + 1] = small;
    }
    Term large = map_from_pairs(heap, pairs, 100, NULL);
    CHECK(comes_back(heap, large, plain));
    CHECK(comes_back(heap, map_put(heap, small, large, large), sorted));
}

TEST(deep_terms_need_no_stack) {
    Heap *heap = fixture_process()->heap;
    Term list = TERM_NIL, tuple = TERM_NIL;
    for (int i = 0; i < 300000; i++) {
        list = heap_cons(heap, list, TERM_NIL);
        tuple = heap_tuple2(heap, TERM_NIL, tuple);
    }
    CHECK(comes_back(heap, heap_cons(heap, list, tuple), ((EtfEncodeOptions){.minor_version = 1})));
}

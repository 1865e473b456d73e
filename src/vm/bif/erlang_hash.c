// Hashes and checksums of the erlang module.
#include <zlib.h>

#include "base/md5.h"
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/observed.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/number.h"
#include "vm/term/phash.h"

// --- hashes of terms -----------------------------------------------------------------------------

// 1 .. 2^32.
static bool is_range(Term term, uint64_t *range) {
    return number_to_uint64(term, range) && *range >= 1 && *range <= UINT64_C(1) << 32;
}

static Term erlang_phash2_1(Process *p, const Term *args) {
    observed_names(p, args[0]);
    return term_small(term_phash2(args[0]) & ((1u << 27) - 1));
}

static Term erlang_phash2_2(Process *p, const Term *args) {
    uint64_t range;
    if (!is_range(args[1], &range)) return process_badarg(p);
    observed_names(p, args[0]);
    return term_small((int64_t)(term_phash2(args[0]) % range));
}

static Term erlang_phash_2(Process *p, const Term *args) {
    uint64_t range;
    if (!is_range(args[1], &range)) return process_badarg(p);
    observed_names(p, args[0]);
    return term_small((int64_t)(1 + term_phash(args[0]) % range));
}

// --- md5 -----------------------------------------------------------------------------------------

static bool add_to_md5(void *context, const uint8_t *bytes, size_t size) {
    md5_update(context, bytes, size);
    return true;
}

static Term md5_digest(Process *p, Md5 *md5) {
    uint8_t digest[MD5_SIZE];
    md5_final(md5, digest);
    return heap_binary_from(p->heap, digest, sizeof digest);
}

static Term erlang_md5_1(Process *p, const Term *args) {
    Md5 md5;
    md5_init(&md5);
    if (!iolist_walk(args[0], add_to_md5, &md5)) return process_badarg(p);
    return md5_digest(p, &md5);
}

// A digest under way is a binary that holds an Md5. Any contents will do, so it need not be
// trusted.
static bool md5_from_binary(Term binary, Md5 *md5) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(binary, &bytes, &scratch)) return false;
    bool good = bytes.size == sizeof *md5;
    if (good) memcpy(md5, bytes.data, sizeof *md5);
    memory_free(scratch);
    return good;
}

static Term erlang_md5_init_0(Process *p, const Term *args) {
    (void)args;
    Md5 md5;
    md5_init(&md5);
    return heap_binary_from(p->heap, &md5, sizeof md5);
}

static Term erlang_md5_update_2(Process *p, const Term *args) {
    Md5 md5;
    if (!md5_from_binary(args[0], &md5)) return process_badarg(p);
    if (!iolist_walk(args[1], add_to_md5, &md5)) return process_badarg(p);
    return heap_binary_from(p->heap, &md5, sizeof md5);
}

static Term erlang_md5_final_1(Process *p, const Term *args) {
    Md5 md5;
    if (!md5_from_binary(args[0], &md5)) return process_badarg(p);
    return md5_digest(p, &md5);
}

// --- crc32 and adler32 ---------------------------------------------------------------------------

typedef uLong (*Checksum)(uLong sum, const Bytef *bytes, z_size_t size);

typedef struct {
    Checksum add;
    uLong sum;
} Summing;

static bool add_to_sum(void *context, const uint8_t *bytes, size_t size) {
    Summing *summing = context;
    summing->sum = summing->add(summing->sum, bytes, size);
    return true;
}

static bool is_word(Term term, uint64_t *value) { return number_to_uint64(term, value) && *value <= UINT32_MAX; }

static Term checksum(Process *p, Checksum add, uLong start, Term data) {
    Summing summing = {add, start};
    if (!iolist_walk(data, add_to_sum, &summing)) return process_badarg(p);
    return term_small((int64_t)summing.sum);
}

static Term erlang_crc32_1(Process *p, const Term *args) { return checksum(p, crc32_z, 0, args[0]); }

static Term erlang_crc32_2(Process *p, const Term *args) {
    uint64_t start;
    if (!is_word(args[0], &start)) return process_badarg(p);
    return checksum(p, crc32_z, start, args[1]);
}

static Term erlang_crc32_combine_3(Process *p, const Term *args) {
    uint64_t first, second, size;
    if (!is_word(args[0], &first) || !is_word(args[1], &second) || !is_word(args[2], &size)) return process_badarg(p);
    return term_small((int64_t)crc32_combine(first, second, (z_off_t)size));
}

static Term erlang_adler32_1(Process *p, const Term *args) { return checksum(p, adler32_z, 1, args[0]); }

static Term erlang_adler32_2(Process *p, const Term *args) {
    uint64_t start;
    if (!is_word(args[0], &start)) return process_badarg(p);
    return checksum(p, adler32_z, start, args[1]);
}

static Term erlang_adler32_combine_3(Process *p, const Term *args) {
    uint64_t first, second, size;
    if (!is_word(args[0], &first) || !is_word(args[1], &second) || !is_word(args[2], &size)) return process_badarg(p);
    uLong sum = size ? adler32_combine(first, second, (z_off_t)size) : first;
    return term_small((int64_t)(sum & UINT32_MAX));
}

const Bif erlang_hash_bifs[] = {
    BIF(erlang, phash2, 1, PURE),          BIF(erlang, phash2, 2, PURE),
    BIF(erlang, phash, 2, PURE),           BIF(erlang, md5, 1, PURE),
    BIF(erlang, md5_init, 0, PURE),        BIF(erlang, md5_update, 2, PURE),
    BIF(erlang, md5_final, 1, PURE),       BIF(erlang, crc32, 1, PURE),
    BIF(erlang, crc32, 2, PURE),           BIF(erlang, crc32_combine, 3, PURE),
    BIF(erlang, adler32, 1, PURE),         BIF(erlang, adler32, 2, PURE),
    BIF(erlang, adler32_combine, 3, PURE), {0},
};

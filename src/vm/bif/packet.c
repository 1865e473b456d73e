// erlang:decode_packet/3: where the first packet in a binary ends, and what it says.
#include <ctype.h>
#include <strings.h>

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"

typedef enum {
    PACKET_RAW,
    PACKET_1,
    PACKET_2,
    PACKET_4,
    PACKET_ASN1,
    PACKET_SUNRM,
    PACKET_CDR,
    PACKET_FCGI,
    PACKET_TPKT,
    PACKET_TLS,
    PACKET_LINE,
    PACKET_HTTP,
    PACKET_HTTP_HEADER,
} PacketKind;

typedef struct {
    PacketKind kind;
    bool binaries;          // http: strings as binaries
    uint64_t most;          // packet_size; 0: no limit
    uint64_t line_length;   // 0: no limit
    uint8_t delimiter;      // of lines
} Packet;

// --- how long it is ------------------------------------------------------------------------------

enum { MORE = 0, INVALID = -1 };   // instead of a length: cannot be known yet; not such a packet

// A header of so many bytes and the body's length it tells.
static int64_t whole_length(const Packet *packet, int64_t header, int64_t body) {
    if (packet->most != 0 && (uint64_t)body > packet->most) return INVALID;
    return body < 0 || header + body > INT32_MAX ? INVALID : header + body;
}

static int64_t line_length(const Packet *packet, Bytes in) {
    const uint8_t *end = in.size ? memchr(in.data, packet->delimiter, in.size) : NULL;
    uint64_t length = end ? (uint64_t)(end - in.data) + 1 : in.size;
    if (packet->most != 0 && length > packet->most) return INVALID;
    if (packet->line_length != 0 && length > packet->line_length - !end) return (int64_t)packet->line_length;
    return end ? (int64_t)length : MORE;
}

// Tag (several bytes if its low five bits are set), length (several bytes if its high bit is set), body.
static int64_t asn1_length(const Packet *packet, Bytes in) {
    size_t at = 1;
    if (in.size < 2) return MORE;
    if ((in.data[0] & 0x1F) == 0x1F) {
        while (at < in.size && in.data[at] & 0x80) at++;
        if (in.size - at < 2) return MORE;
        at++;
    }
    uint8_t length = in.data[at++];
    if (!(length & 0x80)) return whole_length(packet, (int64_t)at, length);
    size_t count = length & 0x7F;
    if (in.size - at < count) return MORE;
    if (count > 4) return INVALID;
    return whole_length(packet, (int64_t)(at + count), (int64_t)bits_load(in.data, at * 8, count * 8));
}

static int64_t cdr_length(const Packet *packet, Bytes in) {
    enum { HEADER = 12, FLAGS = 6, SIZE = 8 };
    if (in.size < HEADER) return MORE;
    if (memcmp(in.data, "GIOP", 4) != 0) return INVALID;
    uint32_t size = bytes_u32(in.data + SIZE);
    if (in.data[FLAGS] & 1) size = __builtin_bswap32(size);
    return whole_length(packet, HEADER, size);
}

static int64_t fcgi_length(const Packet *packet, Bytes in) {
    enum { HEADER = 8, CONTENT = 4, PADDING = 6 };
    if (in.size < HEADER) return MORE;
    if (in.data[0] != 1) return INVALID;
    return whole_length(packet, HEADER, bytes_u16(in.data + CONTENT) + in.data[PADDING]);
}

static int64_t tpkt_length(const Packet *packet, Bytes in) {
    enum { HEADER = 4 };
    if (in.size < HEADER) return MORE;
    if (in.data[0] != 3) return INVALID;
    return whole_length(packet, HEADER, (int64_t)bytes_u16(in.data + 2) - HEADER);
}

static bool is_hello(const uint8_t *at) { return at[0] & 0x80 && at[2] == 1; }   // of SSL version 2

static int64_t tls_length(const Packet *packet, Bytes in) {
    enum { HEADER = 5 };
    if (in.size < HEADER) return MORE;
    int64_t body = is_hello(in.data) ? (bytes_u16(in.data) & 0x7FFF) - 3 : bytes_u16(in.data + 3);
    return whole_length(packet, HEADER, body);
}

static bool is_space(uint8_t c) { return c == ' ' || c == '\t'; }

// A header goes on in the next line if that begins with a space, so its end shows only there.
static int64_t http_length(const Packet *packet, Bytes in) {
    uint64_t most = packet->most ? packet->most : packet->line_length;
    if ((in.size == 1 && in.data[0] == '\n') || (in.size == 2 && memcmp(in.data, "\r\n", 2) == 0))
        return (int64_t)in.size;
    size_t length = 0;
    for (;;) {
        const uint8_t *end = length < in.size ? memchr(in.data + length, '\n', in.size - length) : NULL;
        if (!end) return most != 0 && in.size >= most ? INVALID : MORE;
        length = (size_t)(end - in.data) + 1;
        bool folded = packet->kind == PACKET_HTTP_HEADER && length > 2 && length < in.size && is_space(in.data[length]);
        if (folded) continue;
        if (most != 0 && length > most) return INVALID;
        return packet->kind == PACKET_HTTP_HEADER && length == in.size ? MORE : (int64_t)length;
    }
}

static int64_t counted_length(const Packet *packet, Bytes in, size_t header) {
    if (in.size < header) return MORE;
    return whole_length(packet, (int64_t)header, (int64_t)bits_load(in.data, 0, header * 8));
}

static int64_t packet_length(const Packet *packet, Bytes in) {
    switch (packet->kind) {
    case PACKET_RAW: return (int64_t)in.size;
    case PACKET_1: return counted_length(packet, in, 1);
    case PACKET_2: return counted_length(packet, in, 2);
    case PACKET_4: return counted_length(packet, in, 4);
    case PACKET_ASN1: return asn1_length(packet, in);
    case PACKET_SUNRM:
        if (in.size < 4) return MORE;
        return whole_length(packet, 4, bytes_u32(in.data) & 0x7FFFFFFF);
    case PACKET_CDR: return cdr_length(packet, in);
    case PACKET_FCGI: return fcgi_length(packet, in);
    case PACKET_TPKT: return tpkt_length(packet, in);
    case PACKET_TLS: return tls_length(packet, in);
    case PACKET_LINE: return line_length(packet, in);
    case PACKET_HTTP:
    case PACKET_HTTP_HEADER: return http_length(packet, in);
    }
    return INVALID;
}

// --- what it says: HTTP --------------------------------------------------------------------------

// A line being read. Fields point into the packet.
typedef struct {
    Heap *heap;
    bool binaries;
    const uint8_t *at, *end;
} Line;

// The place in this list is the number that goes with the atom.
static const char *const header_names[] = {
    "Cache-Control",
    "Connection",
    "Date",
    "Pragma",
    "Transfer-Encoding",
    "Upgrade",
    "Via",
    "Accept",
    "Accept-Charset",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "From",
    "Host",
    "If-Modified-Since",
    "If-Match",
    "If-None-Match",
    "If-Range",
    "If-Unmodified-Since",
    "Max-Forwards",
    "Proxy-Authorization",
    "Range",
    "Referer",
    "User-Agent",
    "Age",
    "Location",
    "Proxy-Authenticate",
    "Public",
    "Retry-After",
    "Server",
    "Vary",
    "Warning",
    "Www-Authenticate",
    "Allow",
    "Content-Base",
    "Content-Encoding",
    "Content-Language",
    "Content-Length",
    "Content-Location",
    "Content-Md5",
    "Content-Range",
    "Content-Type",
    "Etag",
    "Expires",
    "Last-Modified",
    "Accept-Ranges",
    "Set-Cookie",
    "Set-Cookie2",
    "X-Forwarded-For",
    "Cookie",
    "Keep-Alive",
    "Proxy-Connection",
    NULL,
};
static const char *const method_names[] = {"OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", NULL};

// Its place in the list from 1 on, or 0.
static size_t name_index(const char *const *names, const uint8_t *name, size_t size) {
    for (size_t i = 0; names[i]; i++)
        if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0) return i + 1;
    return 0;
}

static Term string(const Line *line, const uint8_t *from, const uint8_t *to) {
    if (line->binaries) return heap_binary_from(line->heap, from, (size_t)(to - from));
    Term list = TERM_NIL;
    while (to > from) list = heap_cons(line->heap, term_small(*--to), list);
    return list;
}

// Letters, digits and such: neither a separator nor a control character.
static bool is_token(uint8_t c) { return c > 32 && c < 128 && !strchr("()<>@,;:\\\"/[]?={}", c); }

static const uint8_t *skip_spaces(Line *line) {
    while (line->at < line->end && is_space(*line->at)) line->at++;
    return line->at;
}

// A number that may have no digits; wraps around, as only nonsense is that long.
static uint32_t number(Line *line) {
    uint32_t value = 0;
    while (line->at < line->end && isdigit(*line->at)) value = value * 10 + (*line->at++ - '0');
    return value;
}

// "1.1" as {1,1}.
static bool version(Line *line, Term *term) {
    const uint8_t *start = line->at;
    uint32_t major = number(line);
    if (line->at == start || line->at == line->end || *line->at != '.') return false;
    start = ++line->at;
    uint32_t minor = number(line);
    *term = heap_tuple2(line->heap, term_small((int32_t)major), term_small((int32_t)minor));
    return line->at > start;
}

// HTTP/1.1 200 OK
static bool response(Line *line, Term *term) {
    Term which;
    line->at += strlen("HTTP/");
    if (!version(line, &which)) return false;
    const uint8_t *gap = line->at;
    if (skip_spaces(line) == gap) return false;
    int32_t status = (int32_t)number(line);
    gap = line->at;
    if (skip_spaces(line) == gap && line->at < line->end) return false;
    *term = heap_tuple4(line->heap, ATOM(http_response), which, term_small(status), string(line, line->at, line->end));
    return true;
}

// host[:port][/path], the port 0 if it is not a number.
static Term absolute_uri(const Line *line, Term protocol, const uint8_t *from, const uint8_t *to) {
    const uint8_t *slash = from < to ? memchr(from, '/', (size_t)(to - from)) : NULL;
    const uint8_t *host_end = slash ? slash : to;
    const uint8_t *colon = from < host_end ? memchr(from, ':', (size_t)(host_end - from)) : NULL;
    Line port = {.at = colon ? colon + 1 : host_end, .end = host_end};
    int32_t port_number = (int32_t)number(&port);
    bool has_port = port_number != 0 && port.at == port.end;
    static const uint8_t root[] = "/";
    Term t = heap_tuple(line->heap, 5), *parts = term_elements(t);
    parts[0] = ATOM(absoluteURI);
    parts[1] = protocol;
    parts[2] = string(line, from, colon ? colon : host_end);
    parts[3] = has_port ? term_small(port_number) : ATOM(undefined);
    parts[4] = slash ? string(line, slash, to) : string(line, root, root + 1);
    return t;
}

static bool begins(const uint8_t *from, const uint8_t *to, const char *with) {
    size_t size = strlen(with);
    return (size_t)(to - from) >= size && strncasecmp((const char *)from, with, size) == 0;
}

static Term uri(const Line *line, const uint8_t *from, const uint8_t *to) {
    if (to - from == 1 && *from == '*') return ATOM(times);
    if (to - from == 1 || *from == '/') return heap_tuple2(line->heap, ATOM(abs_path), string(line, from, to));
    if (begins(from, to, "http://")) return absolute_uri(line, ATOM(http), from + 7, to);
    if (begins(from, to, "https://")) return absolute_uri(line, ATOM(https), from + 8, to);
    const uint8_t *colon = memchr(from, ':', (size_t)(to - from));
    if (!colon) return string(line, from, to);
    return heap_tuple3(line->heap, ATOM(scheme), string(line, from, colon), string(line, colon + 1, to));
}

// GET /path HTTP/1.1; without a version it is 0.9.
static bool request(Line *line, Term *term) {
    const uint8_t *name = line->at;
    while (line->at < line->end && is_token(*line->at)) line->at++;
    const uint8_t *name_end = line->at;
    if (name == name_end || name_end == line->end || !is_space(*name_end)) return false;
    const uint8_t *target = skip_spaces(line);
    while (line->at < line->end && !is_space(*line->at)) line->at++;
    const uint8_t *target_end = line->at;
    if (target == target_end) return false;

    Term which = heap_tuple2(line->heap, term_small(0), term_small(9));
    if (skip_spaces(line) < line->end) {
        if (line->end - line->at < 8 || memcmp(line->at, "HTTP/", 5) != 0) return false;
        line->at += 5;
        if (!version(line, &which)) return false;
    }
    size_t known = name_index(method_names, name, (size_t)(name_end - name));
    Term method = known ? atom_from_text(method_names[known - 1]) : string(line, name, name_end);
    *term = heap_tuple4(line->heap, ATOM(http_request), method, uri(line, target, target_end), which);
    return true;
}

// Name: value. The name is given as-is and with each-Word In-Capitals unless it is very long.
static bool header(Line *line, Term *term) {
    enum { CAPITALS_MAX = 50 };
    const uint8_t *name = line->at;
    uint8_t capitals[CAPITALS_MAX];
    bool up = true;
    for (; line->at < line->end && is_token(*line->at); line->at++) {
        size_t i = (size_t)(line->at - name);
        if (i < CAPITALS_MAX) capitals[i] = (uint8_t)(up ? toupper(*line->at) : tolower(*line->at));
        up = !up && *line->at == '-';
    }
    const uint8_t *name_end = line->at;
    size_t size = (size_t)(name_end - name);
    if (name_end == line->end || *name_end != ':') return false;
    line->at++;
    skip_spaces(line);

    size_t known = size <= CAPITALS_MAX ? name_index(header_names, capitals, size) : 0;
    Term t = heap_tuple(line->heap, 5), *parts = term_elements(t);
    parts[0] = ATOM(http_header);
    parts[1] = term_small((int64_t)known);
    parts[3] = string(line, name, name_end);
    parts[2] = known                  ? atom_from_text(header_names[known - 1])
               : size <= CAPITALS_MAX ? string(line, capitals, capitals + size)
                                      : parts[3];
    parts[4] = string(line, line->at, line->end);
    *term = t;
    return true;
}

static Term http(Heap *heap, const Packet *packet, const uint8_t *bytes, size_t size) {
    const uint8_t *end = bytes + size;
    Line line = {heap, packet->binaries, bytes, end};
    if (size >= 2 && end[-2] == '\r')
        line.end -= 2;
    else if (size >= 1 && end[-1] == '\n')
        line.end -= 1;
    bool is_response = line.end - line.at >= 5 && memcmp(bytes, "HTTP/", 5) == 0;
    Term term;
    if (packet->kind == PACKET_HTTP_HEADER && line.at == line.end) return ATOM(http_eoh);
    if (packet->kind == PACKET_HTTP_HEADER ? header(&line, &term)
        : is_response                      ? response(&line, &term)
                                           : request(&line, &term))
        return term;
    return heap_tuple2(heap, ATOM(http_error), string(&line, bytes, end));
}

// --- the others ----------------------------------------------------------------------------------

// {ssl_tls, [], ContentType, {Major, Minor}, Data}; a hello of version 2 becomes a handshake.
static Term tls(Heap *heap, const uint8_t *bytes, size_t size) {
    bool hello = is_hello(bytes);
    const uint8_t *about = hello ? bytes + 3 : bytes + 1;   // the version
    const uint8_t *data = hello ? bytes + 3 : bytes + 5;
    size_t data_size = size - (size_t)(data - bytes);
    Term binary = heap_binary(heap, data_size + (hello ? 4 : 0));
    uint8_t *to = term_binary_bytes(binary);
    if (hello) bits_put_word(to, 0, 32, (int64_t)(1u << 24 | (uint32_t)data_size), false);
    memcpy(to + (hello ? 4 : 0), data, data_size);
    Term t = heap_tuple(heap, 5), *parts = term_elements(t);
    parts[0] = ATOM(ssl_tls);
    parts[1] = TERM_NIL;
    parts[2] = term_small(hello ? 22 : bytes[0]);
    parts[3] = heap_tuple2(heap, term_small(about[0]), term_small(about[1]));
    parts[4] = binary;
    return t;
}

static Term body(Heap *heap, const Packet *packet, Term binary, const uint8_t *bytes, size_t size) {
    size_t skip = 0;
    switch (packet->kind) {
    case PACKET_HTTP:
    case PACKET_HTTP_HEADER: return http(heap, packet, bytes, size);
    case PACKET_TLS: return tls(heap, bytes, size);
    case PACKET_1: skip = 1; break;
    case PACKET_2: skip = 2; break;
    case PACKET_4: skip = 4; break;
    case PACKET_FCGI: size -= bytes[6]; break;   // without the padding
    default: break;
    }
    return heap_subbinary(heap, binary, skip * 8, (size - skip) * 8);
}

static bool read_kind(Term t, Packet *packet) {
    static const struct {
        Term name;
        PacketKind kind;
        bool binaries;
    } kinds[] = {
        {ATOM(raw), PACKET_RAW, false},           {ATOM(line), PACKET_LINE, false},
        {ATOM(asn1), PACKET_ASN1, false},         {ATOM(sunrm), PACKET_SUNRM, false},
        {ATOM(cdr), PACKET_CDR, false},           {ATOM(fcgi), PACKET_FCGI, false},
        {ATOM(tpkt), PACKET_TPKT, false},         {ATOM(ssl_tls), PACKET_TLS, false},
        {ATOM(http), PACKET_HTTP, false},         {ATOM(http_bin), PACKET_HTTP, true},
        {ATOM(httph), PACKET_HTTP_HEADER, false}, {ATOM(httph_bin), PACKET_HTTP_HEADER, true},
        {{IMM_SMALL}, PACKET_RAW, false},         {{1 << 4 | IMM_SMALL}, PACKET_1, false},
        {{2 << 4 | IMM_SMALL}, PACKET_2, false},  {{4 << 4 | IMM_SMALL}, PACKET_4, false},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!term_same(t, kinds[i].name)) continue;
        packet->kind = kinds[i].kind;
        packet->binaries = kinds[i].binaries;
        return true;
    }
    return false;
}

static bool read_option(Term option, Packet *packet) {
    if (!term_is_tuple_of(option, 2)) return false;
    Term name = term_elements(option)[0], value = term_elements(option)[1];
    uint64_t number_value = term_is_small(value) ? (uint64_t)term_to_small(value) : UINT64_MAX;
    if (number_value > UINT32_MAX) return false;
    if (term_same(name, ATOM(packet_size))) {
        packet->most = number_value;
    } else if (term_same(name, ATOM(line_length))) {
        packet->line_length = number_value;
    } else if (term_same(name, ATOM(line_delimiter))) {
        packet->delimiter = (uint8_t)number_value;
        return packet->kind == PACKET_LINE && number_value <= 255;
    } else {
        return false;
    }
    return true;
}

static Term decode(Heap *heap, const Packet *packet, Term binary, Bytes in) {
    int64_t length = packet_length(packet, in);
    if (length < 0) return heap_tuple2(heap, ATOM(error), ATOM(invalid));
    if (length == MORE) return heap_tuple2(heap, ATOM(more), ATOM(undefined));
    if (length > (int64_t)in.size) return heap_tuple2(heap, ATOM(more), term_small(length));
    size_t size = (size_t)length, all = term_bits(binary).size;
    Term content = body(heap, packet, binary, in.data, size);
    return heap_tuple3(heap, ATOM(ok), content, heap_subbinary(heap, binary, size * 8, all - size * 8));
}

// Bits behind the last whole byte go to the rest.
static Term erlang_decode_packet_3(Process *p, const Term *args) {
    Packet packet = {.delimiter = '\n'};
    if (!read_kind(args[0], &packet)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    if (!term_is_bitstring(args[1])) return process_badarg(p);
    Term options = args[2];
    for (; term_is_cons(options); options = term_tail(options))
        if (!read_option(term_head(options), &packet)) return process_badarg(p);
    if (!term_is_nil(options)) return process_badarg(p);

    Bits bits = term_bits(args[1]);
    bits.size -= bits.size % 8;
    uint8_t *scratch;
    Bytes in = bits_bytes(bits, &scratch);
    Term result = decode(p->heap, &packet, args[1], in);
    memory_free(scratch);
    return result;
}

const Bif packet_bifs[] = {
    BIF(erlang, decode_packet, 3, PURE),
    {0},
};

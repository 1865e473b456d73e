// Time: the virtual clock in all its units, dates, and integers that nobody else has.
//
// The native unit is the nanosecond; the time zone of a program is UTC.
#include "vm/bif/erlang_time.h"
#include "vm/run/bif.h"
#include "vm/run/observed.h"
#include "vm/term/number.h"
#include "vm/world/clock.h"

// --- units ---------------------------------------------------------------------------------------------

// How many of the unit make a second; NO_TERM when it is no unit. `perf_counter` is native, as is `native`.
static Term parts_of_second(Term unit) {
    static const struct {
        Term name;
        int64_t parts;
    } units[] = {
        {ATOM_INIT(second), 1},
        {ATOM_INIT(seconds), 1},
        {ATOM_INIT(millisecond), 1000},
        {ATOM_INIT(milli_seconds), 1000},
        {ATOM_INIT(microsecond), 1000000},
        {ATOM_INIT(micro_seconds), 1000000},
        {ATOM_INIT(nanosecond), CLOCK_SECOND},
        {ATOM_INIT(nano_seconds), CLOCK_SECOND},
        {ATOM_INIT(native), CLOCK_SECOND},
        {ATOM_INIT(perf_counter), CLOCK_SECOND},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (term_same(units[i].name, unit)) return term_small(units[i].parts);
    return term_is_integer(unit) && number_compare(unit, term_small(0)) > 0 ? unit : NO_TERM;
}

// Nanoseconds in another unit, rounded down.
static Term in_unit(Process *p, int64_t nanoseconds, Term unit) {
    Term parts = parts_of_second(unit), second = term_small(CLOCK_SECOND);
    bool unknown = term_same(unit, ATOM(native)) && p->heap->release->number < 24;
    if (term_is_none(parts) || unknown) return process_badarg(p);
    Term product = number_multiply(p->heap, heap_integer(p->heap, nanoseconds), parts);
    if (number_failed(product)) return process_badarg(p);
    Term quotient = number_quotient(p->heap, product, second);
    Term rest = number_remainder(p->heap, product, second);
    return number_is_negative(rest) ? number_subtract(p->heap, quotient, term_small(1)) : quotient;
}

static Term erlang_monotonic_time_0(Process *p, const Term *args) {
    (void)args;
    return heap_integer(p->heap, clock_monotonic(p));
}

static Term erlang_monotonic_time_1(Process *p, const Term *args) { return in_unit(p, clock_monotonic(p), args[0]); }

static Term erlang_system_time_0(Process *p, const Term *args) {
    (void)args;
    return heap_integer(p->heap, clock_system(p));
}

static Term erlang_system_time_1(Process *p, const Term *args) { return in_unit(p, clock_system(p), args[0]); }

static Term erlang_time_offset_0(Process *p, const Term *args) {
    (void)args;
    return heap_integer(p->heap, CLOCK_EPOCH - CLOCK_MONOTONIC_START);
}

static Term erlang_time_offset_1(Process *p, const Term *args) {
    return in_unit(p, CLOCK_EPOCH - CLOCK_MONOTONIC_START, args[0]);
}

static Term erts_internal_time_unit_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return term_small(CLOCK_SECOND);
}

static Term os_perf_counter_0(Process *p, const Term *args) {
    (void)args;
    return heap_unsigned(p->heap, process_now(p));
}

Term time_timestamp(Process *p, int64_t microseconds) {
    const int64_t million = 1000000;
    return heap_tuple3(p->heap, term_small(microseconds / million / million),
                       term_small(microseconds / million % million), term_small(microseconds % million));
}

static Term erlang_timestamp_0(Process *p, const Term *args) {
    (void)args;
    return time_timestamp(p, clock_system(p) / 1000);
}

// A time that is later at each call, and that no other process gets.
static Term erlang_now_0(Process *p, const Term *args) {
    (void)args;
    enum { PROCESSES = 1000 };   // microseconds between two calls, shared out among processes
    int64_t milliseconds = clock_system(p) / 1000000 + 1;
    p->time += 1000000;
    return time_timestamp(p, milliseconds * 1000 + term_pid_index(p->pid) % PROCESSES);
}

// --- dates ----------------------------------------------------------------------------------------------

typedef struct {
    int64_t year, month, day, hour, minute, second;
} Date;

enum { POSIX_FIRST_YEAR = 1600, LOCAL_FIRST_YEAR = 1902, SECONDS_PER_DAY = 86400 };

static bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int64_t days_in(int64_t year, int64_t month) {
    static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Days from 1970-01-01. Years begin in March here, so that a leap day is the last of its year.
static int64_t day_number(int64_t year, int64_t month, int64_t day) {
    year -= month <= 2;
    int64_t era = floor_divide(year, 400), of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static Date date_from_seconds(int64_t seconds) {
    int64_t days = floor_divide(seconds, SECONDS_PER_DAY), rest = seconds - days * SECONDS_PER_DAY;
    int64_t from_march = days + 719468, era = floor_divide(from_march, 146097);
    int64_t of_era = from_march - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    Date date = {.day = of_year - (153 * month + 2) / 5 + 1, .month = month < 10 ? month + 3 : month - 9};
    date.year = year + era * 400 + (date.month <= 2);
    date.hour = rest / 3600;
    date.minute = rest / 60 % 60;
    date.second = rest % 60;
    return date;
}

static int64_t seconds_from_date(Date d) {
    return day_number(d.year, d.month, d.day) * SECONDS_PER_DAY + d.hour * 3600 + d.minute * 60 + d.second;
}

static bool three_integers(Term tuple, int64_t *a, int64_t *b, int64_t *c) {
    if (!term_is_tuple_of(tuple, 3)) return false;
    const Term *fields = term_elements(tuple);
    return number_to_int64(fields[0], a) && number_to_int64(fields[1], b) && number_to_int64(fields[2], c);
}

// {{Year,Month,Day},{Hour,Minute,Second}}, if there is such a moment.
static bool date_from_term(Term term, int64_t first_year, Date *d) {
    if (!term_is_tuple_of(term, 2)) return false;
    const Term *fields = term_elements(term);
    return three_integers(fields[0], &d->year, &d->month, &d->day) &&
           three_integers(fields[1], &d->hour, &d->minute, &d->second) && d->year >= first_year &&
           d->year < INT32_MAX && d->month >= 1 && d->month <= 12 && d->day >= 1 &&
           d->day <= days_in(d->year, d->month) && d->hour >= 0 && d->hour < 24 && d->minute >= 0 && d->minute < 60 &&
           d->second >= 0 && d->second < 60;
}

static Term day_term(Process *p, Date d) {
    return heap_tuple3(p->heap, term_small(d.year), term_small(d.month), term_small(d.day));
}

static Term hour_term(Process *p, Date d) {
    return heap_tuple3(p->heap, term_small(d.hour), term_small(d.minute), term_small(d.second));
}

static Term date_term(Process *p, int64_t seconds) {
    Date d = date_from_seconds(seconds);
    return heap_tuple2(p->heap, day_term(p, d), hour_term(p, d));
}

static Term erlang_date_0(Process *p, const Term *args) {
    (void)args;
    return day_term(p, date_from_seconds(clock_seconds(p)));
}

static Term erlang_time_0(Process *p, const Term *args) {
    (void)args;
    return hour_term(p, date_from_seconds(clock_seconds(p)));
}

static Term erlang_universaltime_0(Process *p, const Term *args) {
    (void)args;
    return date_term(p, clock_seconds(p));
}

static Term erlang_universaltime_to_localtime_1(Process *p, const Term *args) {
    Date d;
    return date_from_term(args[0], LOCAL_FIRST_YEAR, &d) ? args[0] : process_badarg(p);
}

// Daylight saving time, where somebody insists on it, is an hour ahead.
static Term erlang_localtime_to_universaltime_2(Process *p, const Term *args) {
    Date d;
    bool saving = term_same(args[1], ATOM(true));
    if (!saving && !term_same(args[1], ATOM(false)) && !term_same(args[1], ATOM(undefined))) return process_badarg(p);
    if (!date_from_term(args[0], LOCAL_FIRST_YEAR, &d)) return process_badarg(p);
    return saving ? date_term(p, seconds_from_date(d) - 3600) : args[0];
}

static Term erlang_universaltime_to_posixtime_1(Process *p, const Term *args) {
    Date d;
    if (!date_from_term(args[0], POSIX_FIRST_YEAR, &d)) return process_badarg(p);
    return heap_integer(p->heap, seconds_from_date(d));
}

static Term erlang_posixtime_to_universaltime_1(Process *p, const Term *args) {
    int64_t seconds;
    if (!number_to_int64(args[0], &seconds)) return process_badarg(p);
    return date_term(p, seconds);
}

// --- unique integers ------------------------------------------------------------------------------------

// The how manieth of this process, and which process: equal in every run, and greater at each call.
static Term unique_integer(Process *p, bool positive) {
    observed_all(p);
    process_touch(p);
    Term count = heap_unsigned(p->heap, p->unique++);
    Term high = number_shift_left(p->heap, count, term_small(28));
    Term integer = number_add(p->heap, high, term_small(term_pid_index(p->pid)));
    return positive ? integer : number_add(p->heap, integer, term_small(SMALL_MIN));
}

static Term erlang_unique_integer_0(Process *p, const Term *args) {
    (void)args;
    return unique_integer(p, false);
}

Term time_monotonic_integer(Process *p, bool positive) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    int64_t count = (int64_t)globals->monotonic++;
    return term_small(positive ? count + 1 : SMALL_MIN + count);
}

static bool unique_options(Term options, bool *positive, bool *monotonic) {
    for (; term_is_cons(options); options = term_tail(options)) {
        Term option = term_head(options);
        if (term_same(option, ATOM(positive)))
            *positive = true;
        else if (term_same(option, ATOM(monotonic)))
            *monotonic = true;
        else
            return false;
    }
    return term_is_nil(options);
}

static Term erlang_unique_integer_1(Process *p, const Term *args) {
    bool positive = false, monotonic = false;
    if (!unique_options(args[0], &positive, &monotonic)) return process_badarg(p);
    return monotonic ? time_monotonic_integer(p, positive) : unique_integer(p, positive);
}

static void counts(Process *p, const Term *args, Footprint *out) {
    bool positive, monotonic = false;
    (void)p;
    if (unique_options(args[0], &positive, &monotonic) && monotonic)
        footprint_add(out, object_of(OBJECT_CLOCK, 0, NO_TERM), ACCESS_WRITE, 0);
}

const Bif erlang_time_bifs[] = {
    BIF(erlang, monotonic_time, 0, PURE),
    BIF(erlang, monotonic_time, 1, PURE),
    BIF(erlang, system_time, 0, PURE),
    BIF(erlang, system_time, 1, PURE),
    BIF(erlang, time_offset, 0, PURE),
    BIF(erlang, time_offset, 1, PURE),
    BIF(erlang, timestamp, 0, PURE),
    BIF(erlang, now, 0, PURE),
    BIF(erlang, date, 0, PURE),
    BIF(erlang, time, 0, PURE),
    BIF(erlang, universaltime, 0, PURE),
    BIF_NAMED("erlang", "localtime", 0, erlang_universaltime_0, PURE),
    BIF(erlang, universaltime_to_localtime, 1, PURE),
    BIF(erlang, localtime_to_universaltime, 2, PURE),
    BIF(erlang, universaltime_to_posixtime, 1, PURE),
    BIF(erlang, posixtime_to_universaltime, 1, PURE),
    BIF(erlang, unique_integer, 0, PURE),
    BIF(erlang, unique_integer, 1, counts),
    BIF(erts_internal, time_unit, 0, PURE),
    BIF_NAMED("erts_internal", "perf_counter_unit", 0, erts_internal_time_unit_0, PURE),
    BIF_NAMED("os", "system_time", 0, erlang_system_time_0, PURE),
    BIF_NAMED("os", "system_time", 1, erlang_system_time_1, PURE),
    BIF_NAMED("os", "timestamp", 0, erlang_timestamp_0, PURE),
    BIF(os, perf_counter, 0, PURE),
    {0},
};

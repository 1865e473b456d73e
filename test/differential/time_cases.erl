%% Dates, and random numbers from a seed.
-module(time_cases).
-include("diff.hrl").

cases() ->
    [{{date, D}, fun() -> date(D) end} || D <- [{1970, 1, 1}, {2000, 2, 29}, {1900, 2, 29}, {2024, 12, 31},
         {2021, 1, 3}, {0, 1, 1}, {9999, 12, 31}, {2020, 13, 1}, {2026, 4, 31}, {1, 1, 1}, {2015, 12, 28}]]
    ++ [{{rand, A, Seed}, fun() -> random(A, Seed) end} || A <- [exsss, exro928ss, exrop, exs1024s, exsp, exs64,
         exsplus, exs1024, mwc59, dummy, nonsense], Seed <- [{1, 2, 3}, 42, {123456789, 987654321, 555}]]
    ++ [{{rfc3339, T}, fun() -> zoo:call(calendar, rfc3339_to_system_time,
         [T]) end} || T <- ["1970-01-01T00:00:00Z", "2018-02-01T16:17:58+01:00", "2018-02-01 15:18:02.088Z",
         "2018-02-30T00:00:00Z", "junk", "2018-02-01T16:17:58"]]
    ++ table().

date({Y, M, D} = Date) ->
    {calendar:valid_date(Date), zoo:call(calendar, day_of_the_week, [Date]),
         zoo:call(calendar, date_to_gregorian_days, [Date]), zoo:call(calendar, iso_week_number, [Date]),
         zoo:call(calendar, is_leap_year, [Y]), zoo:call(calendar, last_day_of_the_month, [Y, M]),
     zoo:call(calendar, datetime_to_gregorian_seconds, [{Date, {D rem 24, 30, 15}}]),
          zoo:call(calendar, time_difference, [{{2000, 1, 1}, {0, 0, 0}}, {Date, {12, 0, 0}}])}.

random(Algorithm, Seed) ->
    rand:seed(Algorithm, Seed),
    Integers = [rand:uniform(N) || N <- [1, 2, 10, 1000, 1 bsl 40, 1 bsl 58, 1 bsl 70]],
    Floats = [rand:uniform() || _ <- [1, 2, 3]],
    Others = [rand:uniform_real(), rand:normal(), rand:normal(10, 4), rand:bytes(5)],
    {Integers, Floats, Others, lists:sum([rand:uniform(100) || _ <- lists:seq(1, 1000)]),
         element(1, rand:uniform_s(100, rand:jump()))}.

shuffle(L) -> rand:seed(exsss, 7), [X || {_, X} <- lists:sort([{rand:uniform(), X} || X <- L])].
pi(N) -> rand:seed(exsss, {3, 1, 4}), 4 * length([x || _ <- lists:seq(1, N), begin X = rand:uniform(),
    Y = rand:uniform(), X * X + Y * Y < 1 end]) / N.

table() ->
    [?C(calendar:gregorian_days_to_date(0)),
     ?C(calendar:gregorian_days_to_date(738000)),
     ?C(calendar:gregorian_days_to_date(-1)),
     ?C(calendar:gregorian_seconds_to_datetime(63555555555)),
     ?C(calendar:seconds_to_time(86399)),
     ?C(calendar:seconds_to_time(86400)),
     ?C(calendar:seconds_to_daystime(-1)),
     ?C(calendar:seconds_to_daystime(200000)),
     ?C(calendar:time_to_seconds({23, 59, 59})),
     ?C(calendar:time_to_seconds({24, 0, 0})),
     ?C(calendar:system_time_to_universal_time(0, second)),
     ?C(calendar:system_time_to_universal_time(1600000000000, millisecond)),
     ?C(calendar:system_time_to_rfc3339(1600000000, [{offset, "Z"}])),
     ?C(calendar:system_time_to_rfc3339(1600000000123, [{unit, millisecond}, {offset, "+02:00"}])),
     ?C(calendar:system_time_to_rfc3339(1600000000, [{offset, 3600}, {time_designator, $\s}])),
     ?C([calendar:day_of_the_week(2026, 11, D) || D <- lists:seq(1, 7)]),
     ?C([calendar:last_day_of_the_month(Y, 2) || Y <- [1900, 2000, 2023, 2024]]),
     ?C([calendar:iso_week_number({Y, 1, 1}) || Y <- lists:seq(2010, 2022)]),
     ?C(calendar:last_day_of_the_month(2020, 13)),
     ?C(shuffle(lists:seq(1, 20))),
     ?C(pi(2000)),
     ?C(begin S = rand:seed_s(exsss, 1), {A, S2} = rand:uniform_s(10, S), {B, _} = rand:uniform_s(10, S2),
         {A, B} end),
     ?C(element(1, rand:uniform_s(0, rand:seed_s(exsss, 1)))),
     ?C(begin rand:seed(exsss, 5), E = rand:export_seed(), A = rand:uniform(1000), rand:seed(E),
         B = rand:uniform(1000), A =:= B end),
     ?C(begin rand:seed(exsss, 5), [rand:uniform(6) || _ <- lists:seq(1, 30)] end),
     ?C(rand:splitmix64_next(1)),
     ?C(rand:exsp_next(rand:exsp_jump([1 | 2]))),
     ?C(rand:mwc59(12345)),
     ?C(rand:mwc59_value32(rand:mwc59(12345))),
     ?C(is_integer(rand:mwc59_seed(3))),
     ?C(begin random:seed(1, 2, 3), [random:uniform(100) || _ <- [1, 2, 3]] end),
     ?C(element(1, random:uniform_s(random:seed0()))),
     ?C(timer:seconds(3)),
     ?C(timer:hms(1, 2, 3)),
     ?C(timer:minutes(2) + timer:hours(1)),
     ?C(element(2, timer:tc(fun() -> x end))),
     ?C(element(2, timer:tc(lists, sum, [[1, 2]]))),
     ?C(timer:now_diff({0, 2, 3}, {0, 1, 1}))].

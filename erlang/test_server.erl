%% What suites still call of Common Test's module test_server, ?config among it. Stands in for the real one, which is part of ct_run.
-module(test_server).
-export([lookup_config/2, seconds/1, minutes/1, hours/1, sleep/1, adjusted_sleep/1, fail/0, fail/1, comment/1, format/1, format/2, format/3,
         timetrap/1, timetrap_cancel/0, timetrap_cancel/1, timetrap_scale_factor/0, get_timetrap_info/0, capture_start/0, capture_stop/0,
         capture_get/0, messages_get/0, timecall/3, do_times/2, do_times/4, make_priv_dir/0, is_cover/0, is_debug/0, is_commercial/0,
         is_valgrind/0, is_asan/0]).
-export([start_node/3, stop_node/1, start_peer/3, start_peer/5, run_on_shielded_node/2, break/1, break/2, break/3, app_test/1, app_test/2,
         appup_test/1, call_crash/3, call_crash/4, call_crash/5, m_out_of_n/3]).

-define(REFUSED, weft_boot:failed("more than weft can do with Common Test", {?MODULE, ?FUNCTION_NAME, ?FUNCTION_ARITY})).

lookup_config(Key, Config) ->
    case lists:keyfind(Key, 1, Config) of
        {Key, Value} -> Value;
        _ -> undefined
    end.

seconds(N) -> round(N * 1000).
minutes(N) -> round(N * 60000).
hours(N) -> round(N * 3600000).

sleep(Time) -> ct:sleep(Time).
adjusted_sleep(Time) -> ct:sleep(Time).

fail() -> exit(suite_failed).
fail(Reason) -> exit({suite_failed, Reason}).

comment(Comment) -> ct:comment(Comment).

format(Format) -> ct:log(Format).
format(Detail, Format) when is_integer(Detail) -> ct:log(Format);
format(Format, Arguments) -> ct:log(Format, Arguments).
format(_Detail, Format, Arguments) -> ct:log(Format, Arguments).

%% A watchdog is none: there is one limit, which the next one replaces.
timetrap(Time) -> weft_ct:timetrap(Time).
timetrap_cancel() -> weft_ct:timetrap(infinity).
timetrap_cancel(_Watchdog) -> timetrap_cancel().
timetrap_scale_factor() -> 1.
get_timetrap_info() -> ct:get_timetrap_info().

capture_start() -> ct:capture_start().
capture_stop() -> ct:capture_stop().
capture_get() -> ct:capture_get().

messages_get() ->
    receive Message -> [Message | messages_get()] after 0 -> [] end.

timecall(Module, Function, Arguments) ->
    {Microseconds, Value} = timer:tc(Module, Function, Arguments),
    {Microseconds / 1000000, Value}.

do_times(N, Module, Function, Arguments) -> do_times(N, fun() -> apply(Module, Function, Arguments) end).

do_times(N, _) when N =< 0 -> ok;
do_times(N, Fun) -> Fun(), do_times(N - 1, Fun).

make_priv_dir() -> ct:make_priv_dir().

is_cover() -> false.
is_debug() -> false.
is_commercial() -> false.
is_valgrind() -> false.
is_asan() -> false.

start_node(_, _, _) -> ?REFUSED.
stop_node(_) -> ?REFUSED.
start_peer(_, _, _) -> ?REFUSED.
start_peer(_, _, _, _, _) -> ?REFUSED.
run_on_shielded_node(_, _) -> ?REFUSED.
break(_) -> ?REFUSED.
break(_, _) -> ?REFUSED.
break(_, _, _) -> ?REFUSED.
app_test(_) -> ?REFUSED.
app_test(_, _) -> ?REFUSED.
appup_test(_) -> ?REFUSED.
call_crash(_, _, _) -> ?REFUSED.
call_crash(_, _, _, _) -> ?REFUSED.
call_crash(_, _, _, _, _) -> ?REFUSED.
m_out_of_n(_, _, _) -> ?REFUSED.

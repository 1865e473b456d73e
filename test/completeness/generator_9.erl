%% The ninth generator: processes that are traced, by others and by each other, while they send, call, spawn and end. The test's own
%% process gets most of what is told, and in the end looks at all that it has not taken.
-module(generator_9).
-export([program/2]).

-define(INTERLEAVINGS_MAX, 600).

program(Seed, _) ->
    rand:seed(exsss, {Seed, 41, 2013}),
    put(message, 0),
    shape().

shape() ->
    Count = pick([1, 2, 2]),
    put(theme, pick([message, message, exits, link, name, spawn])),
    put(table, set),
    Main = operations(0, Count, rand:uniform(4)) ++ [drain],
    Workers = [{pick([tells, writes]), operations(I, Count, rand:uniform(3))} || I <- lists:seq(1, Count)],
    Program = {false, pick([forever, 5000]), Main, Workers},
    case program:estimate(Program) =< ?INTERLEAVINGS_MAX of
        true -> Program;
        false -> shape()
    end.

operations(I, Count, Most) -> [operation(I, Count) || _ <- lists:seq(1, rand:uniform(Most))].

operation(I, Count) ->
    Who = fun() -> pick([0, if I =:= 0 -> rand:uniform(Count); true -> rand:uniform(I) end]) end,
    case rand:uniform(5) of
        N when N > 3 -> generator_2:operation(get(theme), I, Who);
        _ when I =:= 0 -> pick([tracing(Who), tracing(Who), pattern(), {'receive', any, 5}]);
        _ -> pick([tracing(Who), call_traced, call_traced, call_traced_from_here, call_traced_that_fails])
    end.

tracing(Who) -> pick([{trace, Who(), flags()}, {trace, Who(), flags()}, {trace_off, Who()}, {trace_info, Who()}]).

flags() ->
    pick([[send], ['receive'], [call], [procs], [send, 'receive'], [call, return_to], [send, procs, set_on_spawn], [procs, set_on_link],
          [call, arity, send]]).

pattern() ->
    pick([{trace_calls, pick([true, true, return_trace, exception_trace, false]), pick([local, global, meta])},
        {trace_calls, pick([{disable_trace, call}, {enable_trace, send}, {silent, true}, {silent, false}, {trace, [call], [send]}]), pick([local, meta])},
        {trace_calls, pick([true, true, pause, restart, false]), pick([call_count, call_time])},
        {trace_counted, pick([call_count, call_time, meta, traced])}]).

pick(List) -> lists:nth(rand:uniform(length(List)), List).

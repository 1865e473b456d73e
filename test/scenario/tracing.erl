%% Tracing: what tracers are told, in all orders that they can tell and no others.
-module(tracing).
-include("scenario.hrl").

work(N) -> [N].

traced(Flags, F) ->
    P = spawn(fun() -> receive go -> F() end end),
    1 = erlang:trace(P, true, Flags),
    P.

%= ends: [1,2]
calls_of_one_process_come_in_order() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, []),
    P = traced([call], fun() -> ?MODULE:work(1), ?MODULE:work(2) end),
    P ! go,
    [receive {trace, P, call, {_, work, [N]}} -> N end || _ <- [1, 2]].

%= ends: [first,second] | [second,first]
calls_of_two_come_in_any_order() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, [local]),
    Ps = [traced([call], fun() -> work(N) end) || N <- [first, second]],
    [P ! go || P <- Ps],
    [receive {trace, _, call, {_, work, [N]}} -> N end || _ <- Ps].

%= ends: {told,got}
what_is_told_comes_before_what_follows_from_it() ->
    Me = self(),
    Q = spawn(fun() -> receive x -> Me ! got end end),
    P = traced([send], fun() -> Q ! x end),
    P ! go,
    Take = fun() -> receive {trace, P, send, x, Q} -> told; got -> got end end,
    {Take(), Take()}.

%= ends: 0 | 1 | 2
switched_on_while_it_sends() ->
    Me = self(),
    P = spawn(fun() -> Me ! a, Me ! b end),
    (catch erlang:trace(P, true, [send])),
    receive b -> ok end,
    length([x || {trace, _, send, _, _} <- element(2, process_info(Me, messages))]).

%= ends: {[{call,1}],done} | {[],done}
a_tracer_that_ends_traces_no_more() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, []),
    Me = self(),
    Tracer = spawn(fun() -> Me ! {said, receive {trace, _, call, {_, _, [N]}} -> [{call, N}]; stop -> [] end} end),
    P = spawn(fun() -> receive go -> ?MODULE:work(1), Me ! done end end),
    1 = erlang:trace(P, true, [call, {tracer, Tracer}]),
    P ! go,
    Tracer ! stop,
    {receive {said, What} -> What end, receive done -> done end}.

%= ends: {call_count,2}
%= explored: <= 4
counted_calls_are_a_sum() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, [call_count]),
    Ms = [element(2, spawn_monitor(fun() -> work(N) end)) || N <- [1, 2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- Ms],
    erlang:trace_info({?MODULE, work, 1}, call_count).

%= ends: {call_count,0} | {call_count,1} | {call_count,2}
calls_are_counted_while_others_look() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, [call_count]),
    [spawn(fun() -> work(N) end) || N <- [1, 2]],
    erlang:trace_info({?MODULE, work, 1}, call_count).

%= ends: [1,2] | [2,1]
meta_tracing_of_two() ->
    erlang:trace_pattern({?MODULE, work, 1}, true, [meta]),
    [spawn(fun() -> work(N) end) || N <- [1, 2]],
    [receive {trace_ts, _, call, {_, work, [N]}, _} -> N end || _ <- [1, 2]].

%= ends: [[1]] | [[2]]
the_first_call_switches_off_both() ->
    Ps = [traced([call], fun() -> work(N) end) || N <- [1, 2]],
    [P, Q] = Ps,
    Off = [{['_'], [], [{disable_trace, Pid, call} || Pid <- [P, Q]]}],
    erlang:trace_pattern({?MODULE, work, 1}, Off, [local]),
    Ms = [begin M = monitor(process, X), X ! go, M end || X <- Ps],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- Ms],
    told().

told() -> receive {trace, _, call, {_, work, Args}} -> [Args | told()] after 0 -> [] end.

%% Tracing: messages, processes and calls, to the process that runs the case. Only what every schedule must answer alike: one process
%% is traced at a time, or it is told which messages are whose.
-module(trace_cases).
-include("diff.hrl").
-export([fact/1, even/1, odd/1, bad/1, twice/2, id/1, outer/1, tail/1]).

cases() ->
    [{{calls, Kind, Flags, Spec}, fun() -> calls(Kind, Flags, Spec) end} || Kind <- [local, global], Flags <- flags(), Spec <- specs()]
    ++ [{{does, N}, fun() -> does(Flags, F) end} || {N, {Flags, F}} <- lists:zip(lists:seq(1, length(deeds())), deeds())]
    ++ [{{events, Event, Spec}, fun() -> events(Event, Spec) end} || Event <- [send, 'receive'], Spec <- event_specs()]
    ++ [{{meta, Spec, Do}, fun() -> meta(Spec, deed(Do)) end} || Spec <- meta_specs(), Do <- [inner, fact, bad, remote]]
    ++ [{{switches, Spec}, fun() -> switches(Spec) end} || Spec <- switching()]
    ++ [{{counted, Kind, Steps}, fun() -> counted(Kind, Steps) end} || Kind <- [call_count, call_time], Steps <- steps()]
    ++ [{{kinds, Kinds}, fun() -> kinds(Kinds) end} || Kinds <- kinds()]
    ++ table().

%% --- meta tracing: whoever calls, whether it is traced or not -----------------------------------------------
meta_specs() ->
    [true, [], [{'_', [], [{return_trace}]}], [{'_', [], [{exception_trace}]}], [{['$1'], [{is_integer, '$1'}], [{message, {{'$1', {self}}}}]}],
     [{'_', [], [{message, false}]}], [{'_', [], [{message, {caller}}]}]].

deed(inner) -> fun() -> outer(1) end;
deed(fact) -> fun() -> fact(2) end;
deed(bad) -> fun() -> catch bad(1) end;
deed(remote) -> fun() -> ?MODULE:id(apply(?MODULE, tail, [a])) end.

meta(Spec, Do) ->
    Counts = [erlang:trace_pattern({?MODULE, N, A}, Spec, [meta]) || {N, A} <- names()],
    Infos = [named(erlang:trace_info({?MODULE, inner, 1}, I), none) || I <- [meta, meta_match_spec, traced, match_spec]],
    Me = self(),
    P = spawn(fun() -> receive {Me, go} -> Do() end end),
    M = monitor(process, P),
    P ! {Me, go},
    receive {'DOWN', M, _, _, _} -> ok end,
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> ok end,
    Told = [plain(E, P) || E <- taken()],
    Do(),
    Own = taken(),
    Both = with([call], Do),
    erlang:trace_pattern({?MODULE, '_', '_'}, false, [meta]),
    {Counts, Infos, Told, Own, Both, named(erlang:trace_info({?MODULE, inner, 1}, all), none)}.

%% --- specifications that switch tracing ----------------------------------------------------------------------
switching() ->
    [[{enable_trace, send}], [{disable_trace, call}], [{trace, [call], [send]}], [{trace, [], [send, 'receive']}], [{silent, true}],
     [{silent, true}, {message, false}], [{silent, false}], [{enable_trace, foo}], [{trace, [], [foo]}], [{disable_trace, all}], [{trace, [all], []}],
     [{trace, [call], []}, {message, {enable_trace, send}}], [{enable_trace, arity}], [{enable_trace, timestamp}], [{return_trace}, {disable_trace, call}],
     [{return_trace}, {silent, true}], [{enable_trace, return_to}], [{enable_trace, {self}, send}], [{trace, {self}, [], [procs]}],
     [{message, {{{enable_trace, send}, {disable_trace, foo}, {trace, [], []}, {trace, [], [foo]}, {silent, foo}, {silent, false}}}}]].

switches(Spec) ->
    erlang:trace_pattern({?MODULE, id, 1}, [{[1], [], Spec}], [local]),
    erlang:trace_pattern({?MODULE, fact, 1}, true, [local]),
    Do = fun() -> fact(1), id(0), fact(1), id(1), fact(1), self() ! b, receive b -> ok end, register(trace_me, self()), inner(2) end,
    Result = with([call], Do),
    erlang:trace_pattern({?MODULE, '_', '_'}, false, [local]),
    Result.

%% --- calls that are counted ----------------------------------------------------------------------------------
steps() ->
    [[], [call, call], [call, pause, call], [call, pause, call, true, call], [call, restart, call], [pause, pause, restart, call], [true, call, call],
     [call, false, call], [false, restart, call], [false, pause, true, call], [pause, true, call], [call, other, call]].

counted(Kind, Steps) ->
    F = {?MODULE, inner, 1},
    Quiet = spawn(fun() -> receive stop -> ok end end),
    erlang:trace(self(), true, [call, {tracer, Quiet}]),
    Begun = erlang:trace_pattern(F, true, [Kind]),
    Found = [{step(S, F, Kind), count(erlang:trace_info(F, Kind))} || S <- Steps],
    Last = {count(erlang:trace_info(F, Kind)), erlang:trace_info(F, traced)},
    erlang:trace_pattern(F, false, [Kind]),
    erlang:trace(self(), false, [call]),
    Quiet ! stop,
    {Begun, Found, Last, erlang:trace_info(F, Kind)}.

step(call, _, _) -> outer(1);
step(other, _, _) -> {P, M} = spawn_monitor(fun() -> outer(1) end), receive {'DOWN', M, _, P, _} -> ok end;
step(What, F, Kind) -> erlang:trace_pattern(F, What, [Kind]).

%% Of times only whose they are and how many.
count({call_time, List}) when is_list(List) -> [{P =:= self(), N} || {P, N, _, _} <- List];
count(Other) -> Other.

%% --- several kinds at once ------------------------------------------------------------------------------------
kinds() ->
    [[[local], [meta], [call_count]], [[global], [meta]], [[global], [meta], [local], [global]], [[meta, local, call_count, call_time]], [[call_count, local]],
     [[call_count, global]], [[meta, global]], [[local, global]], [[{meta, foo}]], [[{meta, 1}]], [[call_count], [global]], [[meta], [meta]]].

kinds(All) ->
    F = {?MODULE, inner, 1},
    G = {?MODULE, id, 1},
    Found = [{catch_class(fun() -> erlang:trace_pattern(X, true, K) end), named(erlang:trace_info(X, all), none)} || K <- All, X <- [F, G]],
    Off = [{erlang:trace_pattern(X, false, [K]), named(erlang:trace_info(X, all), none)} || X <- [F, G], K <- [local, meta, call_count, call_time]],
    [erlang:trace_pattern(X, false, []) || X <- [F, G]],
    {Found, Off}.

flags() -> [[call], [call, arity], [call, return_to], [call, silent], [call, timestamp], [call, monotonic_timestamp], [send], []].

specs() ->
    [true, [], false, [{'_', [], [{return_trace}]}], [{'_', [], [{exception_trace}]}], [{[1], [], []}],
     [{['$1'], [{'>', '$1', 1}], [{message, {{big, '$1'}}}]}], [{'_', [], [{message, {caller}}]}], [{'_', [], [{message, false}]}],
     [{['$1'], [{'=:=', '$1', 2}], [{return_trace}, {message, {self}}]}, {'_', [], []}]].

event_specs() ->
    [true, [], false, [{['_', a], [], []}], [{['_', '_', a], [], []}], [{['$1', '$2'], [{is_atom, '$2'}], [{message, '$2'}]}],
     [{'_', [{'=:=', {self}, nobody}], []}]].

%% --- functions that are traced ----------------------------------------------------------------------------
fact(0) -> 1;
fact(N) -> N * ?MODULE:fact(N - 1).
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).
bad(X) -> error({bad, X}).
twice(F, X) -> F(F(X)).
id(X) -> X.
outer(X) -> {inner(X), inner(X + 1)}.
inner(X) -> id(X).
tail(X) -> ?MODULE:id(X).

names() -> [{fact, 1}, {even, 1}, {odd, 1}, {bad, 1}, {twice, 2}, {id, 1}, {outer, 1}, {inner, 1}, {tail, 1}].

calling() ->
    fact(2),
    even(3),
    catch bad(1),
    twice(fun id/1, x),
    twice(fun ?MODULE:id/1, y),
    apply(?MODULE, outer, [7]),
    tail(t),
    (catch ?MODULE:bad([])),
    done.

%% --- running ----------------------------------------------------------------------------------------------
%% A process that does something when it is traced already.
with(Flags, F) ->
    Me = self(),
    P = spawn(fun() -> receive {Me, go} -> Me ! {self(), result, (catch F())} end end),
    Count = (catch erlang:trace(P, true, Flags)),
    Info = {erlang:trace_info(P, flags), erlang:trace_info(P, tracer) =:= {tracer, self()}},
    M = monitor(process, P),
    P ! {Me, go},
    receive {'DOWN', M, _, _, Why} -> ok end,
    Ref = erlang:trace_delivered(P),
    receive {trace_delivered, P, Ref} -> ok end,
    {Count, Info, Why, [plain(E, P) || E <- taken()]}.

taken() -> receive M -> [M | taken()] after 0 -> [] end.

%% Times are left out, and who is who.
plain(E, P) when is_tuple(E), element(1, E) =:= trace_ts -> plain(list_to_tuple([no_ts | tl(lists:droplast(tuple_to_list(E)))]), P);
plain(E, P) -> named(E, P).

named(P, P) -> p;
named(X, _) when is_pid(X) -> if X =:= self() -> me; true -> other end;
named(X, _) when is_reference(X) -> ref;
named(X, _) when is_function(X) -> {a_fun, erlang:fun_info(X, arity)};
named(X, P) when is_tuple(X) -> list_to_tuple([named(E, P) || E <- tuple_to_list(X)]);
named([H | T], P) -> [named(H, P) | named(T, P)];
named(X, _) -> X.

calls(Kind, Flags, Spec) ->
    Counts = [erlang:trace_pattern({?MODULE, N, A}, Spec, [Kind]) || {N, A} <- names()],
    Infos = [erlang:trace_info({?MODULE, N, A}, I) || {N, A} <- [{fact, 1}, {inner, 1}], I <- [traced, match_spec]],
    Result = with(Flags, fun calling/0),
    erlang:trace_pattern({?MODULE, '_', '_'}, false, [Kind]),
    {Counts, Infos, Result, erlang:trace_info({?MODULE, fact, 1}, traced)}.

does(Flags, F) -> with(Flags, F).

deeds() ->
    Me = self(),
    [{[send], fun() -> self() ! a, Me ! {b, 1}, ok end},
     {[send], fun() -> register(trace_me, self()), trace_me ! c, {trace_me, node()} ! d, erlang:send(self(), e), ok end},
     {[send], fun() -> P = spawn(fun() -> ok end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end, P ! f, ok end},
     {[send], fun() -> erlang:send(self(), g, [nosuspend]), erlang:send_nosuspend(self(), h) end},
     {[send], fun() -> catch trace_nobody ! x, ok end},
     {['receive'], fun() -> self() ! a, self() ! b, receive b -> ok end, receive a -> ok end end},
     {['receive'], fun() -> receive after 5 -> ok end, receive x -> ok after 0 -> none end end},
     {['receive'], fun() -> P = spawn(fun() -> ok end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end end},
     {['receive'], fun() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(why) end), receive {'EXIT', P, why} -> ok end end},
     {['receive'], fun() -> erlang:send_after(1, self(), late), receive late -> ok end end},
     {[procs], fun() -> spawn(fun() -> ok end), spawn(?MODULE, id, [1]), ok end},
     {[procs], fun() -> P = spawn(fun() -> receive x -> ok end end), link(P), unlink(P), ok end},
     {[procs], fun() -> register(trace_me, self()), unregister(trace_me), ok end},
     {[procs], fun() -> exit(reason) end},
     {[procs], fun() -> register(trace_me, self()), exit(reason) end},
     {[procs], fun() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(why) end), receive {'EXIT', P, why} -> ok end end},
     {[procs], fun() -> {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, P, _} -> ok end end},
     {[procs, set_on_spawn], fun() -> {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, P, _} -> ok end end},
     {[procs, set_on_first_spawn],
      fun() -> [begin {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, P, _} -> ok end end || _ <- [1, 2]] end},
     {[send, procs], fun() -> Me ! x, {erlang:trace_info(self(), flags), whereis(trace_none)} end},
     {[send, procs, call, 'receive', set_on_spawn, set_on_link, arity, return_to, silent, timestamp, set_on_first_spawn, set_on_first_link],
      fun() -> ok end}].

events(Event, Spec) ->
    Answer = (catch erlang:trace_pattern(Event, Spec, [])),
    Result = with([Event], fun() -> self() ! a, self() ! {b, 2}, receive {b, _} -> ok end, receive a -> ok end end),
    Info = (catch erlang:trace_info(Event, match_spec)),
    erlang:trace_pattern(Event, true, []),
    {named(Answer, none), Result, Info}.

gone() -> {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, _, _} -> P end.
waiting() -> spawn(fun() -> receive stop -> ok end end).
asked(F) -> P = waiting(), R = (catch F(P)), P ! stop, named(R, P).
twice_traced() ->
    asked(fun(P) ->
        Q = spawn(fun() -> receive stop -> ok end end),
        A = erlang:trace(P, true, [send, {tracer, Q}]),
        B = (catch erlang:trace(P, true, ['receive'])),
        Q ! stop,
        {A, element(1, B)}
    end).

table() ->
    [?C(catch_class(fun() -> erlang:trace(gone(), true, [send]) end)),
     ?C(catch_class(fun() -> erlang:trace(self(), true, [nonsense]) end)),
     ?C(catch_class(fun() -> erlang:trace(self(), true, send) end)),
     ?C(catch_class(fun() -> erlang:trace(self(), maybe_so, [send]) end)),
     ?C(catch_class(fun() -> erlang:trace(nonsense, true, [send]) end)),
     ?C(catch_class(fun() -> erlang:trace(new, true, [{tracer, gone()}]) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({a, b}, true, []) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({'_', b, 1}, true, []) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, '_', 1}, true, []) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, [{'_', [nonsense], []}], []) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, nonsense, []) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, true, [nonsense]) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, [{'_', [], []}], [call_count]) end)),
     ?C(catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, [{'_', [], []}], [call_time, meta]) end)),
     ?C([catch_class(fun() -> erlang:trace_pattern({?MODULE, id, 1}, What, Kind) end) || What <- [restart, pause], Kind <- [[], [local], [meta]]]),
     ?C([erlang:trace_info({?MODULE, nosuch, 1}, I) || I <- [call_count, call_time, meta, meta_match_spec, all]]),
     ?C(catch_class(fun() -> erlang:trace_info(self(), nonsense) end)),
     ?C(catch_class(fun() -> erlang:trace_info({?MODULE, id, 1}, nonsense) end)),
     ?C(erlang:trace_info(gone(), flags)), ?C(erlang:trace_info(self(), flags)), ?C(erlang:trace_info(new, flags)),
     ?C(erlang:trace_info(new_processes, tracer)), ?C(erlang:trace_info({?MODULE, id, 1}, all)),
     ?C(erlang:trace_info({?MODULE, nosuch, 1}, traced)), ?C(erlang:trace_info({nosuch, f, 1}, match_spec)),
     ?C(erlang:trace_info(send, match_spec)), ?C(erlang:trace_info(on_load, traced)),
     ?C(erlang:trace_pattern({?MODULE, nosuch, 3}, true, [local])), ?C(erlang:trace_pattern({nosuch, f, 1}, true, [])),
     ?C({erlang:trace_pattern({?MODULE, names, 0}, true, []), erlang:trace_pattern({?MODULE, names, 0}, true, [local]),
         erlang:trace_pattern({?MODULE, names, 0}, false, [local])}),
     ?C(asked(fun(P) -> {erlang:trace(P, true, [send]), erlang:trace(P, true, [procs]), erlang:trace_info(P, flags),
                         erlang:trace(P, false, [send]), erlang:trace_info(P, flags), erlang:trace(P, false, [all]),
                         erlang:trace_info(P, flags), erlang:trace_info(P, tracer)} end)),
     ?C(asked(fun(P) -> {erlang:trace(P, false, [send]), erlang:trace_info(P, flags)} end)),
     ?C(twice_traced()),
     ?C(begin erlang:trace(new, true, [procs]), R = {erlang:trace_info(new, flags), erlang:trace_info(new_processes, flags)},
              erlang:trace(new, false, [procs]), {R, erlang:trace_info(new, flags)} end)].

catch_class(F) -> try named(F(), none) catch C:R -> {C, R} end.

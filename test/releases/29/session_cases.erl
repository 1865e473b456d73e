%% Sessions of tracing: each has functions, processes, events and a tracer of its own.
-module(session_cases).
-include("diff.hrl").

f(X) -> g(X).
g(X) -> X + 1.

-define(G, {?MODULE, g, 1}).

taken() -> receive M -> [M | taken()] after 20 -> [] end.

%% Who is who; times and numbers are left out.
named(P, P) -> p;
named(X, _) when is_pid(X) -> if X =:= self() -> me; true -> other end;
named(X, _) when is_reference(X) -> ref;
named(X, _) when is_function(X) -> a_fun;
named(T, P) when is_tuple(T), element(1, T) =:= trace_ts -> named(list_to_tuple([no_ts | tl(lists:droplast(tuple_to_list(T)))]), P);
named({Name, Number}, _) when Name =:= a, is_integer(Number); Name =:= b, is_integer(Number) -> {Name, number};
named(T, P) when is_tuple(T) -> list_to_tuple([named(E, P) || E <- tuple_to_list(T)]);
named([H | T], P) -> [named(H, P) | named(T, P)];
named(X, _) -> X.

waiting(F) -> spawn(fun() -> receive go -> F() end end).

%% A tracer that says by its name what it is told.
tracer(Name) ->
    Me = self(),
    spawn(fun L() -> receive M -> Me ! {Name, M}, L() end end).

session(F) ->
    S = trace:session_create(a, self(), []),
    try F(S) after trace:session_destroy(S) end.

%% What is told when P goes on.
told(P) ->
    P ! go,
    named(taken(), P).

failing(F) -> try F() catch error:Reason -> Reason end.

cases() ->
    [?C(begin S = trace:session_create(a, self(), []), [named(S, none), trace:session_destroy(S), trace:session_destroy(S)] end),
     ?C([failing(fun() -> trace:session_create(X, Y, Z) end) || {X, Y, Z} <- [{"a", self(), []}, {a, foo, []}, {a, self(), foo}, {a, self(), [x]}]]),
     ?C(session(fun(S) ->
         A = trace:function(S, ?G, true, [local]), P = waiting(fun() -> f(1), self() ! x end), B = trace:process(S, P, true, [call, send]),
         I = [trace:info(S, P, flags), named(trace:info(S, P, tracer), P), trace:info(S, ?G, traced), erlang:trace_info(P, flags), erlang:trace_info(?G, traced), trace:info(S, ?G, all)],
         {A, B, I, told(P)} end)),
     ?C(begin
         [S, T] = [trace:session_create(Name, tracer(Name), []) || Name <- [a, b]],
         trace:function(S, ?G, [{'_', [], [{return_trace}]}], [local]), trace:function(T, ?G, [{[1], [], [{message, hi}]}], [local]),
         P = waiting(fun() -> f(1), f(2) end), [trace:process(X, P, true, [call]) || X <- [S, T]],
         Told = lists:keysort(1, told(P)), I = trace:info(S, ?G, match_spec), trace:session_destroy(S),
         [Told, I, failing(fun() -> trace:info(S, ?G, traced) end), trace:info(T, ?G, traced), trace:session_destroy(T), erlang:trace_info(?G, traced)] end),
     ?C(begin
         S = trace:session_create(a, tracer(a), []), trace:function(S, ?G, true, [local]), erlang:trace_pattern(?G, true, [local]),
         P = waiting(fun() -> f(1) end), trace:process(S, P, true, [call, procs]), erlang:trace(P, true, [call]),
         Told = lists:sort(told(P)), trace:session_destroy(S), I = erlang:trace_info(?G, traced), erlang:trace_pattern(?G, false, [local]), [Told, I] end),
     ?C(session(fun(S) -> trace:function(S, ?G, true, [call_count]), f(1), f(2), [trace:info(S, ?G, call_count), erlang:trace_info(?G, call_count)] end)),
     ?C(session(fun(S) -> P = waiting(fun() -> ok end), [failing(fun() -> trace:process(S, P, true, [call, {tracer, self()}]) end), failing(fun() -> trace:function(S, ?G, true, [{meta, P}]) end),
         trace:function(S, ?G, true, [meta])] end)),
     ?C(session(fun(S) -> trace:function(S, ?G, true, [meta]), told(waiting(fun() -> f(1) end)) end)),
     ?C(session(fun(S) ->
         A = [trace:send(S, [{['_', x], [], []}], []), trace:recv(S, false, [])], P = waiting(fun() -> self() ! y, self() ! x, receive x -> ok end end),
         trace:process(S, P, true, [send, 'receive']), [A, trace:info(S, send, match_spec), trace:info(S, 'receive', match_spec), erlang:trace_info(send, match_spec), told(P)] end)),
     ?C(session(fun(S) -> P = waiting(fun() -> spawn(fun() -> ok end) end), trace:process(S, P, true, [procs, set_on_spawn]), lists:sort(told(P)) end)),
     ?C(session(fun(S) -> A = trace:process(S, new, true, [procs]), I = [trace:info(S, new, flags), erlang:trace_info(new, flags)], spawn(fun() -> ok end), [A, I, named(taken(), none)] end)),
     ?C(session(fun(S) ->
         T = trace:session_create(b, self(), []), P = waiting(fun() -> ok end), trace:process(S, P, true, [call]), trace:function(T, ?G, true, [local]),
         I = [named(trace:session_info(X), none) || X <- [all, P, ?G, send, new]], trace:session_destroy(T), I end)),
     ?C(session(fun(S) -> R = trace:delivered(S, all), receive {trace_delivered, all, R} -> ok after 100 -> none end end)),
     ?C(begin S = trace:session_create(a, self(), []), trace:session_destroy(S), [failing(F) || F <- [fun() -> trace:process(S, self(), true, [call]) end, fun() -> trace:function(S, ?G, true, []) end,
         fun() -> trace:info(S, ?G, traced) end, fun() -> trace:send(S, true, []) end]] end),
     ?C(begin C = spawn(fun() -> receive x -> ok end end), S = trace:session_create(a, C, []), P = waiting(fun() -> f(1) end), trace:process(S, P, true, [call]), C ! x, timer:sleep(20),
         I = [trace:info(S, P, flags), trace:info(S, P, tracer)], trace:session_destroy(S), I end),
     ?C(session(fun(S) -> trace:function(S, ?G, [{'_', [], [{disable_trace, call}]}], [local]), P = waiting(fun() -> f(1), f(2) end), trace:process(S, P, true, [call]), erlang:trace(P, true, [send]),
         Told = told(P), [Told, trace:info(S, P, flags)] end))].

%% What is raised, what is caught, what the stack trace says, and what runs afterwards.
-module(exception_cases).
-include("diff.hrl").

cases() ->
    [{{caught, Name}, fun() -> caught(Fun) end} || {Name, Fun} <- failures()]
    ++ [{{catch_operator, Name}, fun() -> old(catch Fun()) end} || {Name, Fun} <- failures()]
    ++ [{{deep, Name}, fun() -> deep(5, Fun) end} || {Name, Fun} <- failures()]
    ++ [{{handler, Class, Where}, fun() -> handler(Class, Where) end} || Class <- [error, exit, throw, none],
         Where <- [body, 'of', 'catch', 'after', nowhere]]
    ++ table().

%% The trace without the frames of the caller.
caught(Fun) ->
    try Fun() of
        V -> {no_failure, V}
    catch
        C:R:S -> {C, R, own(S)}
    end.

own(S) -> lists:takewhile(fun({M, F, _, _}) -> {M, F} =/= {?MODULE, caught} andalso M =/= diff_run end, S).
old({'EXIT', {R, S}}) when is_list(S) -> {'EXIT', {R, [T || {M, _, _, _} = T <- S, M =/= diff_run]}};
old(V) -> V.

failures() ->
    [{error, fun() -> error(reason) end},
     {error_args, fun() -> error(reason, [a, b]) end},
     {error_none, fun() -> error(reason, none) end},
     {error_info, fun() -> erlang:error(reason, [x], [{error_info, #{cause => because, module => ?MODULE}}]) end},
     {exit, fun() -> exit(reason) end},
     {throw, fun() -> throw(reason) end},
     {normal, fun() -> exit(normal) end},
     {badmatch, fun() -> {ok, _} = diff_run:id(no) end},
     {case_clause, fun() -> case diff_run:id(9) of 1 -> ok end end},
     {if_clause, fun() -> X = diff_run:id(1), if X > 2 -> ok end end},
     {function_clause, fun() -> small(diff_run:id(100)) end},
     {function_clause_guard, fun() -> positive(diff_run:id(-1), [list], #{m => 1}) end},
     {fun_clause, fun() -> (fun(1) -> ok end)(diff_run:id(2)) end},
     {undef_module, fun() -> no_such_module:f(1, 2) end},
     {undef_function, fun() -> lists:no_such_function(1) end},
     {undef_arity, fun() -> lists:reverse(1, 2, 3) end},
     {undef_local_module, fun() -> ?MODULE:nothing() end},
     {undef_apply, fun() -> apply(no_such_module, g, [1]) end},
     {badarity, fun() -> F = fun(_) -> 1 end, F(1, 2) end},
     {badarity_external, fun() -> F = fun lists:reverse/1, F() end},
     {badfun, fun() -> F = diff_run:id(not_fun), F(1) end},
     {badfun_apply, fun() -> apply(diff_run:id(x), [1]) end},
     {apply_args, fun() -> apply(lists, reverse, diff_run:id([[1] | bad])) end},
     {apply_module, fun() -> M = diff_run:id(1), M:f() end},
     {apply_function, fun() -> F = diff_run:id("f"), lists:F(1) end},
     {badarith, fun() -> diff_run:id(a) * 2 end},
     {badarith_zero, fun() -> 1 div diff_run:id(0) end},
     {badarg, fun() -> atom_to_list(diff_run:id(1)) end},
     {badmap, fun() -> maps:get(a, diff_run:id(b)) end},
     {badmap_syntax, fun() -> (diff_run:id(z))#{a => 1} end},
     {badkey, fun() -> (diff_run:id(#{}))#{a := 1} end},
     {badkey_get, fun() -> maps:get(a, #{}) end},
     {badrecord, fun() -> bad_record(diff_run:id(1)) end},
     {bool, fun() -> diff_run:id(1) andalso true end},
     {bad_generator, fun() -> [X || X <- diff_run:id(a)] end},
     {bad_generator_tail, fun() -> [X || X <- diff_run:id([1 | b])] end},
     {bad_filter, fun() -> [X || X <- [1], diff_run:id(X)] end},
     {bad_bits_generator, fun() -> [X || <<X>> <= diff_run:id(7)] end},
     {system_limit, fun() -> list_to_atom(lists:duplicate(256, $a)) end},
     {timeout_value, fun() -> receive after diff_run:id(a) -> 1 end end},
     {negative_timeout, fun() -> receive after diff_run:id(-1) -> 1 end end},
     {noproc, fun() -> gen_server:call(nobody_there, hello) end},
     {link_noproc, fun() -> link(dead()) end},
     {throw_term, fun() -> throw({a, [b], #{c => d}}) end},
     {raise_error, fun() -> erlang:raise(error, again, [{m, f, 1, []}]) end},
     {raise_throw, fun() -> erlang:raise(throw, t, []) end},
     {raise_bad_class, fun() -> erlang:raise(diff_run:id(oops), t, []) end},
     {raise_bad_trace, fun() -> erlang:raise(error, t, diff_run:id([nonsense])) end},
     {send_bad, fun() -> diff_run:id(unregistered_name) ! x end},
     {send_number, fun() -> diff_run:id(5) ! x end},
     {register_bad, fun() -> register(undefined, self()) end},
     {hd, fun() -> hd(diff_run:id([])) end},
     {element, fun() -> element(3, diff_run:id({1})) end},
     {lists_map, fun() -> lists:map(fun(X) -> X + 1 end, [1, a]) end},
     {lists_foldl, fun() -> lists:foldl(fun(X, A) -> X + A end, 0, [1 | 2]) end},
     {lists_nth, fun() -> lists:nth(5, [1, 2]) end},
     {sort_fun, fun() -> lists:sort(fun(_, _) -> error(cmp) end, [2, 1]) end},
     {inner, fun() -> try error(first) catch error:first -> error(second) end end},
     {in_after, fun() -> try ok after error(last) end end},
     {try_clause, fun() -> try diff_run:id(1) of 2 -> ok catch _:_ -> no end end},
     {binary_size, fun() -> <<1:(diff_run:id(-1))>> end},
     {comprehension, fun() -> [1 div X || X <- [1, 0]] end},
     {list_to_existing, fun() -> list_to_existing_atom("surely_no_such_" ++ "atom_anywhere") end},
     {append, fun() -> diff_run:id(a) ++ b end},
     {subtract, fun() -> diff_run:id(a) -- [b] end},
     {tuple_call, fun() -> (diff_run:id({lists, reverse})):reverse() end}].

small(X) when X < 10 -> X.
positive(X, _, _) when X > 0 -> X.
bad_record(X) -> element(2, setelement(1, X, y)).
dead() -> P = spawn(fun() -> ok end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> P end.

%% Not a tail call: each level stays on the stack.
deep(0, Fun) -> [Fun()];
deep(N, Fun) -> [N | deep(N - 1, Fun)].

handler(Class, Where) ->
    put(seen, []),
    Result = try
                 try
                     note(body), fail(Class, Where, body)
                 of
                     V -> note({'of', V}), fail(Class, Where, 'of')
                 catch
                     C:R -> note({'catch', C, R}), fail(Class, Where, 'catch')
                 after
                     note('after'), fail(Class, Where, 'after')
                 end
             catch
                 C2:R2 -> {outer, C2, R2}
             end,
    {Result, lists:reverse(get(seen))}.

note(X) -> put(seen, [X | get(seen)]).
fail(Class, Here, Here) -> raise(Class, Here);
fail(_, 'catch', body) -> throw(to_catch);
fail(_, _, There) -> {passed, There}.
raise(error, R) -> error(R);
raise(exit, R) -> exit(R);
raise(throw, R) -> throw(R);
raise(none, R) -> {nothing, R}.

nested(N) ->
    try
        try 10 div N of 5 -> five; 10 -> throw(ten); X when X > 3 -> {big, X} catch error:badarith ->
             zero after put(n, N) end
    catch
        throw:ten -> caught_ten;
        error:{try_clause, V} -> {unhandled, V}
    end.

rethrow() -> try error(original) catch C:R:S -> erlang:raise(C, R, S) end.
wrap() -> try lists:nth(0, [1]) catch error:R:S -> erlang:raise(error, {wrapped, R}, S) end.
finally(F) -> try F() after put(done, true) end.
values(L) -> [try X of V when V > 1 -> V; _ -> small catch _:_ -> bad end || X <- L].
loop_catch(0, A) -> A;
loop_catch(N, A) -> loop_catch(N - 1, try throw(N) catch X -> A + X end).
guard_in_catch(F) -> try F() catch error:{E, N} when N > 1 -> {big, E}; error:{E, _} -> {small, E};
    throw:X when is_atom(X) -> {atom, X}; exit:_ -> exited end.
body_catch(F) -> X = (catch F()), {wrapped, X}.
mutual(0) -> error(bottom);
mutual(N) -> 1 + mutual2(N - 1).
mutual2(0) -> throw(bottom2);
mutual2(N) -> mutual(N - 1) + 1.
tail(0) -> error(tail_bottom);
tail(N) -> tail(N - 1).
long(N) -> case N of 0 -> error(long_bottom); _ -> [long(N - 1)] end.

trace_of(F) -> try F() catch _:_:S -> own(S) end.
shape_of(F) -> try F() catch C:R:S -> {C, R, [{M, Fn, if is_list(A) -> length(A); true -> A end,
    proplists:get_value(line, L)} || {M, Fn, A, L} <- own(S)]} end.

table() ->
    [?C([nested(N) || N <- [0, 1, 2, 3]]),
     ?C(nested(4)),
     ?C(nested(a)),
     ?C(rethrow()),
     ?C(wrap()),
     ?C({catch finally(fun() -> throw(x) end), get(done)}),
     ?C({finally(fun() -> 5 end), get(done)}),
     ?C(values([1, 2, 3])),
     ?C(loop_catch(1000, 0)),
     ?C([guard_in_catch(F) || F <- [fun() -> error({a, 2}) end, fun() -> error({a, 1}) end, fun() ->
         throw(b) end, fun() -> exit(c) end, fun() -> 1 end]]),
     ?C(guard_in_catch(fun() -> throw(1) end)),
     ?C(guard_in_catch(fun() -> error(single) end)),
     ?C(body_catch(fun() -> throw(v) end)),
     ?C(body_catch(fun() -> exit(v) end)),
     ?C(trace_of(fun() -> mutual(3) end)),
     ?C(trace_of(fun() -> mutual(4) end)),
     ?C(trace_of(fun() -> tail(100) end)),
     ?C(trace_of(fun() -> long(3) end)),
     ?C(length(trace_of(fun() -> long(100) end))),
     ?C(length(trace_of(fun() -> mutual(51) end))),
     ?C(shape_of(fun() -> lists:map(fun(X) -> X / 0 end, [1]) end)),
     ?C(shape_of(fun() -> lists:foreach(fun small/1, [1, 2, 30]) end)),
     ?C(shape_of(fun() -> lists:sort(fun(A, B) -> A < B + x end, [3, 2, 1]) end)),
     ?C(shape_of(fun() -> dict:fetch(a, dict:new()) end)),
     ?C(shape_of(fun() -> orddict:fetch(a, []) end)),
     ?C(shape_of(fun() -> gb_trees:get(a, gb_trees:empty()) end)),
     ?C(shape_of(fun() -> queue:get(queue:new()) end)),
     ?C(shape_of(fun() -> array:get(-1, array:new()) end)),
     ?C(shape_of(fun() -> proplists:get_value(a, b) end)),
     ?C(shape_of(fun() -> string:split(a, b) end)),
     ?C(shape_of(fun() -> io_lib:format("~p", []) end)),
     ?C(shape_of(fun() -> io_lib:format("~y", [a]) end)),
     ?C(shape_of(fun() -> list_to_integer("x") end)),
     ?C(shape_of(fun() -> binary:part(<<>>, 1, 1) end)),
     ?C(shape_of(fun() -> ets:lookup(no_table, a) end)),
     ?C(shape_of(fun() -> maps:map(fun(_, V) -> V + a end, #{k => 1}) end)),
     ?C(shape_of(fun() -> maps:fold(fun(_, V, A) -> V + A end, x, #{k => 1}) end)),
     ?C(shape_of(fun() -> lists:zip([1], [1, 2]) end)),
     ?C(shape_of(fun() -> lists:last([]) end)),
     ?C(shape_of(fun() -> hd(lists:nthtail(3, [1, 2])) end)),
     ?C(shape_of(fun() -> re:run("a", "(") end)),
     ?C(shape_of(fun() -> calendar:day_of_the_week(2020, 13, 1) end)),
     ?C(shape_of(fun() -> base64:decode("a") end)),
     ?C(shape_of(fun() -> gen_server:call(self(), x) end)),
     ?C(shape_of(fun() -> unicode:characters_to_list(a) end)),
     ?C(shape_of(fun() -> erlang:apply(fun(A) -> A end, [1, 2]) end)),
     ?C(catch throw(x)),
     ?C(catch exit(x)),
     ?C(catch 1),
     ?C((catch throw(x)) =:= x),
     ?C(begin X = (catch 1 / diff_run:id(0)), element(1, element(2, X)) end),
     ?C(try 1 + 1 of 2 -> two catch _:_ -> no end),
     ?C(try throw(x) catch x -> plain end),
     ?C(try throw(x) catch y -> plain end),
     ?C(try exit(x) catch throw:_ -> a; exit:_ -> b; error:_ -> c end),
     ?C(try error(x) catch C:R -> {C, R} after put(k, 1) end),
     ?C(try (try error(a) after throw(b) end) catch C:R -> {C, R} end),
     ?C(try (try error(a) catch error:a -> exit(b) after put(z, 1) end) catch C:R -> {C, R, get(z)} end),
     ?C(begin F = fun() -> try throw(1) catch throw:N -> N + 1 end end, F() + F() end),
     ?C([catch error(X) || X <- []]),
     ?C(begin X = try diff_run:id(1) catch _:_ -> 2 end, X end),
     ?C((fun() -> try error(deep) catch error:E:_ -> E end end)()),
     ?C(error({custom, "reason", [1, 2]})),
     ?C(error(badarg)),
     ?C(error(badarith)),
     ?C(error(undef)),
     ?C(error(function_clause)),
     ?C(error({badmatch, 1})),
     ?C(exit({shutdown, x})),
     ?C(exit(kill)),
     ?C(throw([])),
     ?C(erlang:error(a, [b, c])),
     ?C(erlang:raise(exit, r, [{a, b, [c], []}])),
     ?C(erlang:raise(error, r, [{a, b, 3, [{file, "x"}, {line, 5}]}])),
     ?C(erlang:raise(error, r, x)),
     ?C(erlang:raise(error, r, [])),
     ?C(try erlang:raise(throw, v, []) catch throw:v:S -> length(S) >= 0 end),
     ?C(erl_erts_errors:format_error(badarg, [{erlang, element, [0, {a}],
         [{error_info, #{module => erl_erts_errors}}]}])),
     ?C(erl_erts_errors:format_error(badarg, [{erlang, atom_to_list, [1],
         [{error_info, #{module => erl_erts_errors}}]}])),
     ?C(try atom_to_list(diff_run:id(1)) catch error:R:S -> erl_erts_errors:format_error(R, S) end),
     ?C(try lists:keyfind(a, 0, []) catch error:R:S -> erl_stdlib_errors:format_error(R, S) end),
     ?C(try ets:insert(no_table, {a}) catch error:R:S -> erl_stdlib_errors:format_error(R, S) end),
     ?C(try binary_to_term(<<1>>) catch error:R:S -> erl_erts_errors:format_error(R, S) end),
     ?C(lists:flatten(erl_error:format_exception(error, badarg,
         [{erlang, hd, [[]], [{error_info, #{module => erl_erts_errors}}]}]))),
     ?C(lists:flatten(erl_error:format_exception(error, function_clause,
         [{m, f, [1, "two", {3}], [{file, "m.erl"}, {line, 3}]}, {m, g, 0, []}]))),
     ?C(lists:flatten(erl_error:format_exception(throw, {a, b}, []))),
     ?C(lists:flatten(erl_error:format_exception(exit, {noproc, {gen_server, call, [x, y]}}, [])))].

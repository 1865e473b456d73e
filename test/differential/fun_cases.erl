%% Funs, calls, recursion and control flow.
-module(fun_cases).
-include("diff.hrl").

cases() ->
    [{{arity, N}, fun() -> arity(N) end} || N <- lists:seq(0, 20)]
    ++ [{{recursion, Name, N}, fun() -> Fun(N) end} || {Name, Fun} <- recursions(), N <- [0, 1, 10, 1000, 1000000]]
    ++ table().

arity(N) ->
    F = erl_eval_fun(N),
    {is_function(F, N), erlang:fun_info(F, arity), apply(F, lists:seq(1, N)),
         zoo:call(?MODULE, run, [F, lists:seq(1, N + 1)])}.

run(F, Args) -> apply(F, Args).

erl_eval_fun(0) -> fun() -> 0 end;
erl_eval_fun(1) -> fun(A) -> A end;
erl_eval_fun(2) -> fun(A, B) -> A + B end;
erl_eval_fun(3) -> fun(A, B, C) -> A + B + C end;
erl_eval_fun(4) -> fun(A, B, C, D) -> {A, B, C, D} end;
erl_eval_fun(5) -> fun(A, B, C, D, E) -> {A, B, C, D, E} end;
erl_eval_fun(N) -> {ok, Tokens, _} = erl_scan:string("fun(" ++ lists:join(",",
    [[$V | integer_to_list(I)] || I <- lists:seq(1, N)]) ++ ") -> V1 + V" ++ integer_to_list(N) ++ " end."),
    {ok, Es} = erl_parse:parse_exprs(Tokens), {value, F, _} = erl_eval:exprs(Es, []), F.

recursions() ->
    [{tail, fun(N) -> tail(N, 0) end},
     {body, fun(N) -> length(body(N)) end},
     {mutual, fun even/1},
     {closure, fun(N) -> (fun L(0, A) -> A; L(I, A) -> L(I - 1, A + I) end)(N, 0) end},
     {fold, fun(N) -> lists:foldl(fun(X, A) -> X bxor A end, 0, lists:seq(1, N)) end},
     {sum, fun(N) -> sum(N) end},
     {apply, fun(N) -> applied(N) end},
     {external, fun(N) -> ?MODULE:external(N, 0) end},
     {catches, fun(N) -> catches(min(N, 100000)) end},
     {foldr, fun(N) -> lists:foldr(fun(X, A) -> X + A end, 0, lists:seq(1, N)) end},
     {map, fun(N) -> lists:sum(lists:map(fun(X) -> X * 2 end, lists:seq(1, N))) end}].

tail(0, A) -> A;
tail(N, A) -> tail(N - 1, A + N).
body(0) -> [];
body(N) -> [N | body(N - 1)].
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).
sum(0) -> 0;
sum(N) -> N + sum(N - 1).
applied(0) -> done;
applied(N) -> apply(?MODULE, applied, [N - 1]).
external(0, A) -> A;
external(N, A) -> ?MODULE:external(N - 1, A + 1).
catches(0) -> [];
catches(N) -> try [N] of _ -> catches(N - 1) catch _:_ -> no end.

adder(N) -> fun(X) -> X + N end.
compose(Fs) -> lists:foldl(fun(F, G) -> fun(X) -> F(G(X)) end end, fun(X) -> X end, Fs).
curry(F) -> fun(A) -> fun(B) -> F(A, B) end end.
counter() -> fun C(N) -> {N, fun() -> C(N + 1) end} end.
ackermann(0, N) -> N + 1;
ackermann(M, 0) -> ackermann(M - 1, 1);
ackermann(M, N) -> ackermann(M - 1, ackermann(M, N - 1)).
collatz(1) -> [1];
collatz(N) when N rem 2 =:= 0 -> [N | collatz(N div 2)];
collatz(N) -> [N | collatz(3 * N + 1)].
local(X) -> X * 3.
church(0) -> fun(_) -> fun(X) -> X end end;
church(N) -> fun(F) -> fun(X) -> F(((church(N - 1))(F))(X)) end end.
y(F) -> (fun(X) -> X(X) end)(fun(X) -> F(fun(A) -> (X(X))(A) end) end).
stream(N) -> [N | fun() -> stream(N + 1) end].
take(0, _) -> [];
take(N, [H | T]) -> [H | take(N - 1, T())].
many(A, B, C, D, E, F, G, H, I, J, K, L) -> {L, K, J, I, H, G, F, E, D, C, B, A}.
shadow(X) -> F = fun(X) -> X * 2 end, {X, F(X + 1)}.
classify(X) -> case X of {ok, _} = T -> {tuple, T}; [_ | _] -> list; N when is_number(N), N > 10 -> big;
    N when is_number(N) -> small; _ -> case X of a -> is_a; _ -> unknown end end.
grade(N) -> if N >= 90 -> a; N >= 80 -> b; N >= 70 -> c; true -> f end.
month(N) -> element(N, {jan, feb, mar, apr, may}).
swap({A, B}) -> {B, A}.

table() ->
    [?C((adder(3))(4)),
     ?C((compose([adder(1), adder(2), fun(X) -> X * 10 end]))(1)),
     ?C(((curry(fun(A, B) -> A - B end))(10))(3)),
     ?C(begin {A, F} = (counter())(5), {B, _} = F(), {A, B} end),
     ?C(ackermann(2, 3)),
     ?C(ackermann(3, 4)),
     ?C(collatz(27)),
     ?C(((church(5))(fun(X) -> X + 1 end))(0)),
     ?C((y(fun(F) -> fun(0) -> 1; (N) -> N * F(N - 1) end end))(10)),
     ?C(take(5, stream(10))),
     ?C(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
     ?C(shadow(5)),
     ?C([classify(X) || X <- [{ok, 1}, [1], [], 11, 3, a, b]]),
     ?C([grade(N) || N <- [95, 85, 75, 5]]),
     ?C([month(N) || N <- [1, 5]]),
     ?C(month(6)),
     ?C(swap(swap({1, 2}))),
     ?C(lists:map(fun local/1, [1, 2])),
     ?C(lists:map(fun ?MODULE:local/1, [1, 2])),
     ?C((fun local/1)(3)),
     ?C(begin M = lists, F = reverse, M:F([1, 2]) end),
     ?C(begin F = fun erlang:abs/1, F(-3) end),
     ?C(begin M = diff_run:id(lists), F = fun M:reverse/1, F([1, 2]) end),
     ?C(begin A = diff_run:id(1), F = fun lists:reverse/A, F([1]) end),
     ?C(begin A = diff_run:id(a), fun lists:reverse/A end),
     ?C(fun lists:nothing/7),
     ?C((diff_run:id(fun lists:nothing/0))()),
     ?C((fun no_module:f/1)(1)),
     ?C(fun local/1 =:= fun local/1),
     ?C(fun ?MODULE:local/1 =:= fun ?MODULE:local/1),
     ?C(fun local/1 =:= fun ?MODULE:local/1),
     ?C(adder(1) =:= adder(1)),
     ?C(adder(1) =:= adder(2)),
     ?C(adder(1) == adder(1.0)),
     ?C(is_function(adder(1), 1)),
     ?C([erlang:fun_info(adder(1), I) || I <- [arity, module, type, env, name]]),
     ?C([erlang:fun_info(fun lists:map/2, I) || I <- [arity, module, type, env, name]]),
     ?C(erlang:fun_info(adder(1), bogus)),
     ?C(lists:sort([element(1, I) || I <- erlang:fun_info(adder(1))])),
     ?C(lists:sort(erlang:fun_info(fun lists:map/2))),
     ?C(erlang:fun_info(a)),
     ?C(is_integer(element(2, erlang:fun_info(adder(1), index)))),
     ?C(byte_size(element(2, erlang:fun_info(adder(1), new_uniq)))),
     ?C(lists:prefix("#Fun<fun_cases", erlang:fun_to_list(adder(1)))),
     ?C(io_lib:format("~p ~w", [fun lists:map/2, fun erlang:'+'/2])),
     ?C(apply(adder(1), [2])),
     ?C(apply(adder(1), [2, 3])),
     ?C(apply(adder(1), 2)),
     ?C(apply(a, b)),
     ?C(apply(?MODULE, local, [7])),
     ?C(apply(?MODULE, swap, [[]])),
     ?C(apply(erlang, apply, [?MODULE, local, [7]])),
     ?C(begin F = fun() -> self() end, F() =:= self() end),
     ?C(begin X = 1, F = fun() -> X end, G = fun() -> X + F() end, G() end),
     ?C((fun(X) when X > 1 -> big; (1) -> one; (_) -> small end)(0)),
     ?C([(fun(Y) -> X * Y end)(2) || X <- [1, 2, 3]]),
     ?C(lists:foldl(fun(F, X) -> F(X) end, 3, [fun erlang:abs/1, adder(5), fun(X) -> {X} end])),
     ?C(begin Fs = [fun() -> I end || I <- [1, 2, 3]], [F() || F <- Fs] end),
     ?C(begin A = 1, B = 2, C = 3, D = 4, F = fun(X) -> A + B * C - D + X end, F(10) end),
     ?C(begin put(n, 0), F = fun() -> put(n, get(n) + 1) end, F(), F(), get(n) end),
     ?C(begin F = fun Self(T) when is_tuple(T) -> lists:sum([Self(X) || X <- tuple_to_list(T)]); Self(X) ->
         X end, F({1, {2, 3}, {{4}}}) end),
     ?C((fun(F) -> F(F, 5) end)(fun(_, 0) -> []; (F, N) -> [N | F(F, N - 1)] end)),
     ?C(begin L = [fun(X) -> X + 1 end, fun(X) -> X * 2 end], [F(V) || F <- L, V <- [1, 2]] end),
     ?C(case {1, [2, 3]} of {X, [Y | _]} when X < Y -> X + Y; _ -> no end),
     ?C(begin X = case diff_run:id(2) of 1 -> Y = a, b; 2 -> Y = c, d end, {X, Y} end),
     ?C(begin {A, B} = {1, 2}, {C, D} = {B, A}, {C, D} end),
     ?C(begin F = fun({ok, V}) -> V; (error) -> none end, [F(X) || X <- [{ok, 1}, error]] end),
     ?C((fun({ok, V}) -> V; (error) -> none end)(oops)),
     ?C(begin (fun(_) -> ok end)(1), then end),
     ?C(lists:sort(fun({A, _}, {B, _}) -> A >= B end, [{1, a}, {3, b}, {2, c}])),
     ?C([begin Y = X * 2, Y + 1 end || X <- [1, 2]]),
     ?C(if 1 > 2 -> a; 2 > 1, 3 > 2 -> b end),
     ?C(begin A = [X || X <- [1, 2]], X = 5, {A, X} end),
     ?C(begin T = {a, b}, setelement(1, T, c), T end),
     ?C(erlang:apply(fun(A, B, C) -> [A, B, C] end, [1, 2, 3])),
     ?C(begin F = fun() -> throw(inside) end, try F() catch X -> {caught, X} end end),
     ?C(diff_run:each(fun(X) -> 10 div X end, [1, 0, a])),
     ?C(element(2, process_info(self(), current_function))),
     ?C(?MODULE),
     ?C(?LINE > 0),
     ?C(?FUNCTION_NAME),
     ?C(module_info(module)),
     ?C(lists:member({local, 1}, module_info(exports))),
     ?C(erlang:function_exported(?MODULE, local, 1)),
     ?C(proplists:get_value(vsn, module_info(attributes)) =/= undefined),
     ?C(is_list(module_info(compile))),
     ?C(byte_size(module_info(md5))),
     ?C(module_info(bogus))].

%% Guards: type tests, guard built-ins, failing guards, and the logical operators in and out of guards.
-module(guard_cases).
-include("diff.hrl").
-record(a, {x}).
-record(b, {x}).


cases() ->
    [{{test, Name}, fun() -> [{Test(X), erlang:Name(X)} || X <- zoo:everyone()] end} || {Name, Test} <- tests()]
    ++ [{{guard, Name}, fun() -> [Guard(X) || X <- zoo:everyone()] end} || {Name, Guard} <- guards()]
    ++ [{{logic, Name}, fun() -> zoo:calls(?MODULE, Name, zoo:pairs(truth(), truth())) end}
        || Name <- [strict_and, strict_or, strict_xor, lazy_and, lazy_or, negated, mixed, in_guard, nested_guard]]
    ++ table().

truth() -> [true, false, a, 1, []].

%% Each pair tests the same thing in a guard and by a call.
tests() ->
    [{is_atom, fun(X) when is_atom(X) -> yes; (_) -> no end},
     {is_binary, fun(X) when is_binary(X) -> yes; (_) -> no end},
     {is_bitstring, fun(X) when is_bitstring(X) -> yes; (_) -> no end},
     {is_boolean, fun(X) when is_boolean(X) -> yes; (_) -> no end},
     {is_float, fun(X) when is_float(X) -> yes; (_) -> no end},
     {is_function, fun(X) when is_function(X) -> yes; (_) -> no end},
     {is_integer, fun(X) when is_integer(X) -> yes; (_) -> no end},
     {is_list, fun(X) when is_list(X) -> yes; (_) -> no end},
     {is_map, fun(X) when is_map(X) -> yes; (_) -> no end},
     {is_number, fun(X) when is_number(X) -> yes; (_) -> no end},
     {is_pid, fun(X) when is_pid(X) -> yes; (_) -> no end},
     {is_port, fun(X) when is_port(X) -> yes; (_) -> no end},
     {is_reference, fun(X) when is_reference(X) -> yes; (_) -> no end},
     {is_tuple, fun(X) when is_tuple(X) -> yes; (_) -> no end}].

guards() ->
    [{abs, fun(X) when abs(X) > 0 -> yes; (_) -> no end},
     {bit_size, fun(X) when bit_size(X) > 7 -> yes; (_) -> no end},
     {byte_size, fun(X) when byte_size(X) =:= 1 -> yes; (_) -> no end},
     {ceil, fun(X) when ceil(X) =:= 1 -> yes; (_) -> no end},
     {element, fun(X) when element(1, X) =:= a -> yes; (_) -> no end},
     {element_last, fun(X) when element(tuple_size(X), X) =:= 3 -> yes; (_) -> no end},
     {float, fun(X) when float(X) == 1.0 -> yes; (_) -> no end},
     {floor, fun(X) when floor(X) =:= -1 -> yes; (_) -> no end},
     {hd, fun(X) when hd(X) =:= a -> yes; (_) -> no end},
     {is_function_1, fun(X) when is_function(X, 1) -> yes; (_) -> no end},
     {is_map_key, fun(X) when is_map_key(a, X) -> yes; (_) -> no end},
     {is_record, fun(X) when is_record(X, a) -> yes; (_) -> no end},
     {is_record_2, fun(X) when is_record(X, a, 2) -> yes; (_) -> no end},
     {length, fun(X) when length(X) =:= 1 -> yes; (_) -> no end},
     {map_get, fun(X) when map_get(a, X) =:= 1 -> yes; (_) -> no end},
     {map_size, fun(X) when map_size(X) =:= 2 -> yes; (_) -> no end},
     {node, fun(X) when node(X) =:= nonode@nohost -> yes; (_) -> no end},
     {self, fun(X) when X =:= self() -> yes; (_) -> no end},
     {round, fun(X) when round(X) =:= -1 -> yes; (_) -> no end},
     {size, fun(X) when size(X) =:= 2 -> yes; (_) -> no end},
     {tl, fun(X) when tl(X) =:= [] -> yes; (_) -> no end},
     {trunc, fun(X) when trunc(X) =:= 1 -> yes; (_) -> no end},
     {tuple_size, fun(X) when tuple_size(X) =:= 3 -> yes; (_) -> no end},
     {binary_part, fun(X) when binary_part(X, 0, 1) =:= <<1>> -> yes; (_) -> no end},
     {binary_part_2, fun(X) when binary_part(X, {byte_size(X), -1}) =:= <<3>> -> yes; (_) -> no end},
     {add, fun(X) when X + 1 =:= 2 -> yes; (_) -> no end},
     {subtract, fun(X) when X - 1 == 0 -> yes; (_) -> no end},
     {multiply, fun(X) when X * 2 > 30 -> yes; (_) -> no end},
     {divide, fun(X) when 1 / X > 0 -> yes; (_) -> no end},
     {'div', fun(X) when 100 div X =:= 5 -> yes; (_) -> no end},
     {'rem', fun(X) when X rem 2 =:= 1 -> yes; (_) -> no end},
     {'band', fun(X) when X band 1 =:= 1 -> yes; (_) -> no end},
     {'bsl', fun(X) when X bsl 1 =:= 34 -> yes; (_) -> no end},
     {'bnot', fun(X) when bnot X =:= 0 -> yes; (_) -> no end},
     {'not', fun(X) when not X -> yes; (_) -> no end},
     {plain, fun(X) when X -> yes; (_) -> no end},
     {either, fun(X) when hd(X) =:= 1; element(1, X) =:= 1; X =:= #{} -> yes; (_) -> no end},
     {orelse_fails, fun(X) when hd(X) =:= 1 orelse X =:= 1 -> yes; (_) -> no end},
     {or_fails, fun(X) when (X =:= 1) or (hd(X) =:= 1) -> yes; (_) -> no end},
     {range, fun(X) when X >= 0, X =< 17, is_integer(X) -> yes; (_) -> no end},
     {chain, fun(X) when is_list(X), length(X) > 1 -> long; (X) when is_list(X) -> short; (X) when is_tuple(X),
         tuple_size(X) > 1 -> long; (X) when is_tuple(X) -> short; (X) when is_map(X) -> map;
         (X) when is_number(X), X < 0 -> negative; (X) when is_atom(X), X > b -> late; (_) -> other end}].

strict_and(A, B) -> A and B.
strict_or(A, B) -> A or B.
strict_xor(A, B) -> A xor B.
lazy_and(A, B) -> A andalso B.
lazy_or(A, B) -> A orelse B.
negated(A, B) -> {not A, not B}.
mixed(A, B) -> (A andalso not B) or (B andalso not A).
in_guard(A, B) when A and not B -> left;
in_guard(A, B) when B, A =:= false -> right;
in_guard(A, B) when A xor B -> never;
in_guard(A, B) when A orelse B -> either;
in_guard(_, _) -> neither.
nested_guard(A, B) when (A andalso is_atom(B)) orelse (is_list(B) andalso not (A =:= true)) -> deep;
nested_guard(A, _) when A =:= 1; A =:= [] -> flat;
nested_guard(_, _) -> none.

sign(X) -> if X > 0 -> 1; X < 0 -> -1; X == 0 -> 0 end.
select(1) -> one; select(2) -> two; select(3) -> three; select(100) -> hundred; select(1000000) -> million;
    select(-1) -> minus; select(X) -> {other, X}.
select_big(16#FFFFFFFFFFFFFFFFFF) -> big; select_big(16#10000000000000000) -> power; select_big(0) -> zero;
    select_big(X) -> X.
select_atom(a) -> 1; select_atom(b) -> 2; select_atom(c) -> 3; select_atom([]) -> 4; select_atom(X) -> X.
select_arity({}) -> 0; select_arity({_}) -> 1; select_arity({_, _}) -> 2; select_arity({_, _, _, _}) -> 4;
    select_arity(_) -> other.
select_float(1.0) -> one; select_float(2.5) -> two_and_half; select_float(-3.0) -> minus; select_float(X) -> X.
mixed_keys(1) -> int; mixed_keys(1.0) -> float; mixed_keys(one) -> atom; mixed_keys("one") -> string;
    mixed_keys(<<"one">>) -> bin; mixed_keys(_) -> none.

table() ->
    [?C(zoo:calls(?MODULE, sign, [[X] || X <- zoo:few()])),
     ?C([select(X) || X <- [1, 2, 3, 4, 100, 1000000, -1, 1.0, a]]),
     ?C([select_big(X) || X <- [16#FFFFFFFFFFFFFFFFFF, 1 bsl 64, 0, 1 bsl 72, 5]]),
     ?C([select_atom(X) || X <- [a, b, c, [], d, 1]]),
     ?C([select_arity(X) || X <- [{}, {1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}, a]]),
     ?C([select_float(X) || X <- [1.0, 1, 2.5, -3.0, -3]]),
     ?C([mixed_keys(X) || X <- [1, 1.0, one, "one", <<"one">>, 2]]),
     ?C(begin X = diff_run:id(b), if a == X -> 1 end end),
     ?C(true and diff_run:id(1)),
     ?C(diff_run:id(1) and true),
     ?C(false and diff_run:id(1)),
     ?C(false andalso diff_run:id(1)),
     ?C(true andalso diff_run:id(1)),
     ?C(diff_run:id(1) andalso true),
     ?C(diff_run:id(a) orelse true),
     ?C(true orelse error(never)),
     ?C(not diff_run:id(nope)),
     ?C(case diff_run:id({1, 2}) of {A, B} when A > B -> gt; {A, B} when A < B, A + B =:= 3 -> lt end),
     ?C(case diff_run:id([]) of X when length(X) > 0 -> x; X when hd(X) =:= 1 -> y; _ -> z end),
     ?C([X || X <- zoo:terms(), is_integer(X), X > 0]),
     ?C([X || X <- [1, a, 2, "x", 3], X + 0 > 1]),
     ?C([X || X <- [{a, 1}, b, {c, 2}], element(2, X) > 1]),
     ?C(begin F = fun(X, Y) when X =:= Y -> eq; (X, Y) when X == Y -> like; (_, _) -> ne end,
         {F(1, 1), F(1, 1.0), F(1, 2)} end),
     ?C(is_function(fun() -> 1 end, 0)),
     ?C(is_function(fun() -> 1 end, 1)),
     ?C(is_function(a, -1)),
     ?C(is_function(fun lists:map/2, 2)),
     ?C(is_function(a, b)),
     ?C(is_record({a, 1}, a)),
     ?C(is_record({a, 1}, b)),
     ?C(is_record({a, 1}, a, 2)),
     ?C(is_record({a, 1}, a, 3)),
     ?C(is_record(a, a)),
     ?C(is_record({1, 2}, diff_run:id(1))),
     ?C(is_record({}, a)),
     ?C(is_map_key(a, diff_run:id(1))),
     ?C(map_get(z, #{a => 1})),
     ?C(map_get(a, diff_run:id([]))),
     ?C(map_size(diff_run:id(a))),
     ?C(length(diff_run:id([1 | 2]))),
     ?C(length(diff_run:id(a))),
     ?C(hd(diff_run:id([]))),
     ?C(tl(diff_run:id([]))),
     ?C(element(diff_run:id(0), {a})),
     ?C(element(diff_run:id(2), {a})),
     ?C(element(diff_run:id(a), {a})),
     ?C(element(1, diff_run:id([]))),
     ?C(tuple_size(diff_run:id([]))),
     ?C(size(diff_run:id([]))),
     ?C(byte_size(diff_run:id("a"))),
     ?C(bit_size(diff_run:id(1))),
     ?C(abs(diff_run:id(a))),
     ?C(round(diff_run:id("1"))),
     ?C(binary_part(<<"abcdef">>, 2, 3)),
     ?C(binary_part(<<"abcdef">>, 6, -3)),
     ?C(binary_part(<<"abcdef">>, diff_run:id(4), 3)),
     ?C(binary_part(<<"abcdef">>, {diff_run:id(-1), 1})),
     ?C(node()),
     ?C(node(self())),
     ?C(node(diff_run:id(a)))].

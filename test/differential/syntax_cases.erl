%% Programs as data: scanning, parsing, evaluating, printing, compiling and loading Erlang.
-module(syntax_cases).
-include("diff.hrl").

cases() ->
    [{{scan, T}, fun() -> {erl_scan:string(T), erl_scan:string(T, {1, 1}, [return, text])} end} || T <- texts()]
    ++ [{{expression, T}, fun() -> expression(T) end} || T <- expressions()]
    ++ [{{form, T}, fun() -> form(T) end} || T <- forms()]
    ++ [{{compile, T}, fun() -> compiled(T) end} || T <- programs()]
    ++ table().

texts() ->
    ["", "a", "A1 _ _x", "'quoted atom'", "\"str\\n\\x41\\x{20ac}\"",
     "1 2.5 1.0e-3 16#Ff 36#zz 1_000 $a $\\n $\\s", "1.", "1.e", "16#", "\"open", "'open", "% comment\n a",
     "<<1:8>> => := :: -> <- <= || ++ -- == =:= /= =/= =< >= !",
     "if when fun end case of begin catch try after receive andalso orelse bnot maybe", "\x{e9}t\x{e9}",
     "a\nb\r\n c", "foo:bar/2 #rec{x=1} ?MACRO", "3#12 2#102", "1__0", "a.b", "x. y. "].

expressions() ->
    ["1 + 2 * 3.", "(1 + 2) * 3.", "-5 rem 3.", "1 bsl 4 bor 1.", "not true orelse false.",
     "[X * 2 || X <- [1,2,3], X > 1].", "[{X,Y} || X <- [1,2], Y <- [a,b]].", "<< <<X:4>> || X <- [1,2,3] >>.",
     "[X || <<X:2>> <= <<255,1>>].", "case {ok, 5} of {ok, N} when N > 3 -> N; _ -> none end.",
     "if 1 > 2 -> a; true -> b end.", "try error(x) catch error:R -> {caught, R} after ok end.",
     "try 1 of 1 -> one catch _:_ -> no end.", "begin A = 1, B = A + 1, {A, B} end.",
     "(fun(X) -> X + 1 end)(2).", "(fun F(0) -> 1; F(N) -> N * F(N-1) end)(6).",
     "lists:map(fun(X) -> X * X end, [1,2,3]).", "lists:map(fun erlang:abs/1, [-1,2]).", "#{a => 1, b => 2}.",
     "(#{a => 1})#{a := 2, c => 3}.", "#{a := V} = #{a => 7}, V.", "catch throw(ball).",
     "{A, B} = {1, 2}, A + B.", "{A, A} = {1, 2}.", "X.", "hd([]).", "1 / 0.", "foo:bar(1).",
     "\"abc\" ++ \"def\".", "<<1, 2:16/little, \"xy\", 3.0/float>>.", "<<A:4, B/bits>> = <<18, 52>>, {A, B}.",
     "receive after 0 -> timeout end.", "self() ! hi, receive M -> M end.",
     "self() ! {a, 1}, self() ! {b, 2}, receive {b, X} -> X end.", "atom_to_list(abc).", "element(2, {a,b}).",
     "apply(lists, reverse, [[1,2]]).", "[1,2|3].", "{}.", "'hello world'.", "$a.", "1.5e3.", "[a||true].",
     "1 +.", "foo(.", "end.", "fun(X) when X > 0 -> pos; (_) -> neg end(3).", "maybe_undefined().",
     "case 5 of 1 -> a end.", "if false -> x end.", "(fun(1) -> a end)(2).", "exit(bye).",
     "lists:foldl(fun(X, Acc) -> X + Acc end, 0, lists:seq(1, 100)).",
     "X = 1, Y = case X of 1 -> Z = 2, Z; _ -> Z = 3 end, {Y, Z}.", "#rec{x = 1}.", "?MACRO.",
     "is_integer(1) andalso is_atom(a).", "fun lists:map/2.", "fun() -> ok end, ok.", "<<(1 + 1):8>>.",
     "1 == 1.0 andalso 1 =/= 1.0."].

expression(T) ->
    {ok, Tokens, _} = erl_scan:string(T),
    case erl_parse:parse_exprs(Tokens) of
        {ok, Es} -> {lists:flatten(erl_pp:exprs(Es)), erl_lint:exprs(Es, []), evaluated(Es)};
        Error -> Error
    end.

evaluated(Es) ->
    try erl_eval:exprs(Es, erl_eval:new_bindings()) of
        {value, V, Bs} -> {V, lists:sort(erl_eval:bindings(Bs))}
    catch
        C:R -> {C, R}
    end.

forms() ->
    ["-module(m).", "-export([f/1, g/0]).", "-record(r, {a = 1, b :: atom()}).",
     "-type t() :: a | {b, integer()} | [t()].", "-spec f(X) -> Y when X :: integer(), Y :: atom().",
     "f(0) -> zero; f(N) when N > 0, is_integer(N); N == a -> case N of 1 -> one; _ -> {N, [N | []]} end.",
     "g() -> R = #r{a = 2}, R#r.a, R#r{b = c}.",
     "h(X) -> try X:f() of ok -> yes catch C:R:S -> {C, R, S} after cleanup() end.",
     "i() -> receive {a, B} when B -> B after 1000 -> [Y || {Y, _} <- x(), is_list(Y)] end.",
     "j(<<A:8/integer-little, B/binary>>) -> <<B/binary, A:16>>.",
     "k() -> fun(X, Y) -> X ! Y end, fun k/0, fun m:k/0.", "l(#{a := X} = M) -> M#{a => X, b := 2}.",
     "-define(X, 1).", "-ifdef(X).", "o( -> x.", "p() -> a b.",
     "q() -> \"a long string\" \"continued\", $x, 'Odd Atom', 16#ff, 1.0e10.",
     "-callback init(Args :: term()) -> {ok, State :: term()} | ignore.",
     "-opaque o(T) :: #{key := T, optional => binary()}.", "r() -> begin A = 1 end, -A + -1 - (2 - 3) * not A.",
     "s() -> if A, B; C -> d; true -> e end.", "t() -> catch x(), (catch y())."].

form(T) ->
    {ok, Tokens, _} = erl_scan:string(T, {1, 1}),
    case erl_parse:parse_form(Tokens) of
        {ok, Form} -> {Form, lists:flatten(erl_pp:form(Form))};
        Error -> Error
    end.

programs() ->
    ["-module(p1). -export([main/0]). main() -> fact(20). fact(0) -> 1; fact(N) -> N * fact(N - 1).",
     "-module(p2). -export([main/0]). main() -> [X || X <- lists:seq(1, 30), prime(X)]. prime(N) -> N > 1 andalso lists:all(fun(D) -> N rem D =/= 0 end, lists:seq(2, N - 1)).", "-module(p3). -export([main/0]). -record(s, {n = 0}). main() -> loop(#s{}, 5). loop(#s{n = N}, 0) -> N; loop(S, I) -> loop(S#s{n = S#s.n + I}, I - 1).", "-module(p4). -export([main/0]). main() -> try f(a) catch error:E -> {E} end. f(X) when is_integer(X) -> X.", "-module(p5). -export([main/0]). main() -> <<A:3, B:5, R/binary>> = <<170, \"xyz\">>, {A, B, R, << <<C>> || <<C>> <= R, C > 120 >>}.", "-module(p6). -export([main/0]). main() -> P = self(), spawn(fun() -> P ! {self(), done} end), receive {_, M} -> M end.", "-module(p7). -export([main/0]). main() -> undefined_function().", "-module(p8). -export([main/0]). main() -> X = 1, X = Y.", "-module(p9). -export([main/0, unused/1]). main() -> M = #{a => 1}, M#{b => maps:get(a, M) + 1}. unused(X) -> ok.", "-module(p10). -export([main/0]). main() -> F = fun G(0, A) -> A; G(N, A) -> G(N - 1, [N | A]) end, F(10, []).", "-module(p11). -export([main/0]). main() -> put(x, 1), Y = get(x), case Y of 1 when Y > 0 -> if Y < 2 -> small; true -> big end end.", "-module(p12). -export([main/0]). main() -> lists:sum([A * B || A <- [1, 2, 3], B <- [10, 20], A + B > 12])."].

%% Compiled, loaded, run and unloaded again.
compiled(T) ->
    {ok, Tokens, _} = erl_scan:string(T),
    Forms = [begin {ok, F} = erl_parse:parse_form(Ts), F end || Ts <- split(Tokens, [])],
    case compile:forms(Forms, [return, deterministic]) of
        {ok, Module, Binary, Warnings} ->
            {module, Module} = code:load_binary(Module, "nowhere", Binary),
            Result = (catch Module:main()),
            Unloaded = {code:delete(Module), code:purge(Module), erlang:module_loaded(Module)},
            {Module, byte_size(Binary), erlang:md5(Binary), [{F, erl_diagnosis(W)} || {F, W} <- Warnings],
                 Result, Unloaded};
        {error, Errors, Warnings} ->
            {[erl_diagnosis(E) || {_, E} <- Errors], [erl_diagnosis(W) || {_, W} <- Warnings]}
    end.

erl_diagnosis(List) -> [lists:flatten(Module:format_error(What)) || {_, Module, What} <- List].
split([], _) -> [];
split([{dot, _} = D | Rest], Now) -> [lists:reverse([D | Now]) | split(Rest, [])];
split([T | Rest], Now) -> split(Rest, [T | Now]).

tree(T) -> {ok, Tokens, _} = erl_scan:string(T), {ok, [E]} = erl_parse:parse_exprs(Tokens), E.

table() ->
    [?C(erl_parse:abstract({a, [1, "b"], <<"c">>, 1.5})),
     ?C(erl_parse:normalise(tree("{a, [1, \"b\"], <<\"c\">>, #{k => v}}."))),
     ?C(erl_parse:normalise(tree("f()."))),
     ?C(lists:flatten(erl_pp:expr(tree("case  X of {a,B}when B>1->[B|c];_->fun(Y)->Y+1 end end.")))),
     ?C(lists:flatten(erl_pp:expr(tree("(1+2)*-3 div (4 - (5 - 6)).")))),
     ?C(erl_eval:expr(tree("X + Y."), [{'X', 1}, {'Y', 2}])),
     ?C(erl_eval:expr(tree("X + 1."), [])),
     ?C(erl_eval:expr_list([tree("1."), tree("a.")], [])),
     ?C(erl_eval:expr(tree("f(3)."), [], {value, fun(f, [X]) -> X * 100 end})),
     ?C(erl_eval:expr(tree("m:f(3)."), [], none, {value, fun({m, f}, [X]) -> {called, X} end})),
     ?C(erl_scan:string("foo", 7)),
     ?C(erl_scan:tokens([], "a b. c", 1)),
     ?C(erl_scan:tokens([], "a b", 1)),
     ?C(erl_scan:reserved_word('case')),
     ?C(erl_scan:symbol({atom, 1, x})),
     ?C(erl_scan:line({atom, {3, 4}, x})),
     ?C(erl_scan:format_error({illegal, character})),
     ?C(erl_anno:line(erl_anno:new({2, 3}))),
     ?C(erl_internal:bif(length, 1)),
     ?C(erl_internal:guard_bif(length, 1)),
     ?C(erl_parse:parse_term(element(2, erl_scan:string("{a, [b|c], #{d => -1}}.")))),
     ?C(erl_parse:parse_term(element(2, erl_scan:string("f().")))),
     ?C(erl_parse:map_anno(fun(_) -> 0 end, tree("x + 1."))),
     ?C(erl_lint:format_error({undefined_function, {f, 1}})),
     ?C(erl_syntax:type(erl_syntax:atom(x))),
     ?C(erl_prettypr:format(erl_syntax:application(erl_syntax:atom(f), [erl_syntax:integer(1)]))),
     ?C(lists:flatten(erl_pp:expr(erl_syntax:revert(erl_syntax:tuple([erl_syntax:string("s"),
         erl_syntax:nil()]))))),
     ?C(erl_expand_records:module([{attribute, 1, module, m},
         {attribute, 1, record, {r, [{record_field, 1, {atom, 1, a}}]}},
         {function, 2, f, 0, [{clause, 2, [], [], [{record, 2, r, []}]}]}], [])),
     ?C(erl_bits:system_bittypes()),
     ?C(io_lib:format("~s", [erl_pp:form({attribute, 1, module, m})])),
     ?C(erl_eval:exprs(element(2, erl_parse:parse_exprs(element(2,
         erl_scan:string("F = fun(X) -> X * 2 end, lists:map(F, [1,2,3]).")))), []) =/= x),
     ?C(element(2, erl_eval:exprs(element(2, erl_parse:parse_exprs(element(2,
         erl_scan:string("F = fun(X) -> X * 2 end, lists:map(F, [1,2,3]).")))), []))),
     ?C((element(2, erl_eval:expr(tree("fun(A, B) -> {B, A} end."), [])))(1, 2)),
     ?C(try (element(2, erl_eval:expr(tree("fun(A, B) -> {B, A} end."), [])))(1) catch C:{R, _} -> {C, R} end),
     ?C(sys_core_fold:module(cerl:c_module(cerl:c_atom(m), [], []), []) =/= x),
     ?C(cerl:concrete(cerl:c_int(5))),
     ?C(beam_lib:info(<<"not a beam">>)),
     ?C(compile:forms([{attribute, 1, module, empty}], [binary, deterministic])),
     ?C(element(1, compile:forms([{attribute, 1, module, empty}], ['S', binary]))),
     ?C(compile:forms(nonsense, [return]))].

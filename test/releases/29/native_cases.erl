%% Native records: made, matched, updated and asked about, at home and from another module.
-module(native_cases).
-include("diff.hrl").
-export_record([point]).
-record #point{x = 0, y = 0, z}.
-record #secret{a, b = [1, 2]}.

cases() ->
    [{{Name, Number}, fun() -> Fun(lists:nth(Number, values())) end}
     || {Name, Fun} <- functions(), Number <- lists:seq(1, length(values()))]
    ++ [{{create, Arguments}, fun() -> apply(records, create, Arguments) end} || Arguments <- creations()]
    ++ [{{definition, M, N}, fun() -> records:get_definition(M, N) end}
        || {M, N} <- [{?MODULE, point}, {?MODULE, secret}, {?MODULE, none}, {no_such_module, x}, {1, 2}]]
    ++ [{{compare, N}, fun() -> [{A < B, A == B, A =:= B} || B <- values()] end}
        || {N, A} <- lists:zip(lists:seq(1, length(values())), values())]
    ++ table().

values() ->
    [point(3), diff_run:id(#secret{a = q}), made(other, thing, [{q, 1}, {y, 2}], true), made(other, thing, [{q, 1}, {y, 2}], false),
     made(?MODULE, point, [{y, 2}, {w, 1}], true), made(?MODULE, point, [{x, 1.0}, {y, 2}, {z, 1}], true), {point, 1}, #{x => 1}, a].

made(Module, Name, Fields, Exported) -> records:create(Module, Name, Fields, #{is_exported => Exported}).

point(X) -> #point{z = X}.

functions() ->
    [{new, fun(X) -> #point{x = X, z = X} end},
     {update, fun(R) -> R#point{y = 5} end},
     {update_secret, fun(R) -> R#secret{a = 1} end},
     {update_any, fun(R) -> R#_{y = 7} end},
     {field, fun(R) -> R#point.x end},
     {field_of_any, fun(R) -> R#_.y end},
     {match, fun match/1},
     {guard, fun guard/1},
     {guard_on_field, fun(R) when R#point.x > 0 -> big; (_) -> small end},
     {is_record_1, fun(R) -> is_record(R) end},
     {is_record_2, fun(R) -> is_record(R, diff_run:id(point)) end},
     {is_record_3, fun(R) -> is_record(R, diff_run:id(?MODULE), diff_run:id(point)) end},
     {is_tuple, fun(R) -> {is_tuple(R), is_map(R)} end},
     {module, fun records:get_module/1},
     {name, fun records:get_name/1},
     {fields, fun records:get_field_names/1},
     {exported, fun records:is_exported/1},
     {get, fun(R) -> records:get(y, R) end},
     {get_number, fun(R) -> records:get(1, R) end},
     {update_4, fun(R) -> records:update(R, ?MODULE, point, #{y => 9}) end},
     {update_4_bad, fun(R) -> records:update(R, ?MODULE, point, #{qq => 9}) end},
     {update_4_no_map, fun(R) -> records:update(R, ?MODULE, point, []) end},
     {external, fun(R) -> {term_to_binary(R), erlang:external_size(R), binary_to_term(term_to_binary(R)) =:= R} end},
     {text, fun(R) -> lists:flatten(io_lib:format("~p ~w ~20p", [R, R, R])) end},
     {flat_size, fun erts_debug:flat_size/1},
     {phash2, fun erlang:phash2/1},
     {key, fun(R) -> #{R => 1} =:= #{R => 1} end},
     {abroad_field, fun abroad:field/1},
     {abroad_secret, fun abroad:secret/1},
     {abroad_any, fun abroad:any/1},
     {abroad_update, fun abroad:update/1},
     {abroad_update_secret, fun abroad:update_secret/1},
     {abroad_update_any, fun abroad:update_any/1},
     {abroad_match, fun abroad:match/1},
     {abroad_kind, fun abroad:kind/1}].

match(#point{x = X}) -> {point, X};
match(#secret{a = A}) -> {secret, A};
match(#_{q = Q}) -> {q, Q};
match(_) -> other.

guard(R) when is_record(R, point) -> point;
guard(R) when is_record(R) -> any;
guard(_) -> none.

creations() ->
    Yes = #{is_exported => true},
    [[a, b, [], Yes], [1, b, [], Yes], [a, 1, [], Yes], [a, b, [{1, 2}], Yes], [a, b, [{x, 2}, {x, 3}], Yes], [a, b, [x], Yes],
     [a, b, [{x, 1} | y], Yes], [a, b, x, Yes], [a, b, [], #{}], [a, b, [], #{is_exported => 1}], [a, b, [], x],
     [a, b, #{x => 1}, Yes], [a, b, [{z, 3}, {x, 1}, {y, 2}], Yes]].

table() ->
    [?C(abroad:new()),
     ?C(abroad:new_without_value()),
     ?C(abroad:new_secret()),
     ?C(abroad:new_unknown()),
     ?C(abroad:new_nowhere()),
     ?C(abroad:new_with_other_field()),
     ?C(lists:sort([made(m, N, F, E) || N <- [a, b], F <- [[], [{x, 1}], [{y, 0}], [{x, 1}, {y, 2}]], E <- [true, false]])),
     ?C(begin P = self(), spawn(fun() -> P ! point(4) end), receive #point{z = Z} -> Z end end),
     ?C(begin T = ets:new(t, []), ets:insert(T, {point(1), 1}), ets:lookup(T, point(1)) end),
     ?C([catch binary_to_term(B) =:= made(m, n, [{a, 1}], true)
         || B <- [<<131, 67, 1:32, 1, 119, 1, $m, 119, 1, $n, 119, 1, $a, 97, 1>>]]),
     ?C(binary_to_term(<<131, 67, 0:32, 2, 119, 1, $m, 119, 1, $n>>)),
     ?C(binary_to_term(<<131, 67, 2:32, 1, 119, 1, $m, 119, 1, $n, 119, 1, $a, 119, 1, $a, 97, 1, 97, 1>>)),
     ?C(binary_to_term(<<131, 67, 1:32, 1, 119, 1, $m, 119, 1, $n, 97, 1, 97, 1>>)),
     ?C(binary_to_term(<<131, 67, 255, 255, 255, 255, 1, 119, 1, $m, 119, 1, $n, 97, 1, 97, 1>>))].

%% What processes share besides ets: persistent terms, atomics, counters.
-module(shared_cases).
-include("diff.hrl").

key(N) -> {?MODULE, N}.

table_of(Module, Make) ->
    [{{Module, Name}, fun() -> R = Make(), Fun(R) end} || {Name, Fun} <- case Module of atomics -> on_atomics();
         counters -> on_counters() end].

cases() ->
    table_of(atomics, fun() -> atomics:new(3, [{signed, true}]) end) ++ [{{unsigned, N}, F} || {{_, N},
         F} <- table_of(atomics, fun() -> atomics:new(3, [{signed, false}]) end)]
    ++ table_of(counters, fun() -> counters:new(3, [atomics]) end) ++ [{{write_concurrency, N}, F} || {{_, N},
         F} <- table_of(counters, fun() -> counters:new(3, [write_concurrency]) end)] ++ table().

on_atomics() ->
    [{fresh, fun(R) -> [atomics:get(R, I) || I <- [1, 2, 3]] end},
     {put, fun(R) -> {atomics:put(R, 2, 7), atomics:get(R, 2)} end},
     {add, fun(R) -> {atomics:add(R, 1, 5), atomics:add_get(R, 1, -7), atomics:sub(R, 1, 1),
         atomics:sub_get(R, 1, 1)} end},
     {exchange, fun(R) -> {atomics:exchange(R, 1, 9), atomics:exchange(R, 1, 10)} end},
     {compare, fun(R) -> {atomics:compare_exchange(R, 1, 0, 5), atomics:compare_exchange(R, 1, 0, 6),
         atomics:get(R, 1)} end},
     {wrap, fun(R) -> atomics:put(R, 1, (1 bsl 63) - 1),
         {atomics:add_get(R, 1, 1), atomics:add_get(R, 1, -1)} end},
     {below, fun(R) -> zoo:call(atomics, get, [R, 0]) end},
     {above, fun(R) -> zoo:call(atomics, get, [R, 4]) end},
     {wide, fun(R) -> [zoo:call(atomics, put, [R, 1, V]) || V <- [1 bsl 63, (1 bsl 64) - 1, 1 bsl 64, -1,
         -(1 bsl 63), -(1 bsl 63) - 1, a, 1.5]] ++ [atomics:get(R, 1)] end},
     {info, fun(R) -> maps:remove(memory, atomics:info(R)) end},
     {shared, fun(R) -> Me = self(), [spawn(fun() -> [atomics:add(R, 1, 1) || _ <- lists:seq(1, 100)],
         Me ! done end) || _ <- [1, 2, 3]], [receive done -> ok end || _ <- [1, 2, 3]], atomics:get(R, 1) end}].

on_counters() ->
    [{fresh, fun(R) -> [counters:get(R, I) || I <- [1, 2, 3]] end},
     {add, fun(R) -> {counters:add(R, 1, 5), counters:sub(R, 1, 7), counters:get(R, 1)} end},
     {put, fun(R) -> {counters:put(R, 3, -4), counters:get(R, 3)} end},
     {bad, fun(R) -> [zoo:call(counters, get, [R, I]) || I <- [0, 4, a]] end},
     {wrap, fun(R) -> counters:put(R, 1, (1 bsl 63) - 1), counters:add(R, 1, 1), counters:get(R, 1) end},
     {info, fun(R) -> maps:remove(memory, counters:info(R)) end},
     {shared, fun(R) -> Me = self(), [spawn(fun() -> [counters:add(R, 2, 1) || _ <- lists:seq(1, 100)],
         Me ! done end) || _ <- [1, 2, 3]], [receive done -> ok end || _ <- [1, 2, 3]],
         counters:get(R, 2) end}].

table() ->
    [?C(atomics:new(0, [])),
     ?C(atomics:new(a, [])),
     ?C(atomics:new(1, [bogus])),
     ?C(counters:new(0, [])),
     ?C(counters:new(1, [bogus])),
     ?C(atomics:get(make_ref(), 1)),
     ?C(counters:get(a, 1)),
     ?C(is_reference(atomics:new(1, []))),
     ?C(begin persistent_term:put(key(1), {a, [b]}),
         {persistent_term:get(key(1)), persistent_term:get(key(1), d)} end),
     ?C(persistent_term:get(key(none))),
     ?C(persistent_term:get(key(none), default)),
     ?C(begin persistent_term:put(key(2), x), {persistent_term:erase(key(2)), persistent_term:erase(key(2)),
         persistent_term:get(key(2), gone)} end),
     ?C(begin persistent_term:put(key(3), 1), persistent_term:put(key(3), 1), persistent_term:put(key(3), 2),
         persistent_term:get(key(3)) end),
     ?C(begin persistent_term:put(key(4), #{m => 1}), V = persistent_term:get(key(4)),
         persistent_term:put(key(4), other), {V, persistent_term:get(key(4))} end),
     ?C(begin Me = self(), persistent_term:put(key(5), shared),
         spawn(fun() -> Me ! persistent_term:get(key(5)) end), receive X -> X end end),
     ?C(begin persistent_term:put(key(6), v), lists:keyfind(key(6), 1, persistent_term:get()) end),
     ?C(lists:sort(maps:keys(persistent_term:info()))),
     ?C(begin persistent_term:put(1, int), persistent_term:put(1.0, float),
         {persistent_term:get(1), persistent_term:get(1.0)} end),
     ?C(begin F = fun(X) -> X + 1 end, persistent_term:put(key(7), F), (persistent_term:get(key(7)))(1) end)].

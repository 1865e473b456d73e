%% Tests that talk to weft: choices, atomic funs, probes, assertions. run.sh says what a search makes of them.
-module(talk).
-compile([export_all, nowarn_export_all]).

%% --- choices ---
alone() -> weft:choose([only]).
pair() -> {weft:choose([1, 2, 3]), weft:choose([a, b])}.
dependent() ->
    case weft:choose([1, 2]) of
        1 -> weft:choose([a, b, c]);
        2 -> none
    end.
independent() ->
    Self = self(),
    [spawn(fun() -> Self ! {N, weft:choose([a, b, c])} end) || N <- [1, 2]],
    [receive {N, Chosen} -> Chosen end || N <- [1, 2]].
racing() ->
    Self = self(),
    [spawn(fun() -> Self ! {N, weft:choose([a, b])} end) || N <- [1, 2]],
    [receive Message -> Message end || _ <- [1, 2]].
killed() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! weft:choose([a, b]), Self ! weft:choose([c, d]) end),
    exit(Pid, kill),
    [receive Message -> Message after 0 -> none end || _ <- [1, 2]].
shared() ->
    Table = ets:new(table, [public]),
    Writers = [spawn_monitor(fun() -> ets:insert(Table, {x, N, weft:choose([a, b])}) end) || N <- [1, 2]],
    [receive {'DOWN', Ref, _, _, _} -> ok end || {_, Ref} <- Writers],
    ets:lookup(Table, x).
empty() -> weft:choose([]).
no_list() -> weft:choose([a | b]).

%% --- atomic funs ---
counted() ->
    Table = ets:new(table, [public]),
    ets:insert(Table, {n, 0}),
    Writers = [spawn_monitor(fun() -> weft:atomic(fun() -> add_one(Table) end) end) || _ <- [1, 2, 3]],
    [receive {'DOWN', Ref, _, _, _} -> ok end || {_, Ref} <- Writers],
    ets:lookup(Table, n).
miscounted() ->
    Table = ets:new(table, [public]),
    ets:insert(Table, {n, 0}),
    Writers = [spawn_monitor(fun() -> add_one(Table) end) || _ <- [1, 2]],
    [receive {'DOWN', Ref, _, _, _} -> ok end || {_, Ref} <- Writers],
    ets:lookup(Table, n).
add_one(Table) ->
    [{n, N}] = ets:lookup(Table, n),
    ets:insert(Table, {n, N + 1}).
together() ->
    Self = self(),
    [spawn(fun() -> weft:atomic(fun() -> Self ! {N, 1}, Self ! {N, 2} end) end) || N <- [1, 2]],
    [receive Message -> Message end || _ <- [1, 2, 3, 4]].
looks() ->
    Self = self(),
    spawn(fun() -> Self ! hello end),
    weft:atomic(fun() -> receive hello -> seen after 0 -> unseen end end).
prints() -> weft:atomic(fun() -> io:format("hello~n"), nested() end).
nested() -> weft:atomic(fun() -> self() ! hello, receive hello -> heard end end).
waits() ->
    Self = self(),
    spawn(fun() -> Self ! hello end),
    try weft:atomic(fun() -> receive hello -> heard end end)
    catch error:Reason -> Reason
    end.
raises() ->
    Self = self(),
    spawn(fun() -> Self ! hello end),
    try weft:atomic(fun() -> throw(out) end) catch throw:out -> ok end,
    receive hello -> waited end.
chooses() -> weft:atomic(fun() -> weft:choose([a, b]) end).

%% --- probes and assertions ---
told() ->
    Self = self(),
    weft:probe(before),
    spawn(fun() -> weft:probe(child, {1, "two"}), Self ! weft:choose([good, bad]) end),
    receive Message -> weft:probe(Message) end,
    weft:assert(Message =:= good, "a good one").
plain() ->
    ok = weft:assert(true),
    5 = weft:probe(5),
    6 = weft:probe(name, 6),
    7 = weft:atomic(fun() -> 7 end),
    first = weft:choose([first, second]),
    weft:is_weft().

%% --- random numbers ---
random() ->
    Self = self(),
    [spawn(fun() -> Self ! {N, crypto:strong_rand_bytes(4)} end) || N <- [1, 2]],
    [receive {N, Bytes} -> Bytes end || N <- [1, 2]].

%% Programs for taking back: each touches another part of what a state consists of.
-module(undo_programs).
-export([facts/0, messages/0, tables/0, links/0, names/0, timers/0, exceptions/0, deep/0, binaries/0, growing/0, application/0,
         code/0]).
-export([start/2, stop/1, init/1, worker/1]).   % of the application

messages() ->
    Self = self(),
    Pids = [spawn(fun() -> relay(Self) end) || _ <- lists:seq(1, 6)],
    [P ! {I, lists:seq(1, I)} || {P, I} <- lists:zip(Pids ++ Pids, lists:seq(1, 12))],
    Sums = [receive {P, I, L} -> {I, lists:sum(L)} end || P <- lists:reverse(Pids), I <- [1, 2], I > 0],
    lists:sort(Sums).

relay(To) -> relay(To, 1).
relay(_, 3) -> ok;
relay(To, N) -> receive {_, L} -> To ! {self(), N, L}, relay(To, N + 1) end.

tables() ->
    Set = ets:new(set, [public]),
    Ordered = ets:new(ordered, [public, ordered_set]),
    Bag = ets:new(bag, [public, bag, named_table]),
    Workers = [spawn_monitor(fun() -> work(Set, Ordered, Bag, I) end) || I <- lists:seq(1, 4)],
    [receive {'DOWN', M, process, P, normal} -> ok end || {P, M} <- Workers],
    {lists:sort(ets:tab2list(Set)), ets:tab2list(Ordered), lists:sort(ets:tab2list(Bag))}.

work(Set, Ordered, Bag, I) ->
    ets:insert(Set, [{K, I, lists:duplicate(I, K)} || K <- lists:seq(1, 20)]),
    [ets:delete(Set, K) || K <- lists:seq(I, 20, 3)],
    [ets:insert(Ordered, {K * I, I}) || K <- lists:seq(1, 10)],
    ets:update_counter(Ordered, counter, {2, I}, {counter, 0}),
    ets:insert(Bag, {x, I}),
    ets:insert(Bag, {I, I}).

links() ->
    process_flag(trap_exit, true),
    Pids = [spawn_link(fun() -> receive {die, R} -> exit(R) end end) || _ <- lists:seq(1, 4)],
    Chain = spawn_link(fun() -> spawn_link(fun() -> exit(deep) end), receive never -> ok end end),
    [P ! {die, R} || {P, R} <- lists:zip(Pids, [normal, kill, shutdown, {bad, thing}])],
    lists:sort([receive {'EXIT', _, R} -> R end || _ <- [Chain | Pids]]).

names() ->
    Self = self(),
    [spawn(fun() -> Self ! (catch register(name, self())), receive stop -> ok end end) || _ <- lists:seq(1, 3)],
    Results = [receive R -> R end || _ <- lists:seq(1, 3)],
    name ! stop,
    length([ok || true <- Results]).

timers() ->
    Ref = erlang:send_after(50, self(), late),
    erlang:send_after(10, self(), early),
    receive early -> ok after 5 -> soon end,
    erlang:cancel_timer(Ref),
    receive X -> X after 20 -> nothing end.

exceptions() ->
    Self = self(),
    spawn(fun() -> Self ! (catch nested(3)) end),
    spawn(fun() -> Self ! (try nested(2) catch C:R:S -> {C, R, length(S)} after Self ! cleaned end) end),
    lists:sort([receive M -> element(1, {M}) end || _ <- lists:seq(1, 3)]).

nested(0) -> self() ! x, error(bottom);
nested(N) -> try nested(N - 1) of X -> X catch error:bottom when N =:= 3 -> throw(top) end.

%% Frames that freeze at a mark are returned to one by one.
deep() ->
    Self = self(),
    spawn(fun() -> Self ! {sum, down(60, Self)} end),
    collect(0).

down(0, _) -> 0;
down(N, To) ->
    Before = [N],
    To ! N,
    Sum = down(N - 1, To),
    To ! {up, N},
    Sum + hd(Before).

collect(N) -> receive {sum, S} -> {S, N}; _ -> collect(N + 1) end.

binaries() ->
    Self = self(),
    spawn(fun() -> parse(<<1:16, 2:16, 3:16, "rest">>, Self) end),
    spawn(fun() -> Self ! build(20, <<>>, Self) end),
    drain([]).

parse(<<N:16, Rest/binary>>, To) when byte_size(Rest) >= 4 -> To ! N, parse(Rest, To);
parse(Rest, To) -> To ! {rest, Rest}.

build(0, Acc, _) -> Acc;
build(N, Acc, To) -> To ! N, build(N - 1, <<Acc/binary, N:24>>, To).

drain(Seen) -> receive M -> drain([M | Seen]) after 1000 -> length(Seen) end.

growing() ->
    Self = self(),
    Pid = spawn(fun() -> grow(#{}, 60, Self) end),
    grow(#{}, 40, Pid),
    receive {done, Map} -> maps:size(Map) end.

grow(Map, 0, To) -> To ! {done, Map};
grow(Map, N, To) -> put(N, Map), To ! N, grow(Map#{N => lists:seq(1, N), {key, N} => <<N>>}, N - 1, To).

application() ->
    ok = application:load({application, tiny, [{vsn, "1"}, {applications, [kernel, stdlib]}, {mod, {?MODULE, []}}]}),
    ok = application:start(tiny),
    {Before, _} = spawn_monitor(fun() -> application:set_env(tiny, key, value), tiny_worker ! crash end),
    receive {'DOWN', _, process, Before, _} -> ok end,
    yes = global:register_name(tiny, whereis(tiny_sup)),
    logger:error("said in the middle"),
    timer:apply_after(5, ?MODULE, worker, [self()]),
    receive late -> ok end,
    ok = application:stop(tiny),
    application:unload(tiny).

start(normal, []) -> supervisor:start_link({local, tiny_sup}, ?MODULE, []).
stop(_) -> ok.
init([]) -> {ok, {#{}, [#{id => worker, start => {?MODULE, worker, [start]}}]}}.

worker(start) -> {ok, spawn_link(?MODULE, worker, [run])};
worker(run) -> register(tiny_worker, self()), receive crash -> exit(crash); _ -> ok end;
worker(To) -> To ! late.

%% A server whose code is replaced while it is asked.
code() ->
    {ok, Server} = gen_server:start(counter_server, {start, 1}, []),
    {Module, Bytes, File} = code:get_object_code(counter_server),
    {Asker, _} = spawn_monitor(fun() -> [gen_server:call(Server, {add, 1}) || _ <- [1, 2, 3]] end),
    [{module, Module} = code:load_binary(Module, File, Bytes) || _ <- [1, 2]],
    code:soft_purge(Module),
    receive {'DOWN', _, process, Asker, _} -> ok end,
    code:delete(Module),
    code:purge(Module),
    gen_server:call(Server, get).

%% What holds for formulas, set and ended by several processes.
facts() ->
    Workers = [spawn_monitor(fun() -> facts(N, 3) end) || N <- [1, 2, 3]],
    [receive {'DOWN', Ref, process, _, normal} -> ok end || {_, Ref} <- Workers],
    ok.

facts(_, 0) -> ok;
facts(N, Times) ->
    weft:fact(busy, {N, lists:seq(1, Times)}),
    weft:fact(somebody),
    weft:pause(),
    weft:probe(busy, N),
    weft:no_fact(busy, {N, lists:seq(1, Times)}),
    weft:no_fact(somebody),
    facts(N, Times - 1).

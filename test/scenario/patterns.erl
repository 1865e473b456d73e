%% Well-known ways to work together, and well-known ways to get them wrong.
-module(patterns).
-include("scenario.hrl").

call(Server, Request) ->
    Tag = make_ref(),
    Server ! {call, self(), Tag, Request},
    receive {Tag, Answer} -> Answer end.

%% A server: Handle(Request, State) -> {Answer, State}.
serve(State, Handle) ->
    receive
        {call, From, Tag, Request} ->
            {Answer, New} = Handle(Request, State),
            From ! {Tag, Answer},
            serve(New, Handle)
    end.

start(State, Handle) -> spawn(fun() -> serve(State, Handle) end).

%% --- a server's state -----------------------------------------------------------------------------------

cell() -> start(0, fun(get, Value) -> {Value, Value};
                      ({set, Value}, _) -> {ok, Value};
                      (increment, Value) -> {ok, Value + 1} end).

%= ends: 1 | 2
get_then_set() ->
    Cell = cell(),
    Increment = fun() -> call(Cell, {set, call(Cell, get) + 1}) end,
    parallel([Increment, Increment]),
    call(Cell, get).

%= ends: 2
increment_in_the_server() ->
    Cell = cell(),
    Increment = fun() -> call(Cell, increment) end,
    parallel([Increment, Increment]),
    call(Cell, get).

%% --- calling each other ---------------------------------------------------------------------------------

%% Each waits for the other's answer, and P for both.
%= error: P deadlock
%= ends: [pong,pong]
%= preemptions: 1
servers_that_call_each_other() ->
    Start = fun() -> spawn(fun() -> receive {peer, Peer} -> ask_peer(Peer) end end) end,
    [A, B] = [Start(), Start()],
    A ! {peer, B},
    B ! {peer, A},
    [call(S, result) || S <- [A, B]].

%% Asks the other as soon as it is told to, or answers first if it is asked first.
ask_peer(Peer) ->
    receive
        {call, From, Tag, ping} -> From ! {Tag, pong}, finish(call(Peer, ping))
    after 0 ->
        finish(call(Peer, ping))
    end.

finish(Result) ->
    receive
        {call, From, Tag, ping} -> From ! {Tag, pong}, finish(Result);
        {call, From, Tag, result} -> From ! {Tag, Result}, finish(Result)
    end.

%= ends: [pong,pong]
servers_that_answer_while_they_wait() ->
    [A, B] = [spawn(fun ask_and_answer/0) || _ <- [1, 2]],
    A ! {peer, B},
    B ! {peer, A},
    [call(S, result) || S <- [A, B]].

ask_and_answer() ->
    Tag = make_ref(),
    receive {peer, Peer} -> Peer ! {call, self(), Tag, ping} end,
    both(Tag, none).

both(Tag, Result) ->
    receive
        {Tag, Answer} -> both(Tag, Answer);
        {call, From, Other, ping} -> From ! {Other, pong}, both(Tag, Result);
        {call, From, Other, result} when Result =/= none -> From ! {Other, Result}
    end.

%% --- forks and philosophers -----------------------------------------------------------------------------

fork() ->
    receive {take, Who} -> Who ! {taken, self()} end,
    receive put_down -> fork() end.

eat(First, Second) ->
    [begin Fork ! {take, self()}, receive {taken, Fork} -> ok end end || Fork <- [First, Second]],
    [Fork ! put_down || Fork <- [First, Second]],
    ate.

%= ends: [ate,ate] | [none,none]
two_philosophers() ->
    [A, B] = [spawn(fun fork/0) || _ <- [1, 2]],
    parallel([fun() -> eat(A, B) end, fun() -> eat(B, A) end]).

%= ends: [ate,ate]
two_philosophers_in_order() ->
    [A, B] = [spawn(fun fork/0) || _ <- [1, 2]],
    parallel([fun() -> eat(A, B) end, fun() -> eat(A, B) end]).

%= ends: ok
%= error: P deadlock
three_philosophers() -> philosophers(fun(A, B, C) -> [{A, B}, {B, C}, {C, A}] end).

%= ends: ok
three_philosophers_in_order() -> philosophers(fun(A, B, C) -> [{A, B}, {B, C}, {A, C}] end).

philosophers(Seats) ->
    [A, B, C] = [spawn(fun fork/0) || _ <- [1, 2, 3]],
    Monitors = [element(2, spawn_monitor(fun() -> eat(First, Second) end)) || {First, Second} <- Seats(A, B, C)],
    [receive {'DOWN', Monitor, _, _, normal} -> ok end || Monitor <- Monitors],
    ok.

%% --- locks and semaphores -------------------------------------------------------------------------------

%% Who dies with the lock keeps it.
%= ends: [none,in] | [none,none]
lock_kept_by_the_dead() -> locked(fun lock/0).

%= ends: [none,in]
lock_that_watches() -> locked(fun watching_lock/0).

locked(Lock) ->
    L = spawn(Lock),
    Enter = fun() -> L ! {lock, self()}, receive {locked, L} -> ok end end,
    parallel([fun() -> Enter(), exit(self(), kill) end, fun() -> Enter(), L ! {unlock, self()}, in end]).

lock() ->
    receive {lock, Who} -> Who ! {locked, self()}, receive {unlock, Who} -> lock() end end.

watching_lock() ->
    receive
        {lock, Who} ->
            Monitor = monitor(process, Who),
            Who ! {locked, self()},
            receive
                {unlock, Who} -> demonitor(Monitor, [flush]);
                {'DOWN', Monitor, _, _, _} -> ok
            end,
            watching_lock()
    end.

%% Two places for three: never more than two are in at once.
%= ends: 1 | 2
semaphore() -> most_at_once(2).

%= ends: 1
mutex() -> most_at_once(1).

most_at_once(Places) ->
    Counters = ets:new(counters, [public]),
    ets:insert(Counters, [{now, 0}, {most, 0}]),
    Semaphore = spawn(fun() -> semaphore(Places) end),
    parallel([fun() -> inside(Semaphore, Counters) end || _ <- [1, 2]]),
    ets:lookup_element(Counters, most, 2).

inside(Semaphore, Counters) ->
    Semaphore ! {enter, self()},
    receive enter -> ok end,
    Now = ets:update_counter(Counters, now, 1),
    if Now > 1 -> ets:insert(Counters, {most, Now}); true -> ets:insert_new(Counters, {most, Now}) end,
    ets:insert(Counters, {most, max(Now, ets:lookup_element(Counters, most, 2))}),
    ets:update_counter(Counters, now, -1),
    Semaphore ! leave.

semaphore(0) -> receive leave -> semaphore(1) end;
semaphore(Free) ->
    receive
        {enter, Who} -> Who ! enter, semaphore(Free - 1);
        leave -> semaphore(Free + 1)
    end.

%% --- barrier --------------------------------------------------------------------------------------------

%% Nobody is past it before all have come.
%= ends: [2,2]
barrier() ->
    Came = counters:new(1, []),
    Barrier = spawn(fun() -> barrier(2, []) end),
    Pass = fun() ->
        counters:add(Came, 1, 1),
        Barrier ! {here, self()},
        receive pass -> counters:get(Came, 1) end
    end,
    parallel([Pass, Pass]).

barrier(0, Waiting) -> [Who ! pass || Who <- Waiting];
barrier(Missing, Waiting) -> receive {here, Who} -> barrier(Missing - 1, [Who | Waiting]) end.

%% A barrier that miscounts lets one through alone, and the other waits.
%= ends: [1,none] | [2,none] | [none,1] | [none,2]
barrier_for_one() ->
    Came = counters:new(1, []),
    Barrier = spawn(fun() -> barrier(1, []) end),
    Pass = fun() ->
        counters:add(Came, 1, 1),
        Barrier ! {here, self()},
        receive pass -> counters:get(Came, 1) end
    end,
    parallel([Pass, Pass]).

%% --- readers and writers --------------------------------------------------------------------------------

%% Both parts of a pair are written and read under the lock.
%= ends: {0,0} | {1,1}
reading_under_the_lock() -> pair(fun(Lock, Do) -> under(Lock, Do) end).

%= ends: {0,0} | {0,1} | {1,1} | {1,0}
reading_without_the_lock() -> pair(fun(_, Do) -> Do() end).

pair(Reading) ->
    Table = ets:new(pair, [public]),
    ets:insert(Table, [{a, 0}, {b, 0}]),
    Lock = spawn(fun lock/0),
    Write = fun() -> under(Lock, fun() -> ets:insert(Table, {a, 1}), ets:insert(Table, {b, 1}) end) end,
    Read = fun() -> {ets:lookup_element(Table, a, 2), ets:lookup_element(Table, b, 2)} end,
    lists:last(parallel([Write, fun() -> Reading(Lock, Read) end])).

under(Lock, Do) ->
    Lock ! {lock, self()},
    receive {locked, Lock} -> ok end,
    Result = Do(),
    Lock ! {unlock, self()},
    Result.

%% --- producers and consumers ----------------------------------------------------------------------------

%% What one producer made is consumed in its order, whatever the other does.
%= ends: [1,2,x] | [1,x,2] | [x,1,2]
two_producers() ->
    Me = self(),
    [spawn(fun() -> [Me ! {item, X} || X <- Items] end) || Items <- [[1, 2], [x]]],
    [receive {item, X} -> X end || _ <- [1, 2, 3]].

%% Two consumers of one queue: each item goes to one of them.
%= ends: {[1,2],[]} | {[1],[2]} | {[2],[1]} | {[],[1,2]}
two_consumers() ->
    Queue = start([1, 2], fun(next, []) -> {none, []}; (next, [X | Rest]) -> {X, Rest} end),
    [A, B] = parallel([fun() -> consume(Queue) end || _ <- [1, 2]]),
    {A, B}.

consume(Queue) ->
    case call(Queue, next) of
        none -> [];
        X -> [X | consume(Queue)]
    end.

%% A producer that does not wait can be any number ahead; one that waits for its answer is one ahead at most.
%= ends: 0 | 1 | 2
unbounded_queue() ->
    Me = self(),
    spawn(fun() -> Me ! 1, Me ! 2 end),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    Length.

%= ends: 0 | 1
bounded_queue() ->
    Me = self(),
    spawn(fun() -> Me ! {1, self()}, receive next -> Me ! {2, self()} end end),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    Length.

%% --- a pool ---------------------------------------------------------------------------------------------

%% A worker that dies with its job: without a watch the job is lost.
%= ends: [a,b]
%= error: P deadlock
pool_that_loses_jobs() ->
    Me = self(),
    Workers = [spawn(fun() -> receive Job -> Me ! {done, Job} end end) || _ <- [1, 2]],
    spawn(fun() -> exit(hd(Workers), kill) end),
    [Worker ! Job || {Worker, Job} <- lists:zip(Workers, [a, b])],
    [receive {done, Job} -> Job end || Job <- [a, b]].

%= ends: [a,b]
pool_that_tries_again() ->
    Me = self(),
    Work = fun(Job) ->
        {Child, _} = spawn_monitor(fun() -> receive go -> Me ! {done, Job} end end),
        Child ! go,
        Child
    end,
    First = Work(a),
    spawn(fun() -> exit(First, kill) end),
    Work(b),
    wait_for_jobs([a, b], [{First, a}], Work).

wait_for_jobs([], _, _) -> [a, b];
wait_for_jobs(Jobs, Running, Work) ->
    receive
        {done, Job} -> wait_for_jobs(lists:delete(Job, Jobs), Running, Work);
        {'DOWN', _, _, Child, killed} ->
            {Child, Job} = lists:keyfind(Child, 1, Running),
            [Work(Job) || lists:member(Job, Jobs)],
            wait_for_jobs(Jobs, Running, Work);
        {'DOWN', _, _, _, normal} -> wait_for_jobs(Jobs, Running, Work)
    end.

%% --- a cache --------------------------------------------------------------------------------------------

%% Both miss, and both compute.
%= ends: {7,7,1} | {7,7,2}
cache_computes_twice() ->
    Cache = ets:new(cache, [public]),
    Computed = counters:new(1, []),
    Get = fun() ->
        case ets:lookup(Cache, key) of
            [{key, Value}] -> Value;
            [] -> counters:add(Computed, 1, 1), ets:insert(Cache, {key, 7}), 7
        end
    end,
    [A, B] = parallel([Get, Get]),
    {A, B, counters:get(Computed, 1)}.

%= ends: {7,7,1}
cache_in_a_server() ->
    Computed = counters:new(1, []),
    Cache = start(none, fun(get, none) -> counters:add(Computed, 1, 1), {7, 7}; (get, Value) -> {Value, Value} end),
    [A, B] = parallel([fun() -> call(Cache, get) end || _ <- [1, 2]]),
    {A, B, counters:get(Computed, 1)}.

%% Dropped from the cache, then written to the store: a reader in between puts the old value back.
%= ends: new | old
cache_dropped_too_early() -> invalidate(fun(Drop, Write) -> Drop(), Write() end).

%= ends: new
cache_dropped_after_the_write() -> invalidate(fun(Drop, Write) -> Write(), Drop() end).

invalidate(Order) ->
    T = ets:new(store, [public]),
    ets:insert(T, [{store, old}, {cache, old}]),
    Read = fun() ->
        case ets:lookup(T, cache) of
            [] -> ets:insert(T, {cache, ets:lookup_element(T, store, 2)});
            _ -> ok
        end
    end,
    Change = fun() -> Order(fun() -> ets:delete(T, cache) end, fun() -> ets:insert(T, {store, new}) end) end,
    parallel([Read, Change]),
    Read(),
    ets:lookup_element(T, cache, 2).

%% --- leader election ------------------------------------------------------------------------------------

%% Who gets the name leads; nobody crashes, and there is one leader.
%= ends: [follower,leader]
%= explored: 2
leader_by_name() ->
    Stand = fun() -> try register(leader, self()) of true -> leader catch error:badarg -> follower end end,
    Wait = fun() -> Result = Stand(), idle(), Result end,
    Me = self(),
    Pids = [spawn(fun() -> Me ! {self(), Wait()} end) || _ <- [1, 2]],
    lists:sort([receive {Pid, Result} -> Result end || Pid <- Pids]).

%% A leader that ends leaves its name: then the second leads too, after it.
%= ends: [follower,leader] | [leader,leader]
leader_that_may_end() ->
    Stand = fun() -> try register(leader, self()) of true -> leader catch error:badarg -> follower end end,
    lists:sort(parallel([Stand, Stand])).

%% Each tells the others its number, and the greatest number leads. Who hears nothing believes itself the greatest.
%= ends: [1,2] | [2,2]
election_with_a_timeout() -> election(10).

%= ends: [2,2]
election_that_waits() -> election(infinity).

election(Patience) ->
    Me = self(),
    Pids = [spawn(fun() -> candidate(Me, N, Patience) end) || N <- [1, 2]],
    [Pid ! {others, Pids -- [Pid]} || Pid <- Pids],
    [receive {Pid, Leader} -> Leader end || Pid <- Pids].

candidate(Me, N, Patience) ->
    receive {others, Others} -> [Pid ! {number, N} || Pid <- Others] end,
    Leader = receive {number, Other} -> max(N, Other) after Patience -> N end,
    Me ! {self(), Leader}.

%% --- initialisation -------------------------------------------------------------------------------------

%% The user starts before the settings are there.
%= ends: configured | default
used_before_configured() ->
    Settings = ets:new(settings, [public]),
    ets:insert(Settings, {mode, default}),
    lists:last(parallel([fun() -> ets:insert(Settings, {mode, configured}) end,
                         fun() -> ets:lookup_element(Settings, mode, 2) end])).

%= ends: configured
used_after_configured() ->
    Settings = ets:new(settings, [public]),
    Me = self(),
    spawn(fun() -> ets:insert(Settings, {mode, configured}), Me ! ready end),
    receive ready -> ok end,
    ets:lookup_element(Settings, mode, 2).

%% Processes that lock, increment and unlock; a process is the lock.
-module(locks).
-export([three/0, guarded/0, careless/0, apart/0]).

%% The lock keeps what it guards, as is usual in Erlang: who has the lock is told the number, and gives it back.
three() ->
    Lock = spawn(fun() -> free(0) end),
    Test = self(),
    Increment = fun() ->
        Number = lock(Lock),
        Lock ! {unlock, Number + 1},
        Test ! done
    end,
    spawn(Increment),
    spawn(Increment),
    spawn(Increment),
    receive done -> ok end,
    receive done -> ok end,
    receive done -> ok end,
    3 = lock(Lock).

lock(Lock) ->
    Lock ! {lock, self()},
    receive {locked, Number} -> Number end.

free(Number) ->
    receive
        {lock, Owner} ->
            Owner ! {locked, Number},
            receive {unlock, Changed} -> free(Changed) end
    end.

%% The number is in a table.
guarded() -> count(3, fun with_lock/2).

%% The same without the lock.
careless() -> count(3, fun(_, Work) -> Work() end).

count(N, Around) ->
    Table = ets:new(counter, [public]),
    ets:insert(Table, {count, 0}),
    Lock = spawn(fun() -> free(none) end),
    Test = self(),
    [spawn(fun() ->
        Around(Lock, fun() -> increment(Table) end),
        Test ! done
    end) || _ <- lists:seq(1, N)],
    [receive done -> ok end || _ <- lists:seq(1, N)],
    [{count, N}] = ets:lookup(Table, count).

increment(Table) ->
    [{count, Count}] = ets:lookup(Table, count),
    ets:insert(Table, {count, Count + 1}).

with_lock(Lock, Work) ->
    lock(Lock),
    Work(),
    Lock ! {unlock, none}.

%% Two write to keys of their own, which is the same in any order.
apart() ->
    Table = ets:new(notes, [public]),
    [spawn(fun() -> note(Table, Key) end) || Key <- [one, other]],
    receive after 5000 -> ok end.   % until they are done

note(Table, Key) -> ets:insert(Table, {Key, done}).

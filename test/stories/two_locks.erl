%% Two processes take the same two locks, each in its own order.
-module(two_locks).
-export([t/0]).

t() ->
    A = spawn(fun lock/0),
    B = spawn(fun lock/0),
    Me = self(),
    spawn(fun() -> take(A), take(B), give(B), give(A), Me ! done end),
    spawn(fun() -> take(B), take(A), give(A), give(B), Me ! done end),
    [receive done -> ok end || _ <- [1, 2]].

take(Lock) ->
    Lock ! {take, self()},
    receive {taken, Lock} -> ok end.

give(Lock) -> Lock ! {give, self()}.

lock() ->
    receive {take, Who} ->
        Who ! {taken, self()},
        receive {give, Who} -> lock() end
    end.

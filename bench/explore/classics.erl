%% Programs of the literature on stateless model checking, in Erlang. Every process is spawned by the test
%% function, which then waits for ever, so that collecting results adds no races.
-module(classics).
-export([ping_pong/0, readers2/0, readers8/0, readers10/0, readers13/0, lastzero5/0, lastzero10/0, lastzero15/0, filesystem14/0,
         filesystem16/0, filesystem18/0, filesystem19/0, indexer12/0, indexer14/0, indexer15/0, nsend5/0, nsend7/0, nsend8/0,
         nsend_in_turn5/0, counters5/0, equal5/0, exits5/0]).

readers2() -> readers(2).
readers8() -> readers(8).
readers10() -> readers(10).
readers13() -> readers(13).
lastzero5() -> lastzero(5).
lastzero10() -> lastzero(10).
lastzero15() -> lastzero(15).
filesystem14() -> filesystem(14).
filesystem16() -> filesystem(16).
filesystem18() -> filesystem(18).
filesystem19() -> filesystem(19).
indexer12() -> indexer(12).
indexer14() -> indexer(14).
indexer15() -> indexer(15).
nsend5() -> nsend(5).
nsend7() -> nsend(7).
nsend8() -> nsend(8).
counters5() -> counters(5).
equal5() -> equal(5).
exits5() -> exits(5).

forever() -> receive never -> ok end.

%% The process may have ended before its name is registered.
ping_pong() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! ping end),
    register(ping_pong, Pid),
    receive ping -> ok end.

readers(N) ->
    t = ets:new(t, [public, named_table]),
    spawn(fun() -> ets:insert(t, {x, 42}) end),
    [spawn(fun() -> ets:lookup(t, I), ets:lookup(t, x) end) || I <- lists:seq(1, N)],
    forever().

lastzero(N) ->
    t = ets:new(t, [public, named_table]),
    ets:insert(t, [{I, 0} || I <- lists:seq(0, N)]),
    spawn(fun() -> search(N) end),
    [spawn(fun() -> ets:insert(t, {J, value(J - 1) + 1}) end) || J <- lists:seq(1, N)],
    forever().

search(0) -> 0;
search(I) -> case value(I) of 0 -> I; _ -> search(I - 1) end.

value(Key) -> ets:lookup_element(t, Key, 2).

%% Flanagan and Godefroid 2005.
filesystem(N) ->
    inode = ets:new(inode, [public, named_table]),
    block = ets:new(block, [public, named_table]),
    ets:insert(inode, [{I, 0} || I <- lists:seq(0, 31)]),
    ets:insert(block, [{B, free} || B <- lists:seq(0, 25)]),
    [register(lock(inode, I), spawn(fun() -> unlocked() end)) || I <- lists:seq(0, 31)],
    [register(lock(block, B), spawn(fun() -> unlocked() end)) || B <- lists:seq(0, 25)],
    [spawn(fun() -> thread(T rem 32) end) || T <- lists:seq(0, N - 1)],
    forever().

thread(I) ->
    acquire(lock(inode, I)),
    case ets:lookup_element(inode, I, 2) of
        0 -> take_block(I, (2 * I) rem 26);
        _ -> ok
    end,
    release(lock(inode, I)).

take_block(I, B) ->
    acquire(lock(block, B)),
    case ets:lookup_element(block, B, 2) of
        free ->
            ets:insert(block, {B, busy}),
            ets:insert(inode, {I, B + 1}),
            release(lock(block, B));
        busy ->
            release(lock(block, B)),
            take_block(I, (B + 1) rem 26)
    end.

lock(What, I) -> list_to_atom(atom_to_list(What) ++ integer_to_list(I)).

acquire(Lock) ->
    Lock ! {acquire, self()},
    receive {acquired, Lock} -> ok end.

release(Lock) -> Lock ! release.

unlocked() ->
    receive {acquire, Pid} ->
        {registered_name, Name} = process_info(self(), registered_name),
        Pid ! {acquired, Name},
        receive release -> unlocked() end
    end.

%% Flanagan and Godefroid 2005.
indexer(N) ->
    t = ets:new(t, [public, named_table]),
    [spawn(fun() -> [put_message(11 * M + T) || M <- lists:seq(1, 4)] end) || T <- lists:seq(0, N - 1)],
    forever().

put_message(W) -> put_message(W, (7 * W) rem 128).

put_message(W, H) ->
    case ets:insert_new(t, {H, W}) of
        true -> ok;
        false -> put_message(W, (H + 1) rem 128)
    end.

nsend(N) ->
    Self = self(),
    [spawn(fun() -> Self ! I end) || I <- lists:seq(1, N)],
    [receive X -> X end || _ <- lists:seq(1, N)].

nsend_in_turn5() ->
    Self = self(),
    [spawn(fun() -> Self ! I end) || I <- lists:seq(1, 5)],
    [receive I -> I end || I <- lists:seq(1, 5)].

counters(N) ->
    t = ets:new(t, [public, named_table]),
    ets:insert(t, {c, 0}),
    [spawn(fun() -> ets:update_counter(t, c, 1) end) || _ <- lists:seq(1, N)],
    forever().

equal(N) ->
    t = ets:new(t, [public, named_table]),
    [spawn(fun() -> ets:insert(t, {x, 1}) end) || _ <- lists:seq(1, N)],
    forever().

exits(N) ->
    [spawn(fun() -> ok end) || _ <- lists:seq(1, N)],
    forever().

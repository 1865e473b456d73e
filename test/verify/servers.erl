%% Servers and their clients, each with something that is true of it or not.
-module(servers).
-export([killers/0, mutex/0, no_mutex/0, starved/0, fair/0, deadlock/0, worker_crashes/0, told/0, ends/0]).

%% Two clients of a lock, of which one may be killed at any moment: it never releases.
killers() ->
    {ok, _} = gen_server:start_link({local, locker}, locker, [a], []),
    process_flag(trap_exit, true),
    Clients = [spawn_link(locker, client, [[a], e]) || _ <- [1, 2]],
    spawn(fun() -> exit(hd(Clients), kill) end),
    receive never -> ok end.

mutex() -> lock(fun(Lock) -> call(Lock, take) end).
no_mutex() -> lock(fun(_) -> ok end).

lock(Take) ->
    Lock = spawn(fun free/0),
    [spawn(fun() -> use(Lock, Take) end) || _ <- [1, 2]],
    receive never -> ok end.

use(Lock, Take) ->
    Take(Lock),
    weft:fact(in_use, self()),
    weft:pause(),
    weft:no_fact(in_use, self()),
    call(Lock, give),
    use(Lock, Take).

call(Lock, What) ->
    Lock ! {What, self()},
    receive ok -> ok end.

free() ->
    receive
        {take, Who} -> Who ! ok, taken();
        {give, Who} -> Who ! ok, free()
    end.

taken() -> receive {give, Who} -> Who ! ok, free() end.

%% Polling for a lock: under weak fairness somebody may be too late again and again.
starved() -> poll().
fair() -> poll().

poll() ->
    ets:new(lock, [named_table, public]),
    [spawn(fun() -> poll(N) end) || N <- [1, 2]],
    receive never -> ok end.

poll(N) ->
    case ets:insert_new(lock, {held, N}) of
        true ->
            weft:probe(got, N),
            ets:delete(lock, held);
        false -> ok
    end,
    poll(N).

deadlock() ->
    Me = self(),
    spawn(fun() -> receive go -> Me ! gone end end),
    receive gone -> ok end.

%% A worker may crash, for ever: nobody is told.
worker_crashes() ->
    spawn(fun() -> error(weft:choose([bad, bad])) end),
    serve().

%% Its supervisor takes note.
told() ->
    {Pid, Ref} = spawn_monitor(fun() -> exit(oops) end),
    receive {'DOWN', Ref, process, Pid, oops} -> ok end,
    told().

serve() -> receive stop -> ok; _ -> serve() end.

ends() ->
    weft:fact(working),
    weft:no_fact(working),
    weft:probe(finished),
    ok.

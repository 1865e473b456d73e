%% Uses of the registry that can fail, as commands of a test that somebody generated: what is done first, and then two
%% lists of commands at the same time. A command that answers otherwise than the specification says is an error.
-module(registry_checks).
-export([stale/0, fresh/0, overtaken/0, crowded/0, busy/0]).

%% The name has a dead holder, and two want it.
stale() -> run([spawn, {kill, 1}, {reg, a, 1}], [{reg, a, 1}], [{reg, a, 1}]).

%% The same, but the server may not know of the first claim when the second client asks it to clean up.
fresh() -> run([spawn, {kill, 1}], [{reg, a, 1}], [{reg, a, 1}]).

%% With signals that take their time, the end of the first process may reach the server before the news that its name
%% was given up: then the second one loses it. One client alone.
overtaken() -> run([spawn, {reg, a, 1}, {unreg, a}, {kill, 1}, spawn, {reg, a, 2}, {where, a, 2}], [], []).

%% What fails in fresh/0, among commands that have nothing to do with it.
crowded() ->
    run([spawn, spawn, spawn, {kill, 1}, {reg, b, 2}, {reg, c, 3}],
        [{unreg, b}, {reg, b, 2}, {where, b, 2}, {reg, a, 1}, {unreg, b}],
        [{where, c, 3}, {unreg, c}, {reg, d, 3}, {reg, a, 1}, {where, d, 3}]).

%% What fails in overtaken/0, while another client is at work.
busy() ->
    run([spawn, spawn, {reg, b, 2}],
        [{unreg, b}, {reg, b, 2}, {where, b, 2}, {unreg, b}],
        [spawn, {reg, a, 3}, {unreg, a}, {kill, 3}, spawn, {reg, a, 4}, {where, a, 4}]).

%% --- running ---------------------------------------------------------------------------------------------

%% Results are compared with what the model says where no order of the commands could make a difference: all
%% commands at the same time are about dead processes or about names of their own.
run(First, One, Other) ->
    ok = registry:start(),
    Pids = lists:foldl(fun do/2, [], First),
    Clients = [client(Commands, Pids) || Commands <- [One, Other], Commands =/= []],
    [receive {Client, done} -> ok end || Client <- Clients],
    [exit(Pid, kill) || Pid <- Pids],
    registry:stop().

client(Commands, Pids) ->
    Test = self(),
    spawn_link(fun() -> lists:foldl(fun do/2, Pids, Commands), Test ! {self(), done} end).

%% Processes are numbered from 1 in the order in which they were spawned.
do(spawn, Pids) -> Pids ++ [spawn(fun() -> receive after infinity -> ok end end)];
do({kill, N}, Pids) ->
    Monitor = monitor(process, lists:nth(N, Pids)),
    exit(lists:nth(N, Pids), kill),
    receive {'DOWN', Monitor, _, _, _} -> Pids end;
do({reg, Name, N}, Pids) ->
    true = registry:reg(Name, lists:nth(N, Pids)),
    Pids;
do({unreg, Name}, Pids) ->
    true = registry:unreg(Name),
    Pids;
do({where, Name, N}, Pids) ->
    Pid = lists:nth(N, Pids),
    Pid = registry:where(Name),
    Pids.

%% Processes that have just been made have not run yet, perhaps.
-module(spawning).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: []
%= erl: [{k,1}]
dictionary() ->
    P = spawn(fun() -> put(k, 1), receive stop -> ok end end),
    item(P, dictionary).

%= exactly: erl and may
%= erl: runnable
%= erl: waiting
status_of_new() ->
    status(spawn(fun() -> receive stop -> ok end end)).

%= exactly: erl and may
%= erl: false
%= erl: known
initial_call() ->
    P = proc_lib:spawn(?MODULE, loop, [stop]),
    case proc_lib:initial_call(P) of
        {?MODULE, loop, _} -> known;
        Other -> Other
    end.

loop(Stop) -> receive Stop -> ok end.

%= exactly: erl and may
%= erl: false
%= erl: true
trap_flag() ->
    P = spawn(fun() -> process_flag(trap_exit, true), receive stop -> ok end end),
    item(P, trap_exit).

%= exactly: erl and may
%= erl: {true,true}
links_of_new() ->
    S = self(),
    P = spawn_link(fun() -> receive stop -> ok end end),
    {item(P, links) =:= [S], item(S, links) =:= [P]}.

%= exactly: erl and may
%= erl: []
%= erl: n
name_of_new() ->
    P = spawn(fun() -> register(n, self()), receive stop -> ok end end),
    item(P, registered_name).

%= exactly: erl and may
%= erl: true
monitor_of_new() ->
    {P, _} = spawn_monitor(fun() -> receive stop -> ok end end),
    item(P, monitored_by) =:= [self()].

%% A crash on its own, before anybody could ask.
%= exactly: erl and may
%= erl: false
%= erl: true
alive_of_new() ->
    P = spawn(fun() -> ok end),
    is_process_alive(P).

%= exactly: erl and may
%= erl: false
%= erl: true
present_of_new() ->
    P = spawn(fun() -> ok end),
    lists:member(P, processes()).

%% The new process may act before spawn returns to its parent, but not before the link is there.
%= exactly: erl and may
%= erl: bye
%= erl: none
exit_of_new_linked() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bye) end),
    receive {'EXIT', P, R} -> R after 0 -> none end.

%= exactly: erl and may
%= erl: [reply,work]
reply_before_work() ->
    S = self(),
    R = spawn_request(fun() -> S ! work end),
    [receive {spawn_reply, R, ok, _} -> reply; X -> X end, receive {spawn_reply, R, ok, _} -> reply; Y -> Y end].

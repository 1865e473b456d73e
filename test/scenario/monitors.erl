%% Monitors.
-module(monitors).
-include("scenario.hrl").

%% --- setting up -----------------------------------------------------------------------------------------

%% noproc when the child was faster; who expects only `normal` waits forever.
%= ends: ok
%= error: P deadlock
%= preemptions: 1
monitor_after_spawn() ->
    Child = spawn(fun() -> ok end),
    Monitor = monitor(process, Child),
    receive {'DOWN', Monitor, process, Child, normal} -> ok end.

%= ends: ok
%= explored: 1
monitor_at_spawn() ->
    {Child, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, Child, normal} -> ok end.

%= ends: normal | noproc
%= explored: 2
monitor_of_one_who_may_be_gone() ->
    Child = spawn(fun() -> ok end),
    Monitor = monitor(process, Child),
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%= ends: noproc
%= explored: 1
monitor_of_the_dead() ->
    Child = spawn(fun() -> ok end),
    idle(),
    Monitor = monitor(process, Child),
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%% Not registered yet, there and seen to end, or gone already.
%= ends: noproc | normal
monitor_by_name() ->
    spawn(fun() -> register(name, self()) end),
    Monitor = monitor(process, name),
    receive {'DOWN', Monitor, process, {name, _}, Reason} -> Reason end.

%% A monitor set by name stays with the process, not with the name.
%= ends: {old,bye}
monitor_by_name_stays_with_the_process() ->
    Old = spawn(fun() -> register(name, self()), receive go -> unregister(name) end, exit({shutdown, bye}) end),
    idle(),
    Monitor = monitor(process, name),
    Old ! go,
    receive {'DOWN', Monitor, process, {name, _}, {shutdown, Why}} -> {old, Why} end.

%% --- demonitor ------------------------------------------------------------------------------------------

%% Who stops watching and does not flush takes old news for new.
%= ends: {first,normal} | {second,normal}
stale_down() -> two_watches(fun(Monitor) -> demonitor(Monitor) end).

%= ends: {second,normal}
stale_down_flushed() -> two_watches(fun(Monitor) -> demonitor(Monitor, [flush]) end).

two_watches(Stop) ->
    {First, Monitor} = spawn_monitor(fun() -> ok end),
    Stop(Monitor),
    {Second, _} = spawn_monitor(fun() -> ok end),
    receive
        {'DOWN', _, process, First, Reason} -> {first, Reason};
        {'DOWN', _, process, Second, Reason} -> {second, Reason}
    end.

%% info tells whether the monitor was still there: no when the message was sent.
%= ends: {true,0} | {false,1}
%= explored: 2
demonitor_info() ->
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    There = demonitor(Monitor, [info]),
    idle(),
    {There, receive {'DOWN', Monitor, _, _, _} -> 1 after 0 -> 0 end}.

%= ends: 0
%= explored: <= 2
demonitor_flush() ->
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    demonitor(Monitor, [flush]),
    idle(),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    Length.

%% Each monitor has its own message.
%= ends: [normal,normal]
%= explored: 1
two_monitors_of_one_process() ->
    Child = spawn(fun() -> receive go -> ok end end),
    Monitors = [monitor(process, Child) || _ <- [1, 2]],
    Child ! go,
    [receive {'DOWN', Monitor, process, Child, Reason} -> Reason end || Monitor <- Monitors].

%% Nobody looks at the mailbox of a watcher that has ended.
%= ends: ok
%= explored: <= 3
watcher_that_ends() ->
    Child = spawn(fun() -> receive go -> ok end end),
    spawn(fun() -> monitor(process, Child) end),
    Child ! go,
    ok.

%% --- orders ---------------------------------------------------------------------------------------------

%% A result comes before the end of who sent it.
%= ends: {result,42}
result_before_down() ->
    Me = self(),
    {_, Monitor} = spawn_monitor(fun() -> Me ! {result, 42} end),
    receive
        {result, _} = Result -> Result;
        {'DOWN', Monitor, _, _, _} -> lost
    end.

%% But not when another process brings it.
%= ends: {result,42} | lost
result_by_relay_before_down() ->
    Me = self(),
    Relay = spawn(fun() -> receive Message -> Me ! Message end end),
    {_, Monitor} = spawn_monitor(fun() -> Relay ! {result, 42} end),
    receive
        {result, _} = Result -> Result;
        {'DOWN', Monitor, _, _, _} -> lost
    end.

%% Two ends in either order.
%= ends: [a,b] | [b,a]
downs_in_any_order() ->
    [spawn_monitor(fun() -> exit({shutdown, Name}) end) || Name <- [a, b]],
    [receive {'DOWN', _, _, _, {shutdown, Name}} -> Name end || _ <- [1, 2]].

%= ends: [a,b]
%= explored: <= 2
downs_in_order_of_monitors() ->
    Started = [spawn_monitor(fun() -> exit({shutdown, Name}) end) || Name <- [a, b]],
    [receive {'DOWN', Monitor, _, _, {shutdown, Name}} -> Name end || {_, Monitor} <- Started].

%% A call that watches its server: answered, or told of its end, but never left waiting.
%= ends: {ok,pong} | {error,killed} | {error,noproc}
call_of_a_server_that_may_die() ->
    Server = spawn(fun() -> receive {From, Tag, ping} -> From ! {Tag, pong} end, receive never -> ok end end),
    spawn(fun() -> exit(Server, kill) end),
    Tag = monitor(process, Server),
    Server ! {self(), Tag, ping},
    receive
        {Tag, Answer} -> demonitor(Tag, [flush]), {ok, Answer};
        {'DOWN', Tag, _, _, Reason} -> {error, Reason}
    end.

%= ends: {ok,pong}
%= error: P deadlock
call_of_a_server_that_may_die_without_monitor() ->
    Server = spawn(fun() -> receive {From, Tag, ping} -> From ! {Tag, pong} end, receive never -> ok end end),
    spawn(fun() -> exit(Server, kill) end),
    Tag = make_ref(),
    Server ! {self(), Tag, ping},
    receive {Tag, Answer} -> {ok, Answer} end.

%% Registered names.
-module(names).
-include("scenario.hrl").

stay() -> receive stop -> ok end.

%% --- making a name --------------------------------------------------------------------------------------

%% The child may be gone before it gets its name.
%= ends: true | error: badarg
%= error: P abnormal_exit error: badarg
%= preemptions: 1
%= delays: 1
register_a_short_lived_child() -> register(child, spawn(fun() -> ok end)).

%= ends: true
register_a_short_lived_child_repaired() ->
    Child = spawn(fun() -> receive go -> ok end end),
    register(child, Child),
    Child ! go,
    true.

%% Looked up by both before either registers: 2 orders of registering. Else one of them is told that it is taken.
%= ends: ok
%= error: P.1|P.2 abnormal_exit error: badarg
%= explored: 4
%= preemptions: 1
check_then_register() ->
    Register = fun() ->
        case whereis(name) of
            undefined -> register(name, self()), stay();
            _ -> taken
        end
    end,
    spawn(Register),
    spawn(Register),
    ok.

%= ends: ok
%= explored: 2
check_then_register_repaired() ->
    Register = fun() ->
        try register(name, self()) of
            true -> stay()
        catch
            error:badarg -> taken
        end
    end,
    spawn(Register),
    spawn(Register),
    ok.

%% Names of their own, and processes of their own.
%= ends: ok
%= explored: 1
different_names() ->
    [spawn(fun() -> register(Name, self()), stay() end) || Name <- [a, b, c]],
    ok.

%% A process has one name at most.
%= ends: [true,badarg] | [badarg,true]
%= explored: 2
one_name_each() ->
    Holder = spawn(fun stay/0),
    parallel([fun() -> safely(fun() -> register(Name, Holder) end) end || Name <- [a, b]]).

%% --- using a name ---------------------------------------------------------------------------------------

%= ends: hello | error: badarg
%= error: P abnormal_exit error: badarg
%= preemptions: 0
send_before_register() ->
    spawn(fun() -> register(server, self()), receive {From, hello} -> From ! hello end end),
    server ! {self(), hello},
    receive Answer -> Answer end.

%= ends: hello
send_before_register_repaired() ->
    Me = self(),
    spawn(fun() -> register(server, self()), Me ! ready, receive {From, hello} -> From ! hello end end),
    receive ready -> ok end,
    server ! {self(), hello},
    receive Answer -> Answer end.

%% Between the look and the send the name may go: badarg.
%= ends: sent | gone | error: badarg
%= error: P abnormal_exit error: badarg
%= preemptions: 1
check_then_send() ->
    register(server, spawn(fun() -> receive stop -> ok end end)),
    whereis(server) ! stop,
    case whereis(server) of
        undefined -> gone;
        _ -> server ! hello, sent
    end.

%= ends: sent | gone
check_then_send_repaired() ->
    register(server, spawn(fun() -> receive stop -> ok end end)),
    whereis(server) ! stop,
    case whereis(server) of
        undefined -> gone;
        Server -> Server ! hello, sent
    end.

%% --- losing a name --------------------------------------------------------------------------------------

%= ends: [true,none] | [none,true]
%= error: P.1|P.2 abnormal_exit error: badarg
%= explored: 2
unregister_twice() ->
    register(name, self()),
    parallel([fun() -> unregister(name) end || _ <- [1, 2]]).

%% P's name passes to the heir at once, or the heir finds it still taken.
%= ends: [true,true] | [true,badarg]
%= explored: 2
handing_a_name_over() ->
    register(name, self()),
    parallel([fun() -> unregister(name) end, fun() -> safely(fun() -> register(name, self()) end) end]).

%% A name goes with its process.
%= ends: undefined | here
%= explored: 2
name_of_a_process_that_ends() ->
    Holder = spawn(fun() -> register(name, self()), receive stop -> ok end end),
    idle(),
    Holder ! stop,
    case whereis(name) of
        undefined -> undefined;
        Holder -> here
    end.

%% Each of two names is there or not yet.
%= ends: [] | [a] | [b] | [a,b]
%= explored: 4
list_of_names() ->
    [spawn(fun() -> register(Name, self()), stay() end) || Name <- [a, b]],
    [Name || Name <- lists:sort(registered()), lists:member(Name, [a, b])].

%% A process without a name, links and monitors ends: nobody can know.
%= ends: ok
%= explored: 1
ends_that_nobody_sees() ->
    register(name, self()),
    [spawn(fun() -> ok end) || _ <- lists:seq(1, 6)],
    true = whereis(name) =:= self(),
    ok.

%% A name passes from one process to the next: the order to stop reaches the new one, is lost with the old, or finds none.
%= ends: [] | [{new,stop}] | error: badarg
%= error: P abnormal_exit error: badarg
name_with_a_new_holder() ->
    Told = ets:new(told, [public]),
    Hold = fun(Who, Until) ->
        register(name, self()),
        receive Until -> ok; stop -> ets:insert(Told, {Who, stop}) end
    end,
    spawn(fun() -> Hold(old, retire) end),
    idle(),
    whereis(name) ! retire,
    spawn(fun() -> safely(fun() -> Hold(new, never) end) end),
    name ! stop,
    idle(),
    ets:tab2list(Told).

%% Global names of their own: what the server does for each is one action, with an end.
%= ends: ok
%= explored: 6
global_names_of_two() ->
    parallel([fun() -> yes = global:register_name(Name, self()) end || Name <- [a, b]]),
    ok.

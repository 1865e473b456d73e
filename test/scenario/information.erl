%% What one process can see of another: process_info, is_process_alive, processes. A question depends on what changes its
%% answer, and on nothing else.
-module(information).
-include("scenario.hrl").

stay() -> receive stop -> ok end.

%= ends: true | false
%= explored: 2
alive() -> is_process_alive(spawn(fun() -> ok end)).

%= ends: there | undefined
%= explored: 2
information_of_one_who_may_be_gone() ->
    case process_info(spawn(fun() -> ok end), trap_exit) of
        undefined -> undefined;
        {trap_exit, false} -> there
    end.

%% The look needs a living process, and so does who uses it: a second look may differ.
%= ends: ok | gone | error: {badmatch,undefined}
%= error: P abnormal_exit error: {badmatch,undefined}
%= preemptions: 1
look_twice() ->
    Child = spawn(fun() -> ok end),
    case is_process_alive(Child) of
        false -> gone;
        true -> {trap_exit, _} = process_info(Child, trap_exit), ok
    end.

%= ends: ok | gone
look_once() ->
    case process_info(spawn(fun() -> ok end), trap_exit) of
        undefined -> gone;
        {trap_exit, _} -> ok
    end.

%= ends: false | true
%= explored: 2
trap_exit() ->
    Child = spawn(fun() -> process_flag(trap_exit, true), stay() end),
    {trap_exit, Flag} = process_info(Child, trap_exit),
    Flag.

%% Another question does not mind.
%= ends: []
%= explored: 1
links_while_trapping() ->
    Child = spawn(fun() -> process_flag(trap_exit, true), stay() end),
    {links, Links} = process_info(Child, links),
    Links.

%= ends: 0 | 1
%= explored: 2
links() ->
    Other = spawn(fun stay/0),
    Child = spawn(fun() -> link(Other), stay() end),
    {links, Links} = process_info(Child, links),
    length(Links).

%= ends: 0 | 1
links_seen_from_the_other_side() ->
    Other = spawn(fun stay/0),
    spawn(fun() -> link(Other), stay() end),
    {links, Links} = process_info(Other, links),
    length(Links).

%= ends: 0 | 1
monitors() ->
    Other = spawn(fun stay/0),
    Child = spawn(fun() -> monitor(process, Other), stay() end),
    {monitors, Monitors} = process_info(Child, monitors),
    length(Monitors).

%= ends: 0 | 1 | 2
monitored_by() ->
    Other = spawn(fun stay/0),
    [spawn(fun() -> monitor(process, Other), stay() end) || _ <- [1, 2]],
    {monitored_by, Watchers} = process_info(Other, monitored_by),
    length(Watchers).

%= ends: [] | {registered_name,child}
%= explored: 2
registered_name() -> process_info(spawn(fun() -> register(child, self()), stay() end), registered_name).

%% Registering does not change the links.
%= ends: {links,[]}
%= explored: 1
links_while_registering() -> process_info(spawn(fun() -> register(child, self()), stay() end), links).

%% Each of two children is there or has ended; P is always there.
%= ends: 0 | 1 | 2
%= explored: 4
processes() ->
    Children = [spawn(fun() -> ok end) || _ <- [1, 2]],
    length([Child || Child <- erlang:processes(), lists:member(Child, Children)]).

%% A grandchild that is not there yet, there, or gone.
%= ends: 0 | 1
processes_that_come_and_go() ->
    Before = erlang:processes(),
    Child = spawn(fun() -> spawn(fun() -> ok end), stay() end),
    length(erlang:processes() -- [Child | Before]).

%% An own dictionary is nobody's business, unless somebody looks.
%= ends: {dictionary,[]}
%= explored: 1
own_dictionary() ->
    parallel([fun() -> put(key, 1), get(key) end || _ <- [1, 2, 3]]),
    process_info(self(), dictionary).

%% Who asks for links and monitors is in nobody's way who has none.
%= ends: ok
%= explored: 1
relations_asked_by_four() ->
    P = spawn(fun stay/0),
    [spawn(fun() -> process_info(P, Item) end) || Item <- [links, monitors, monitored_by, links]],
    ok.

%= ends: 0 | 1
%= explored: 2
relations_asked_while_one_begins() ->
    P = self(),
    spawn(fun() -> link(P), P ! linked, stay() end),
    {links, Links} = process_info(P, links),
    receive linked -> length(Links) end.

%% Each of three sees a process that has begun or has not.
%= ends: ok
%= explored: 8
all_items_asked_by_three() ->
    P = spawn(fun stay/0),
    parallel([fun() -> process_info(P) end || _ <- [1, 2, 3]]),
    ok.

%% The messages and how many they are, in one question.
%= ends: ok
%= explored: 1
mailbox_and_its_size_asked_by_three() ->
    P = spawn(fun stay/0),
    parallel([fun() -> process_info(P, [message_queue_len, messages]) end || _ <- [1, 2, 3]]),
    ok.

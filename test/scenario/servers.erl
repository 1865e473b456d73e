%% OTP's own gen_server, unchanged: its callbacks are below.
-module(servers).
-behaviour(gen_server).
-include("scenario.hrl").

init({value, Value}) -> {ok, Value};
init({wait, Me}) -> Me ! {initialising, self()}, receive go -> {ok, 0} end;
init(refuse) -> {stop, {shutdown, refused}}.

handle_call(get, _, Value) -> {reply, Value, Value};
handle_call({set, Value}, _, _) -> {reply, ok, Value};
handle_call(increment, _, Value) -> {reply, ok, Value + 1};
handle_call(later, From, Value) -> self() ! {answer, From}, {noreply, Value};
handle_call(never, _, Value) -> {noreply, Value};
handle_call({forward, Server, Time}, _, Value) -> {reply, gen_server:call(Server, get, Time), Value};
handle_call({peer, Peer}, _, _) -> {reply, ok, Peer};
handle_call(ask_peer, _, Peer) -> {reply, gen_server:call(Peer, hello, infinity), Peer};
handle_call(hello, _, Value) -> {reply, hello, Value};
handle_call(stop, _, Value) -> {stop, normal, stopped, Value}.

handle_cast({add, N}, Value) -> {noreply, Value + N};
handle_cast(stop, Value) -> {stop, normal, Value}.

handle_info({answer, From}, Value) -> gen_server:reply(From, Value), {noreply, Value};
handle_info(timeout, Value) -> {noreply, {timed_out, Value}};
handle_info(_, Value) -> {noreply, Value}.

start() -> start(0).
start(Value) ->
    {ok, Server} = gen_server:start(?MODULE, {value, Value}, []),
    Server.

call(Server, Request) -> gen_server:call(Server, Request).

%% The reason for which a call fails, without the call.
attempt(Server, Request) -> attempt(Server, Request, 5000).
attempt(Server, Request, Time) ->
    try gen_server:call(Server, Request, Time)
    catch exit:{Reason, _} -> Reason
    end.

%% --- state ----------------------------------------------------------------------------------------------

%= ends: 1 | 2
get_then_set() ->
    Server = start(),
    Increment = fun() -> call(Server, {set, call(Server, get) + 1}) end,
    parallel([Increment, Increment]),
    call(Server, get).

%= ends: 2
increment() ->
    Server = start(),
    parallel([fun() -> call(Server, increment) end || _ <- [1, 2]]),
    call(Server, get).

%% A cast and a call by one client arrive in that order.
%= ends: 1
cast_then_call() ->
    Server = start(),
    gen_server:cast(Server, {add, 1}),
    call(Server, get).

%% By two clients they do not.
%= ends: 0 | 1
cast_and_call_by_two() ->
    Server = start(),
    [_, Seen] = parallel([fun() -> gen_server:cast(Server, {add, 1}) end, fun() -> call(Server, get) end]),
    Seen.

%= ends: 3
casts_commute() ->
    Server = start(),
    parallel([fun() -> gen_server:cast(Server, {add, N}) end || N <- [1, 2]]),
    call(Server, get).

%= ends: 0
answer_later() ->
    Server = start(),
    call(Server, later).

%% --- ends -----------------------------------------------------------------------------------------------

%% The cast is there first; the server stops with the call in its mailbox, or is gone already.
%= ends: normal | noproc
call_after_stop() ->
    Server = start(),
    gen_server:cast(Server, stop),
    attempt(Server, get).

%= ends: 0 | normal | noproc
call_while_another_stops_it() ->
    Server = start(),
    spawn(fun() -> gen_server:cast(Server, stop) end),
    attempt(Server, get).

%% Uncaught, that is a crash of who called.
%= ends: [0] | [none]
%= error: P.3 abnormal_exit exit: {no
call_while_another_stops_it_uncaught() ->
    Server = start(),
    spawn(fun() -> gen_server:cast(Server, stop) end),
    Results = ets:new(results, [public]),
    spawn(fun() -> ets:insert(Results, {1, call(Server, get)}) end),
    idle(),
    case ets:lookup(Results, 1) of
        [{1, Value}] -> [Value];
        [] -> [none]
    end.

%= ends: [stopped,normal] | [stopped,noproc] | [normal,stopped] | [noproc,stopped]
two_that_stop_it() ->
    Server = start(),
    parallel([fun() -> attempt(Server, stop) end || _ <- [1, 2]]).

%= ends: killed | 0 | noproc
call_while_it_is_killed() ->
    Server = start(),
    spawn(fun() -> exit(Server, kill) end),
    attempt(Server, get).

%% A request that is never answered: the five seconds are over when nothing else can happen.
%= ends: timeout
call_without_an_answer() -> attempt(start(), never).

%= error: P deadlock
call_without_an_answer_for_ever() -> gen_server:call(start(), never, infinity).

%% A short patience: the answer may come too late, and must not be found in the mailbox then.
%= ends: {0,0} | {timeout,0}
late_answer() ->
    Result = attempt(start(), get, 10),
    idle(),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    {Result, Length}.

%% --- calling each other ---------------------------------------------------------------------------------

%= ends: ok
%= error: P deadlock
two_that_ask_each_other() -> ask_each_other(fun(A, B) -> [A, B] end).

%= ends: ok
one_that_asks_the_other() -> ask_each_other(fun(A, _) -> [A, A] end).

ask_each_other(Asked) ->
    A = start(),
    B = start(A),
    ok = call(A, {peer, B}),
    Monitors = [element(2, spawn_monitor(fun() -> hello = gen_server:call(S, ask_peer, infinity) end)) || S <- Asked(A, B)],
    [receive {'DOWN', Monitor, _, _, normal} -> ok end || Monitor <- Monitors],
    ok.

%% --- starting -------------------------------------------------------------------------------------------

%% Of two that want the same name one is told of the other.
%= ends: [{error,already_started},ok] | [ok,{error,already_started}]
started_twice() ->
    parallel([fun start_named/0, fun start_named/0]).

start_named() ->
    case gen_server:start({local, server}, ?MODULE, {value, 0}, []) of
        {ok, _} -> ok;
        {error, {Reason, _}} -> {error, Reason}
    end.

%% Whoever asks before init is over waits in the mailbox; before the name is there it fails.
%= ends: 0 | noproc
call_while_it_starts() ->
    Me = self(),
    spawn(fun() -> gen_server:start({local, server}, ?MODULE, {wait, Me}, []) end),
    spawn(fun() -> receive never -> ok end end),
    Waker = spawn(fun() -> receive {wake, Server} -> Server ! go end end),
    spawn(fun() -> Me ! {result, attempt(server, get)} end),
    receive {initialising, Server} -> Waker ! {wake, Server} end,
    receive {result, Result} -> Result end.

%= ends: {error,{shutdown,refused}}
refused_start() -> gen_server:start(?MODULE, refuse, []).

%% Linked to a server that is killed: P goes too.
%= ends: 0 | exit: killed
%= error: P abnormal_exit
linked_to_one_that_is_killed() ->
    {ok, Server} = gen_server:start_link(?MODULE, {value, 0}, []),
    spawn(fun() -> exit(Server, kill) end),
    case attempt(Server, get) of
        0 -> 0;
        _ -> idle()
    end.

%= ends: 0 | killed | noproc
linked_to_one_that_is_killed_trapping() ->
    process_flag(trap_exit, true),
    {ok, Server} = gen_server:start_link(?MODULE, {value, 0}, []),
    spawn(fun() -> exit(Server, kill) end),
    attempt(Server, get).

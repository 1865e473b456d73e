%% Ways a node ends: what is printed on the way, and the status, are compared with erl.
-module(endings).
-export([stopped/0, returned/0, permanent/0, halted/0, start/2, stop/1, init/1]).

%% Applications stop in the reverse order of their start.
stopped() ->
    [begin ok = application:load(specification(A)), ok = application:start(A) end || A <- [first, second]],
    init:stop(3),
    receive never -> ok end.

returned() ->
    ok = application:load(specification(first)),
    ok = application:start(first),
    init:stop(5).

%% A node does not survive a permanent application.
permanent() ->
    ok = application:load(specification(first)),
    ok = application:start(first, permanent),
    exit(whereis(first), kill),
    receive never -> ok end.

halted() ->
    ok = application:load(specification(first)),
    ok = application:start(first),
    halt(4).

specification(Name) ->
    {application, Name, [{vsn, "1"}, {applications, [kernel, stdlib]}, {mod, {?MODULE, Name}}]}.

start(normal, Name) ->
    io:format("~p starts~n", [Name]),
    {ok, Pid} = supervisor:start_link({local, Name}, ?MODULE, []),
    {ok, Pid, Name}.

stop(Name) -> io:format("~p stopped~n", [Name]).

init([]) -> {ok, {#{}, []}}.

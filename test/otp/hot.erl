%% A module of which there are two versions.
-module(hot).
-export([version/0, start/0, loop/0, maker/0, call/1]).
-if(?VERSION =:= 1).
-export([only_first/0]).
only_first() -> yes.
-else.
-export([only_second/0]).
only_second() -> yes.
-endif.

version() -> ?VERSION.
maker() -> fun() -> {?VERSION, version(), ?MODULE:version()} end.
call(Fun) -> {?VERSION, Fun()}.

start() -> spawn(?MODULE, loop, []).

%% Stays in its version until it is told to move.
loop() ->
    receive
        {version, From} -> From ! {self(), {version(), ?MODULE:version()}}, loop();
        move -> ?MODULE:loop();
        {deep, From} -> X = deeper(From), From ! {self(), X}, loop()
    end.

deeper(From) ->
    From ! {self(), waiting},
    receive go -> ok end,
    version().

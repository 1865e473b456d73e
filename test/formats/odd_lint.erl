-module(odd_lint).
-export([start/0]).

start() ->
    P = spawn(fun loop/0),
    P ! {'<a>&]]', 1},
    P ! {nobody, 'takes \n it'},
    P ! stop.

loop() ->
    receive
        {'<a>&]]>', X} -> X ! loop();
        {'<a>&]]', _} -> loop();
        stop -> ok
    end.

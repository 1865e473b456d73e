%% A test of another application, which sends what drop's own code never does.
-module(other).
-export([uses_two/0]).

uses_two() ->
    P = drop:start(),
    P ! {two, 2},
    ok.

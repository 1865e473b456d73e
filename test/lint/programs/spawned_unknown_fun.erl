%% No receive is known of a process that runs an unknown fun (A11).
%% lint: nothing
-module(spawned_unknown_fun).
-export([main/1]).

main(F) ->
    P = spawn(F),
    P ! {some, message},
    ok.

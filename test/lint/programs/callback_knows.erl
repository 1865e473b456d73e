%% Code that is not known runs in the process (A4).
%% lint: nothing
-module(callback_knows).
-export([main/1]).

main(Mod) ->
    spawn(fun() ->
        Mod:init(1),
        receive {from_callback, X} -> X end
    end),
    ok.

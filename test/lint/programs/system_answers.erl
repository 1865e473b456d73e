%% The run-time system answers some questions by messages.
%% lint: nothing
-module(system_answers).
-export([main/0]).

main() ->
    spawn(fun() ->
        Ref = make_ref(),
        erlang:system_info({memory_internal, Ref, [total]}),
        receive {Ref, _, X} -> X end
    end),
    ok.

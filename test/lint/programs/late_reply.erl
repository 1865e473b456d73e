%% An answer may come after gen_server:call gave up (A2).
%% lint: nothing
-module(late_reply).
-export([main/1]).

main(Server) ->
    spawn(fun() ->
        catch gen_server:call(Server, x, 10),
        receive {Ref, X} when is_reference(Ref) -> X end
    end),
    ok.

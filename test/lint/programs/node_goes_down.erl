%% What is sent to those who watch nodes.
%% lint: receive_unneeded proved {nodeup, _}
-module(node_goes_down).
-export([main/1]).

main(Node) ->
    spawn(fun() ->
        erlang:monitor_node(Node, true),
        receive {nodedown, Node} -> ok; {nodeup, _} -> wrong end
    end),
    ok.

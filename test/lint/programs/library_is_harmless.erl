%% A library does more than compute in the process, but its code tells nobody about it.
%% lint: receive_unneeded proved {vertex, _}
-module(library_is_harmless).
-export([main/1]).

main(X) ->
    P = spawn(fun() ->
        G = digraph:new(),
        receive
            {vertx, V} -> digraph:add_vertex(G, V);
            {vertex, _} -> wrong
        end
    end),
    P ! {vertx, X},
    ok.

%% A process that nobody knows is found by its links.
%% lint: nothing
-module(links_are_seen).
-export([main/0]).

main() ->
    spawn(fun() ->
        spawn_link(fun() -> receive {found, X} -> X end end),
        {links, Links} = process_info(self(), links),
        [P ! {found, 1} || P <- Links, is_pid(P)]
    end),
    ok.

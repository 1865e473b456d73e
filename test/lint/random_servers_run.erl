%% Sends each message of each server in a folder to a fresh one, and prints whether a clause that is meant for it took it:
%% a line "MODULE LINE taken" or "MODULE LINE left" each.
-module(random_servers_run).
-export([main/1]).

main([Folder]) ->
    error_logger:tty(false),
    logger:set_primary_config(level, none),
    persistent_term:put(clauses, self()),
    [run(list_to_atom(filename:basename(F, ".beam"))) || F <- filelib:wildcard(Folder ++ "/s*_*.beam")],
    halt().

%% The functions that send stand one in a line, the first one in line 9.
run(Module) -> [io:format("~s ~p ~s~n", [Module, 8 + N, send(Module, N)]) || N <- lists:seq(1, Module:sends())].

send(Module, N) ->
    {ok, Server} = Module:start(),
    catch Module:(list_to_existing_atom("send" ++ integer_to_list(N)))(),
    catch sys:get_state(Server),
    catch gen_server:stop(Server),
    receive taken -> taken after 0 -> left end.

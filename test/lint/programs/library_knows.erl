%% A library function that is not known may let others know the process.
%% lint: nothing
-module(library_knows).
-export([main/0]).

main() ->
    spawn(fun() ->
        pg:join(group, self()),
        receive {told, X} -> X end
    end),
    ok.

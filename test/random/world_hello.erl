%% A message that goes straight to C, and one that goes through many others: which of them comes first is certain only
%% if messages take no time.
-module(world_hello).
-export([main/0, few/0]).

main() -> through(100).
few() -> through(3).

%% A sends hello to C, and world by way of N who pass it on.
through(N) ->
    C = self(),
    spawn(fun() ->
        First = lists:foldl(fun(_, Next) -> spawn(fun() -> pass_on(Next) end) end, C, lists:seq(1, N)),
        C ! hello,
        First ! world
    end),
    {hello, world} = {receive One -> One end, receive Other -> Other end}.

pass_on(Next) -> receive Message -> Next ! Message end.

%% Funs: maps, folds and compositions.
-module(closures).
-export([main/1]).

main(N) ->
    L = lists:seq(1, 1000),
    Step = lists:foldl(fun(K, F) -> fun(X) -> F(X + K) end end, fun(X) -> X rem 1000 end, lists:seq(1, 10)),
    [lists:foldl(fun(X, A) -> A + Step(X) end, 0,
                 lists:map(fun(X) -> X * 3 end, lists:filter(fun(X) -> X band 3 > 0 end, L)))
     || _ <- lists:seq(1, N * 8000)],
    ok.

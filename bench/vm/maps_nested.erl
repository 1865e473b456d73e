%% Maps in maps, small and large, read and updated.
-module(maps_nested).
-export([main/1]).

main(N) -> lists:foldl(fun update/2, #{}, lists:seq(1, N * 4000000)), ok.

update(I, World) ->
    Outer = I rem 500,
    Inner = I * 7 rem 20,
    Cell = maps:get(Outer, World, #{}),
    World#{Outer => Cell#{Inner => maps:get(Inner, Cell, 0) + 1}}.

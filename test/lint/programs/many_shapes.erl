%% Tuples of many sizes, some of which cannot be.
%% lint: receive_unneeded proved {f, _, _, _, _, _}
-module(many_shapes).
-export([main/0]).

main() ->
    P = spawn(fun() -> loop([]) end),
    [P ! M || M <- [{a}, {b, 1}, {c, 1, 2}, {d, 1, 2, 3}, {e, 1, 2, 3, 4}]],
    P ! {a}, P ! {b, 1}, P ! {c, 1, 2}, P ! {d, 1, 2, 3}, P ! {e, 1, 2, 3, 4},
    ok.

loop(All) ->
    receive
        {a} -> loop([{a} | All]);
        {b, X} -> loop([{X} | All]);
        {c, X, Y} -> loop([{X, Y} | All]);
        {d, X, Y, Z} -> loop([{X, Y, Z} | All]);
        {e, X, Y, Z, V} -> loop([{X, Y, Z, V} | All]);
        {f, X, Y, Z, V, W} -> loop([{X, Y, Z, V, W} | All])
    end.

%% Floats: the Mandelbrot set.
-module(mandelbrot).
-export([main/1]).

main(N) ->
    [[[iterate(X / 40 - 2.0, Y / 30 - 1.0, 0.0, 0.0, 100) || X <- lists:seq(0, 119)] || Y <- lists:seq(0, 59)]
     || _ <- lists:seq(1, N * 75)],
    ok.

iterate(_, _, _, _, 0) -> inside;
iterate(_, _, X, Y, N) when X * X + Y * Y > 4.0 -> N;
iterate(A, B, X, Y, N) -> iterate(A, B, X * X - Y * Y + A, 2.0 * X * Y + B, N - 1).

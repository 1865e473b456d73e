%% Exceptions: thrown, caught, passed on, over frames of several depths.
-module(raise).
-export([main/1]).

main(N) -> [try deep(I rem 20) catch throw:X -> X; error:{bottom, X} -> X end || I <- lists:seq(1, N * 2000000)], ok.

deep(0) -> throw(zero);
deep(7) -> error({bottom, seven});
deep(N) -> try deep(N - 1) after ok end.

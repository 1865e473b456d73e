%% What rebar3 makes of ct:pal in the suites that it compiles, so that it can show the text of failing cases only.
-module(cthr).
-export([pal/1, pal/2, pal/3, pal/4, pal/5]).

pal(Format) -> ct:pal(Format).
pal(X1, X2) -> ct:pal(X1, X2).
pal(X1, X2, X3) -> ct:pal(X1, X2, X3).
pal(X1, X2, X3, X4) -> ct:pal(X1, X2, X3, X4).
pal(X1, X2, X3, X4, X5) -> ct:pal(X1, X2, X3, X4, X5).

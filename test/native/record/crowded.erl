%% A generated program that has many interleavings, with the outcomes that erl showed: more, if its module could link or look.
-module(crowded).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: exit: bad
%= erl: exit: killed
%= erl: {true,[]}
g489() ->
    S = self(),
    P1 = spawn_link(fun() ->
        S ! a,
        S ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! m,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    P3 = spawn_link(fun() ->
        S ! a,
        S ! a,
        exit(bad)
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    P2 ! m,
    O5 = messages(S),
    {O3, O5}.

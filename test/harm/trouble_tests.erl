%% Tests that bring trouble to who runs them.
-module(trouble_tests).
-export([before_memory_test/0, memory_test/0, after_memory_test/0, stuck_test/0, both_test/0, outcomes_test/0, endless_fails_test/0, endless/0, quiet/0]).

before_memory_test() -> ok.
memory_test() -> grow([]).
after_memory_test() -> ok.

grow(List) -> grow([binary_to_list(binary:copy(<<"x">>, 1000)) | List]).

%% Small, and very large if it is walked through without looking at what is shared.
shared(N) -> lists:foldl(fun(_, Term) -> [Term | Term] end, [], lists:seq(1, N)).

stuck_test() -> erlang:phash2(shared(60)).

%% One interleaving fails, the other one never ends.
both_test() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    case receive First -> First end of
        1 -> exit(found_before);
        2 -> erlang:phash2(shared(60))
    end.

%% As many results as there are orders.
outcomes_test() ->
    Me = self(),
    Pids = [spawn(fun() -> Me ! {N, lists:duplicate(500, N)} end) || N <- lists:seq(1, 9)],
    [receive Message -> Message end || _ <- Pids].

endless_fails_test() -> endless().

endless() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- lists:seq(1, 14)],
    case [receive N -> N end || _ <- lists:seq(1, 14)] of
        [1, 2, 3 | _] -> exit(wrong_at_once);
        _ -> ok
    end.

quiet() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- lists:seq(1, 14)],
    [receive N -> N end || _ <- lists:seq(1, 14)],
    ok.

%% Two workers answer, and the first answer is taken for the first worker's.
-module(first_answer).
-export([t/0]).

t() ->
    Me = self(),
    spawn(fun() -> Me ! {sum, lists:sum([1, 2, 3])} end),
    spawn(fun() -> Me ! {sum, lists:sum([4, 5, 6])} end),
    A = receive {sum, S1} -> S1 end,
    B = receive {sum, S2} -> S2 end,
    {6, 15} = {A, B}.

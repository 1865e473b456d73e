%% A wallet that is read and written by two messages: two clients read the same sum.
-module(wallet).
-export([t/0]).

t() ->
    Wallet = spawn(fun() -> loop(100) end),
    Me = self(),
    [spawn(fun() -> withdraw(Wallet, N), Me ! done end) || N <- [30, 50]],
    [receive done -> ok end || _ <- [1, 2]],
    20 = get_sum(Wallet).

withdraw(Wallet, N) -> Wallet ! {set, get_sum(Wallet) - N}.

get_sum(Wallet) ->
    Wallet ! {get, self()},
    receive {sum, Sum} -> Sum end.

loop(Sum) ->
    receive
        {get, From} -> From ! {sum, Sum}, loop(Sum);
        {set, New} -> loop(New)
    end.

%% What tests show of two findings. Each line: TEST KIND LINE SEEN.
%% seen: drop:both_words send_unreceived 18 shown
%% seen: drop:both_words receive_unneeded 23 not_met
%% seen: drop:good_word send_unreceived 18 not_met
%% seen: drop:good_word receive_unneeded 23 not_met
%% seen: other:uses_two send_unreceived 18 not_met
%% seen: other:uses_two receive_unneeded 23 refuted
-module(drop).
-export([both_words/0, good_word/0, start/0]).

good_word() ->
    P = spawn(fun() -> wait() end),
    P ! {hello, 2},
    ok.

both_words() ->
    P = spawn(fun() -> wait() end),
    P ! {helo, 1}, P ! {hello, 2},   % two sends on one line: only the first is not taken
    ok.

start() -> spawn(fun() -> self() ! one, both(), both() end).

both() ->
    receive
        one -> one;
        {two, X} ->
            {X, two}
    end.

wait() -> receive {hello, N} -> N end.

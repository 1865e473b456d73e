%% A suite of which two tests depend on the schedule.
-module(desk_tests).
-include_lib("eunit/include/eunit.hrl").

first_wins_test() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    ?assertEqual(1, receive N -> N end).

name_is_free_test() ->
    Pid = spawn(fun() -> ok end),
    true = register(clerk, Pid).

order_of_one_sender_test() ->
    Me = self(),
    spawn(fun() -> Me ! 1, Me ! 2 end),
    ?assertEqual([1, 2], [receive N -> N end || _ <- [1, 2]]).

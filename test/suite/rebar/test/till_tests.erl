-module(till_tests).
-include_lib("eunit/include/eunit.hrl").

one_cashier_test() ->
    {ok, Till} = till:start_link(),
    ok = till:pay(Till, 2),
    ?assertEqual(2, till:total(Till)),
    till:stop(Till).

cashiers_test_() ->
    {foreach, fun open/0, fun till:stop/1,
     [fun(Till) -> {"two cashiers pay", ?_test(two_pay(Till))} end,
      fun(Till) -> {"two cashiers read and write", ?_test(two_write(Till))} end]}.

%% The shop takes its time to open.
open() ->
    timer:sleep(2000),
    {ok, Till} = till:start_link(),
    Till.

two_pay(Till) ->
    both(fun() -> till:pay(Till, 1) end),
    ?assertEqual(2, till:total(Till)).

two_write(Till) ->
    both(fun() -> till:set(Till, till:total(Till) + 1) end),
    ?assertEqual(2, till:total(Till)).

both(Fun) ->
    Cashiers = [spawn_monitor(Fun) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, Reason} -> normal = Reason end || {Pid, Monitor} <- Cashiers].

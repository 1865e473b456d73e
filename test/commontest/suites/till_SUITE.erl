-module(till_SUITE).
-include_lib("common_test/include/ct.hrl").
-include_lib("stdlib/include/assert.hrl").
-export([all/0, groups/0, suite/0, init_per_group/2, end_per_group/2, init_per_testcase/2, end_per_testcase/2]).
-export([two_pay/1, two_pay_unsafely/1, nobody_answers/1, two_wait/1, pays/1, pays_unsafely/1, pays_too/1, linked/1, sleeps/1]).

suite() -> [{timetrap, {seconds, 10}}].

all() -> [two_pay, two_pay_unsafely, nobody_answers, two_wait, linked, sleeps, {group, customers}, {group, careful_customers}].

groups() -> [{customers, [parallel], [pays, pays_unsafely]}, {careful_customers, [parallel], [pays, pays_too]}].

%% The process of this function ends, and takes along who is linked to it.
init_per_group(_, Config) ->
    Parent = self(),
    spawn(fun() -> ets:new(shop, [named_table, public]), ets:insert(shop, {customers, 0}),
                   {ok, Till} = till:start_link(), Parent ! {shop, Till}, receive stop -> ok end end),
    receive {shop, Till} -> [{shop, Till} | Config] end.

end_per_group(_, Config) -> till:stop(?config(shop, Config)).

init_per_testcase(_, Config) ->
    {ok, Till} = till:start_link(),
    [{till, Till} | Config].

end_per_testcase(_, Config) -> till:stop(?config(till, Config)).

%% Both orders are explored, and both are right.
two_pay(Config) ->
    both(fun till:pay/2, Config),
    ?assertEqual(2, till:total(?config(till, Config))).

two_pay_unsafely(Config) ->
    both(fun till:unsafe_pay/2, Config),
    ?assertEqual(2, till:total(?config(till, Config))).

both(Pay, Config) ->
    Till = ?config(till, Config),
    Customers = [spawn_monitor(fun() -> ok = Pay(Till, 1) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, _, normal} -> ok end || {_, Monitor} <- Customers].

%% Common Test waits for ten seconds, and says timetrap_timeout.
nobody_answers(_Config) ->
    ct:pal("nobody answers ~p", [self()]),
    receive {answer, _} -> ok end.

%% It depends on the schedule whether the two wait for each other.
two_wait(_Config) ->
    Locks = [spawn_link(fun free/0) || _ <- [1, 2]],
    Pairs = [Locks, lists:reverse(Locks)],
    Users = [spawn_monitor(fun() -> [ask(Lock) || Lock <- Pair], [Lock ! leave || Lock <- Pair] end) || Pair <- Pairs],
    [receive {'DOWN', Monitor, process, _, normal} -> ok end || {_, Monitor} <- Users].

ask(Lock) ->
    Lock ! {enter, self()},
    receive {entered, Lock} -> ok end.

free() -> receive {enter, User} -> User ! {entered, self()}, taken() end.
taken() -> receive leave -> free() end.

%% A linked process takes the case along if it is late.
linked(_Config) ->
    Case = self(),
    spawn_link(fun() -> register(helper, self()), Case ! {up, self()}, exit(boom) end),
    receive {up, _} -> ok end.

%% Time that passes on no clock.
sleeps(_Config) -> ct:sleep({seconds, 5}).

pays(Config) -> customer(fun till:pay/2, Config).
pays_too(Config) -> customer(fun till:pay/2, Config).
pays_unsafely(Config) -> customer(fun till:unsafe_pay/2, Config).

customer(Pay, Config) ->
    Till = ?config(shop, Config),
    ok = Pay(Till, 1),
    true = till:total(Till) >= 1,
    case {ets:update_counter(shop, customers, 1), till:total(Till)} of
        {2, Total} -> ?assertEqual(2, Total);
        _ -> ok
    end.

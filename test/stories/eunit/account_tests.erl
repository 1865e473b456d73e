%% A deposit is made by another process, and the balance is asked for at once.
-module(account_tests).
-include_lib("eunit/include/eunit.hrl").
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).

balance(Account) -> gen_server:call(Account, balance).
deposit(Account, Amount) -> gen_server:cast(Account, {deposit, Amount}).

init(Balance) -> {ok, Balance}.
handle_call(balance, _, Balance) -> {reply, Balance, Balance}.
handle_cast({deposit, Amount}, Balance) -> {noreply, Balance + Amount}.

account_test_() ->
    {setup,
     fun() -> {ok, Account} = gen_server:start(?MODULE, 0, []), Account end,
     fun(Account) -> gen_server:stop(Account) end,
     fun(Account) -> [{"is paid in", fun() -> is_paid_in(Account) end}] end}.

is_paid_in(Account) ->
    spawn(fun() -> deposit(Account, 5) end),
    ?assertEqual(5, balance(Account)).

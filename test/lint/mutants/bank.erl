%% A server of accounts with its interface.
%% mutate: call(bank, {deposit, Id, Sum}) => call(bank, {deposite, Id, Sum})
%% mutate: call(bank, {balance, Id}) => call(bank, {balance, Id, now})
%% mutate: call(bank, {balance, Id}) => call(bank, balance)
%% mutate: call(bank, {balance, Id}) => cast(bank, {balance, Id})
%% mutate: call(bank, {move, From, To, Sum}) => call(bank, {move, From, Sum})
%% mutate: cast(bank, {interest, Rate}) => cast(bank, {intrest, Rate})
%% mutate: cast(bank, {interest, Rate}) => cast(bank, [interest, Rate])
%% mutate: cast(bank, {interest, Rate}) => call(bank, {interest, Rate})
%% mutate: bank ! audit => bank ! adit
%% mutate: bank ! audit => bank ! {audit}
%% mutate: {ok, #{}} => erlang:send_after(1, self(), {report, now}), {ok, #{}}
%% mutate: handle_call({balance, Id}, _, => handle_call({blance, Id}, _,
%% mutate: handle_call({deposit, Id, Sum}, _, => handle_call({deposit, {Id, Sum}}, _,
%% mutate: handle_cast({interest, Rate}, => handle_cast({interest, Rate, _},
%% mutate: handle_info(audit, => handle_info({audit, _},
%% mutate: handle_info(report, => handle_info(reprot,
%% mutate: {reply, transfer(From, To, Sum, Accounts), Accounts} => {reply, move(From, To, Sum), Accounts}
-module(bank).
-behaviour(gen_server).
-export([start_link/0, deposit/2, balance/1, move/3, interest/1, audit/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link({local, bank}, bank, [], []).

deposit(Id, Sum) -> gen_server:call(bank, {deposit, Id, Sum}).
balance(Id) -> gen_server:call(bank, {balance, Id}).
move(From, To, Sum) -> gen_server:call(bank, {move, From, To, Sum}).
interest(Rate) -> gen_server:cast(bank, {interest, Rate}).
audit() -> bank ! audit, ok.

init([]) ->
    erlang:send_after(1000, self(), report),
    {ok, #{}}.

handle_call({deposit, Id, Sum}, _, Accounts) -> {reply, ok, add(Id, Sum, Accounts)};
handle_call({balance, Id}, _, Accounts) -> {reply, maps:get(Id, Accounts, 0), Accounts};
handle_call({move, From, To, Sum}, _, Accounts) -> {reply, transfer(From, To, Sum, Accounts), Accounts}.

handle_cast({interest, Rate}, Accounts) -> {noreply, maps:map(fun(_, Sum) -> Sum * Rate end, Accounts)};
handle_cast(_Message, Accounts) -> {noreply, Accounts}.

handle_info(audit, Accounts) -> io:format("~p~n", [Accounts]), {noreply, Accounts};
handle_info(report, Accounts) -> erlang:send_after(1000, self(), report), {noreply, Accounts#{reports => 1}};
handle_info(Message, Accounts) -> error_logger:info_msg("~p~n", [Message]), {noreply, Accounts}.

add(Id, Sum, Accounts) -> maps:update_with(Id, fun(Old) -> Old + Sum end, Sum, Accounts).

transfer(From, To, Sum, Accounts) -> {From, To, Sum, map_size(Accounts)}.

%% A till that several cashiers use.
-module(till).
-behaviour(gen_server).
-export([start_link/0, stop/1, pay/2, total/1, set/2]).
-export([init/1, handle_call/3, handle_cast/2]).
-include("till.hrl").

-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").
price_test() -> ?assertEqual(3, price(#sale{item = tea, price = 3})).
-endif.

start_link() -> gen_server:start_link(?MODULE, [], []).
stop(Till) -> gen_server:stop(Till).
pay(Till, Price) -> gen_server:call(Till, {pay, #sale{price = Price}}).
total(Till) -> gen_server:call(Till, total).
set(Till, Total) -> gen_server:cast(Till, {set, Total}).

init([]) -> {ok, 0}.
handle_call({pay, Sale}, _From, Total) -> {reply, ok, Total + price(Sale)};
handle_call(total, _From, Total) -> {reply, Total, Total}.
handle_cast({set, Total}, _) -> {noreply, Total}.

price(#sale{price = Price}) -> Price.

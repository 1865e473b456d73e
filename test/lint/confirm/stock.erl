%% What tests show of two findings. Each line: TEST KIND LINE SEEN.
%% seen: stock:deadly deadlock 15 shown
%% seen: stock:deadly send_unreceived 16 not_met
%% seen: stock:lossy deadlock 15 not_met
%% seen: stock:lossy send_unreceived 16 shown
%% seen: stock:harmless deadlock 15 not_met
%% seen: stock:harmless send_unreceived 16 not_met
-module(stock).
-behaviour(gen_server).
-export([start_link/0, add/2, count/1, forget/1, reserve/1, init/1, handle_call/3, handle_cast/2, deadly/0, lossy/0, harmless/0]).

start_link() -> gen_server:start_link({local, stock}, stock, [], []).

add(Item, N) -> gen_server:call(stock, {add, Item, N}).
count(Item) -> gen_server:call(stock, {count, Item}).
forget(Item) -> gen_server:cast(stock, {forgot, Item}).

reserve(Item) -> gen_server:call(stock, {reserve, Item}).

init([]) -> {ok, #{}}.

handle_call({add, Item, N}, _From, Stock) ->
    {reply, ok, maps:update_with(Item, fun(Old) -> Old + N end, N, Stock)};
handle_call({count, Item}, _From, Stock) ->
    {reply, maps:get(Item, Stock, 0), Stock};
handle_call({reserve, Item}, _From, Stock) ->
    {reply, count(Item) > 0, Stock}.

handle_cast({forget, Item}, Stock) -> {noreply, maps:remove(Item, Stock)}.

deadly() -> {ok, _} = start_link(), reserve(pear).
lossy() -> {ok, _} = start_link(), forget(pear), timer:sleep(10).
harmless() -> {ok, _} = start_link(), add(pear, 1), count(pear).

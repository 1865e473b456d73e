%% Two servers that ask each other: a price needs the stock, and ordering needs the price.
-module(shop).
-behaviour(gen_server).
-export([test/0, init/1, handle_call/3, handle_cast/2]).

test() ->
    {ok, _} = gen_server:start_link({local, prices}, ?MODULE, prices, []),
    {ok, _} = gen_server:start_link({local, stock}, ?MODULE, stock, []),
    Parent = self(),
    spawn_link(fun() -> Parent ! {price, gen_server:call(prices, {price_of, apple})} end),
    {ordered, apple} = gen_server:call(stock, {order, apple}),
    receive {price, 3} -> ok end.

init(Name) -> {ok, Name}.

handle_call({price_of, Fruit}, _From, prices) ->
    3 = gen_server:call(stock, {left, Fruit}),
    {reply, 3, prices};
handle_call({price, _Fruit}, _From, prices) ->
    {reply, 3, prices};
handle_call({left, _Fruit}, _From, stock) ->
    {reply, 3, stock};
handle_call({order, Fruit}, _From, stock) ->
    3 = gen_server:call(prices, {price, Fruit}),
    {reply, {ordered, Fruit}, stock}.

handle_cast(_, Name) -> {noreply, Name}.

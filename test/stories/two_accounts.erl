%% Two servers that call each other while they serve a call.
-module(two_accounts).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, _} = gen_server:start({local, anna}, ?MODULE, bert, []),
    {ok, _} = gen_server:start({local, bert}, ?MODULE, anna, []),
    Me = self(),
    [spawn(fun() -> Me ! gen_server:call(Who, {pay, 10}, infinity) end) || Who <- [anna, bert]],
    [receive paid -> ok end || _ <- [1, 2]].

init(Other) -> {ok, Other}.

handle_call({pay, Sum}, _From, Other) -> {reply, gen_server:call(Other, {take, Sum}, infinity), Other};
handle_call({take, _Sum}, _From, Other) -> {reply, paid, Other}.

handle_cast(_, Other) -> {noreply, Other}.

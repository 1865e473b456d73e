%% Clauses for everything that do something with what they take: they dispatch, keep it, pass it on, or look at it later.
%% lint: nothing
-module(server_takes_anything).
-behaviour(gen_server).
-export([start_link/1, ask/0, keep/0, pass/0, self_made/0, late/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2]).

start_link(Other) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Other, []).

ask() -> gen_server:call(?MODULE, {deep, question}).
keep() -> gen_server:cast(?MODULE, {kept, 1}).
pass() -> ?MODULE ! {passed, 1}.
self_made() -> ?MODULE ! {self_made, 1}.
late() -> ?MODULE ! late.

init(Other) -> {ok, {Other, nothing}, {continue, wait}}.

handle_continue(wait, State) ->
    receive late -> {noreply, State} end.

handle_call(stop, _From, State) -> {stop, normal, ok, State};
handle_call(Request, _From, State) -> {reply, answer(Request), State}.

answer({deep, _}) -> 42.

handle_cast(nothing, State) -> {noreply, State};
handle_cast(Message, {Other, _}) -> {noreply, {Other, Message}}.

handle_info({tick, _}, State) -> {noreply, State};
handle_info(Message, {Other, _} = State) ->
    Other ! Message,
    {noreply, State}.

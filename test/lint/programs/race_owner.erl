%% Only the owner may write to a protected table, and callbacks run in one process.
%% lint: nothing
-module(race_owner).
-behaviour(gen_server).
-export([start_link/0, add/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

add(Key) -> gen_server:call(?MODULE, {add, Key}).

init([]) ->
    ets:new(owned, [named_table]),
    ets:new(shared, [named_table, public]),
    {ok, []}.

handle_call({add, Key}, _From, State) ->
    case ets:lookup(owned, Key) of
        [] -> ets:insert(owned, {Key, 1});
        [{_, N}] -> ets:insert(shared, {Key, N + 1})
    end,
    count(Key),
    {reply, ok, State}.

count(Key) ->
    case ets:lookup(shared, Key) of
        [] -> ets:insert(shared, {Key, 1});
        [{_, N}] -> ets:insert(shared, {Key, N + 1})
    end.

handle_cast(_Message, State) -> {noreply, State}.

%% No cycle: it asks who it is, another process calls, and of the second kind there may be many.
%% lint: nothing
-module(server_calls_guarded).
-behaviour(gen_server).
-export([start_link/0, read/1, double/1, later/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

read(Key) ->
    case whereis(?MODULE) =:= self() of
        true -> read(Key, here);
        false -> ask({get, Key})
    end.

read(_Key, here) -> 1.

ask(Request) -> gen_server:call(?MODULE, Request).

double(Key) -> ask({double, Key}).
later(Key) -> gen_server:cast(?MODULE, {later, Key}).

init([]) -> {ok, #{}}.

handle_call({get, Key}, _From, State) -> {reply, maps:get(Key, State), State};
handle_call({double, Key}, _From, State) -> {reply, 2 * read(Key), State}.

handle_cast({later, Key}, State) ->
    spawn(fun() -> io:format("~p~n", [double(Key)]) end),
    {noreply, State}.

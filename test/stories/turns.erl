%% Two clients of a lock; the test takes for granted which of them gets it first. Each asks, and gives back what it got.
-module(turns).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, Lock} = gen_server:start_link(?MODULE, free, []),
    Me = self(),
    spawn_link(fun() -> use(Lock, Me, first) end),
    use(Lock, Me, second),
    [first, second] = [receive {used, Who} -> Who end || _ <- [1, 2]].

use(Lock, Me, Who) ->
    Turn = gen_server:call(Lock, take),
    Me ! {used, Who},
    gen_server:cast(Lock, {give_back, Turn}).

init(free) -> {ok, {free, 1}}.
handle_call(take, _From, {free, Turn}) -> {reply, Turn, {taken, Turn}};
handle_call(take, From, {taken, Turn}) -> {noreply, {waited_for, Turn, From}}.
handle_cast({give_back, Turn}, {taken, Turn}) -> {noreply, {free, Turn + 1}};
handle_cast({give_back, Turn}, {waited_for, Turn, From}) ->
    gen_server:reply(From, Turn + 1),
    {noreply, {taken, Turn + 1}}.

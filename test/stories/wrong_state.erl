%% A door gets an event that one of its states does not know.
-module(wrong_state).
-behaviour(gen_statem).
-export([t/0, init/1, callback_mode/0, locked/3, open/3]).

t() ->
    {ok, Door} = gen_statem:start_link(?MODULE, [], []),
    Me = self(),
    spawn_link(fun() -> gen_statem:cast(Door, unlock), Me ! done end),
    spawn_link(fun() -> gen_statem:cast(Door, push), Me ! done end),
    [receive done -> ok end || _ <- [1, 2]],
    opened = gen_statem:call(Door, state).

callback_mode() -> state_functions.
init(_) -> {ok, locked, []}.

locked(cast, unlock, Data) -> {next_state, open, Data}.

open(cast, push, Data) -> {keep_state, Data};
open({call, From}, state, Data) -> {keep_state, Data, {reply, From, opened}}.

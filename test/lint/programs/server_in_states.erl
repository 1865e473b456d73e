%% A state machine: an event that no state has a clause for.
%% lint: send_unreceived api lock
%% lint: send_unreceived api {buton, integer}
-module(server_in_states).
-behaviour(gen_statem).
-export([start_link/0, button/1, buton/1, lock/0, code/0, init/1, callback_mode/0, locked/3, open/3]).

start_link() -> gen_statem:start_link({local, door}, ?MODULE, [], []).

button(Digit) -> gen_statem:cast(door, {button, Digit}).
buton(Digit) when is_integer(Digit) -> gen_statem:cast(door, {buton, Digit}).
lock() -> gen_statem:call(door, lock).
code() -> gen_statem:call(door, code).

init([]) -> {ok, locked, [1, 2]}.
callback_mode() -> state_functions.

locked(cast, {button, Digit}, [Digit]) -> {next_state, open, []};
locked(cast, {button, Digit}, [Digit | Rest]) -> {keep_state, Rest};
locked(cast, {button, _}, _) -> {keep_state, [1, 2]};
locked({call, From}, code, Left) -> {keep_state_and_data, [{reply, From, Left}]}.

open({call, From}, code, _) -> {keep_state_and_data, [{reply, From, none}]};
open(cast, lock, _) -> {next_state, locked, [1, 2]};
open(cast, _, _) -> keep_state_and_data.

%% A state machine.
%% mutate: cast(door, {button, Digit}) => cast(door, {buton, Digit})
%% mutate: cast(door, {button, Digit}) => cast(door, {button, Digit, 1})
%% mutate: cast(door, {button, Digit}) => call(door, {button, Digit})
%% mutate: call(door, code_length) => call(door, code_len)
%% mutate: call(door, code_length) => cast(door, code_length)
%% mutate: door ! reset => door ! rest
%% mutate: open(cast, lock, _) => open(cast, lok, _)
%% mutate: locked(info, reset, _) => locked(info, resett, _)
-module(door).
-behaviour(gen_statem).
-export([start_link/0, button/1, code_length/0, lock/0, reset/0, init/1, callback_mode/0, locked/3, open/3]).

start_link() -> gen_statem:start_link({local, door}, door, [1, 2], []).

button(Digit) -> gen_statem:cast(door, {button, Digit}).
code_length() -> gen_statem:call(door, code_length).
lock() -> gen_statem:cast(door, lock).
reset() -> door ! reset.

init(Code) -> {ok, locked, Code}.
callback_mode() -> state_functions.

locked(cast, {button, Digit}, [Digit]) -> {next_state, open, []};
locked(cast, {button, Digit}, [Digit | Rest]) -> {keep_state, Rest};
locked(cast, {button, _}, _) -> {keep_state, [1, 2]};
locked(info, reset, _) -> {keep_state, [1, 2]};
locked({call, From}, code_length, Left) -> {keep_state_and_data, [{reply, From, length(Left)}]}.

open(cast, lock, _) -> {next_state, locked, [1, 2]};
open({call, From}, code_length, _) -> {keep_state_and_data, [{reply, From, 0}]}.

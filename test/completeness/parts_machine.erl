%% What generated programs run as a state machine: a door.
-module(parts_machine).
-behaviour(gen_statem).
-export([init/1, callback_mode/0, closed/3, opened/3]).

init(State) -> {ok, State, 0}.

callback_mode() -> state_functions.

closed({call, From}, push, Count) -> {next_state, opened, Count + 1, [{reply, From, opened}]};
closed({call, From}, {push, Time}, Count) -> {next_state, opened, Count + 1, [{reply, From, opened}, {state_timeout, Time, close}]};
closed(cast, push, Count) -> {next_state, opened, Count + 1};
closed({call, _}, wait_open, _) -> {keep_state_and_data, [postpone]};
closed(Type, Content, Count) -> always(closed, Type, Content, Count).

opened({call, From}, push, Count) -> {next_state, closed, Count, [{reply, From, closed}]};
opened({call, From}, {push, Time}, _) -> {keep_state_and_data, [{reply, From, still_open}, {state_timeout, Time, close}]};
opened({call, From}, wait_open, _) -> {keep_state_and_data, [{reply, From, is_open}]};
opened(cast, {close_after, Time}, _) -> {keep_state_and_data, [{timeout, Time, close}]};
opened(state_timeout, close, Count) -> {next_state, closed, Count + 100};
opened(timeout, close, Count) -> {next_state, closed, Count + 1000};
opened(Type, Content, Count) -> always(opened, Type, Content, Count).

always(State, {call, From}, state, Count) -> {keep_state_and_data, [{reply, From, {State, Count}}]};
always(_, info, _, _) -> {keep_state_and_data, [{next_event, cast, push}]};
always(_, _, _, _) -> keep_state_and_data.

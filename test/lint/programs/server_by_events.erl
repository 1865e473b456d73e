%% A state machine with one function for all events; what it postpones or keeps is taken.
%% lint: send_unreceived api {set, _, _}
%% lint: send_unreceived api pokk
-module(server_by_events).
-behaviour(gen_statem).
-export([start_link/0, get/1, set/2, poke/0, pokk/0, later/0, init/1, callback_mode/0, handle_event/4]).

start_link() -> gen_statem:start_link({local, lamp}, ?MODULE, [], []).

get(Key) -> gen_statem:call(lamp, {get, Key}, 1000).
set(Key, Value) -> gen_statem:call(lamp, {set, Key, Value}).
poke() -> lamp ! poke.
pokk() -> lamp ! pokk.
later() -> gen_statem:cast(lamp, later).

init([]) -> {ok, off, #{}}.
callback_mode() -> handle_event_function.

handle_event({call, From}, {get, Key}, _State, Data) -> {keep_state_and_data, [{reply, From, maps:get(Key, Data)}]};
handle_event(info, poke, off, Data) -> {next_state, on, Data};
handle_event(info, poke, on, Data) -> {next_state, off, Data};
handle_event(info, _, _State, _Data) -> keep_state_and_data;
handle_event(cast, _, off, _Data) -> {keep_state_and_data, [postpone]};
handle_event(cast, later, on, Data) -> {next_state, off, Data}.

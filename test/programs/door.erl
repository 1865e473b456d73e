%% A door with a lock: the code opens it, and after a while it locks itself. It remembers what locked it.
-module(door).
-behaviour(gen_statem).
-export([start_link/1, enter/2, count/1, init/1, callback_mode/0, locked/3, open/3]).

-define(OPEN_FOR, 100).

%% How it gets to know that the time is over: by a timeout of the state, or by a timer that nobody cancels.
start_link(How) -> gen_statem:start_link(?MODULE, How, []).
enter(Door, Digit) -> gen_statem:call(Door, {digit, Digit}).
count(Door) -> gen_statem:call(Door, count).

callback_mode() -> state_functions.
init(How) -> {ok, locked, #{how => How, opened => 0, locked_by => []}}.

locked({call, From}, {digit, 7}, #{opened := Count} = Data) ->
    {next_state, open, Data#{opened := Count + 1}, [{reply, From, opened} | wait(Data, Count + 1)]};
locked({call, From}, {digit, _}, _) -> {keep_state_and_data, [{reply, From, wrong}]};
locked({call, From}, count, Data) -> {keep_state_and_data, [{reply, From, {locked, maps:get(locked_by, Data)}}]};
locked(info, {lock, _}, _) -> keep_state_and_data.

open({call, From}, {digit, 0}, Data) -> {next_state, locked, lock(Data, key), [{reply, From, locked}]};
open({call, From}, {digit, _}, _) -> {keep_state_and_data, [{reply, From, open}]};
open({call, From}, count, Data) -> {keep_state_and_data, [{reply, From, {open, maps:get(locked_by, Data)}}]};
open(state_timeout, Number, Data) -> {next_state, locked, lock(Data, Number)};
open(info, {lock, Number}, Data) -> {next_state, locked, lock(Data, Number)}.

wait(#{how := state_timeout}, Number) -> [{state_timeout, ?OPEN_FOR, Number}];
wait(#{how := timer}, Number) -> erlang:send_after(?OPEN_FOR, self(), {lock, Number}), [].

%% Time may only be over for the opening that is under way.
lock(#{opened := Count, locked_by := By} = Data, Who) when Who =:= key; Who =:= Count -> Data#{locked_by := [Who | By]}.

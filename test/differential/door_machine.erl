%% A gen_statem with state functions or one handler, timeouts, postponed events and enter calls.
-module(door_machine).
-behaviour(gen_statem).
-export([init/1, callback_mode/0, open/3, closed/3, locked/3, terminate/3, code_change/4]).

callback_mode() -> [state_functions, state_enter].

init({start, State, To}) -> {ok, State, #{to => To, log => []}};
init({events, State, To}) -> {ok, State, #{to => To, log => []}, [{next_event, internal, one}, {next_event, internal, two}]};
init({stop, Reason}) -> {stop, Reason};
init(ignore) -> ignore;
init(bad) -> nonsense.

log(X, D) -> maps:update_with(log, fun(L) -> [X | L] end, D).

open(enter, Old, D) -> {keep_state, log({enter_open, Old}, D)};
open({call, From}, close, D) -> {next_state, closed, D, [{reply, From, closed}]};
open({call, From}, {close_after, T}, D) -> {keep_state, D, [{reply, From, waiting}, {state_timeout, T, auto_close}]};
open({call, From}, {named, T}, D) -> {keep_state, D, [{reply, From, waiting}, {{timeout, alarm}, T, ring}]};
open({call, From}, {idle, T}, D) -> {keep_state, D, [{reply, From, waiting}, {timeout, T, idle}]};
open({call, From}, cancel, D) -> {keep_state, D, [{reply, From, cancelled}, {state_timeout, cancel}]};
open(state_timeout, auto_close, D) -> {next_state, closed, log(auto_closed, D)};
open({timeout, alarm}, ring, #{to := To} = D) -> To ! ring, {keep_state, log(rang, D)};
open(timeout, idle, #{to := To} = D) -> To ! idle, {keep_state, log(idle, D)};
open(Kind, Event, D) -> common(Kind, Event, open, D).

closed(enter, Old, D) -> {keep_state, log({enter_closed, Old}, D)};
closed({call, From}, open, D) -> {next_state, open, D, [{reply, From, opened}]};
closed({call, From}, lock, D) -> {next_state, locked, D, {reply, From, locked}};
closed({call, _}, close, _) -> {keep_state_and_data, [postpone]};
closed(Kind, Event, D) -> common(Kind, Event, closed, D).

locked(enter, Old, D) -> {keep_state, log({enter_locked, Old}, D)};
locked({call, From}, {unlock, 1234}, D) -> {next_state, closed, D, [{reply, From, unlocked}]};
locked({call, From}, {unlock, _}, _) -> {keep_state_and_data, [{reply, From, wrong}]};
locked({call, _}, open, _) -> {keep_state_and_data, [postpone]};
locked(Kind, Event, D) -> common(Kind, Event, locked, D).

common({call, From}, get, State, D) -> {keep_state, D, [{reply, From, {State, lists:reverse(maps:get(log, D))}}]};
common({call, From}, stop, _, _) -> {stop_and_reply, normal, [{reply, From, stopping}]};
common({call, _}, crash, _, _) -> error(crashed);
common({call, From}, repeat, _, D) -> {repeat_state, log(repeating, D), [{reply, From, ok}]};
common({call, From}, inner, _, D) -> {keep_state, D, [{reply, From, ok}, {next_event, cast, {note, inner}}, {next_event, internal, deeper}]};
common(cast, {note, N}, _, D) -> {keep_state, log({note, N}, D)};
common(internal, E, _, D) -> {keep_state, log({internal, E}, D)};
common(info, {stop, R}, _, _) -> {stop, R};
common(info, I, _, D) -> {keep_state, log({info, I}, D)};
common({call, From}, Other, State, _) -> {keep_state_and_data, [{reply, From, {unknown, Other, State}}]}.

terminate(Reason, State, #{to := To}) -> To ! {terminated, State, Reason}.
code_change(_, State, D, _) -> {ok, State, D}.

%% A gen_event handler that remembers what it was told.
-module(note_handler).
-behaviour(gen_event).
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2, code_change/3]).

init({swap, Args, Old}) -> {ok, {Args, [{swapped, Old}]}};
init({refuse, Why}) -> {error, Why};
init({To, Notes}) -> {ok, {To, Notes}}.

handle_event({note, X}, {To, L}) -> {ok, {To, [X | L]}};
handle_event(remove, _) -> remove_handler;
handle_event({swap, Args}, {To, L}) -> {swap_handler, {notes, L}, {To, L}, {note_handler, second}, {swap, Args, x}};
handle_event(crash, _) -> error(handler_crashed);
handle_event(bad, _) -> nonsense;
handle_event(_, S) -> {ok, S}.
handle_call(get, {_, L} = S) -> {ok, lists:reverse(L), S};
handle_call(remove, _) -> {remove_handler, removed};
handle_call(crash, _) -> error(call_crashed).
handle_info(I, {To, L}) -> {ok, {To, [{info, I} | L]}}.
terminate(Reason, {To, _}) when is_pid(To) -> To ! {handler_gone, Reason}, {terminated, Reason};
terminate(Reason, _) -> {terminated, Reason}.
code_change(_, S, _) -> {ok, S}.

%% What generated programs install in an event manager: it counts, and tells who installed it of the end.
-module(parts_handler).
-behaviour(gen_event).
-export([init/1, handle_event/2, handle_call/2, handle_info/2]).

init(_) -> {ok, 0}.

handle_event({m, 2}, _) -> remove_handler;
handle_event(_, Count) -> {ok, Count + 1}.

handle_call(get, Count) -> {ok, Count, Count}.

handle_info(_, Count) -> {ok, Count + 10}.

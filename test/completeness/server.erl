%% A small server for generated programs: a number, and an answer that it may owe.
-module(server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

init(Number) -> {ok, {Number, none}}.

handle_call(get, _, {Number, _} = State) -> {reply, Number, State};
handle_call(add, _, {Number, Owed}) -> {reply, Number + 1, {Number + 1, Owed}};
handle_call({echo, Term}, _, State) -> {reply, Term, State};
handle_call(later, From, {Number, none}) -> {noreply, {Number, From}};
handle_call(later, _, State) -> {reply, owing, State};
handle_call(stop, _, {Number, _} = State) -> {stop, normal, Number, State};
handle_call(crash, _, _) -> exit(crashed).

handle_cast({set, Number}, {_, Owed}) -> {noreply, {Number, Owed}};
handle_cast({tell, Who, Message}, State) -> Who ! Message, {noreply, State};
handle_cast(answer, {Number, none}) -> {noreply, {Number, none}};
handle_cast(answer, {Number, From}) -> gen_server:reply(From, Number), {noreply, {Number, none}};
handle_cast(stop, State) -> {stop, normal, State}.

handle_info(_, {Number, Owed}) -> {noreply, {Number + 10, Owed}}.

%% Calls of a library from one place, again and again; from funs that a library calls; and through functions that call on.
-module(calls).
-behaviour(gen_server).
-export([test/0, init/1, handle_call/3, handle_cast/2]).

init([]) -> {ok, 0}.
handle_call(_, _From, N) -> {reply, N, N + 1}.
handle_cast(_, N) -> {noreply, N}.

ask(Server, What) -> gen_server:call(Server, What).

loop(_, 0) -> ok;
loop(Server, N) ->
    gen_server:call(Server, {loop, N}),
    loop(Server, N - 1).

test() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    loop(Server, 2),
    lists:foreach(fun(N) -> _ = ask(Server, {each, N}), ok end, [1, 2]),
    gen_server:stop(Server),
    exit(enough).

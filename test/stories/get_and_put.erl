%% Two clients of a server read a number and write the next one, by two calls.
-module(get_and_put).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, Counter} = gen_server:start_link(?MODULE, 0, []),
    Me = self(),
    [spawn_link(fun() -> increase(Counter), Me ! done end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    2 = gen_server:call(Counter, get).

increase(Counter) ->
    N = gen_server:call(Counter, get),
    ok = gen_server:call(Counter, {put, N + 1}).

init(N) -> {ok, N}.

handle_call(get, _From, N) -> {reply, N, N};
handle_call({put, N}, _From, _) -> {reply, ok, N}.

handle_cast(_, N) -> {noreply, N}.

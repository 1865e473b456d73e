%% A server is killed while somebody may be calling it.
-module(till).
-behaviour(gen_server).
-export([test/0, init/1, handle_call/3, handle_cast/2]).

init(Sum) -> {ok, Sum}.
handle_call({pay, N}, _From, Sum) -> {reply, Sum + N, Sum + N}.
handle_cast(_, Sum) -> {noreply, Sum}.

test() ->
    {ok, Till} = gen_server:start({local, till}, ?MODULE, 0, []),
    Paid = ets:new(paid, [public]),
    spawn(fun() -> ets:insert(Paid, {sum, gen_server:call(till, {pay, 3})}) end),
    exit(Till, kill),
    timer:sleep(1000),
    ets:lookup(Paid, sum).

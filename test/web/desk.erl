%% What pages are made of here: messages, links, a table, a name, a server of OTP, and an atom that tries to end a script.
-module(desk).
-behaviour(gen_server).
-export([race/0, two_errors/0, deadlock/0, fine/0, long/0, two_at_once/0]).
-export([init/1, handle_call/3, handle_cast/2]).

init(State) -> {ok, State}.
handle_call(get, _From, State) -> {reply, State, State}.
handle_cast({put, State}, _) -> {noreply, State}.

%% The clerk's put may come before or after the first question.
race() ->
    ets:new(orders, [named_table, public]),
    {ok, Desk} = gen_server:start_link({local, desk}, ?MODULE, 0, []),
    Me = self(),
    spawn_link(fun() ->
        ets:insert(orders, {'</script>', Me}),
        gen_server:cast(Desk, {put, '</script><b>1'}),
        Me ! stored
    end),
    First = gen_server:call(Desk, get),
    receive stored -> ok end,
    Last = gen_server:call(Desk, get),
    ets:insert(orders, {total, First, Last}),
    First = Last,
    gen_server:stop(Desk).

%% Who is first decides which of two processes crashes.
two_errors() ->
    Me = self(),
    spawn(fun() -> Me ! a end),
    spawn(fun() -> Me ! b end),
    receive a -> error(first_a); b -> exit(first_b) end.

deadlock() ->
    Me = self(),
    Other = spawn(fun() -> receive {Me, hello} -> Me ! {self(), hello} end end),
    receive {Other, hello} -> Other ! {Me, hello} end.

fine() ->
    Me = self(),
    spawn(fun() -> Me ! a end),
    receive a -> ok end.

long() ->
    Me = self(),
    Counter = spawn_link(fun() -> count(0) end),
    [Counter ! {add, N} || N <- lists:seq(1, 300)],
    spawn(fun() -> Counter ! {add, oops} end),
    Counter ! {tell, Me},
    receive Sum -> Sum = 45150 end.

count(Sum) ->
    receive
        {add, N} -> count(Sum + N);
        {tell, Who} -> Who ! Sum
    end.

%% Two processes crash on the way to one end.
two_at_once() ->
    [spawn(fun() -> error(Why) end) || Why <- [one, other]],
    ok.

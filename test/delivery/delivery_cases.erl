%% Programs whose results tell how signals may arrive. What each must find stands in run.sh.
-module(delivery_cases).
-behaviour(gen_server).
-compile([export_all, nowarn_export_all]).

%% --- messages -------------------------------------------------------------------------------------------

%% P sends to Q and then to R, which sends to Q: Q may see R's message first.
triangle() ->
    Q = self(),
    R = spawn(fun() -> receive go -> Q ! from_r end end),
    spawn(fun() -> Q ! from_p, R ! go end),
    First = next(),
    next(),
    First.

%% Whatever one process sends to another stays in order.
pairs_stay_in_order() ->
    Self = self(),
    spawn(fun() -> [Self ! N || N <- [1, 2, 3]] end),
    spawn(fun() -> [Self ! N || N <- [-1, -2]] end),
    All = [next() || _ <- lists:seq(1, 5)],
    {lists:filter(fun(N) -> N > 0 end, All), lists:filter(fun(N) -> N < 0 end, All)}.

%% The sender is gone before its message arrives.
dead_sender() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Self ! late end),
    Other = spawn(fun() -> receive now -> Self ! gone end end),
    spawn(fun() -> wait_for_end(Pid), Other ! now end),
    First = receive late -> late; gone -> gone end,
    receive late -> ok; gone -> ok end,
    receive {'DOWN', Monitor, _, _, normal} -> First end.

to_self_at_once() ->
    self() ! hello,
    receive hello -> hello after 0 -> none end.

%% Who has the name when the message is sent gets it.
names_are_found_when_sending() ->
    First = echo(first), Second = echo(second),
    register(name, First),
    name ! {self(), ask},
    unregister(name),
    register(name, Second),
    next().

%% An alias may have ended when the message arrives.
alias_is_checked_on_arrival() ->
    Self = self(),
    Alias = alias(),
    Other = spawn(fun() -> receive done -> Self ! done end end),
    spawn(fun() -> Alias ! hello, Other ! done end),
    receive done -> ok end,
    unalias(Alias),
    receive hello -> hello after 5000 -> none end.

%% Tables are no signals.
tables_change_at_once() ->
    Self = self(),
    ets:new(t, [public, named_table]),
    spawn(fun() -> ets:insert(t, {key, 1}), Self ! done end),
    receive done -> ets:lookup(t, key) end.

timer_and_message() ->
    Self = self(),
    erlang:send_after(10, self(), timer),
    spawn(fun() -> Self ! message end),
    [next(), next()].

%% --- exits and links ------------------------------------------------------------------------------------

exit_comes_after_messages() ->
    process_flag(trap_exit, true),
    Self = self(),
    Pid = spawn_link(fun() -> Self ! hello, exit({shutdown, bye}) end),
    [next(), case next() of {'EXIT', Pid, {shutdown, Reason}} -> Reason end].

%% The link is there before the exit signal, which comes through it.
link_then_exit() ->
    Other = spawn(fun() -> receive never -> ok end end),
    spawn(fun() -> link(Other), exit({shutdown, linked}) end),
    Monitor = monitor(process, Other),
    receive {'DOWN', Monitor, _, _, Reason} -> Reason end.

%% Once unlink returned, the other's end does not matter.
unlink_is_final() ->
    process_flag(trap_exit, true),
    Pid = spawn(fun() -> receive stop -> exit({shutdown, stopped}) end end),
    link(Pid),
    Pid ! stop,
    unlink(Pid),
    receive {'EXIT', Pid, {shutdown, stopped}} -> ok after 0 -> ok end,
    receive {'EXIT', Pid, _} -> told after 5000 -> not_told end.

%% Both ends agree in the end, whoever linked and unlinked meanwhile.
ends_of_a_link_agree() ->
    Self = self(),
    Other = spawn(fun() -> link(Self), Self ! linked, receive never -> ok end end),
    link(Other),
    unlink(Other),
    receive linked -> ok end,
    {links, There} = process_info(Other, links),
    {links, Here} = process_info(self(), links),
    exit(Other, kill),
    {Here =:= [Other], There =:= [Self]}.

link_to_the_dead() ->
    process_flag(trap_exit, true),
    Self = self(),
    Pid = spawn(fun() -> Self ! hello end),
    link(Pid),
    receive {'EXIT', Pid, Reason} -> {receive hello -> before after 0 -> late end, Reason} end.

%% --- monitors -------------------------------------------------------------------------------------------

down_comes_after_messages() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! hello end),
    monitor(process, Pid),
    First = next(),
    {First, element(5, next())}.

demonitor_flush_is_final() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    Monitor = monitor(process, Pid),
    Pid ! stop,
    demonitor(Monitor, [flush]),
    receive {'DOWN', Monitor, _, _, _} -> told after 5000 -> not_told end.

demonitor_without_flush() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    Monitor = monitor(process, Pid),
    Pid ! stop,
    demonitor(Monitor),
    receive {'DOWN', Monitor, _, _, normal} -> told after 5000 -> not_told end.

%% --- questions ------------------------------------------------------------------------------------------

killed_is_not_alive() ->
    Pid = spawn(fun() -> receive never -> ok end end),
    exit(Pid, kill),
    is_process_alive(Pid).

info_sees_what_was_sent() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    Pid ! a,
    Pid ! b,
    {message_queue_len, Length} = process_info(Pid, message_queue_len),
    Pid ! stop,
    Length.

%% The answer comes after what the other sent before it.
answer_comes_after_messages() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! hello, put(sent, true), receive stop -> ok end end),
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    Arrived = receive hello -> true after 0 -> false end,
    Pid ! stop,
    {proplists:get_value(sent, Dictionary, false), Arrived}.

group_leader_is_a_question() ->
    Leader = spawn(fun() -> receive never -> ok end end),
    Pid = spawn(fun() -> receive {From, ask} -> From ! group_leader() end end),
    true = group_leader(Leader, Pid),
    Pid ! {self(), ask},
    next() =:= Leader.

bad_questions_raise() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    Result = try process_info(Pid, no_such_item) catch error:Reason -> Reason end,
    Pid ! stop,
    Result.

%% --- a server -------------------------------------------------------------------------------------------

server() ->
    {ok, Server} = gen_server:start_link(?MODULE, 0, []),
    gen_server:cast(Server, increment),
    spawn(fun() -> gen_server:cast(Server, increment) end),
    Count = gen_server:call(Server, count),
    gen_server:stop(Server),
    Count.

init(Count) -> {ok, Count}.
handle_call(count, _, Count) -> {reply, Count, Count}.
handle_cast(increment, Count) -> {noreply, Count + 1}.

%% --- an error -------------------------------------------------------------------------------------------

%% The log hears of a state before the one who waits for it.
stale_state() ->
    Self = self(),
    Log = spawn(fun() -> receive {added, _} = Message -> Self ! Message end end),
    spawn(fun() -> Self ! {state, 1}, Log ! {added, 1} end),
    receive {state, _} -> ok; {added, _} -> exit(stale) end.

%% --- helpers --------------------------------------------------------------------------------------------

next() -> receive Message -> Message end.

echo(Name) -> spawn(fun() -> receive {From, ask} -> From ! Name end, receive never -> ok end end).

wait_for_end(Pid) ->
    Monitor = monitor(process, Pid),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%% Timers and timeouts: short ones may fire at any moment, long ones (from --after-timeout on) when nothing else can happen.
-module(timers).
-include("scenario.hrl").

%% --- receive ... after ----------------------------------------------------------------------------------

%= ends: hello | timeout
short_timeout() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 10 -> timeout end.

%= ends: hello
long_timeout() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 5000 -> timeout end.

%= ends: hello | timeout
%= with: --timeouts any
long_timeout_that_may_fire() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 5000 -> timeout end.

%= ends: hello
%= with: --timeouts idle
short_timeout_that_waits() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 10 -> timeout end.

%= ends: hello | timeout
%= with: --after-timeout 6000
threshold_above_the_timeout() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 5000 -> timeout end.

%% after 0 looks once.
%= ends: hello | nothing
%= explored: 2
poll_once() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive hello -> hello after 0 -> nothing end.

%% What cannot match does not matter to who polls.
%= ends: nothing
%= explored: 1
poll_for_something_else() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    receive goodbye -> goodbye after 0 -> nothing end.

%% Nor does it to who waits for a while, as a call that may time out does.
%= ends: [1,2,3]
%= explored: 1
wait_for_something_else() ->
    Me = self(),
    [spawn(fun() -> Me ! {N, hello} end) || N <- [1, 2, 3]],
    Reference = make_ref(),
    receive Reference -> never after 100 -> ok end,
    [receive {N, hello} -> N end || N <- [1, 2, 3]].

%% Each look minds one of the three messages only.
%= ends: {no,no} | {no,yes} | {yes,no} | {yes,yes}
%= explored: <= 6
two_choosy_looks() ->
    Me = self(),
    [spawn(fun() -> Me ! {N, hello} end) || N <- [1, 2, 3]],
    First = receive {2, hello} -> yes after 0 -> no end,
    {First, receive {1, hello} -> yes after 0 -> no end}.

%% Three looks: the message comes before the first, the second, the third, or too late.
%= ends: 1 | 2 | 3 | gave_up
%= explored: 4
poll_three_times() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    poll(1).

poll(4) -> gave_up;
poll(N) -> receive hello -> N after 0 -> poll(N + 1) end.

%% A message that is there is taken, however short the timeout is.
%= ends: hello
%= explored: 1
message_before_timeout() ->
    self() ! hello,
    receive hello -> hello after 0 -> timeout end.

%% --- late answers ---------------------------------------------------------------------------------------

%% The answer to the first question comes after its time, and is taken for the answer to the second.
%= ends: {a,b} | {timeout,a} | {a,timeout} | {timeout,timeout}
late_answer() ->
    Server = spawn(fun echo/0),
    {ask(Server, a), ask(Server, b)}.

%= ends: {a,b} | {timeout,b} | {a,timeout} | {timeout,timeout}
late_answer_told_apart() ->
    Server = spawn(fun echo_tagged/0),
    {ask_tagged(Server, a), ask_tagged(Server, b)}.

echo() -> receive {From, Message} -> From ! Message, echo() end.
echo_tagged() -> receive {From, Tag, Message} -> From ! {Tag, Message}, echo_tagged() end.

ask(Server, Question) ->
    Server ! {self(), Question},
    receive Answer -> Answer after 10 -> timeout end.

ask_tagged(Server, Question) ->
    Tag = make_ref(),
    Server ! {self(), Tag, Question},
    receive {Tag, Answer} -> Answer after 10 -> timeout end.

%% Given the patience of long timeouts there is nothing to tell apart.
%= ends: {a,b}
patient_questions() ->
    Server = spawn(fun echo/0),
    {patiently(Server, a), patiently(Server, b)}.

patiently(Server, Question) ->
    Server ! {self(), Question},
    receive Answer -> Answer after 5000 -> timeout end.

%% --- send_after -----------------------------------------------------------------------------------------

%= ends: ring
%= explored: <= 2
send_after() ->
    erlang:send_after(10, self(), ring),
    receive ring -> ring end.

%% Cancelled in time, or the message has been sent; whether it is in sight is another question.
%= ends: {true,0} | {false,0} | {false,1}
cancel() ->
    Timer = erlang:send_after(10, self(), ring),
    Left = erlang:cancel_timer(Timer),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    {Left =/= false, Length}.

%% A timer that was cancelled too late rings for the next one.
%= ends: second | first
stale_ring() ->
    First = erlang:send_after(10, self(), {ring, first}),
    erlang:cancel_timer(First),
    erlang:send_after(10, self(), {ring, second}),
    receive {ring, Which} -> Which end.

%= ends: second
stale_ring_flushed() ->
    First = erlang:send_after(10, self(), {ring, first}),
    case erlang:cancel_timer(First) of
        false -> receive {ring, first} -> ok end;
        _ -> ok
    end,
    erlang:send_after(10, self(), {ring, second}),
    receive {ring, Which} -> Which end.

%= ends: second
stale_ring_told_apart() ->
    First = erlang:start_timer(10, self(), first),
    erlang:cancel_timer(First),
    Second = erlang:start_timer(10, self(), second),
    receive {timeout, Second, Which} -> Which end.

%% To cancel twice is to be told that there is none.
%= ends: {true,false} | {false,false}
cancel_twice() ->
    Timer = erlang:send_after(10, self(), ring),
    Left = erlang:cancel_timer(Timer),
    {Left =/= false, erlang:cancel_timer(Timer)}.

%= ends: [true,false] | [false,true] | [false,false]
cancelled_by_two() ->
    Timer = erlang:send_after(10, self(), ring),
    parallel([fun() -> erlang:cancel_timer(Timer) =/= false end || _ <- [1, 2]]).

%% A long timer waits until all is quiet, so it is always cancelled in time.
%= ends: cancelled
long_timer_is_cancelled() ->
    Timer = erlang:send_after(5000, self(), ring),
    case erlang:cancel_timer(Timer) of
        false -> late;
        _ -> cancelled
    end.

%% The later timer does not ring first: both are P's, and it set them one after the other.
%= ends: [a,b]
long_timers_in_order() ->
    erlang:send_after(6000, self(), b),
    erlang:send_after(5000, self(), a),
    [receive X -> X end || _ <- [1, 2]].

%= ends: nobody
%= explored: <= 2
ring_for_the_dead() ->
    Child = spawn(fun() -> ok end),
    erlang:send_after(10, Child, ring),
    idle(),
    nobody.

%% By name: to who has it when it rings.
%= ends: [] | [{holder,ring}]
ring_by_name() ->
    Told = ets:new(told, [public]),
    erlang:send_after(10, holder, ring),
    spawn(fun() -> register(holder, self()), receive ring -> ets:insert(Told, {holder, ring}) end end),
    idle(),
    ets:tab2list(Told).

%% Work against a deadline. The worker may go on until it handles the signal, when the table is gone with its owner.
%= ends: done | {aborted,0} | {aborted,1} | {aborted,2}
%= error: P.1 abnormal_exit error: badarg
deadline() ->
    Table = ets:new(progress, [public]),
    ets:insert(Table, {steps, 0}),
    Me = self(),
    Worker = spawn(fun() -> [ets:update_counter(Table, steps, 1) || _ <- [1, 2]], Me ! done end),
    receive done -> done
    after 10 ->
        exit(Worker, kill),
        {aborted, ets:lookup_element(Table, steps, 2)}
    end.

%% Messages: who is taken first, what is left, and what one can see of a mailbox.
-module(mailbox).
-include("scenario.hrl").

%% --- orders ---------------------------------------------------------------------------------------------

%= ends: [a,b] | [b,a]
%= explored: 2
first_come_first_served() ->
    senders([[a], [b]]),
    take(2).

%% Messages of one sender stay in order: those of the other come before, between or after.
%= ends: [1,2,x] | [1,x,2] | [x,1,2]
two_of_one_and_one_of_another() ->
    senders([[1, 2], [x]]),
    take(3).

%= ends: [a,b]
%= explored: <= 2
each_waited_for_in_turn() ->
    senders([[a], [b]]),
    [receive Wanted -> Wanted end || Wanted <- [a, b]].

%% Of three senders, who is taken out of the middle does not make the others' order unimportant.
%= ends: [b,a,c] | [b,c,a]
%= explored: <= 6
one_waited_for_then_any() ->
    senders([[a], [b], [c]]),
    [receive b -> b end | take(2)].

%% Only one of six is ever looked at.
%= ends: first
%= explored: <= 720
unread_messages() ->
    senders([[unread] || _ <- lists:seq(1, 3)]),
    self() ! first,
    receive first -> first end.

%% Without a receive the order of arrival is nobody's business.
%= ends: ok
%= explored: <= 6
never_received() ->
    senders([[a], [b], [c]]),
    ok.

%= ends: ok
%= explored: 1
different_mailboxes() ->
    Receivers = [spawn(fun() -> receive _ -> ok end end) || _ <- [1, 2, 3]],
    [spawn(fun() -> R ! hello end) || R <- Receivers],
    ok.

%% To one who is gone: nobody sees the order.
%= ends: ok
%= explored: 1
messages_to_the_dead() ->
    Dead = spawn(fun() -> ok end),
    idle(),
    parallel([fun() -> Dead ! I end || I <- [1, 2, 3]]),
    ok.

%% Straight to P, or by way of another: there is no order between the two ways.
%= ends: [1,2] | [2,1]
two_ways() ->
    Me = self(),
    Relay = spawn(fun() -> receive X -> Me ! X end end),
    spawn(fun() -> Relay ! 1, Me ! 2 end),
    take(2).

senders(Lists) ->
    Me = self(),
    [spawn(fun() -> [Me ! X || X <- List] end) || List <- Lists].

take(N) -> [receive X -> X end || _ <- lists:seq(1, N)].

%% --- urgent first ---------------------------------------------------------------------------------------

%% Urgent messages overtake those that are there, not those that come later.
%= ends: [urgent,usual] | [usual,urgent]
urgent_first() ->
    senders([[usual], [urgent]]),
    [next(), next()].

next() ->
    receive urgent -> urgent
    after 0 ->
        receive X -> X end
    end.

%= ends: [urgent,usual]
urgent_first_when_all_are_there() ->
    senders([[usual], [urgent]]),
    idle(),
    [next(), next()].

%% --- wrong patterns -------------------------------------------------------------------------------------

%% Who takes any message for its answer may take a new request.
%= ends: {answer,42} | {request,hello}
any_message_is_the_answer() ->
    server_and_client(),
    receive {_, _} = Answer -> Answer end.

%= ends: {answer,42}
only_the_answer_is_the_answer() ->
    server_and_client(),
    receive {answer, _} = Answer -> Answer end.

server_and_client() ->
    Me = self(),
    spawn(fun() -> Me ! {request, hello} end),
    spawn(fun() -> receive {From, question} -> From ! {answer, 42} end end) ! {self(), question}.

%% The message comes, but nothing ever matches it.
%= error: P deadlock
%= explored: 1
misspelt() ->
    Me = self(),
    spawn(fun() -> Me ! {results, 1} end),
    receive {result, N} -> N end.

%% One message for two who wait: the second waits forever, and P for it.
%= error: P deadlock
one_token_for_two() ->
    Me = self(),
    Workers = [spawn(fun() -> receive token -> Me ! done end end) || _ <- [1, 2]],
    hd(Workers) ! token,
    [receive done -> done end || _ <- Workers].

%= ends: [done,done]
one_token_passed_on() ->
    Me = self(),
    Second = spawn(fun() -> receive token -> Me ! done end end),
    First = spawn(fun() -> receive token -> Me ! done, Second ! token end end),
    First ! token,
    take(2).

%% --- seen from outside ----------------------------------------------------------------------------------

%% Each of two messages before or after the look, which shows those before it or none.
%= ends: 0 | 1 | 2
%= explored: <= 8
queue_length() ->
    senders([[a], [b]]),
    {message_queue_len, N} = process_info(self(), message_queue_len),
    N.

%= ends: [] | [a] | [b] | [a,b] | [b,a]
queue_of_messages() ->
    senders([[a], [b]]),
    {messages, Messages} = process_info(self(), messages),
    Messages.

%% Polling the length of somebody else's queue until it is what one hopes for: given up after three looks.
%= ends: full | gave_up
wait_for_a_full_queue() ->
    Box = spawn(fun() -> receive never -> ok end end),
    [spawn(fun() -> Box ! X end) || X <- [a, b]],
    wait_for_length(Box, 2, 3).

wait_for_length(_, _, 0) -> gave_up;
wait_for_length(Box, Length, Looks) ->
    case process_info(Box, message_queue_len) of
        {message_queue_len, Length} -> full;
        _ -> wait_for_length(Box, Length, Looks - 1)
    end.

%% A drain that looks with after 0 is over before the last message came.
%= ends: 0 | 1 | 2
drain() ->
    senders([[a], [b]]),
    drain(0).

drain(N) -> receive _ -> drain(N + 1) after 0 -> N end.

%= ends: 2
drain_when_all_have_ended() ->
    Me = self(),
    Monitors = [element(2, spawn_monitor(fun() -> Me ! {message, X} end)) || X <- [a, b]],
    [receive {'DOWN', Monitor, _, _, _} -> ok end || Monitor <- Monitors],
    drain(0).

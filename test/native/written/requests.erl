%% Questions to other processes, and to the system, are answered later.
-module(requests).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: yes
spawned() ->
    spawn_request(fun() -> ok end),
    receive {spawn_reply, _, _, _} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: yes
cancelled() ->
    R = erlang:start_timer(5000, self(), x),
    erlang:cancel_timer(R, [{async, true}]),
    receive {cancel_timer, _, _} -> yes after 0 -> no end.

%% The timer may belong to another scheduler.
%= exactly: erl and may
%= may: no
%= erl: yes
cancelled_by_other() ->
    S = self(),
    spawn(fun() -> S ! erlang:start_timer(5000, S, x), receive stop -> ok end end),
    R = receive X -> X end,
    erlang:cancel_timer(R, [{async, true}]),
    receive {cancel_timer, _, _} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: no
%= erl: yes
collected() ->
    P = spawn(fun() -> receive stop -> ok end end),
    erlang:garbage_collect(P, [{async, x}]),
    receive {garbage_collect, x, _} -> yes after 0 -> no end.

%= exactly: erl and may
%= may: 1
%= erl: 0
reply_of_spawn_in_messages() ->
    spawn_request(fun() -> ok end),
    length(item(self(), messages)).

%= exactly: erl and may
%= may: 1
%= erl: 0
reply_of_spawn_in_queue_length() ->
    spawn_request(fun() -> ok end),
    item(self(), message_queue_len).

%= exactly: erl and may
%= may: 1
%= erl: 0
reply_of_cancel_in_queue_length() ->
    R = erlang:start_timer(5000, self(), x),
    erlang:cancel_timer(R, [{async, true}]),
    item(self(), message_queue_len).

%= exactly: erl and may
%= erl: 1
own_message_in_queue_length() ->
    self() ! x,
    item(self(), message_queue_len).

%= exactly: erl and may
%= erl: 0
%= erl: 1
down_of_nobody_in_queue_length() ->
    monitor(process, nobody),
    item(self(), message_queue_len).

%= exactly: erl and may
%= erl: 1
message_in_anothers_queue_length() ->
    P = spawn(fun() -> receive stop -> ok end end),
    P ! x,
    item(P, message_queue_len).

%= exactly: erl and may
%= erl: [x]
message_in_anothers_messages() ->
    P = spawn(fun() -> receive stop -> ok end end),
    P ! x,
    item(P, messages).

%% Links made by somebody else are there when it has returned from link/1.
%= exactly: erl and may
%= erl: true
links_of_the_other_side() ->
    P = spawn(fun() -> receive stop -> ok end end),
    link(P),
    item(P, links) =:= [self()].

%= exactly: erl and may
%= erl: true
monitored_by_the_other_side() ->
    P = spawn(fun() -> receive stop -> ok end end),
    monitor(process, P),
    item(P, monitored_by) =:= [self()].

%% Who wants no errors gets none, and an option of the request itself may be the bad one.
%= exactly: erl and may
%= erl: [badopt,none,none,badopt,badopt]
spawn_request_with_bad_option_and_mode() ->
    Asked = fun(Options) ->
        R = spawn_request(fun() -> ok end, Options),
        receive {spawn_reply, R, error, E} -> E; {spawn_reply, R, ok, _} -> ok after 0 -> none end
    end,
    [Asked(O) || O <- [[{reply, yes}, zz], [{reply, no}, zz], [{reply, success_only}, zz], [zz, {reply, error_only}], [{reply, zz}]]].

%= exactly: erl and may
%= erl: {reply,badopt}
spawn_request_with_bad_option() ->
    try spawn_request(node(), fun() -> ok end, [zz]) of
        R -> receive {spawn_reply, R, error, E} -> {reply, E} end
    catch C:E -> {C, E}
    end.

%= exactly: erl and may
%= erl: [{error_info,#{cause => none,module => erl_erts_errors}}]
cause_of_register() ->
    try register(x, y) catch error:badarg:Stack -> element(4, hd(Stack)) end.

%= exactly: erl and may
%= erl: undefined
registered_name_of_another() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> ok end,
    exit(P, kill),
    case process_info(P, registered_name) of
        {registered_name, n} -> n;
        Other -> Other
    end.

%= exactly: erl and may
%= erl: 0
%= erl: undefined
info_of_one_that_ends() ->
    P = spawn(fun() -> ok end),
    case process_info(P, message_queue_len) of
        {message_queue_len, N} -> N;
        undefined -> undefined
    end.

%= exactly: erl and may
%= erl: false
%= may: true
alive_of_one_that_ends() ->
    S = self(),
    P = spawn(fun() -> S ! done end),
    receive done -> ok end,
    is_process_alive(P).

%= exactly: erl and may
%= erl: killed
heap_limit_of_a_state() ->
    {P, M} = spawn_opt(fun() -> grow([]) end, [monitor, {max_heap_size, #{size => 5000, error_logger => false}}]),
    [P ! {add, lists:seq(1, 500)} || _ <- lists:seq(1, 40)],
    P ! stop,
    receive {'DOWN', M, _, _, R} -> R end.

grow(All) ->
    receive
        {add, More} -> ets:whereis(t), grow([More | All]);
        stop -> length(All)
    end.

%= exactly: erl and may
%= erl: normal
heap_limit_without_kill() ->
    {_, M} = spawn_opt(fun() -> length(lists:seq(1, 200000)) end, [monitor, {max_heap_size, #{size => 2000, kill => false, error_logger => false}}]),
    receive {'DOWN', M, _, _, R} -> R end.

%= exactly: erl and may
%= erl: killed
heap_limit() ->
    {_, M} = spawn_opt(fun() -> length(lists:seq(1, 200000)) end, [monitor, {max_heap_size, #{size => 2000, error_logger => false}}]),
    receive {'DOWN', M, _, _, R} -> R end.

%% The end of a process is several steps.
-module(ends).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: both_gone
%= erl: first_there
%= may: second_there
tables_in_steps() ->
    S = self(),
    Q = spawn(fun() -> ets:new(t1, [named_table, public]), ets:new(t2, [named_table, public]), S ! up, receive stop -> ok end end),
    receive up -> ok end,
    Q ! stop,
    case catch ets:new(t1, [named_table, public]) of
        t1 ->
            case catch ets:new(t2, [named_table, public]) of
                t2 -> both_gone;
                _ -> second_there
            end;
        _ -> first_there
    end.

%= exactly: erl and may
%= erl: down
%= erl: table_there
%= erl: table_gone_but_no_down
table_and_down() ->
    S = self(),
    {Q, M} = spawn_monitor(fun() -> ets:new(t1, [named_table]), S ! up, receive stop -> ok end end),
    receive up -> ok end,
    Q ! stop,
    case ets:whereis(t1) of
        undefined -> receive {'DOWN', M, _, _, _} -> down after 0 -> table_gone_but_no_down end;
        _ -> table_there
    end.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
%= erl: {false,true}
table_then_name() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), ets:new(t, [named_table]), S ! ready, receive stop -> ok end end),
    receive ready -> P ! stop end,
    {ets:whereis(t) =/= undefined, whereis(n) =/= undefined}.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
%= never: {false,true}
name_then_table() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), ets:new(t, [named_table]), S ! ready, receive stop -> ok end end),
    receive ready -> P ! stop end,
    {whereis(n) =/= undefined, ets:whereis(t) =/= undefined}.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
%= may: {false,true}
first_table_then_second() ->
    S = self(),
    P = spawn(fun() -> ets:new(t1, [named_table]), ets:new(t2, [named_table]), S ! ready, receive stop -> ok end end),
    receive ready -> P ! stop end,
    {ets:whereis(t1) =/= undefined, ets:whereis(t2) =/= undefined}.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
%= never: {false,true}
second_table_then_first() ->
    S = self(),
    P = spawn(fun() -> ets:new(t1, [named_table]), ets:new(t2, [named_table]), S ! ready, receive stop -> ok end end),
    receive ready -> P ! stop end,
    {ets:whereis(t2) =/= undefined, ets:whereis(t1) =/= undefined}.

%% Links come before monitors.
%= exactly: erl and may
%= never: [{down,bye},{exit,bye}]
%= erl: [{exit,bye},{down,bye}]
exit_before_down() ->
    process_flag(trap_exit, true),
    spawn_opt(fun() -> exit(bye) end, [link, monitor]),
    [receive A -> told(A) end, receive B -> told(B) end].

%= exactly: erl and may
%= erl: undefined
name_and_down() ->
    S = self(),
    {P, M} = spawn_monitor(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    receive {'DOWN', M, _, _, _} -> whereis(n) end.

%= exactly: erl and may
%= erl: undefined
name_and_exit() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    receive {'EXIT', _, _} -> whereis(n) end.

%= exactly: erl and may
%= erl: both
%= erl: there
%= may: name_gone_only
name_gone_and_no_exit() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    case whereis(n) of
        undefined -> receive {'EXIT', _, _} -> both after 0 -> name_gone_only end;
        _ -> there
    end.

%% One observer has the EXIT of a process while another has not.
%= exactly: erl and may
%= erl: no
%= erl: yes
two_links() ->
    S = self(),
    P = spawn(fun() -> receive stop -> exit(bye) end end),
    B = spawn(fun() ->
        process_flag(trap_exit, true), link(P), S ! ready,
        receive gone -> S ! {b, receive {'EXIT', P, _} -> yes after 0 -> no end} end
    end),
    receive ready -> ok end,
    spawn(fun() -> process_flag(trap_exit, true), link(P), S ! ready, receive {'EXIT', P, _} -> B ! gone end end),
    receive ready -> ok end,
    P ! stop,
    receive {b, X} -> X end.

%% By the time of a monitor's message all links have been told.
%= exactly: erl and may
%= erl: yes
%= never: no
link_told_before_monitor() ->
    S = self(),
    P = spawn(fun() -> receive stop -> exit(bye) end end),
    B = spawn(fun() ->
        process_flag(trap_exit, true), link(P), S ! ready,
        receive gone -> S ! {b, receive {'EXIT', P, _} -> yes after 0 -> no end} end
    end),
    receive ready -> ok end,
    spawn(fun() -> M = monitor(process, P), S ! ready, receive {'DOWN', M, _, _, _} -> B ! gone end end),
    receive ready -> ok end,
    P ! stop,
    receive {b, X} -> X end.

%% An owner's tables go to their heirs in the order in which they were made.
%= exactly: erl and may
%= erl: {first,second}
%= never: {second,first}
heirs_in_order() ->
    S = self(),
    spawn(fun() -> ets:new(a, [{heir, S, first}]), ets:new(b, [{heir, S, second}]) end),
    {receive {'ETS-TRANSFER', _, _, D1} -> D1 end, receive {'ETS-TRANSFER', _, _, D2} -> D2 end}.

%= exactly: erl and may
%= erl: [{table,gift},{down,bye}]
%= never: [{down,bye},{table,gift}]
heir_and_down() ->
    S = self(),
    spawn_opt(fun() -> ets:new(a, [{heir, S, gift}]), exit(bye) end, [monitor]),
    [receive A -> told(A) end, receive B -> told(B) end].

%= exactly: erl and may
%= erl: [{table,gift},{exit,bye}]
%= never: [{exit,bye},{table,gift}]
heir_and_exit() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn_opt(fun() -> ets:new(a, [{heir, S, gift}]), exit(bye) end, [link]),
    [receive A -> told(A) end, receive B -> told(B) end].

%% Is the table the heir's when the message is there, and the message there when the table is the heir's?
%= exactly: erl and may
%= erl: not_owner
%= erl: told
heir_owns_and_knows() ->
    S = self(),
    P = spawn(fun() -> ets:new(t, [named_table, {heir, S, gift}]), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    case ets:info(t, owner) =:= S of
        true -> receive {'ETS-TRANSFER', _, _, gift} -> told after 0 -> owner_but_not_told end;
        false -> not_owner
    end.

%= exactly: erl and may
%= erl: {false,undefined}
%= may: {true,undefined}
heir_that_is_dead() ->
    S = self(),
    {H, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    {_, N} = spawn_monitor(fun() -> ets:new(t, [named_table, {heir, H, gift}]), S ! up end),
    receive up -> ok end,
    X = ets:whereis(t) =/= undefined,
    receive {'DOWN', N, _, _, _} -> {X, ets:whereis(t)} end.

%= exactly: erl and may
%= erl: [{table,gift},after_gift]
given_away_and_told() ->
    S = self(),
    spawn(fun() -> ets:new(t, [named_table]), ets:give_away(t, S, gift), S ! after_gift end),
    [receive A -> told(A) end, receive B -> told(B) end].

%= exactly: erl and may
%= erl: not_owner
%= erl: told
given_away_owns_and_knows() ->
    S = self(),
    P = spawn(fun() -> ets:new(t, [named_table]), S ! up, receive go -> ets:give_away(t, S, gift) end end),
    receive up -> P ! go end,
    case ets:info(t, owner) =:= S of
        true -> receive {'ETS-TRANSFER', _, _, gift} -> told after 0 -> owner_but_not_told end;
        false -> not_owner
    end.

%% A timer of a process that has ended is gone.
%= exactly: erl and may
%= erl: {false,false}
%= never: {79999,79999}
timer_to_the_dead() ->
    {P, M} = spawn_monitor(fun() -> receive stop -> ok end end),
    R = erlang:send_after(80000, P, x),
    P ! stop,
    receive {'DOWN', M, _, _, _} -> ok end,
    {erlang:read_timer(R), erlang:cancel_timer(R)}.

%% Timers go before tables do.
%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
%= never: {false,true}
timer_then_table() ->
    S = self(),
    P = spawn(fun() -> ets:new(t, [named_table]), S ! up, receive stop -> ok end end),
    receive up -> ok end,
    R = erlang:send_after(80000, P, x),
    P ! stop,
    {ets:whereis(t) =/= undefined, erlang:read_timer(R) =/= false}.

%= exactly: erl and may
%= erl: true
timer_by_name_of_the_dead() ->
    S = self(),
    {P, M} = spawn_monitor(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> ok end,
    R = erlang:send_after(80000, n, x),
    P ! stop,
    receive {'DOWN', M, _, _, _} -> ok end,
    erlang:cancel_timer(R) =/= false.

%% A process that ends is gone from processes/0 before or after its name?
%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
in_processes_and_named() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    {whereis(n) =/= undefined, lists:member(P, processes())}.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
processes_then_name() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    {lists:member(P, processes()), whereis(n) =/= undefined}.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
alive_and_table() ->
    S = self(),
    P = spawn(fun() -> ets:new(t, [named_table]), S ! up, receive stop -> ok end end),
    receive up -> P ! stop end,
    {is_process_alive(P), ets:whereis(t) =/= undefined}.

%= exactly: erl and may
%= erl: {false,false}
down_and_processes() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> {lists:member(P, processes()), is_process_alive(P)} end.

%% Who was killed goes on until it handles that, when the table is gone with who killed it.
%= exactly: erl and may
%= erl: killed
%= erl: badarg
%= erl: normal
killed_beside_a_table_that_goes() ->
    {W, M} = spawn_monitor(fun() -> receive {go, T} -> ets:update_counter(T, steps, 1), ets:update_counter(T, steps, 1) end end),
    spawn(fun() ->
        T = ets:new(t, [public]),
        ets:insert(T, {steps, 0}),
        W ! {go, T},
        exit(W, kill)
    end),
    receive {'DOWN', M, _, _, {R, _}} -> R; {'DOWN', M, _, _, R} -> R end.

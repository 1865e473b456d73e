%% Mailboxes in which signals of several kinds meet.
-module(mailboxes).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: {false,p,[q,x]}
%= erl: {false,p,[x]}
%= erl: {false,x,[]}
%= erl: {true,none,[]}
%= erl: {true,p,[]}
%= erl: {true,p,[q]}
alias_and_kill() ->
    S = self(),
    P = spawn(fun() -> S ! p, S ! q end),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    U = unalias(A),
    unalias(A),
    exit(P, kill),
    X = next(),
    {U, X, messages(S)}.

%= erl: a
%= erl: {down,normal}
down_before_demonitor() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    receive M -> told(M) end.

%= erl: down
%= erl: watched
down_before_demonitor_info() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    case demonitor(R, [info]) of
        true -> watched;
        false -> receive a -> a; {'DOWN', R, _, _, _} -> down end
    end.

%= erl: []
%= erl: [a]
%= erl: [{down,normal},a]
%= erl: [{down,normal}]
down_in_messages() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    messages(S).

%= erl: {false,false,[w,m,x]}
%= erl: {false,false,[w,x,m]}
%= erl: {false,false,[w,x]}
%= erl: {false,false,[x,w,m]}
%= erl: {false,false,[x,w]}
%= erl: {false,true,[w,m]}
%= erl: {false,true,[w]}
%= erl: {true,false,[m,x,w]}
%= erl: {true,false,[m,x]}
%= erl: {true,false,[x,m,w]}
%= erl: {true,false,[x,m]}
%= erl: {true,false,[x,w,m]}
%= erl: {true,false,[x,w]}
%= erl: {true,false,[x]}
%= erl: {true,true,[]}
%= erl: {true,true,[m,w]}
%= erl: {true,true,[m]}
%= erl: {true,true,[w,m]}
%= erl: {true,true,[w]}
flush_and_info() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    {_, R} = spawn_monitor(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    D = demonitor(R, [flush, info]),
    U = unalias(A),
    {D, U, messages(S)}.

%= erl: {a,none}
%= erl: {a,p}
%= erl: {none,a}
%= erl: {none,none}
%= erl: {none,p}
%= erl: {p,a}
%= erl: {p,none}
%= erl: {p,{exit,normal}}
kill_of_linked() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> S ! p end),
    spawn(fun() -> S ! a end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    {next(), next()}.

%= erl: {none,{exit,normal},[]}
%= erl: {none,{exit,normal},[m]}
%= erl: {{exit,normal},m,[]}
%= erl: {{exit,normal},m,[{exit,noproc}]}
%= erl: {{exit,normal},{exit,noproc},[]}
%= erl: {{exit,normal},{exit,noproc},[m]}
link_again() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    link(P),
    X = next(),
    Y = receive B -> told(B) end,
    {X, Y, messages(S)}.

%= erl: deadlock
%= erl: {none,{exit,normal}}
%= erl: {{exit,normal},{exit,noproc}}
link_again_alone() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    link(P),
    X = next(),
    {X, receive B -> told(B) end}.

%= erl: []
%= erl: [{exit,normal},m]
%= erl: [{exit,normal},{exit,noproc}]
%= erl: [{exit,normal}]
link_again_messages() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    link(P),
    messages(S).

%= erl: {none,none}
%= erl: {q,none}
%= erl: {q,x}
%= erl: {x,none}
%= erl: {x,q}
name_and_kill() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    Q = spawn(fun() -> S ! q end),
    unregister(n),
    exit(Q, kill),
    {next(), next()}.

%= erl: []
name_in_messages() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    spawn(fun() -> S ! m end),
    unregister(n),
    messages(S).

%= erl: {m,[]}
%= erl: {m,[w,{exit,normal}]}
%= erl: {m,[w]}
%= erl: {w,[m]}
%= erl: {w,[{exit,normal},m]}
%= erl: {w,[{exit,normal}]}
trap_no_more() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn_link(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    X = receive M -> told(M) end,
    process_flag(trap_exit, false),
    {X, messages(S)}.

%= erl: exit: bye
%= erl: {m,[]}
%= erl: {m,[n]}
%= erl: {m,[x,n]}
%= erl: {m,[x]}
%= erl: {none,[]}
%= erl: {none,[m,x]}
%= erl: {none,[m]}
%= erl: {none,[n]}
%= erl: {none,[x,m,n]}
%= erl: {none,[x,m]}
%= erl: {none,[x,n]}
%= erl: {none,[x]}
alias_beside_two() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    spawn(fun() -> S ! n end),
    X = receive m -> m after 0 -> none end,
    exit(P, bye),
    {X, messages(S)}.

%= erl: []
%= erl: [tm,{exit,normal}]
%= erl: [tm]
%= erl: [{exit,normal}]
timer_and_link() ->
    S = self(),
    R = erlang:send_after(0, S, tm),
    spawn(fun() -> erlang:cancel_timer(R) end),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    receive m -> m after 0 -> none end,
    messages(S).

%= erl: {normal,false,m,[tm,w,{down,normal}]}
%= erl: {normal,false,m,[w,{down,normal},tm]}
%= erl: {normal,false,m,[w,{down,normal}]}
%= erl: {normal,false,tm,[m,w,{down,normal}]}
%= erl: {normal,false,tm,[w,{down,normal},m]}
%= erl: {normal,false,tm,[w]}
%= erl: {normal,false,w,[tm,{down,noproc},m]}
%= erl: {normal,false,w,[tm,{down,noproc}]}
%= erl: {normal,false,w,[{down,noproc},m]}
%= erl: {normal,false,w,[{down,noproc}]}
%= erl: {normal,false,w,[{down,normal},m,tm]}
%= erl: {normal,false,w,[{down,normal},tm]}
%= erl: {normal,true,m,[w,{down,noproc}]}
%= erl: {normal,true,m,[w,{down,normal}]}
%= erl: {normal,true,w,[{down,noproc},m]}
%= erl: {normal,true,w,[{down,noproc}]}
%= erl: {normal,true,w,[{down,normal},m]}
%= erl: {normal,true,w,[{down,normal}]}
two_downs() ->
    S = self(),
    T = erlang:send_after(0, S, tm),
    {P, R} = spawn_monitor(fun() -> S ! w end),
    monitor(process, P),
    spawn(fun() -> S ! m end),
    A = receive {'DOWN', R, _, _, Why} -> Why end,
    B = erlang:read_timer(T) =/= false,
    C = next(),
    {A, B, C, messages(S)}.

%= erl: {a,none}
%= erl: {none,a}
%= erl: {none,none}
%= erl: {{exit,normal},a}
%= erl: {{exit,normal},none}
unlink_and_kill() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! a end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    {next(), next()}.

%= erl: {a,none}
%= erl: {a,{exit,bad}}
%= erl: {none,a}
%= erl: {none,none}
%= erl: {{exit,bad},a}
%= erl: {{exit,bad},none}
unlink_of_bad() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bad) end),
    spawn(fun() -> S ! a end),
    unlink(P),
    {next(), next()}.

%= erl: []
%= erl: [a,{exit,bad}]
%= erl: [a]
%= erl: [{exit,bad},a]
%= erl: [{exit,bad}]
unlink_of_bad_messages() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bad) end),
    spawn(fun() -> S ! a end),
    unlink(P),
    messages(S).

%% Links, exit signals and trap_exit. A process that a signal ends is no error by itself, unless it is P: so the
%% children here go by exit(self(), kill), and their links say killed.
-module(links).
-include("scenario.hrl").

die() -> exit(self(), kill).

%% --- linking --------------------------------------------------------------------------------------------

%% The child has ended, or is about to and does not come to handle the link.
%= ends: true | error: noproc | exit: noproc
%= error: P abnormal_exit error: noproc
%= error: P abnormal_exit exit: noproc
link_after_spawn() -> link(spawn(fun() -> ok end)).

%= ends: ok
%= explored: <= 2
link_at_spawn() ->
    spawn_link(fun() -> ok end),
    ok.

%% Told of it as noproc when it is too late.
%= ends: normal | noproc
link_after_spawn_trapping() ->
    process_flag(trap_exit, true),
    Child = spawn(fun() -> ok end),
    link(Child),
    receive {'EXIT', Child, Reason} -> Reason end.

%= ends: killed
spawn_link_trapping() ->
    process_flag(trap_exit, true),
    Child = spawn_link(fun die/0),
    receive {'EXIT', Child, Reason} -> Reason end.

%% --- trap_exit ------------------------------------------------------------------------------------------

%% The child may take P with it before P traps.
%= ends: killed | exit: killed
%= error: P abnormal_exit
%= preemptions: 1
%= delays: 1
trap_too_late() ->
    Child = spawn_link(fun die/0),
    process_flag(trap_exit, true),
    receive {'EXIT', Child, Reason} -> Reason end.

%= ends: killed
trap_in_time() ->
    process_flag(trap_exit, true),
    Child = spawn_link(fun die/0),
    receive {'EXIT', Child, Reason} -> Reason end.

%% Trapping for a while: a signal that comes after it kills.
%= ends: ok | exit: killed
%= error: P abnormal_exit
trap_for_a_while() ->
    process_flag(trap_exit, true),
    spawn_link(fun die/0),
    process_flag(trap_exit, false),
    ok.

%% normal is no reason to die, but a message for who traps.
%= ends: [lived,lived]
%= explored: 1
exit_normal() ->
    Live = fun() -> idle(), lived end,
    Results = ets:new(results, [public]),
    Children = [spawn(fun() -> ets:insert(Results, {I, Live()}) end) || I <- [1, 2]],
    [exit(Child, normal) || Child <- Children],
    idle(),
    idle(),
    [Lived || {_, Lived} <- lists:sort(ets:tab2list(Results))].

%% Nothing helps against kill.
%= ends: killed
%= explored: <= 2
kill_is_not_trapped() ->
    {Child, Monitor} = spawn_monitor(fun() -> process_flag(trap_exit, true), receive Any -> exit(Any) end end),
    exit(Child, kill),
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%% Before it traps, the signal ends it; after that, it is a message.
%= ends: bad | trapped
signal_against_trapping() ->
    {Child, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        receive {'EXIT', _, bad} -> exit({shutdown, trapped}) end
    end),
    exit(Child, bad),
    receive
        {'DOWN', Monitor, process, Child, {shutdown, trapped}} -> trapped;
        {'DOWN', Monitor, process, Child, Reason} -> Reason
    end.

%% --- unlinking ------------------------------------------------------------------------------------------

%= ends: ok | exit: killed
%= error: P abnormal_exit
%= preemptions: 1
unlink_against_exit() ->
    Child = spawn_link(fun die/0),
    unlink(Child),
    ok.

%% After unlink no signal comes, but one that came before lies in the mailbox, and the next to look there takes it for news.
%= ends: empty | {stale,killed}
unlink_without_flush() ->
    process_flag(trap_exit, true),
    Child = spawn_link(fun die/0),
    unlink(Child),
    receive {'EXIT', Child, Reason} -> {stale, Reason} after 1000 -> empty end.

%= ends: empty
unlink_with_flush() ->
    process_flag(trap_exit, true),
    Child = spawn_link(fun die/0),
    unlink(Child),
    receive {'EXIT', Child, _} -> ok after 0 -> ok end,
    receive {'EXIT', Child, Reason} -> {stale, Reason} after 1000 -> empty end.

%% --- signals --------------------------------------------------------------------------------------------

%% The first of two signals decides.
%= ends: a | b
two_signals() ->
    {Child, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    [spawn(fun() -> exit(Child, Reason) end) || Reason <- [a, b]],
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%% Nobody can tell which of the two it was.
%= ends: a
%= explored: <= 4
two_equal_signals() ->
    {Child, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    [spawn(fun() -> exit(Child, a) end) || _ <- [1, 2]],
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%% Signals of one sender keep their order. The second arrives before the first is handled, or after that.
%= ends: a
%= explored: 2
two_signals_of_one_sender() ->
    {Child, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    exit(Child, a),
    exit(Child, b),
    receive {'DOWN', Monitor, process, Child, Reason} -> Reason end.

%% The signal is handled before the work, between its two parts, after it, or not at all: it has come too late for that, or
%% the worker has ended, which nobody sees; once more, when it is about to end and would refuse a link.
%= ends: [] | [1] | [1,2]
%= explored: <= 6
killed_at_work() ->
    Table = ets:new(work, [public]),
    Worker = spawn(fun() -> ets:insert(Table, {1}), ets:insert(Table, {2}) end),
    exit(Worker, kill),
    idle(),
    lists:sort([N || {N} <- ets:tab2list(Table)]).

%% A signal to one who is gone is none.
%= ends: ok
%= explored: 1
signal_to_the_dead() ->
    Child = spawn(fun() -> ok end),
    idle(),
    exit(Child, kill),
    link(self()),
    ok.

%% P.1 - P.2 - P.3 in a row of links: when one goes, all go.
%= ends: [killed,killed,killed]
chain_of_links() ->
    {C, MC} = spawn_monitor(fun() -> receive go -> die() end end),
    {B, MB} = spawn_monitor(fun() -> link(C), receive never -> ok end end),
    {A, MA} = spawn_monitor(fun() -> link(B), receive never -> ok end end),
    idle(),
    C ! go,
    [receive {'DOWN', M, process, Pid, Reason} -> Reason end || {M, Pid} <- [{MA, A}, {MB, B}, {MC, C}]].

%% One of two partners that trap learns of it from the signal, the other from noproc: the link may come too late.
%= ends: killed | noproc
link_race_between_partners() ->
    Child = spawn(fun die/0),
    {_, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        link(Child),
        receive {'EXIT', Child, Reason} -> exit({shutdown, Reason}) end
    end),
    receive {'DOWN', Monitor, process, _, {shutdown, Reason}} -> Reason end.

%% What a child sends before it ends is there before its end is.
%= ends: [result,exit]
message_before_exit() ->
    process_flag(trap_exit, true),
    Me = self(),
    spawn_link(fun() -> Me ! result end),
    [receive result -> result; {'EXIT', _, normal} -> exit end || _ <- [1, 2]].

%% Through a third process there is no such order.
%= ends: [result,exit] | [exit,result]
message_by_relay_and_exit() ->
    process_flag(trap_exit, true),
    Me = self(),
    Relay = spawn(fun() -> receive Message -> Me ! Message end end),
    spawn_link(fun() -> Relay ! result end),
    [receive result -> result; {'EXIT', _, normal} -> exit end || _ <- [1, 2]].

%% Linked both ways by both: one link.
%= ends: ok
%= explored: <= 4
link_from_both_sides() ->
    Me = self(),
    Child = spawn(fun() -> link(Me), receive stop -> ok end end),
    link(Child),
    idle(),
    {links, [Child]} = process_info(self(), links),
    Child ! stop,
    ok.

%% The worker fails: the one who waits for its result goes too, instead of waiting forever.
%= error: P deadlock
%= error: P.1 abnormal_exit error: oops
wait_for_a_worker_without_link() ->
    Me = self(),
    spawn(fun() -> Me ! fail(oops) end),
    receive Result -> Result end.

fail(Reason) -> error(Reason).

%% Two workers of which one fails: P goes with it, or has its result before.
%= ends: done | exit: killed
%= error: P abnormal_exit
wait_for_a_worker_with_link() ->
    Me = self(),
    spawn_link(fun() -> receive go -> Me ! done end end) ! go,
    spawn_link(fun die/0),
    receive Result -> Result end.

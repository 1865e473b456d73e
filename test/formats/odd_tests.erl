%% Tests whose results are hard to write down: names, reasons and output with everything that XML, JSON, YAML, Markdown and
%% workflow commands give a meaning to.
-module(odd_tests).
-include_lib("eunit/include/eunit.hrl").

passes_test() -> ok.

race_test() ->
    Pid = spawn(fun() -> ok end),
    register(odd, Pid).

strange_test_() ->
    {"it's 50% <b>odd</b> & # \"quoted\", `tick`|: \x{1F41D} \x{1}", fun strange/0}.

strange() ->
    self() ! <<27, "[1m", 255>>,
    receive Message -> ok end,
    error({']]>', "a\nb\r", Message, "50%0A::error::", [x, {link, 1}], 'ünï', "---\n..."}).

deadlock_test() ->
    receive never -> ok end.

lost_update_test() ->
    ets:new(odd, [named_table, public]),
    ets:insert(odd, {n, 0}),
    Self = self(),
    [spawn(fun() -> [{n, N}] = ets:lookup(odd, n), ets:insert(odd, {n, N + 1}), Self ! done end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    ?assertEqual([{n, 2}], ets:lookup(odd, n)).

halt_test() -> halt(3).

unable_test() -> open_port({spawn, "cat"}, []).

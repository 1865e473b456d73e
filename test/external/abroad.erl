%% Calls that a real erl answers. Whether it is weft that runs a function shows in what it returns.
-module(abroad).
-compile([export_all, nowarn_export_all]).

%% --- evaluated elsewhere ---
where() -> catch weft:is_weft().   % erl does not have the module
sum(List) -> {where(), lists:sum(List)}.
draw() -> {where(), rand:uniform(1 bsl 60)}.
fails(X) -> error({no, X}).
exits(X) -> exit(X).
throws(X) -> throw(X).
echo(X) -> X.
reference() -> make_ref().
prints() -> io:format("printed abroad~n"), ok.
dies() -> exit(self(), kill), receive after infinity -> ok end.
ends() -> halt(7).
sleeps() -> timer:sleep(100000).

%% --- the programs ---
value() -> element(2, sum([1, 2, 3])).
place() -> {{'EXIT', {undef, _}}, 6} = sum([1, 2, 3]), ok.
through_apply() -> element(2, apply(?MODULE, sum, [[1, 2, 3]])).
through_fun() -> F = fun ?MODULE:sum/1, element(2, F([4])).
error_back() -> try fails(1) catch error:{no, 1} -> ok end.
exit_back() -> try exits(1) catch exit:1 -> ok end.
throw_back() -> try throws({a, [<<1, 2:3>>, 1.5, 1 bsl 100, #{x => "y"}]}) catch throw:{a, [<<1, 2:3>>, 1.5, _, #{x := "y"}]} -> ok end.
uncaught() -> fails(1).
all_kinds() ->
    Term = [1, -1, 1 bsl 70, 0.5, a, 'ä', <<"binary">>, <<5:3>>, {}, {1, 2}, #{}, #{1 => [a | b]}, "string", fun lists:sum/1],
    Term = echo(Term),
    ok.
pid_there() -> echo([{self()}]).
fun_there() -> echo(fun() -> ok end).
port_there() -> echo(#{list_to_port("#Port<0.5>") => 1}).
reference_there() -> echo(make_ref()).
reference_back() -> reference().
printing() -> prints().
dying() -> dies().
ending() -> ends().
sleeping() -> sleeps().
drawn() ->
    Self = self(),
    [spawn(fun() -> Self ! {drawn, draw()} end) || _ <- [1, 2]],
    [First, Second] = [receive {drawn, {_, N}} -> N end || _ <- [1, 2]],
    First = Second,
    sum([1]), sum([2]), sum([1]),
    ok.
outside() -> os:cmd("echo 5").

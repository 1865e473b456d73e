%% A test as it was when a schedule was written, and as it is after some edits (compiled with -DFEWER, -DMORE, -DLONGER). The
%% error stays: the clerk gives a number twice if two ask before it is noted.
-module(edited).
-export([main/0]).

-ifdef(FEWER).
main() -> work().
-else.
-ifdef(MORE).
main() ->
    spawn(fun() -> first_of_all() end),
    spawn(fun() -> announce() end),
    work().

first_of_all() -> ok.
-else.
main() ->
    spawn(fun() -> announce() end),
    work().
-endif.
announce() -> self() ! hello, receive hello -> ok end.
-endif.

work() ->
    Test = self(),
    ets:new(numbers, [named_table, public]),
    ets:insert(numbers, {next, 1}),
    [spawn(fun() -> customer(Test) end) || _ <- [1, 2]],
    One = receive {number, A} -> A end,
    Other = receive {number, B} -> B end,
    true = One =/= Other.

-ifdef(LONGER).
before() -> ets:lookup(numbers, nothing), ets:lookup(numbers, nothing).
-else.
before() -> ok.
-endif.

customer(Test) ->
    before(),
    [{next, Number}] = ets:lookup(numbers, next),
    ets:insert(numbers, {next, Number + 1}),
    Test ! {number, Number}.

%% What a report could drown in.
-module(mail).
-export([mailbox/0, message/0, terms/0, left/0]).

%% Waits for what nobody sends, with 5,000 messages in its mailbox.
mailbox() ->
    Me = self(),
    [Me ! {item, N, <<"some text">>} || N <- lists:seq(1, 5000)],
    spawn(fun() -> Me ! one end),
    spawn(fun() -> Me ! two end),
    receive
        one -> receive three -> ok end;
        two -> ok
    end.

%% Waits with one message that would be huge if it were written out.
message() ->
    self() ! lists:foldl(fun(_, Shared) -> [Shared | Shared] end, [], lists:seq(1, 60)),
    receive nothing -> ok end.

%% Crashes with a megabyte in the frame and in the mailbox.
terms() ->
    Me = self(),
    Large = lists:duplicate(100000, {some, "text"}),
    spawn(fun() -> Me ! {one, Large} end),
    spawn(fun() -> Me ! {two, Large} end),
    receive {Which, Got} -> only_two(Which, Got) end.

only_two(two, _) -> ok.

%% Small, and without end if it is written without looking at what is shared.
left() ->
    Term = lists:foldl(fun(_, T) -> [T | T] end, [], lists:seq(1, 60)),
    spawn(fun() -> receive stop -> ok end end) ! Term,
    ok.

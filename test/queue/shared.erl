%% Programs that several machines search together.
-module(shared).
-export([large/0, fails/0, reads/0, orders/0, places/0]).

%% A process looks for the last zero among cells that others write: some seconds of work.
large() -> cells(13).

cells(N) ->
    ets:new(cells, [public, named_table]),
    ets:insert(cells, [{I, 0} || I <- lists:seq(0, N)]),
    Looks = spawn_monitor(fun() -> exit({last, last_zero(N)}) end),
    Writes = [spawn_monitor(fun() -> ets:insert(cells, {I, ets:lookup_element(cells, I - 1, 2) + 1}) end)
              || I <- lists:seq(1, N)],
    [receive {'DOWN', Reference, process, _, Reason} -> Reason end || {_, Reference} <- [Looks | Writes]].

last_zero(I) ->
    case ets:lookup_element(cells, I, 2) of
        0 -> I;
        _ -> last_zero(I - 1)
    end.

%% One of many orders is a mistake.
fails() ->
    Self = self(),
    [spawn(fun() -> Self ! I end) || I <- lists:seq(1, 7)],
    Order = [receive I -> I end || _ <- lists:seq(1, 7)],
    Order =:= lists:seq(7, 1, -1) andalso exit(backwards),
    hd(Order).

%% Which orders of messages matter shows late, and not in every unit.
orders() ->
    Self = self(),
    ets:new(seen, [public, named_table]),
    [spawn(fun() -> ets:update_counter(seen, I rem 2, 1, {I rem 2, 0}), Self ! {I rem 3, I} end) || I <- lists:seq(1, 6)],
    [fetch(Kind) || Kind <- [0, 1, 2, 0, 1, 2]].

fetch(Kind) -> receive {Kind, I} -> I end.

%% What lies around on one machine.
reads() ->
    Self = self(),
    [spawn(fun() -> Self ! {I, file:read_file("note")} end) || I <- lists:seq(1, 8)],
    [receive {I, {ok, _}} -> I end || _ <- lists:seq(1, 8)].

%% Where the program runs is a part of what it does.
places() ->
    {ok, Here} = file:get_cwd(),
    ets:new(places, [public, named_table]),
    Writes = [spawn_monitor(fun() -> ets:insert(places, {Here, I}) end) || I <- lists:seq(1, 8)],
    [receive {'DOWN', Reference, process, _, normal} -> ok end || {_, Reference} <- Writes],
    ets:lookup(places, Here).

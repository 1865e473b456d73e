%% Programs whose search takes a few seconds, and which find errors and results now and then.
-module(kept).
-export([cells/0, mail/0, short/0, tree/0]).

%% A process looks for the last zero among cells that others write.
cells() -> cells(12).
short() -> cells(6).

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

%% Whose mail comes first is told by who adds it up; one of all orders is a mistake.
mail() ->
    Self = self(),
    [spawn(fun() -> Self ! {I, self()} end) || I <- lists:seq(1, 8)],
    Order = [receive {I, _} -> I end || _ <- lists:seq(1, 8)],
    case Order of
        [8, 7 | _] -> exit(backwards);
        [First | _] -> First
    end.

%% Processes make others and wait for a while, so in which order they are first met depends on the schedule.
tree() ->
    Self = self(),
    [spawn(fun() -> parent(Self, I) end) || I <- lists:seq(1, 4)],
    {told(), told(), told(), told()}.

parent(Who, I) ->
    Self = self(),
    spawn(fun() -> Self ! {child, I} end),
    receive
        {child, I} -> Who ! {told, I}
    after 10 -> Who ! {alone, I}
    end.

told() -> receive {_, _} = What -> What after 20 -> nothing end.

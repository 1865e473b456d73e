%% What tests show of two findings. Each line: TEST KIND LINE SEEN.
%% seen: hits:two_at_once race 15 shown
%% seen: hits:two_at_once race 16 not_shown
%% seen: hits:one_after_the_other race 15 not_shown
%% seen: hits:one_after_the_other race 16 not_shown
%% seen: hits:of_two_pages race 15 not_shown
%% seen: hits:of_two_pages race 16 not_met
-module(hits).
-export([start/0, hit/1, two_at_once/0, one_after_the_other/0, of_two_pages/0]).

start() -> ets:new(hits, [named_table, public]).

hit(Page) ->
    case ets:lookup(hits, Page) of
        [] -> ets:insert(hits, {Page, 1});
        [{_, N}] -> ets:insert(hits, {Page, N + 1})
    end.

two_at_once() ->
    start(),
    Main = self(),
    Pids = [spawn(fun() -> hit(home), Main ! {self(), done} end) || _ <- [1, 2]],
    [receive {Pid, done} -> ok end || Pid <- Pids],
    ets:lookup(hits, home).

one_after_the_other() ->
    start(),
    hit(home),
    {_, Ref} = spawn_monitor(fun() -> hit(home) end),
    receive {'DOWN', Ref, process, _, _} -> ok end.

of_two_pages() ->
    start(),
    [spawn(fun() -> hit(Page) end) || Page <- [home, about]],
    ok.

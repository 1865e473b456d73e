%% Plain processes: each request has a reply, each message a clause.
%% mutate: Worker ! {job, Ref, self(), N}, => Worker ! {jobs, Ref, self(), N},
%% mutate: Worker ! {job, Ref, self(), N}, => Worker ! {job, self(), N},
%% mutate: Worker ! {job, Ref, self(), N}, => Worker ! [job, Ref, self(), N],
%% mutate: From ! {done, Ref, N * 2}, => From ! {done, N * 2},
%% mutate: From ! {done, Ref, N * 2}, => self() ! {done, Ref, N * 2},
%% mutate: From ! {done, Ref, N * 2}, => From ! {ready, Ref, N * 2},
%% mutate: {done, Ref, Result} -> Result; => {done, Ref, Result, _} -> Result;
%% mutate: {job, Ref, From, N} -> => {jop, Ref, From, N} ->
%% mutate: {pause, From} -> => {puase, From} ->
%% mutate: Worker ! {pause, self()}, => Worker ! {pause, self(), 1},
%% mutate: Worker ! {pause, self()}, => Worker ! pause,
%% mutate: From ! paused, => From ! pausd,
%% mutate: receive paused -> => receive {paused, _} ->
%% mutate: Worker ! stop => Worker ! {stop, now}
%% mutate: stop -> done => halt -> done
-module(ring).
-export([main/0]).

main() ->
    Parent = self(),
    spawn(fun() -> client(Parent) end).

client(_Parent) ->
    Worker = spawn(fun() -> worker() end),
    Results = [ask(Worker, N) || N <- [1, 2, 3]],
    Worker ! {pause, self()},
    receive paused -> ok end,
    Worker ! stop,
    Results.

ask(Worker, N) ->
    Ref = make_ref(),
    Worker ! {job, Ref, self(), N},
    receive
        {done, Ref, Result} -> Result;
        {failed, Ref} -> failed
    end.

worker() ->
    receive
        {job, Ref, From, N} ->
            From ! {done, Ref, N * 2},
            From ! {failed, Ref},
            worker();
        {pause, From} ->
            From ! paused,
            worker();
        stop -> done
    end.

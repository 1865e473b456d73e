%% A worker that waits to be told that its answer was taken.
-module(leak).
-export([test/0]).

test() ->
    case fetch() of
        {ok, page} -> ok;
        {error, timeout} -> ok
    end.

fetch() ->
    Parent = self(),
    Worker = spawn(fun() -> work(Parent) end),
    receive
        {Worker, Page} ->
            Worker ! taken,
            {ok, Page}
    after 100 ->
        {error, timeout}
    end.

work(Parent) ->
    Parent ! {self(), page},
    receive taken -> ok end.

%% A link to a process that has ended already.
-module(linked_late).
-export([t/0]).

t() ->
    Worker = spawn(fun() -> ok end),
    link(Worker),
    ok.

%% A message goes to a name that nobody has yet.
-module(not_yet_named).
-export([t/0]).

t() ->
    Me = self(),
    spawn(fun() -> register(printer, self()), receive {print, What} -> Me ! {printed, What} end end),
    printer ! {print, page},
    receive {printed, page} -> ok end.

%% A state machine whose two states hand over to each other as soon as the wrong message comes first.
-module(spinning).
-export([t/0]).

t() ->
    Me = self(),
    [spawn(fun() -> Me ! Colour end) || Colour <- [green, red]],
    receive Colour -> shown(Colour) end.

shown(green) -> ok;
shown(Colour) -> next(Colour).

next(red) -> shown(amber);
next(amber) -> shown(red).

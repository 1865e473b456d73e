%% A reference that nobody was told is in no message, whoever sends it.
%% lint: receive_wrong proved {reply, Bound, _}
-module(fresh_reference_kept).
-export([main/1]).

main(P) ->
    Ref = make_ref(),
    P ! {request, self()},
    receive {reply, Ref, X} -> X end.

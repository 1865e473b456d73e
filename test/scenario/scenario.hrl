%% What the scenarios share.
-compile([export_all, nowarn_export_all]).
-compile({nowarn_unused_function, [idle/0, fetch/0, parallel/1, safely/1]}).

%% Until nobody else can act: weft lets so long a timeout be the last thing that happens.
idle() -> receive after 1000 -> ok end.

%% From now on a look at the own mailbox shows what has arrived so far.
fetch() -> receive never_sent -> ok after 0 -> ok end.

%% Runs the functions in processes of their own (P.1, P.2, ...) and returns what they returned, or none for one that
%% did not come to its end. Neither starting nor collecting adds a race: results lie under keys of their own.
parallel(Functions) ->
    Results = ets:new(results, [public]),
    Numbered = lists:zip(lists:seq(1, length(Functions)), Functions),
    [spawn(fun() -> ets:insert(Results, {I, F()}) end) || {I, F} <- Numbered],
    idle(),
    [case ets:lookup(Results, I) of [{I, Result}] -> Result; [] -> none end || {I, _} <- Numbered].

%% The name of what went wrong, as a result.
safely(Function) ->
    try Function()
    catch error:Reason -> Reason
    end.

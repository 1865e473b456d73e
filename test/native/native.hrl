%% What programs of the record use to look at things. Outcomes have no pids, references or times in them, because these
%% are different in every run: what tells them apart is said by words.
-compile([nowarn_unused_function]).

%% What a call returns or raises.
safe(F) -> try F() catch Class:Reason -> {Class, Reason} end.

%% All messages that can be received now.
drain() -> receive M -> [told(M) | drain()] after 0 -> [] end.

%% One message, if there is one or comes in time.
next() -> next(0).
next(Time) -> receive M -> told(M) after Time -> none end.

%% The messages of a process, by a look from outside or inside.
messages(P) ->
    case process_info(P, messages) of
        {messages, Messages} -> [told(M) || M <- Messages];
        undefined -> undefined
    end.

%% The value of an item of process_info/2.
item(P, Item) ->
    case process_info(P, Item) of
        {Item, Value} -> Value;
        Other -> Other
    end.

%% Whether a process can run, whoever runs it.
status(P) ->
    case item(P, status) of
        running -> runnable;
        garbage_collecting -> runnable;
        Status -> Status
    end.

told({'EXIT', _, R}) -> {exit, R};
told({'DOWN', _, _, _, R}) -> {down, R};
told({'ETS-TRANSFER', _, _, Gift}) -> {table, Gift};
told({timeout, _, M}) -> {timeout, M};
told({cancel_timer, _, Left}) -> {cancelled, Left =/= false};
told({garbage_collect, _, Done}) -> {collected, Done};
told({spawn_reply, _, Result, _}) -> {spawned, Result};
told({P, M}) when is_pid(P) -> {from, M};
told({R, {Item, _}}) when is_reference(R) -> {answer, Item};   % of process_info/2, on its way to who asked
told({R, M}) when is_reference(R) -> {answer, M};
told(M) -> M.

%% How many there are in the list of an item.
length_of(P, Item) ->
    case item(P, Item) of
        undefined -> undefined;
        List -> length(List)
    end.

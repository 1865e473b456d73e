%% Shared memory in miniature: ets is sequentially consistent, so each program has its known set of results. A cell is
%% a key; an interleaving is a class when it orders the accesses to each cell in its own way.
-module(litmus).
-include("scenario.hrl").

cells(Keys) ->
    Table = ets:new(cells, [public]),
    ets:insert(Table, [{Key, 0} || Key <- Keys]),
    Table.

get(Table, Key) -> ets:lookup_element(Table, Key, 2).
set(Table, Key, Value) -> ets:insert(Table, {Key, Value}).

%% Who sees the flag sees the data.
%= ends: {0,0} | {0,1} | {1,1}
%= explored: 3
message_passing() ->
    T = cells([data, flag]),
    lists:last(parallel([fun() -> set(T, data, 1), set(T, flag, 1) end, fun() -> {get(T, flag), get(T, data)} end])).

%% Flag and data in the wrong order: {1,0} is the bug.
%= ends: {0,0} | {0,1} | {1,0} | {1,1}
%= explored: 4
message_passing_in_the_wrong_order() ->
    T = cells([data, flag]),
    lists:last(parallel([fun() -> set(T, flag, 1), set(T, data, 1) end, fun() -> {get(T, flag), get(T, data)} end])).

%% Not both see 0.
%= ends: [0,1] | [1,0] | [1,1]
%= explored: 3
store_buffering() ->
    T = cells([x, y]),
    parallel([fun() -> set(T, x, 1), get(T, y) end, fun() -> set(T, y, 1), get(T, x) end]).

%% Not both see 1.
%= ends: [0,0] | [0,1] | [1,0]
%= explored: 3
load_buffering() ->
    T = cells([x, y]),
    Swap = fun(From, To) -> fun() -> Seen = get(T, From), set(T, To, 1), Seen end end,
    parallel([Swap(x, y), Swap(y, x)]).

%% Of the four combinations of two orders one is a cycle.
%= ends: {1,2} | {2,1} | {2,2}
%= explored: 3
two_writes_each() ->
    T = cells([x, y]),
    parallel([fun() -> set(T, x, 1), set(T, y, 2) end, fun() -> set(T, y, 1), set(T, x, 2) end]),
    {get(T, x), get(T, y)}.

%% Two readers never disagree on which of two writes came first: 16 combinations but one.
%= ends: [{0,0},{0,0}] | [{0,0},{0,1}] | [{0,0},{1,0}] | [{0,0},{1,1}] | [{0,1},{0,0}] | [{0,1},{0,1}] | [{0,1},{1,0}]
%= ends: [{0,1},{1,1}] | [{1,0},{0,0}] | [{1,0},{0,1}] | [{1,0},{1,1}] | [{1,1},{0,0}] | [{1,1},{0,1}] | [{1,1},{1,0}]
%= ends: [{1,1},{1,1}]
%= explored: 15
independent_reads_of_independent_writes() ->
    T = cells([x, y]),
    [_, _, A, B] = parallel([fun() -> set(T, x, 1) end, fun() -> set(T, y, 1) end,
                             fun() -> {get(T, x), get(T, y)} end, fun() -> {get(T, y), get(T, x)} end]),
    [A, B].

%% Knowledge goes on from process to process: who sees y after one who saw x before writing y sees x.
%= ends: {0,0,0} | {0,0,1} | {0,1,0} | {0,1,1} | {1,0,0} | {1,0,1} | {1,1,1}
causality() ->
    T = cells([x, y]),
    [_, A, {B, C}] = parallel([fun() -> set(T, x, 1) end, fun() -> Seen = get(T, x), set(T, y, 1), Seen end,
                               fun() -> {get(T, y), get(T, x)} end]),
    {A, B, C}.

%% Two reads of one cell by one process never go backwards.
%= ends: {0,0} | {0,1} | {0,2} | {1,1} | {1,2} | {2,2}
%= explored: 6
coherence() ->
    T = cells([x]),
    lists:last(parallel([fun() -> set(T, x, 1), set(T, x, 2) end, fun() -> {get(T, x), get(T, x)} end])).

%% --- mutual exclusion -----------------------------------------------------------------------------------

%% Who finds the other interested, and was the last to give way, stays out. It tries once: so both may stay out.
%= ends: [in,in] | [in,out] | [out,in] | [out,out]
peterson() -> peterson(fun(T, Me, Other) -> set(T, Me, 1), set(T, turn, Other) end).

%= ends: ok | error: both_are_in
%= error: P abnormal_exit error: both_are_in
%= preemptions: 1
%= delays: 1
peterson_turn_first() -> peterson_alone(fun(T, Me, Other) -> set(T, turn, Other), set(T, Me, 1) end).

%= ends: ok
peterson_flag_first() -> peterson_alone(fun(T, Me, Other) -> set(T, Me, 1), set(T, turn, Other) end).

%% Both may come in one after the other, when the first has left.
peterson(Announce) ->
    T = cells([a, b, turn]),
    Enter = fun(Me, Other) -> fun() -> enter(T, Announce, Me, Other, fun() -> set(T, Me, 0) end) end end,
    parallel([Enter(a, b), Enter(b, a)]).

%% Nobody leaves, so only one may come in.
peterson_alone(Announce) ->
    T = cells([a, b, turn]),
    Enter = fun(Me, Other) -> fun() -> enter(T, Announce, Me, Other, fun() -> ok end) end end,
    case parallel([Enter(a, b), Enter(b, a)]) of
        [in, in] -> error(both_are_in);
        _ -> ok
    end.

enter(T, Announce, Me, Other, Leave) ->
    Announce(T, Me, Other),
    case get(T, Other) =:= 0 orelse get(T, turn) =:= Me of
        true -> Leave(), in;
        false -> out
    end.

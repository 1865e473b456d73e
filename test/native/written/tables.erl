%% Tables that several processes use at once.
-module(tables).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: {false,true}
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
scan() -> scan([{write_concurrency, true}], fun ets:tab2list/1).

%= erl: {false,true}
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
scan_by_select() -> scan([{write_concurrency, true}], fun(T) -> ets:select(T, [{'_', [], ['$_']}]) end).

%% A list of rows is not seen in parts.
%= exactly: erl and may
%= never: {false,true}
%= never: {true,false}
%= erl: {false,false}
%= erl: {true,true}
scan_of_list() ->
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{I} || I <- lists:seq(1, 40)]),
    spawn(fun() -> ets:insert(T, [{x}, {y}]) end),
    L = ets:tab2list(T),
    {lists:member({x}, L), lists:member({y}, L)}.

%= never: {false,true}
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
scan_of_plain() -> scan([], fun ets:tab2list/1).

%= never: {false,true}
%= erl: {false,false}
%= erl: {true,false}
%= erl: {true,true}
scan_of_ordered() -> scan([ordered_set], fun ets:tab2list/1).

%% Two rows are put into a table while it is read.
scan(Options, Read) ->
    T = ets:new(t, [public | Options]),
    ets:insert(T, [{I} || I <- lists:seq(1, 40)]),
    spawn(fun() -> ets:insert(T, {x}), ets:insert(T, {y}) end),
    L = Read(T),
    {lists:member({x}, L), lists:member({y}, L)}.

%% A list of rows is put in at once.
%= exactly: erl and may
%= never: [a]
%= never: [b]
%= erl: {false,false}
%= erl: {false,true}
%= erl: {true,true}
insert_of_list() ->
    T = ets:new(t, [public, {write_concurrency, true}]),
    spawn(fun() -> ets:insert(T, [{a}, {b}]) end),
    A = ets:member(T, a),
    B = ets:member(T, b),
    {A, B}.

%= exactly: erl and may
%= erl: badarg
next_of_fixed() ->
    T = ets:new(t, []),
    ets:insert(T, {a, 1}),
    ets:safe_fixtable(T, true),
    try ets:next(T, never_there) catch error:R -> R end.

%= exactly: erl and may
%= erl: '$end_of_table'
slot_of_empty() ->
    T = ets:new(t, [ordered_set, public]),
    ets:slot(T, 0).

%% With one scheduler, erl makes no use of write_concurrency.
%= exactly: erl and may
%= erl: badarg
slot_of_empty_concurrent() ->
    T = ets:new(t, [ordered_set, public, {write_concurrency, true}]),
    case erlang:system_info(schedulers) of
        1 -> badarg;
        _ -> try ets:slot(T, 0) catch error:R -> R end
    end.

%= exactly: erl and may
%= erl: {1,[{k,2}]}
%= erl: {2,[{k,2}]}
counter_of_two() ->
    T = ets:new(t, [public]),
    ets:insert(T, {k, 0}),
    {_, M} = spawn_monitor(fun() -> ets:update_counter(T, k, 1) end),
    X = ets:update_counter(T, k, 1),
    receive {'DOWN', M, _, _, _} -> {X, ets:lookup(T, k)} end.

%= exactly: erl and may
%= erl: {false,false}
%= erl: {false,true}
%= erl: {true,true}
all_of_new() ->
    spawn(fun() -> ets:new(t, [named_table]), receive stop -> ok end end),
    {lists:member(t, ets:all()), ets:whereis(t) =/= undefined}.

%= exactly: erl and may
%= erl: [{k,1}]
%= erl: {error,badarg}
deleted_while_read() ->
    T = ets:new(t, [public]),
    ets:insert(T, {k, 1}),
    spawn(fun() -> ets:delete(T) end),
    safe(fun() -> ets:lookup(T, k) end).

%= exactly: erl and may
%= erl: {false,true}
%= erl: {true,false}
%= erl: {true,true}
renamed() ->
    ets:new(t, [named_table, public]),
    spawn(fun() -> ets:rename(t, u) end),
    {ets:whereis(t) =/= undefined, ets:whereis(u) =/= undefined}.

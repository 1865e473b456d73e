%% Monitors and functions that formulas call, good ones and others.
-module(watchers).
-behaviour(weft_monitor).
-export([init/1, step/3, holders/0, at_most/2, few/1, crashes/0, sends/1, loops/0, strange/0, says_yes/0]).

init([]) -> {1, []};
init(Most) when is_integer(Most) -> {Most, []};
init({What, Most}) -> {What, Most, 0}.

step({fact, Who, in_use, _, true}, _View, {Most, Holders}) when length(Holders) >= Most -> {violation, {too_many, [Who | Holders]}};
step({fact, Who, in_use, _, true}, _View, {Most, Holders}) -> {ok, {Most, [Who | Holders]}};
step({fact, Who, in_use, _, false}, _View, {Most, Holders}) -> {ok, {Most, lists:delete(Who, Holders)}};
step({'receive', _, _}, _, {crash, _, _}) -> binary_to_atom(<<"no">>, make_ref());
step({'receive', _, _}, _, {loop, _, _} = State) -> loop(State);
step({'receive', Who, _}, _, {send, _, _} = State) -> Who ! hello, {ok, State};
step({'receive', _, _}, _, {table, _, _} = State) -> ets:new(mine, [named_table]), {ok, State};
step({'receive', _, _}, _, {wait, _, _} = State) -> receive never -> {ok, State} end;
step({'receive', _, _}, _, {bad, _, _}) -> what;
step({'receive', _, _}, _, {prune, _, _}) -> prune;
step({'receive', _, _}, _, {count, Most, N}) when N < Most -> {ok, {count, Most, N + 1}};
step({'receive', _, _}, _, {count, _, N}) -> {violation, N};
step({spawn, Parent, Child}, View, {view, _, _} = State) ->
    true = lists:member(Parent, weft_view:processes(View)),
    true = lists:member(weft_view:status(View, Child), [ready, waiting, ended]),
    {ok, State};
step({timeout, Who}, _, {timeouts, _, _}) -> {violation, {timeout, Who}};
step({fault, Fault}, _, {faults, _, _}) -> {violation, Fault};
step(_, _, State) -> {ok, State}.

loop(State) -> loop(State).

%% How many processes hold the lock, as the facts say.
at_most(Most, View) -> length([Who || {in_use, Who} <- weft_view:facts(View)]) =< Most.
holders() -> true.
few(View) -> lists:all(fun(Pid) -> length(weft_view:mailbox(View, Pid)) < 9 end, weft_view:processes(View)).
crashes() -> binary_to_atom(<<"no">>, make_ref()).
sends(View) -> hd(weft_view:processes(View)) ! hello, true.
loops() -> loops().
strange() -> 7.
says_yes() -> true.

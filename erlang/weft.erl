%% What a test may say to weft. On a plain Erlang node the same calls do the obvious thing, so that a test that uses
%% them runs there, too.
-module(weft).
-export([choose/1, assert/1, assert/2, probe/1, probe/2, fact/1, fact/2, no_fact/1, no_fact/2, pause/0, atomic/1, is_weft/0]).

%% Whether the code runs on weft.
-spec is_weft() -> boolean().
is_weft() ->
    false.

%% One of the elements. `weft check' explores what follows from each of them; `weft run' and a plain node take the first.
-spec choose([Element, ...]) -> Element.
choose([First | Rest]) when is_list(Rest) ->
    First;
choose(_) ->
    erlang:error(badarg).

%% What must be true here. `weft check' tells of a failure as of one of EUnit's assertions.
-spec assert(boolean()) -> ok.
assert(true) ->
    ok;
assert(Value) ->
    erlang:error({assert, [{expected, true}, {value, Value}]}).

-spec assert(boolean(), term()) -> ok.
assert(true, _Comment) ->
    ok;
assert(Value, Comment) ->
    erlang:error({assert, [{comment, Comment}, {expected, true}, {value, Value}]}).

%% Returns the term. The story of an error shows it where it happened; no other process can notice.
-spec probe(Term) -> Term.
probe(Term) ->
    Term.

-spec probe(Name :: term(), Term) -> Term.
probe(_Name, Term) ->
    Term.

%% From here on this holds, until no_fact says otherwise: for the formulas and monitors of `weft verify'. No process can notice.
-spec fact(Name :: term()) -> ok.
fact(_Name) ->
    ok.

-spec fact(Name :: term(), term()) -> ok.
fact(_Name, _Term) ->
    ok.

-spec no_fact(Name :: term()) -> ok.
no_fact(_Name) ->
    ok.

-spec no_fact(Name :: term(), term()) -> ok.
no_fact(_Name, _Term) ->
    ok.

%% A step of its own that does nothing: others may act before it and after it.
-spec pause() -> ok.
pause() ->
    ok.

%% Runs the fun as one step of its process: on weft no other process acts before it is done. So it must not wait: a
%% receive that finds no message raises {weft_atomic, receive_would_wait}. A plain node only runs it.
-spec atomic(fun(() -> Result)) -> Result.
atomic(Fun) when is_function(Fun, 0) ->
    enter(),
    try
        Fun()
    after
        leave()
    end.

%% What weft has functions of its own for.
enter() ->
    ok.

leave() ->
    ok.

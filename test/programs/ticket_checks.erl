%% PropEr: a state machine for tickets, and properties of lists. Properties run as they are; with a fixed seed they try
%% what they try on erl. A search takes commands that were made before and runs them in every order.
-module(ticket_checks).
-behaviour(proper_statem).
-include_lib("proper/include/proper.hrl").
-export([lists/0, wrong_lists/0, sequential/0, parallel/0, atomic/0, read_write/0]).
-export([initial_state/0, command/1, precondition/2, postcondition/3, next_state/3]).

initial_state() -> 0.
command(_Taken) -> {call, tickets, take, []}.
precondition(_Taken, _Call) -> true.
postcondition(Taken, {call, tickets, take, []}, Number) -> Number =:= Taken + 1.
next_state(Taken, _Result, {call, tickets, take, []}) -> Taken + 1.

%% --- properties -----------------------------------------------------------------------------------

seeded(Property) ->
    rand:seed(exsss, {1, 2, 3}),
    Result = proper:quickcheck(Property, [quiet, long_result, {numtests, 50}]),
    io:format("~p~n", [Result]),
    Result.

lists() ->
    true = seeded(?FORALL(L, list(integer()), lists:reverse(lists:reverse(L)) =:= L)),
    ok.

wrong_lists() ->
    [_] = seeded(?FORALL(L, list(integer(0, 100)), lists:usort(L) =:= lists:sort(L))),
    ok.

sequential() ->
    true = seeded(?FORALL(Commands, commands(?MODULE),
        begin
            tickets:start(read_write),
            {_, _, Result} = run_commands(?MODULE, Commands),
            tickets:stop(),
            Result =:= ok
        end)),
    ok.

parallel() ->
    true = seeded(?FORALL(Commands, parallel_commands(?MODULE), holds(atomic, Commands))),
    ok.

holds(How, Commands) ->
    tickets:start(How),
    {_, _, Result} = run_parallel_commands(?MODULE, Commands),
    tickets:stop(),
    Result =:= ok.

%% --- the same commands in every order -------------------------------------------------------------

atomic() -> true = holds(atomic, fixed()), ok.
read_write() -> true = holds(read_write, fixed()), ok.

fixed() ->
    Take = fun(Number) -> {set, {var, Number}, {call, tickets, take, []}} end,
    {[Take(1)], [[Take(2)], [Take(3)]]}.

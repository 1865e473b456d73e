%% Disturbs a program while it runs on erl, so that it shows more of what it can do.
%%
%% As a parse transform it puts a pause before every call, send and receive. What a pause does is drawn anew each time,
%% within the mode of the run: nothing, a yield, a spin of some length, another priority. In most modes some processes
%% are slower than others for the whole run, because orders that need one process to do much while another does nothing
%% are rare otherwise. In half of the modes each process has a scheduler of its own: a process that another one wakes
%% would else be run by the same scheduler, most of the time, and the two never at the same moment. A pause leaves
%% nothing behind that a program of the record could see: no message, no dictionary, no name. Only priorities are not
%% looked at.
-module(perturb).
-export([parse_transform/2, start/0, mode/1, modes/0, pause/0]).

-define(MODE, 1).
-define(RUN, 2).       % counts runs: who is slow is drawn by it

%% --- the transform --------------------------------------------------------------------------------------

parse_transform(Forms, _) -> [form(F) || F <- Forms].

form({function, A, Name, Arity, Clauses}) -> {function, A, Name, Arity, paused(Clauses)};
form(Form) -> Form.

%% Patterns and guards stay as they are.
paused({clause, A, Patterns, Guards, Body}) -> {clause, A, Patterns, Guards, paused(Body)};
paused({call, A, _, _} = Call) -> after_pause(A, inside(Call));
paused({op, A, '!', _, _} = Send) -> after_pause(A, inside(Send));
paused({'receive', A, _} = Receive) -> after_pause(A, inside(Receive));
paused({'receive', A, _, _, _} = Receive) -> after_pause(A, inside(Receive));
paused(Other) -> inside(Other).

inside(Tuple) when is_tuple(Tuple) -> list_to_tuple([paused(X) || X <- tuple_to_list(Tuple)]);
inside(List) when is_list(List) -> [paused(X) || X <- List];
inside(Other) -> Other.

after_pause(A, Expression) ->
    {block, A, [{call, A, {remote, A, {atom, A, ?MODULE}, {atom, A, pause}}, []}, Expression]}.

%% --- pauses ---------------------------------------------------------------------------------------------

%% Before the first run in this system.
start() -> persistent_term:put(?MODULE, atomics:new(2, [])).

%% For the next run. Modes are numbers from 0.
mode(Mode) ->
    State = persistent_term:get(?MODULE),
    atomics:put(State, ?MODE, Mode),
    atomics:add(State, ?RUN, 1).

modes() -> 20.

pause() ->
    State = persistent_term:get(?MODULE),
    Mode = atomics:get(State, ?MODE),
    Kind = erlang:phash2({self(), atomics:get(State, ?RUN)}, 16),
    spread(Mode rem 2, Kind div 4),
    pause(Mode div 2, Kind rem 4, draw()).

spread(0, _) -> ok;
spread(1, Place) -> process_flag(scheduler, Place rem erlang:system_info(schedulers) + 1).

draw() -> erlang:phash2({erlang:unique_integer(), os:perf_counter()}, 1 bsl 24).

%% pause(Mode, Slow, Draw): Slow is 0 to 3, and the same for a process during a run. A thousand turns of a spin take about
%% a microsecond: short ones hit what lasts as long as a step within the runtime system, long ones what lasts a turn of
%% a scheduler.
pause(1, Slow, Draw) -> spin(Draw rem (1 + 1000 * Slow));
pause(2, _, Draw) when Draw rem 2 =:= 0 -> erlang:yield();
pause(3, _, Draw) when Draw rem 2 =:= 0 -> spin((Draw bsr 4) rem 2000);
pause(4, 0, Draw) -> spin(Draw rem 40000);
pause(4, 1, _) -> erlang:yield();
pause(5, Slow, Draw) when Slow > 1 -> spin(Draw rem 6000);
pause(6, _, Draw) when Draw rem 8 =:= 0 -> spin((Draw bsr 4) rem 60000);
pause(7, 0, _) -> process_flag(priority, low);
pause(7, 1, _) -> process_flag(priority, high);
pause(7, 2, Draw) -> spin(Draw rem 4000);
pause(8, Slow, Draw) when Draw rem 16 =:= 0 -> spin(1000 + Slow * ((Draw bsr 4) rem 60000));
pause(8, _, Draw) when Draw rem 3 =:= 0 -> erlang:yield();
pause(9, 0, Draw) -> spin(Draw rem 20000);
pause(9, _, Draw) when Draw rem 2 =:= 0 -> spin((Draw bsr 4) rem 500);
pause(_, _, _) -> ok.

spin(0) -> ok;
spin(N) -> spin(N - 1).

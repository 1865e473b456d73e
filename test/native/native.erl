%% Runs programs on this erl, many times each, and prints how they ended.
%%
%%     erl -noshell +S N -pa FOLDER -run native main RUNS MODULE FUNCTION...
%%
%% FOLDER has MODULE compiled with perturb. A line for each way in which a function ended: FUNCTION COUNT OUTCOME. The
%% outcome is text: the value that the function returned; "error: Reason", "exit: Reason" or "throw: Reason"; "deadlock"
%% if it waits and has done so for a long time. After each run all that the program left is taken away.
-module(native).
-export([main/1]).

-define(DEADLOCK_MS, 1300).    % longer than any timer of a program
-define(DEADLOCKS_MAX, 1).     % each costs its time, so no further runs after that many

main([Runs, Module | Functions]) ->
    perturb:start(),
    Before = surroundings(),
    [tell(F, ends(list_to_atom(Module), list_to_atom(F), list_to_integer(Runs), Before, #{})) || F <- Functions],
    halt(0).

tell(Function, Ends) -> [io:format("~s ~b ~ts~n", [Function, Count, Outcome]) || {Outcome, Count} <- maps:to_list(Ends)].

ends(_, _, 0, _, Ends) -> Ends;
ends(_, _, _, _, #{"deadlock" := ?DEADLOCKS_MAX} = Ends) -> Ends;
ends(Module, Function, Runs, Before, Ends) ->
    perturb:mode(Runs rem perturb:modes()),
    Outcome = run(Module, Function),
    restore(Before),
    ends(Module, Function, Runs - 1, Before, maps:update_with(Outcome, fun(N) -> N + 1 end, 1, Ends)).

%% Its end is known by a trace, because a monitor or a link would be seen by a program that looks for them.
run(Module, Function) ->
    Main = spawn(fun() -> receive go -> exit({ended, outcome(Module, Function)}) end end),
    erlang:trace(Main, true, [procs]),
    Main ! go,
    await(Main).

await(Main) ->
    receive
        {trace, Main, exit, {ended, Outcome}} -> Outcome;
        {trace, Main, exit, Reason} -> "exit: " ++ text(Reason);
        Event when element(1, Event) =:= trace -> await(Main)
    after ?DEADLOCK_MS ->
        case process_info(Main, status) of
            {status, waiting} -> "deadlock";
            _ -> await(Main)
        end
    end.

outcome(Module, Function) ->
    try text(Module:Function())
    catch Class:Reason -> atom_to_list(Class) ++ ": " ++ text(Reason)
    end.

text(Term) -> lists:flatten(io_lib:format("~0tp", [Term])).

%% --- what a run leaves --------------------------------------------------------------------------------------

surroundings() -> {processes(), [K || {K, _} <- persistent_term:get()]}.

restore({Processes, Terms}) ->
    forget_trace(),
    [end_process(P) || P <- processes() -- Processes],
    [persistent_term:erase(K) || {K, _} <- persistent_term:get(), not lists:member(K, Terms)],
    [application:unset_env(native, K) || {K, _} <- application:get_all_env(native)],
    [begin code:delete(guest), code:purge(guest) end || erlang:module_loaded(guest)].

end_process(Process) ->
    Monitor = monitor(process, Process),
    exit(Process, kill),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

forget_trace() -> receive Event when element(1, Event) =:= trace -> forget_trace() after 0 -> ok end.

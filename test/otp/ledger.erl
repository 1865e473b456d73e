%% An application that notes, in the order in which they come, the calls that starting and stopping it makes. How it starts
%% is in its environment.
-module(ledger).
-behaviour(application).
-export([start/2, start_phase/3, prep_stop/1, stop/1, config_change/3, notes/0, forget/0, loop/1]).

start(Type, Argument) ->
    note({start, Type, Argument, application:get_application()}),
    case application:get_env(how) of
        {ok, crash} -> error(no_ink);
        {ok, Answer} when Answer =/= ok -> Answer;
        _ -> {ok, spawn_link(?MODULE, loop, [0]), state}
    end.

start_phase(Phase, Type, Arguments) -> note({phase, Phase, Type, Arguments}), ok.
prep_stop(State) -> note({prep_stop, State}), {prepared, State}.
stop(State) -> note({stop, State}), ok.
config_change(Changed, New, Removed) -> note({config_change, Changed, New, Removed}), ok.

loop(N) ->
    receive
        {crash, Reason} -> exit(Reason);
        _ -> loop(N + 1)
    end.

note(What) ->
    case whereis(notebook) of
        undefined -> ok;
        _ -> notebook ! {note, What}
    end.

notes() ->
    notebook ! {read, self()},
    receive {notes, Notes} -> Notes end.

forget() -> catch notebook ! stop.

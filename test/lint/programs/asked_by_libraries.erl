%% A process without a behaviour that speaks the protocols of the library.
%% lint: receive_unneeded api {stp, _}
-module(asked_by_libraries).
-export([start_link/0, stop/1, init/1, system_continue/3, system_terminate/4, system_code_change/4]).

start_link() -> {ok, proc_lib:spawn_link(?MODULE, init, [self()])}.

stop(P) -> P ! {stop, self()}.

init(Parent) -> loop(Parent, sys:debug_options([]), 0).

loop(Parent, Debug, N) ->
    receive
        {system, From, Request} -> sys:handle_system_msg(Request, From, Parent, ?MODULE, Debug, N);
        {'$gen_call', From, next} -> gen:reply(From, N), loop(Parent, Debug, N + 1);
        {'$gen_cast', {set, M}} -> loop(Parent, Debug, M);
        {get_modules, From} -> From ! {modules, [?MODULE]}, loop(Parent, Debug, N);
        {stop, _} -> ok;
        {stp, _} -> wrong
    end.

system_continue(Parent, Debug, N) -> loop(Parent, Debug, N).
system_terminate(Reason, _, _, _) -> exit(Reason).
system_code_change(N, _, _, _) -> {ok, N}.

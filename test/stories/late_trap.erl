%% A process traps exits, but the exit may come before.
-module(late_trap).
-export([t/0]).

t() ->
    Me = self(),
    Cleaner = spawn(fun() ->
        process_flag(trap_exit, true),
        receive {'EXIT', _, stop} -> Me ! cleaned end
    end),
    exit(Cleaner, stop),
    receive cleaned -> ok end.

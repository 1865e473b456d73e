%% Runs one program so many times: bench:main(["fib", "1"]). Zero times costs what starting costs.
-module(bench).
-export([main/1]).

main([Program, Times]) ->
    Module = list_to_atom(Program),
    {module, Module} = code:ensure_loaded(Module),
    ok = Module:main(list_to_integer(Times)).

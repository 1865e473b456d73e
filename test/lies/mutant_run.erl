%% Runs in weft: loads the mutants of a file one after the other, from the given one on, and calls what they export with
%% all kinds of arguments. The number of the mutant goes out before, so that whoever started this knows where it ended.
-module(mutant_run).
-export([main/1]).

main([File, From]) ->
    {ok, Bytes} = file:read_file(File),
    Mutants = binary_to_term(Bytes),
    each(lists:nthtail(list_to_integer(From), Mutants), list_to_integer(From)).

each([], _) -> io:put_chars("end\n");
each([{Module, Beam} | Mutants], N) ->
    io:format("~b~n", [N]),
    case load(Module, Beam) of
        {module, Module} -> catch call_all(Module);   % whose exports may be gone
        _ -> ok
    end,
    each(Mutants, N + 1).

load(Module, Beam) ->
    code:purge(Module),
    code:delete(Module),
    code:purge(Module),
    code:load_binary(Module, "mutant.beam", Beam).

call_all(Module) ->
    Exports = lists:sublist([F || {Name, _} = F <- Module:module_info(exports), Name =/= module_info], 40),
    [call(Module, Name, Arity, Turn) || {Name, Arity} <- Exports, Turn <- lists:seq(0, 5)].

%% In a process of its own, which gets messages, and some turns; time does not pass for one that computes on and on.
call(Module, Name, Arity, Turn) ->
    Arguments = [argument((Turn * 7 + Place * 3) rem 17) || Place <- lists:seq(1, Arity)],
    {Pid, Monitor} = spawn_monitor(fun() ->
        Result = (catch apply(Module, Name, Arguments)),
        use(Result)
    end),
    Pid ! {message, 1},
    Pid ! <<"message">>,
    await(Pid, Monitor, 5).

await(Pid, Monitor, 0) ->
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end;
await(Pid, Monitor, Turns) ->
    receive {'DOWN', Monitor, process, Pid, _} -> ok
    after 0 ->
        erlang:yield(),
        await(Pid, Monitor, Turns - 1)
    end.

%% Whoever looks at a term finds one.
use(Term) ->
    _ = erlang:phash2(Term),
    _ = (catch term_to_binary(Term)),
    _ = (catch io_lib:format("~p", [Term])),
    garbage_collect(),
    Term =:= {Term}.

argument(0) -> 0;
argument(1) -> [];
argument(2) -> [3, 1, 2];
argument(3) -> {a, 1, "text"};
argument(4) -> <<"some bytes, of which there are a few">>;
argument(5) -> #{a => 1, "b" => {2}};
argument(6) -> fun(X) -> X end;
argument(7) -> 1.5;
argument(8) -> 1 bsl 70;
argument(9) -> key;
argument(10) -> [{key, 1}, {a, 2}, {b, 3}];
argument(11) -> <<1:3>>;
argument(12) -> fun(X, Y) -> {X, Y} end;
argument(13) -> "a string";
argument(14) -> self();
argument(15) -> -3;
argument(16) -> [<<"x">>, "y", $z].

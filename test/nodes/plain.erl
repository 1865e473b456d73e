%% A term without what differs from run to run: nodes by their short names, no numbers of pids and references.
-module(plain).
-export([plain/1, text/1, answer/1, call/1]).

plain(Term) when is_atom(Term) -> node_name(atom_to_list(Term), Term);
plain([H | T]) -> [plain(H) | plain(T)];
plain(Term) when is_tuple(Term) -> list_to_tuple(plain(tuple_to_list(Term)));
plain(Term) when is_map(Term) -> maps:from_list(plain(maps:to_list(Term)));
plain(Term) when is_pid(Term) -> {pid, plain(node(Term))};
plain(Term) when is_reference(Term) -> {reference, plain(node(Term))};
plain(Term) when is_function(Term) -> a_fun;
plain(Term) -> Term.

%% main_X@127.0.0.1 as main@weft, and so the others.
node_name(Text, Term) ->
    case string:split(Text, "@") of
        [Name, "127.0.0.1"] -> list_to_atom(hd(string:split(Name, "_")) ++ "@weft");
        _ -> Term
    end.

text(Term) -> lists:flatten(io_lib:format("~0p", [plain(Term)])).

%% What a fun returns or raises, without its stack trace; run by a process of its own, so that none disturbs the next one.
answer(Fun) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({answer, call(Fun)}) end),
    receive
        {'DOWN', Ref, process, Pid, {answer, Answer}} -> text(Answer);
        {'DOWN', Ref, process, Pid, Reason} -> text({ended, short(Reason)})
    end.

call(Fun) ->
    try
        Fun()
    catch
        error:Reason -> {error, short(Reason)};
        Class:Reason -> {Class, Reason}
    end.

short({Reason, [{_, _, _, _} | _]}) -> {Reason, stack};
short(Reason) -> Reason.

%% Runs all programs of a folder several times, and prints which clauses were taken: a line "MODULE FUNCTION TAG" each.
-module(random_run).
-export([main/1]).

main([Folder, Times]) ->
    Modules = [list_to_atom(filename:basename(F, ".beam")) || F <- filelib:wildcard(Folder ++ "/r[0-9]*_*.beam")],
    persistent_term:put(hits, counters:new(1000000, [])),
    error_logger:tty(false),
    logger:set_primary_config(level, none),
    [run_all(Modules) || _ <- lists:seq(1, list_to_integer(Times))],
    Hits = persistent_term:get(hits),
    [io:format("~s ~s ~s~n", [M, F, T]) || M <- Modules, F <- [p0, p1, p2, p3, call], T <- tags(),
        counters:get(Hits, number(M) * 100 + place(F, [p0, p1, p2, p3, call]) * 16 + place(T, tags()) + 1) > 0],
    halt().

number(Module) -> list_to_integer(lists:last(string:split(atom_to_list(Module), "_"))).

place(Word, [Word | _]) -> 0;
place(Word, [_ | Words]) -> 1 + place(Word, Words).

tags() -> [ta, tb, tc, td, te, down, exit, timeout, rep].

run_all(Modules) ->
    Refs = [begin
        Table = list_to_atom(atom_to_list(M) ++ "_table"),
        catch ets:new(Table, [named_table, public]),
        {_, Ref} = spawn_monitor(fun() -> M:main() end),
        Ref
    end || M <- Modules],
    [receive {'DOWN', Ref, process, _, _} -> ok after 3000 -> ok end || Ref <- Refs],
    timer:sleep(150).

%% Atoms that are made by an instruction, because a `try` is around.
-module(atom_cases).
-include("diff.hrl").

cases() -> [?C(made(diff_run:id(Text))) || Text <- ["some", "", [256], [a | b], lists:duplicate(256, $a), <<>>, 1]].

made(Text) ->
    try list_to_atom(Text) of
        Atom -> {made, Atom}
    catch
        error:_ -> none
    end.

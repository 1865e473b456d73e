%% Runs in weft: calls the module that lies, after loading it from bytes if there is a file.
-module(lie_run).
-export([main/1]).
-compile(nowarn_deprecated_function).

main(Files) ->
    [{module, lie} = code:load_binary(lie, File, element(2, file:read_file(File))) || File <- Files],
    self() ! message,
    use(lie:main(12345)).

%% Whatever looks at a value finds one.
use(Value) ->
    Table = ets:new(table, [ordered_set]),
    true = ets:insert(Table, [{Value, 1}, {make_ref(), 2}, {1, 3}]),
    self() ! Value,
    Uses = [fun erlang:phash2/1, fun(V) -> erlang:phash(V, 100) end, fun term_to_binary/1, fun(V) -> #{V => V, make_ref() => V} end,
            fun(V) -> lists:sort([V, 1.5, {V}, make_ref(), V, self()]) end, fun(V) -> V == {V} end, fun(V) -> io_lib:format("~p ~w", [V, V]) end,
            fun(V) -> list_to_tuple([V, V]) =:= {V, V} end, fun erts_debug:flat_size/1, fun erlang:garbage_collect/1],
    [catch Use(Value) || Use <- Uses],
    Value.

%% Runs in weft: calls the module that lies, after loading it from bytes if there is a file.
-module(lie_run).
-export([main/1]).

main(Files) ->
    [{module, lie} = code:load_binary(lie, File, element(2, file:read_file(File))) || File <- Files],
    self() ! message,
    lie:main(12345).

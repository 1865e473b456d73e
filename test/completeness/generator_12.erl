%% The twelfth generator: what processes share of the world around them: files and folders, the working directory, the
%% environment of the operating system, tables on disk. What servers answer comes within the step that asks.
-module(generator_12).
-export([program/2]).

program(Seed, _) ->
    rand:seed(exsss, {Seed, 59, 2081}),
    put(message, 0),
    put(theme, pick([fun files/0, fun files/0, fun folders/0, fun folders/0, fun handle/0, fun environment/0, fun disk_table/0])),
    Count = pick([1, 2, 2]),
    {lines, prepared() ++
                [{quiet, worker(I, [operation() || _ <- lists:seq(1, pick([1, 1, 2]))])} || I <- lists:seq(1, Count)] ++
                [{look, Operation} || _ <- lists:seq(1, pick([0, 1, 2])), Operation <- own_operation()] ++
                [{look, io_lib:format("receive {'DOWN', R~b, _, _, W~b} -> W~b end", [I, I, I])} || I <- lists:seq(1, Count)] ++
                [{look, safe(all())}]}.

prepared() ->
    Handle = fun handle/0, Table = fun disk_table/0,
    [{quiet, "ok = file:make_dir(\"dir\")"}, {quiet, "ok = file:write_file(\"dir/one\", \"1\")"}] ++
        case get(theme) of
            Handle -> [{quiet, "{ok, F} = file:open(\"dir/one\", [read, write" ++ pick(["", ", raw", ", binary"]) ++ "])"}];
            Table -> [{quiet, "{ok, d} = dets:open_file(d, [{file, \"dir/table\"}])"}];
            _ -> []
        end.

worker(I, Operations) ->
    io_lib:format("{_, R~b} = spawn_monitor(fun() -> exit({shutdown, [~s]}) end)", [I, lists:join(", ", Operations)]).

operation() -> safe((get(theme))()).

%% What the servers of dets answer comes within the step that asks, so it has no place among other messages that come to who asks.
own_operation() ->
    Table = fun disk_table/0,
    case get(theme) of
        Table -> [];
        _ -> [operation()]
    end.

all() -> "[{N, file:read_file([\"dir/\", N])} || N <- lists:sort(element(2, file:list_dir(\"dir\"))), N =/= \"table\"]".

files() ->
    pick([["file:write_file(", file(), ", ", data(), ")"], ["file:write_file(", file(), ", ", data(), ")"],
          ["file:write_file(", file(), ", ", data(), ", [append])"], ["file:write_file(", file(), ", ", data(), ", [exclusive])"],
          ["file:read_file(", file(), ")"], ["file:read_file(", file(), ")"], ["file:delete(", file(), ")"],
          ["file:rename(", file(), ", ", file(), ")"], ["file:copy(", file(), ", ", file(), ")"],
          ["file:make_link(", file(), ", ", file(), ")"], ["filelib:file_size(", file(), ")"], ["filelib:is_file(", file(), ")"],
          ["element(2, element(2, file:read_file_info(", file(), ")))"],
          ["(fun() -> {ok, D} = file:open(", file(), ", [", pick(["read", "write", "append", "exclusive", "read, write"]), "]), X = file:write(D, ", data(),
              "), {X, file:close(D)} end)()"]]).

folders() ->
    Dir = pick(["\"dir\"", "\"dir/sub\"", "\"other\""]),
    pick([["file:make_dir(", Dir, ")"], ["file:make_dir(", Dir, ")"], ["file:del_dir(", Dir, ")"],
          ["(fun({ok, L}) -> lists:sort(L); (E) -> E end)(file:list_dir(", Dir, "))"],
          ["file:write_file([", Dir, ", \"/two\"], ", data(), ")"], ["file:delete([", Dir, ", \"/two\"])"],
          ["filelib:is_dir(", Dir, ")"], ["file:rename(", Dir, ", \"dir/sub\")"], ["file:rename(", Dir, ", \"other\")"],
          ["file:set_cwd(", Dir, ")"], "filename:basename(element(2, file:get_cwd()))", "file:read_file(\"one\")",
          ["file:make_symlink(\"one\", [", Dir, ", \"/link\"])"], ["file:read_file([", Dir, ", \"/link\"])"], ["file:delete([", Dir, ", \"/link\"])"],
          "file:make_symlink(\"dir\", \"other\")", "file:write_file(\"other/one\", \"x\")", ["file:del_dir_r(", Dir, ")"]]).

handle() ->
    pick([["file:write(F, ", data(), ")"], ["file:write(F, ", data(), ")"], "file:read(F, 1)", "file:position(F, 0)", "file:position(F, eof)",
          ["file:pwrite(F, 1, ", data(), ")"], "file:pread(F, 0, 2)", "file:close(F)", "file:truncate(F)", "file:read_file(\"dir/one\")",
          "file:delete(\"dir/one\")"]).

environment() ->
    Name = pick(["\"WEFT_A\"", "\"WEFT_A\"", "\"WEFT_B\""]),
    pick([["os:putenv(", Name, ", ", data(), ")"], ["os:getenv(", Name, ")"], ["os:unsetenv(", Name, ")"],
          "[X || \"WEFT_\" ++ X <- lists:sort(os:getenv())]"]).

disk_table() ->
    pick([["dets:insert(d, {a, ", data(), "})"], ["dets:insert_new(d, {a, ", data(), "})"], "dets:lookup(d, a)", "dets:delete(d, a)",
          "dets:info(d, size)", "dets:close(d)", "dets:sync(d)"]).

file() -> pick(["\"dir/one\"", "\"dir/one\"", "\"dir/two\""]).

%% Each piece of data is another one.
data() ->
    put(message, get(message) + 1),
    [$", $a + get(message), $"].

safe(Text) -> ["safe(fun() -> ", Text, " end)"].
pick(List) -> lists:nth(rand:uniform(length(List)), List).

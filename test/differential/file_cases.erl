%% Files: erl writes them below /tmp, weft keeps them to itself; the answers must not differ.
-module(file_cases).
-include("diff.hrl").
-include_lib("kernel/include/file.hrl").

-define(DIR, "/tmp/weft_file_cases" ++ "_" ++ os:getpid()).

cases() ->
    [{Name, fun() -> in_directory(Fun) end} || {Name, Fun} <- table()].

%% Each case begins with an empty directory and leaves none.
in_directory(Fun) ->
    {ok, Before} = file:get_cwd(),
    file:del_dir_r(?DIR),
    ok = file:make_dir(?DIR),
    ok = file:set_cwd(?DIR),
    try
        Fun()
    after
        file:set_cwd(Before),
        file:del_dir_r(?DIR)
    end.

info(Name) ->
    case file:read_file_info(Name) of
        {ok, #file_info{type = directory, access = Access, mode = Mode}} -> {directory, Access, Mode band 8#777};
        {ok, #file_info{type = Type, size = Size, access = Access, mode = Mode, links = Links}} ->
            {Type, Size, Access, Mode band 8#777, Links};
        Error -> Error
    end.

list(Name) ->
    case file:list_dir(Name) of
        {ok, Names} -> lists:sort(Names);
        Error -> Error
    end.

%% What `Do` answers for an open file.
with(Name, Modes, Do) ->
    case file:open(Name, Modes) of
        {ok, File} ->
            Result = Do(File),
            {Result, file:close(File)};
        Error -> Error
    end.

%% Some files to work with.
some() ->
    ok = file:make_dir("sub"),
    ok = file:write_file("sub/inner", "inside"),
    ok = file:write_file("one", "hello\nworld\n").

lines(Count) -> [[integer_to_list(N), " line\r\n"] || N <- lists:seq(1, Count)].

all_lines(File, Count) ->
    case file:read_line(File) of
        {ok, _} -> all_lines(File, Count + 1);
        End -> {Count, End}
    end.

table() ->
    [?C(begin some(), {list("."), list("sub"), list("one"), list("nope"), info("one"), info("sub"), info("nope")} end),
     ?C([file:make_dir("a"), file:make_dir("a"), file:make_dir("x/y"), file:make_dir("a/b"), list("a")]),
     ?C([file:write_file("f", X) || X <- ["text", <<"bytes">>, [$a, <<"b">>, ["c"]], a, [a], [256], []]]),
     ?C([file:write_file(X, "x") || X <- [12, "", "a\0b", ".", "no/where", <<"bytes">>, atom, ["ne", "st"], [a | b]]]),
     ?C([file:read_file(X) || X <- ["", ".", "nope", "a\0b", 12, {a}, <<0>>]]),
     ?C(begin some(), [file:read_file(X) || X <- ["one", "one/", "one/two", "./one", "sub/../one", "sub//inner", <<"one">>, one]] end),
     ?C(begin some(), file:write_file("one", ["more", <<" data">>], [append]), file:read_file("one") end),
     ?C(begin some(), file:write_file("one", "x", [exclusive]) end),
     ?C(begin some(), file:write_file("big", binary:copy(<<"0123456789">>, 10000)), {ok, B} = file:read_file("big"),
              {info("big"), erlang:md5(B)} end),
     %% names that come and go
     ?C(begin some(), [file:delete("sub"), file:delete("nope"), file:delete("one"), file:delete("one"), list(".")] end),
     ?C(begin some(), [file:del_dir("sub"), file:del_dir("one"), file:del_dir("nope"), file:delete("sub/inner"),
                       file:del_dir("sub"), list(".")] end),
     ?C(begin some(), file:make_dir("empty"),
              [[file:del_dir(D) || D <- [".", "./", "sub/.", "sub/..", "empty/.", "empty/..", "empty//.//", "..", "no/."]],
               [file:rename(D, "x") || D <- [".", "./", "sub/.", "sub/..", "empty/.", "..", "no/.", "one/."]],
               [file:rename("sub", D) || D <- [".", "./", "empty/.", "empty/..", "no/.", "..."]],
               file:del_dir_r("."), list("."), file:get_cwd() =:= file:get_cwd()] end),
     ?C(begin some(), [file:rename("one", "sub"), file:rename("sub", "one"), file:rename("sub", "sub/below"),
                       file:rename("nope", "x"), file:rename("one", "no/where"), list(".")] end),
     ?C(begin some(), [file:rename("one", "two"), list("."), file:read_file("two"), file:rename("two", "sub/inner"),
                       file:read_file("sub/inner"), list(".")] end),
     ?C(begin some(), [file:rename("sub", "moved"), list("."), list("moved"), file:read_file("moved/inner")] end),
     ?C(begin some(), [file:make_link("one", "two"), info("two"), file:write_file("two", "new"), file:read_file("one"),
                       file:delete("one"), info("two"), file:make_link("sub", "x"), file:make_link("nope", "x"),
                       file:make_link("two", "sub")] end),
     ?C(begin some(), [file:make_symlink("one", "link"), file:read_link("link"), file:read_file("link"), info("link"),
                       file:read_link("one"), file:read_link("nope"), file:delete("link"), list(".")] end),
     ?C(begin some(), [file:make_symlink("sub", "link"), list("link"), file:write_file("link/more", "x"), list("sub"),
                       file:read_file("link/inner"), file:delete("link"), list("sub")] end),
     ?C([file:make_symlink("loop", "loop"), file:read_file("loop"), file:make_symlink("gone", "dangling"),
         file:read_file("dangling"), file:write_file("dangling", "now"), file:read_file("gone")]),
     ?C(begin some(), [file:set_cwd("sub"), list("."), file:set_cwd("nope"), file:set_cwd("inner"), file:read_file("../one"),
                       filename:basename(element(2, file:get_cwd()))] end),
     ?C(begin some(), [file:change_mode("one", 8#600), info("one"), file:change_time("one", {{2020, 1, 2}, {3, 4, 5}}),
                       begin {ok, I} = file:read_file_info("one", [{time, posix}]), I#file_info.mtime end,
                       file:change_mode("nope", 0)] end),
     %% open files
     ?C(with("f", [raw, read, write, binary], fun(F) ->
          [file:write(F, "0123456789"), file:position(F, bof), file:read(F, 4), file:position(F, {cur, 2}), file:read(F, 100),
           file:read(F, 1), file:pwrite(F, 20, "xy"), file:pread(F, 8, 20), file:position(F, {eof, -2}), file:truncate(F),
           file:pread(F, 0, 100), file:position(F, {bof, -1}), file:pread(F, [{0, 1}, {5, 2}, {100, 1}]),
           file:pwrite(F, [{0, "A"}, {3, "BB"}]), file:pread(F, 0, 6), file:sync(F), file:datasync(F)] end)),
     ?C(begin some(), with("one", [raw, read], fun(F) ->
          [file:write(F, "0"), file:read(F, 3), file:truncate(F), file:position(F, {bof, 1000}), file:read(F, 1), file:read(F, -1),
           file:read(F, a), file:pread(F, -1, 1), file:position(F, foo), file:position(F, {foo, 1}), file:advise(F, 0, 0, normal),
           file:advise(F, 0, 0, foo), file:allocate(F, 0, 10)] end) end),
     ?C(begin some(), {with("one", [raw, append], fun(F) ->
          [file:write(F, "END"), file:position(F, cur), file:pwrite(F, 0, "Q"), file:read(F, 1)] end), file:read_file("one")} end),
     ?C(begin {ok, F} = file:open("f", [raw, write]), [file:close(F), file:close(F), file:write(F, "x"), file:position(F, 0)] end),
     ?C(begin some(), [file:open(Name, Modes) || {Name, Modes} <- [{"one", [raw, write, exclusive]}, {"sub", [raw, read]}, {"sub", [raw, write]},
          {"one", [raw, directory]}, {"no/where", [raw, write]}, {"no/where", [write]}, {"nope", [read]}, {"sub", [read]}, {"one", [write, exclusive]},
          {"one", [foo]}, {"one", foo}, {12, [read]}]] end),
     ?C(begin some(), with("sub", [raw, read, directory], fun(F) -> file:read(F, 1) end) end),
     ?C(begin {ok, F} = file:open("f", [raw, write, read]), file:write(F, "kept"), file:delete("f"), X = file:pread(F, 0, 10), {X, list("."), file:close(F)} end),
     ?C(begin file:write_file("l", lines(100)), with("l", [read], fun(F) ->
          [file:read_line(F), io:get_line(F, ''), io:get_chars(F, '', 3), file:position(F, cur), io:fread(F, '', "~d ~s"), file:read(F, 5), io:getopts(F)] end) end),
     ?C(begin file:write_file("l", lines(100)), with("l", [read, raw, binary, read_ahead], fun(F) ->
          [file:read_line(F), file:read_line(F), file:position(F, cur), file:read(F, 3)] end) end),
     ?C(begin file:write_file("l", lines(100)), with("l", [read, raw, {read_ahead, 20}], fun(F) -> all_lines(F, 0) end) end),
     ?C({with("u", [write, {encoding, utf8}], fun(F) -> [io:format(F, "~ts ~p~n", [[1024, 228], x]), io:put_chars(F, unicode, [8364])] end), file:read_file("u"),
         with("u", [read, {encoding, utf8}], fun(F) -> [io:get_line(F, ""), io:get_chars(F, "", 5), io:get_line(F, "")] end)}),
     ?C([with("d", Modes, fun(F) -> [file:write(F, "a"), file:write(F, "b")] end) || Modes <- [[write, delayed_write], [raw, append, delayed_write]]] ++ [file:read_file("d")]),
     ?C(begin file:write_file("z", "zipped text", [compressed]), {ok, <<Magic:2/binary, _/binary>>} = file:read_file("z"),
              {Magic, with("z", [read, compressed], fun(F) -> file:read(F, 100) end)} end),
     %% what is built on them
     ?C(begin file:write_file("c", "{a,1}. {b,\"x\"}.\n[c]."), file:write_file("e", "{a"), [file:consult(X) || X <- ["c", "e", "nope"]] end),
     ?C(begin file:write_file("s", "X = 1, put(seen, X + 1)."), {file:eval("s"), get(seen), file:script("s"), file:eval("nope")} end),
     ?C(begin some(), [file:copy("one", "two"), file:read_file("two"), file:copy("nope", "x"), file:copy("sub", "x")] end),
     ?C(begin some(), {lists:sort(filelib:wildcard("*")), filelib:wildcard("*/*"), filelib:is_dir("sub"), filelib:is_regular("one"),
                       filelib:file_size("one"), filelib:ensure_dir("p/q/r/s"), list("p/q"), file:del_dir_r("p"), list(".")} end),
     ?C(begin {ok, T} = dets:open_file(t, [{file, "t.dets"}]), A = [dets:insert(T, [{N, N * N} || N <- lists:seq(1, 300)]), dets:lookup(T, 77), dets:close(T)],
              {ok, T} = dets:open_file(t, [{file, "t.dets"}]), {A, dets:info(T, size), dets:lookup(T, 99), dets:delete(T, 99), dets:lookup(T, 99), dets:close(T)} end)].

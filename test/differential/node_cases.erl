%% What a program asks of the node it runs on: modules and where they are, the environment, dates.
-module(node_cases).
-include("diff.hrl").

%% The last parts of a path.
tail(Path) when is_list(Path) -> lists:nthtail(max(0, length(filename:split(Path)) - 3), filename:split(Path));
tail(Other) -> Other.

each(Fun, Arguments) -> diff_run:each(Fun, Arguments).

%% Exports come in the order in which anybody first mentioned them.
in_order(List) when is_list(List) -> lists:sort(List);
in_order(Other) -> Other.

own_bytes() -> element(2, code:get_object_code(?MODULE)).

cases() ->
    [%% loading
     ?C(each(fun code:ensure_loaded/1, [lists, node_cases, no_such_module])),
     ?C(each(fun code:load_file/1, [lists, no_such_module])),
     ?C(each(fun(F) -> code:load_abs(F) end, ["/tmp/no_such_module", no_such_module])),
     ?C(each(fun(F) -> code:load_binary(no_such_module, F, <<"no beam">>) end, ["x", x, [a]])),
     ?C(code:load_binary(no_such_module, "x", own_bytes())),
     ?C(code:load_binary(?MODULE, "elsewhere.beam", own_bytes())),
     ?C(code:ensure_modules_loaded([lists, sofs, no_such_module])),
     ?C({code:is_loaded(erlang), code:is_loaded(no_such_module), tail(element(2, code:is_loaded(lists)))}),
     ?C([tail(code:which(M)) || M <- [lists, erlang, no_such_module]]),
     ?C([code:delete(no_such_module), code:purge(no_such_module), code:soft_purge(lists), code:is_sticky(lists), code:is_sticky(?MODULE)]),
     ?C([code:stick_mod(?MODULE), code:is_sticky(?MODULE), code:load_binary(?MODULE, "elsewhere.beam", own_bytes()), code:unstick_mod(?MODULE), code:is_sticky(?MODULE)]),
     ?C([code:stick_mod(no_such_module), code:is_sticky(no_such_module), code:unstick_mod(sofs), code:is_sticky(sofs)]),
     ?C([code:unstick_dir(filename:dirname(code:which(lists))), code:is_sticky(lists), code:stick_dir(filename:dirname(code:which(lists))), code:is_sticky(lists)]),
     ?C([code:stick_dir("/no/such/directory"), code:unstick_dir("/no/such/directory")]),
     ?C(each(fun erlang:module_loaded/1, [lists, ?MODULE, no_such_module, 1])),
     ?C(each(fun({F, A}) -> erlang:function_exported(lists, F, A) end, [{map, 2}, {map, 3}, {reverse, 2}, {map, -1}, {map, a}, {1, 1}])),
     ?C([erlang:function_exported(M, F, A) || {M, F, A} <- [{erlang, apply, 2}, {erlang, spawn, 1}, {erlang, nope, 0}, {no_such_module, f, 0}, {?MODULE, cases, 0}]]),
     ?C([erlang:is_builtin(M, F, A) || {M, F, A} <- [{erlang, apply, 2}, {lists, reverse, 2}, {lists, map, 2}, {no_such_module, f, 1}]]),
     ?C(lists:sort(erlang:pre_loaded())),
     ?C({erlang:check_old_code(no_such_module), erlang:delete_module(no_such_module)}),
     ?C(each(fun(I) -> code:ensure_loaded(zoo), in_order(erlang:get_module_info(zoo, I)) end, [module, exports, attributes, md5, native, foo])),
     ?C(lists:sort(erlang:get_module_info(zoo, functions)) =:= lists:sort(zoo:module_info(functions))),
     ?C(each(fun erlang:get_module_info/1, [no_such_module, 1])),
     ?C(erts_internal:beamfile_module_md5(own_bytes()) =:= ?MODULE:module_info(md5)),
     ?C(each(fun(C) -> erts_internal:beamfile_chunk(own_bytes(), C) =/= undefined end, ["Code", "Nope", "Cod", a])),
     %% the path
     ?C([tail(code:lib_dir(A)) || A <- [stdlib, kernel, "stdlib", erts, no_such_app]]),
     ?C({tail(code:priv_dir(stdlib)), tail(code:lib_dir(stdlib, ebin)), code:priv_dir(no_such_app)}),
     ?C(code:lib_dir() =:= filename:join(code:root_dir(), "lib")),
     ?C(each(fun code:add_patha/1, ["/no/such/directory", "/tmp//", [a], ""])),
     ?C([code:add_patha("/tmp/"), hd(code:get_path()), code:add_pathz("/tmp"), lists:last(code:get_path()) =:= "/tmp", code:del_path("/tmp"), code:del_path("/tmp"), code:del_path(no_such_app)]),
     ?C(code:set_path(["/no/such/directory"])),
     ?C(code:replace_path(stdlib, "/tmp")),
     ?C([tail(code:where_is_file("lists.beam")), code:where_is_file("no_such_file")]),
     ?C(tail(element(3, code:get_object_code(lists)))),
     ?C(code:get_mode()),
     ?C({erl_prim_loader:list_dir("/no/such"), erl_prim_loader:read_file_info("/no/such"), erl_prim_loader:get_file("/no/such")}),
     %% the environment
     ?C(each(fun os:getenv/1, ["NO_SUCH_VARIABLE", foo, [1024], "A=B", "", [0], [a], <<"x">>, ["NO", "SUCH"]])),
     ?C(each(fun({A, B}) -> os:putenv(A, B) end, [{"WEFT_X", "y"}, {"A=B", "c"}, {"WEFT_X", [1024]}, {"WEFT_X", [0]}, {"WEFT_X", ""}, {a, "b"}, {"a", 1}])),
     ?C([os:putenv("WEFT_X", [228, 1024]), os:getenv("WEFT_X"), os:unsetenv("WEFT_X"), os:getenv("WEFT_X"), os:getenv("WEFT_X", none)]),
     ?C(each(fun({S, A}) -> os:set_signal(S, A) end, [{sighup, default}, {sigusr1, ignore}, {foo, default}, {sighup, foo}])),
     ?C([init:get_argument(X) || X <- [no_such_flag, progname, noshell]]),
     ?C({init:script_id(), os:type(), file:native_name_encoding()}),
     ?C(each(fun(S) -> erlang:halt(S, []) end, [foo, -1, 1.0, [a]])),
     ?C(each(fun(O) -> erlang:halt(0, O) end, [foo, [foo], [{flush, x}]])),
     %% dates
     ?C(each(fun erlang:universaltime_to_posixtime/1, [{{1970, 1, 1}, {0, 0, 0}}, {{2024, 2, 29}, {12, 0, 1}}, {{1969, 12, 31}, {23, 59, 59}}, {{1600, 1, 1}, {0, 0, 0}},
         {{1599, 1, 1}, {0, 0, 0}}, {{99999, 1, 1}, {0, 0, 0}}, {{2024, 2, 30}, {0, 0, 0}}, {{2023, 2, 29}, {0, 0, 0}}, {{2000, 1, 1}, {24, 0, 0}}, x])),
     ?C(each(fun erlang:posixtime_to_universaltime/1, [0, -1, 1709208001, 253402300800, 67767976233532799, 1 bsl 60, foo, 1.0, 1 bsl 70])),
     ?C([erlang:posixtime_to_universaltime(N * 86400 * 37 + N) || N <- lists:seq(-3000, 3000, 97)]),
     ?C(each(fun erlang:localtime_to_universaltime/1, [{{1900, 1, 1}, {1, 2, 3}}, {{2024, 13, 1}, {1, 2, 3}}, {{2024, 2, 30}, {1, 2, 3}}, x])),
     ?C(each(fun erlang:universaltime_to_localtime/1, [{{1900, 1, 1}, {1, 2, 3}}, {{2000, 1, 1}, {23, 60, 0}}, {{2000, 1, 1}, {23, 59, 60}}, x])),
     ?C(each(fun(U) -> is_integer(erlang:monotonic_time(U)) end, [second, millisecond, microsecond, nanosecond, native, perf_counter, seconds, 1000, foo, 0, -1, 1.0])),
     ?C(each(fun(O) -> is_integer(erlang:unique_integer(O)) end, [[], [positive], [monotonic], [foo], foo, [positive | x]])),
     ?C(begin L = [erlang:unique_integer([monotonic]) || _ <- lists:seq(1, 100)], L =:= lists:usort(L) end),
     ?C(lists:all(fun(N) -> N > 0 end, [erlang:unique_integer([positive]) || _ <- lists:seq(1, 100)])),
     ?C(begin L = [erlang:now() || _ <- lists:seq(1, 100)], L =:= lists:usort(L) end),
     ?C({erts_internal:time_unit(), erlang:system_time() - erlang:monotonic_time() - erlang:time_offset() < 1000000000})].

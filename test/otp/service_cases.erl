%% What a node offers besides applications: logger, global names, groups, remote calls to itself, timers, init, code.
-module(service_cases).
-include("../differential/diff.hrl").

cases() ->
    [{{logged, Name}, fun() -> logged(Fun) end} || {Name, Fun} <- logging()]
    ++ [{{formatted, Config, Event}, fun() -> formatted(Event, Config) end}
        || Config <- [#{single_line => true}, #{template => [level, ": ", msg, "\n"]}, #{legacy_header => false, depth => 5},
                      #{chars_limit => 20, template => [msg]}],
           Event <- [{string, "text"}, {report, #{b => [1, 2, 3]}}, {report, [{a, 1}]}, {"~p and ~s", [x, "y"]}, {"~p", []}]]
    ++ table().

%% --- logger -------------------------------------------------------------------------------------------

%% A handler that sends what it gets to the process it is configured with.
adding_handler(Config) -> {ok, Config}.
removing_handler(_) -> ok.
log(#{level := Level, msg := Message, meta := Meta}, #{config := #{to := To}}) ->
    To ! {logged, Level, Message, maps:with([mfa, domain, key, error_logger], Meta)}.

logged(Fun) ->
    ok = logger:add_handler(case_handler, ?MODULE, #{config => #{to => self()}, filters => [{own, {fun own/2, self()}}]}),
    Result = (catch Fun()),
    timer:sleep(20),
    ok = logger:remove_handler(case_handler),
    logger:set_primary_config(level, notice),
    {shape(Result), [shape(E) || E <- events()]}.

events() -> receive {logged, _, _, _} = Event -> [Event | events()] after 0 -> [] end.

%% No news of applications and supervisors that other cases left.
own(#{msg := {report, #{label := {_, progress}}}}, _) -> stop;
own(Event, _) -> Event.

shape({logged, Level, {report, #{label := {supervisor, What}, report := R}}, _}) ->
    {Level, supervisor, What, proplists:get_value(errorContext, R)};
shape({logged, Level, {report, #{label := {proc_lib, crash}, report := [Info | Linked]}}, _}) ->
    {_, Error, _} = proplists:get_value(error_info, Info, {none, none, none}),
    {Level, crash, Error, proplists:get_value(initial_call, Info), length(Linked)};
shape({logged, Level, {report, #{label := Label} = R}, Meta}) -> {Level, Label, lists:sort(maps:keys(R)), maps:get(domain, Meta, none)};
shape({logged, Level, {Format, As}, Meta}) -> {Level, Format, [brief(A) || A <- As], Meta};
shape({logged, Level, Message, Meta}) -> {Level, Message, Meta};
shape(X) -> X.

brief({R, [{_, _, _, _} | _]}) -> R;
brief(X) -> X.

logging() ->
    [{error, fun() -> logger:error("text ~p", [1]) end}, {info, fun() -> logger:info("not at this level") end},
     {info_level, fun() -> logger:set_primary_config(level, info), logger:info("at this level") end},
     {report, fun() -> logger:warning(#{a => 1}) end}, {meta, fun() -> logger:notice("x", #{key => value}) end},
     {lazy, fun() -> logger:log(error, fun(X) -> {"lazy ~p", [X]} end, argument) end},
     {process_meta, fun() -> logger:set_process_metadata(#{key => mine}), logger:error("x"), logger:get_process_metadata() end},
     {none, fun() -> logger:set_primary_config(level, none), logger:emergency("x") end},
     {module_level, fun() -> logger:set_module_level(?MODULE, debug), logger:debug("x", #{mfa => {?MODULE, f, 0}}),
         logger:unset_module_level(?MODULE) end},
     {filter, fun() -> logger:add_primary_filter(f, {fun(E, _) -> E#{level := alert} end, x}), logger:error("x"),
         logger:remove_primary_filter(f) end},
     {filter_stop, fun() -> logger:add_handler_filter(case_handler, f, {fun(_, _) -> stop end, x}), logger:error("x") end},
     {handler_level, fun() -> logger:set_handler_config(case_handler, level, critical), logger:error("x"), logger:critical("y") end},
     {old_message, fun() -> error_logger:error_msg("old ~p~n", [1]) end}, {old_report, fun() -> error_logger:info_report([{a, 1}]) end},
     {old_warning, fun() -> error_logger:warning_report(type, [{a, 1}]) end},
     {crash, fun() -> wait(spawn(fun() -> error(oops) end)) end}, {thrown, fun() -> wait(spawn(fun() -> throw(ball) end)) end},
     {exited, fun() -> wait(spawn(fun() -> exit(oops) end)) end},
     {proc_lib, fun() -> wait(proc_lib:spawn(fun() -> error(oops) end)) end},
     {proc_lib_exit, fun() -> wait(proc_lib:spawn(fun() -> exit(oops) end)) end},
     {proc_lib_shutdown, fun() -> wait(proc_lib:spawn(fun() -> exit(shutdown) end)) end},
     {server, fun() -> application:start(stock), M = monitor(process, stock_server), gen_server:cast(stock_server, crash),
         receive {'DOWN', M, _, _, _} -> ok end, timer:sleep(20), application:stop(stock), application:unload(stock) end},
     {twice, fun() -> logger:add_handler(case_handler, ?MODULE, #{}) end}, {no_handler, fun() -> logger:remove_handler(nobody) end},
     {bad_handler, fun() -> logger:add_handler(other, lists, #{}) end},
     {config, fun() -> {ok, C} = logger:get_handler_config(case_handler), lists:sort(maps:keys(C)) end},
     {ids, fun() -> lists:sort(logger:get_handler_ids()) end}, {primary, fun() -> logger:get_primary_config() end},
     {compare, fun() -> [logger:compare_levels(A, B) || A <- [error, info], B <- [error, debug, none]] end},
     {allow, fun() -> [logger:allow(L, ?MODULE) || L <- [error, notice, info]] end}].

wait(Pid) -> M = monitor(process, Pid), receive {'DOWN', M, _, _, R} -> brief(R) end.

formatted(Message, Config) ->
    Event = #{level => error, msg => Message, meta => #{time => 1600000000000000, pid => self(), gl => group_leader()}},
    Text = unicode:characters_to_list(logger_formatter:format(Event, Config)),
    case re:run(Text, "^[0-9-]+T[0-9:.+-]+Z? (.*)$", [{capture, [1], list}, dotall]) of
        {match, [Rest]} -> {time, Rest};
        nomatch -> Text
    end.

%% --- names, groups, calls -------------------------------------------------------------------------------

others() -> [catch global:unregister_name(N) || N <- [a, b]].
idle() -> spawn(fun() -> receive stop -> ok end end).
one() -> receive M -> M after 500 -> nothing end.
sooner_or_later() -> receive M -> M after 10000 -> nothing end.

table() ->
    [?C(begin A = {global:register_name(a, self()), global:register_name(a, self()), global:whereis_name(a) =:= self(),
         global:registered_names()}, others(), {A, global:whereis_name(a)} end),
     ?C(begin P = idle(), global:register_name(a, P), R = global:re_register_name(a, self()), S = global:whereis_name(a) =:= self(),
         others(), {R, S} end),
     ?C(begin P = idle(), global:register_name(a, P), M = monitor(process, P), P ! stop, receive {'DOWN', M, _, _, _} -> ok end,
         timer:sleep(20), global:whereis_name(a) end),
     ?C(begin global:register_name(a, self()), global:send(a, hello), R = one(), others(), R end),
     ?C(catch global:send(nobody, hello)),
     ?C(global:trans({lock, self()}, fun() -> inside end)),
     ?C(begin true = global:set_lock({lock, self()}), R = global:trans({lock, other}, fun() -> inside end, [node()], 0),
         global:del_lock({lock, self()}), {R, global:trans({lock, other}, fun() -> inside end, [node()], 0)} end),
     ?C(begin {ok, P} = gen_server:start({global, a}, stock_server_alone, 5, []), R = {gen_server:call({global, a}, get),
         gen_server:start({global, a}, stock_server_alone, 5, []) =:= {error, {already_started, P}}}, gen_server:stop({global, a}), R end),
     ?C(catch gen_server:call({global, nobody}, get)),
     ?C(begin {ok, P} = gen_server:start({via, global, b}, stock_server_alone, 6, []), R = gen_server:call({via, global, b}, get),
         gen_server:stop(P), R end),
     ?C(begin {ok, S} = pg:start(scope), P = idle(), R = [pg:join(scope, g, self()), pg:join(scope, g, [P, P]), length(pg:get_members(scope, g)),
         pg:which_groups(scope), pg:leave(scope, g, P), pg:leave(scope, other, P), length(pg:get_local_members(scope, g))],
         exit(S, kill), R end),
     ?C(begin {ok, S} = pg:start(scope), P = idle(), pg:join(scope, g, P), P ! stop, timer:sleep(20), R = pg:get_members(scope, g),
         exit(S, kill), R end),
     ?C(begin {ok, S} = pg:start(scope), {Ref, []} = pg:monitor(scope, g), pg:join(scope, g, self()), {R1, join, g, [_]} = one(),
         exit(S, kill), R1 =:= Ref end),
     ?C(rpc:call(node(), lists, sum, [[1, 2, 3]])),
     ?C(element(1, element(2, rpc:call(node(), erlang, error, [oops])))),
     ?C(rpc:call(node(), erlang, throw, [ball])),
     ?C(rpc:call(node(), erlang, exit, [oops])),
     ?C(rpc:call(node(), timer, sleep, [1000], 5)),
     ?C(rpc:multicall([node()], lists, sum, [[1, 2]])),
     ?C(begin K = rpc:async_call(node(), lists, sum, [[1, 2]]), rpc:yield(K) end),
     ?C(begin rpc:cast(node(), erlang, send, [self(), hi]), one() end),
     ?C(rpc:block_call(node(), lists, sum, [[4, 5]])),
     ?C(rpc:pmap({lists, append}, [[3]], [[1], [2]])),
     ?C(erpc:call(node(), lists, sum, [[1, 2, 3]])),
     ?C(erpc:call(node(), fun() -> self() =/= whereis(nobody) end)),
     ?C(try erpc:call(node(), erlang, error, [oops]) catch C:{exception, R, _} -> {C, R} end),
     ?C(try erpc:call(node(), timer, sleep, [1000], 5) catch C:R -> {C, R} end),
     ?C(begin R = erpc:send_request(node(), lists, sum, [[1]]), erpc:receive_response(R) end),
     ?C(erpc:multicall([node(), node()], lists, sum, [[1, 2]])),
     ?C(gen_server:multi_call([node()], global_name_server, what, 20) =/= x),
     ?C(begin {ok, _} = gen_server:start({local, alone}, stock_server_alone, 7, []), R = gen_server:multi_call(alone, get),
         gen_server:stop(alone), R end),
     %% --- timers ---
     ?C(begin timer:send_after(5, hello), one() end),
     ?C(begin timer:send_after(5, self(), hello), one() end),
     ?C(begin timer:apply_after(5, erlang, send, [self(), hi]), one() end),
     ?C(begin {ok, T} = timer:send_interval(5, tick), R = [one(), one(), one()], timer:cancel(T), R end),
     ?C(begin {ok, T} = timer:apply_interval(5, erlang, send, [self(), tock]), R = [sooner_or_later(), sooner_or_later()], timer:cancel(T), R end),
     ?C(begin {ok, T} = timer:send_after(50, never), timer:cancel(T), receive M -> M after 100 -> nothing end end),
     ?C(begin process_flag(trap_exit, true), P = spawn_link(fun() -> receive x -> ok end end), timer:kill_after(5, P), one() end),
     ?C(begin process_flag(trap_exit, true), P = spawn_link(fun() -> receive x -> ok end end), timer:exit_after(5, P, late), one() end),
     ?C(timer:send_after(bad, x)),
     ?C(timer:cancel(bad)),
     ?C(element(2, timer:tc(fun() -> done end))),
     %% --- init, code, os ---
     ?C(element(2, init:get_status())),
     ?C(init:get_plain_arguments()),
     ?C(init:get_argument(no_such_flag)),
     ?C(element(1, init:get_argument(root))),
     ?C(is_pid(whereis(init))),
     ?C(is_pid(whereis(application_controller))),
     ?C(is_pid(whereis(logger))),
     ?C(is_pid(whereis(kernel_sup))),
     ?C(code:which(lists) =:= code:where_is_file("lists.beam")),
     ?C(filename:basename(code:where_is_file("stdlib.app"))),
     ?C(code:where_is_file("no_such_file")),
     ?C(code:is_loaded(no_such_module)),
     ?C(code:ensure_loaded(no_such_module)),
     ?C(code:lib_dir(no_such_application)),
     ?C(is_list(code:lib_dir(kernel))),
     ?C(inet:parse_address("127.0.0.1")),
     ?C(inet:ntoa({127, 0, 0, 1})),
     ?C(inet:getaddr("localhost", inet)),
     ?C(inet:getaddr({127, 0, 0, 1}, inet)),
     ?C(inet:getaddrs("localhost", inet)),
     ?C(element(1, inet:gethostbyname("localhost"))),
     ?C(element(1, inet:gethostname())),
     %% --- supervisor_bridge, gen_event through the kernel ---
     ?C(begin process_flag(trap_exit, true), {ok, B} = supervisor_bridge:start_link(?MODULE, bridged), P = one(), P ! stop,
         {'EXIT', B2, R} = one(), {B =:= B2, R} end),
     ?C(begin process_flag(trap_exit, true), {ok, B} = supervisor_bridge:start_link(?MODULE, bridged), _ = one(), exit(B, shutdown),
         {one(), one()} end),
     ?C(supervisor_bridge:start_link(?MODULE, ignored)),
     ?C(begin process_flag(trap_exit, true), supervisor_bridge:start_link(?MODULE, failing) end)].

%% --- supervisor_bridge ------------------------------------------------------------------------------------

init(bridged) ->
    [Parent | _] = get('$ancestors'),
    P = spawn_link(fun() -> receive stop -> exit(stopped) end end),
    Parent ! P,
    {ok, P, Parent};
init(ignored) -> ignore;
init(failing) -> {error, cannot}.

terminate(Reason, Parent) -> Parent ! {terminate, Reason}.

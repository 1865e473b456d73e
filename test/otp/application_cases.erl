%% Applications: loading, starting, stopping, their environment, and what happens when they fail.
-module(application_cases).
-include("../differential/diff.hrl").

cases() ->
    [{{stock, Script}, fun() -> stock(Script) end} || Script <- scripts()]
    ++ [{{ledger, How}, fun() -> ledger(How) end}
        || How <- [ok, crash, {error, why}, ignore, nonsense, {ok, self}, {error, {shutdown, x}}]]
    ++ table().

scripts() ->
    [[{load, stock}, {get_all_key, stock}, {unload, stock}],
     [{load, stock}, {load, stock}, {get_key, stock, vsn}, {get_key, stock, nothing}, {get_key, stock, env}],
     [{start, stock}, which, running, {stop, stock}, which],
     [{start, stock}, {start, stock}, {stop, stock}, {stop, stock}, {unload, stock}, {stop, stock}],
     [{ensure_started, stock}, {ensure_started, stock}, {ensure_all_started, stock}],
     [{start, ledger}, {ensure_all_started, ledger}, {stop, stock}, which, {stop, ledger}],
     [{ensure_all_started, ledger, temporary}, {ensure_all_started, ledger}, which],
     [{ensure_all_started, [stock, ledger]}], [{start, nothing}], [{load, nothing}], [{ensure_all_started, nothing}],
     [{unload, nothing}], [{stop, nothing}], [{get_all_key, nothing}], [{get_env, stock, first}],
     [{load, stock}, {get_env, stock, first}, {set_env, stock, first, 7}, {start, stock}, count],
     [{set_env, stock, extra, 1}, {load, stock}, {get_all_env, stock}, {unset_env, stock, extra}, {get_all_env, stock}],
     [{load, stock}, {set_env, [{stock, [{a, 1}, {b, 2}]}]}, {get_all_env, stock}],
     [{start, stock}, {get_supervisor, stock}, {get_application, stock_server}, {get_application, stock_sup}],
     [{start, stock}, {unload, stock}, {get_master, stock}], [{load, ledger}, loaded, {get_key, ledger, included_applications}],
     [{start, stock, permanent}, {permit, stock, false}, which, {permit, stock, true}],
     [{load, {application, direct, [{vsn, "9"}, {applications, [kernel]}]}}, {start, direct}, which, {stop, direct}, {unload, direct}],
     [{load, {application, direct, [{vsn, 1}]}}, {unload, direct}], [{load, {application, direct}}], [{load, "stock"}],
     [{start, stock}, crash, count, {stop, stock}], [{start, stock}, crash, crash, which]].

stock(Script) ->
    Results = [step(Step) || Step <- Script],
    clean(),
    Results.

step({F, X}) when F =:= get_application; F =:= get_supervisor -> application:F(whereis_or(X));
step({get_master, X}) -> is_pid(application_controller:get_master(X));
step({get_all_env, X}) -> lists:sort(application:get_all_env(X));
step({Function, X}) -> catch application:Function(X);
step({Function, X, Y}) -> catch application:Function(X, Y);
step({Function, X, Y, Z}) -> catch application:Function(X, Y, Z);
step(which) -> [{N, V} || {N, _, V} <- application:which_applications(), N =/= kernel, N =/= stdlib, N =/= compiler];
step(loaded) -> lists:sort([N || {N, _, _} <- application:loaded_applications(), lists:member(N, [stock, ledger, appendix])]);
step(running) -> [proplists:is_defined(K, application:info()) || K <- [loaded, loading, running, started, start_p_false]];
step(crash) -> M = monitor(process, stock_server), gen_server:cast(stock_server, crash),
    receive {'DOWN', M, process, _, {R, _}} -> timer:sleep(20), R end;
step(count) -> stock_server:get().

whereis_or(X) -> case whereis(X) of undefined -> X; P -> P end.

clean() ->
    [catch application:stop(A) || A <- [ledger, stock, direct]],
    [catch application:unload(A) || A <- [ledger, stock, appendix, direct]].

ledger(How) ->
    Notebook = spawn_link(fun() -> register(notebook, self()), notebook([]) end),
    timer:sleep(2),
    application:load(ledger),
    application:set_env(ledger, how, case How of {ok, self} -> {ok, Notebook}; _ -> How end),
    ok = application:start(stock),
    A = (catch application:start(ledger)),
    B = step(which),
    C = (catch application:stop(ledger)),
    D = ledger:notes(),
    ledger:forget(),
    clean(),
    {cut(A), B, C, D}.

notebook(Notes) ->
    receive
        {note, Note} -> notebook([Note | Notes]);
        {read, From} -> From ! {notes, lists:reverse(Notes)}, notebook(Notes);
        stop -> ok
    end.

%% Without stack traces.
cut({R, S}) when is_list(S), S =/= [], is_tuple(hd(S)), tuple_size(hd(S)) =:= 4 -> {cut(R), [{M, F} || {M, F, _, _} <- S]};
cut(T) when is_tuple(T) -> list_to_tuple([cut(X) || X <- tuple_to_list(T)]);
cut(X) -> X.

table() ->
    [?C([element(1, A) || A <- lists:sort(application:which_applications()), element(1, A) =/= compiler]),
     ?C(application:get_env(kernel, logger_level)),
     ?C(application:get_env(kernel, no_such_key)),
     ?C(application:get_env(no_such_key)),
     ?C(application:get_application()),
     ?C(application:get_application(lists)),
     ?C(application:get_application(gen_tcp)),
     ?C(application:get_application(?MODULE)),
     ?C(application:get_key(stdlib, vsn)),
     ?C(application:get_key(kernel, mod)),
     ?C(application:start_type()),
     ?C(application:start(kernel)),
     ?C(application:load(kernel)),
     ?C(application:unload(kernel)),
     ?C(begin application:set_env(kernel, mine, 1), R = application:get_env(kernel, mine), application:unset_env(kernel, mine),
         {R, application:get_env(kernel, mine)} end),
     ?C(begin application:set_env(stock, later, 1, [{persistent, true}]), application:load(stock),
         R = lists:sort(application:get_all_env(stock)), clean(), R end),
     ?C(begin ok = application:start(stock), Me = self(), Leader = group_leader(),
         R = {group_leader_of(stock_sup) =:= Leader, group_leader_of(stock_sup) =:= group_leader_of(stock_server),
              element(2, erlang:process_info(Me, group_leader)) =:= Leader}, clean(), R end),
     ?C(begin ok = application:start(stock), S = whereis(stock_sup), M = monitor(process, S), exit(S, kill),
         receive {'DOWN', M, _, _, R} -> ok end, timer:sleep(20), W = step(which), clean(), {R, W} end),
     ?C(begin ok = application:start(stock, transient), S = whereis(stock_sup), exit(S, normal), timer:sleep(5),
         W = step(which), clean(), W end)].

group_leader_of(Name) -> element(2, erlang:process_info(whereis(Name), group_leader)).

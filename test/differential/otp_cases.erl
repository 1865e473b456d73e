%% gen_server, gen_statem, gen_event, supervisor, and the tools around them.
-module(otp_cases).
-include("diff.hrl").

cases() ->
    [{{server_start, A, How}, fun() -> start_server(A, How) end}
     || A <- [{start, 1}, {continue, 1}, {stop, no}, {stop, normal}, ignore, crash, throw, bad, {hibernate, 1}],
          How <- [start, start_link, start_monitor]]
    ++ [{{server_call, C}, fun() -> with_server(fun(P) -> {call(P, C), alive(P), call(P, get)} end) end}
        || C <- [get, {add, 5}, {later, x}, {continue, 7}, {stop, normal, bye}, {stop, shutdown, bye},
             {stop, normal}, {stop, oops}, crash, exit, throw, hibernate, bad]]
    ++ [{{server_cast, C}, fun() -> with_server(fun(P) -> M = monitor(process, P), gen_server:cast(P, C),
         {call(P, get), down_if_dead(M, P)} end) end} || C <- [{add, 3}, {stop, normal}, {stop, why}, crash,
         unknown]]
    ++ [{{server_info, C}, fun() -> with_server(fun(P) -> P ! C, call(P, get) end) end} || C <- [{add, 3},
         timeout, {stop, why}, other]]
    ++ [{{door, Init, Calls}, fun() -> door(Init, Calls) end} || Init <- [open, closed, locked], Calls <- scripts()]
    ++ [{{events, Script}, fun() -> events(Script) end} || Script <- event_scripts()]
    ++ [{{supervisor, Strategy, Victim}, fun() -> supervised(Strategy, Victim) end} || Strategy <- [one_for_one,
         one_for_all, rest_for_one], Victim <- [a, b, c]]
    ++ [{{restart, Type, Reason}, fun() -> restart(Type, Reason) end} || Type <- [permanent, transient,
         temporary], Reason <- [normal, shutdown, {shutdown, x}, crash]]
    ++ table().

cut({R, S}) when is_list(S), S =/= [], is_tuple(hd(S)), tuple_size(hd(S)) =:= 4 -> {R, [{M, F} || {M, F, _, _} <- S]};
cut(T) when is_tuple(T) -> list_to_tuple([cut(X) || X <- tuple_to_list(T)]);
cut(X) -> X.

call(P, C) -> try gen_server:call(P, C, 1000) catch Class:R -> {Class, cut(R)} end.
alive(P) -> timer:sleep(5), is_process_alive(P).
one() -> receive M -> M after 500 -> nothing end.
all() -> receive M -> [M | all()] after 20 -> [] end.
down_if_dead(M, P) -> receive {'DOWN', M, _, P, R} -> cut(R) after 20 -> running end.
wait(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, R} -> R end.

start_server(A, How) ->
    process_flag(trap_exit, true),
    case gen_server:How(counter_server, A, []) of
        {ok, {P, M}} -> R = {call(P, get), is_reference(M)}, gen_server:stop(P), {R, [shape(X) || X <- all()]};
        {ok, P} -> R = call(P, get), gen_server:stop(P), {R, [shape(X) || X <- all()]};
        Other -> {cut(Other), [shape(X) || X <- all()]}
    end.
shape({'EXIT', _, R}) -> {'EXIT', cut(R)};
shape({'DOWN', _, _, _, R}) -> {'DOWN', cut(R)};
shape(X) -> X.

with_server(F) -> {ok, P} = gen_server:start(counter_server, {start, 10}, []), R = F(P), exit(P, kill), R.

scripts() ->
    [[close, open, get], [lock, {unlock, 1}, {unlock, 1234}, get], [open, close, close_twice, get],
     [{close_after, 5}, wait, get], [{named, 5}, message, get], [{idle, 5}, message, get],
     [{close_after, 5}, cancel, wait, get], [{note, 1}, {info, x}, inner, get], [repeat, get], [crash], [stop],
     [bogus, get], [{postponed, open}, get]].

door(State, Script) ->
    process_flag(trap_exit, true),
    {ok, P} = gen_statem:start_link(door_machine, {start, State, self()}, []),
    Results = [door_step(P, S) || S <- Script],
    catch gen_statem:stop(P),
    {Results, [shape(M) || M <- all()]}.

door_step(_, wait) -> timer:sleep(30);
door_step(_, message) -> one();
door_step(P, {note, _} = N) -> gen_statem:cast(P, N);
door_step(P, {info, X}) -> P ! X, ok;
door_step(P, close_twice) -> state_call(P, close);
door_step(P, {postponed, Call}) ->
    Me = self(),
    spawn(fun() -> Me ! {postponed, state_call(P, Call)} end),
    timer:sleep(5),
    A = state_call(P, {unlock, 1234}),
    {A, one()};
door_step(P, C) -> state_call(P, C).
state_call(P, C) -> try gen_statem:call(P, C, 50) catch Class:R -> {Class, cut(R)} end.

event_scripts() ->
    [[{add, first}, {notify, {note, 1}}, {call, first, get}],
     [{add, first}, {add, second}, {notify, {note, 1}}, {call, first, get}, {call, second, get}, which],
     [{add, first}, {add, first}], [{notify, {note, 1}}, which], [{add, first}, {notify, remove}, which],
     [{add, first}, {notify, crash}, which, messages], [{add, first}, {notify, bad}, which, messages],
     [{add, first}, {delete, first, why}, which, messages], [{delete, first, why}],
     [{add, first}, {call, first, remove}, which], [{add, first}, {call, first, crash}, which],
     [{call, first, get}], [{add, first}, {notify, {note, 1}}, {notify, {swap, a}}, {call, second, get}, which],
     [{add, first}, {info, hello}, {call, first, get}], [{add_sup, first}, {notify, crash}, messages],
     [{add_sup, first}, {notify, remove}, messages], [{refuse, no}, which],
     [{add, first}, {sync, {note, 2}}, {call, first, get}], [{add, first}, {swap, first}, {call, second, get}]].

events(Script) ->
    {ok, P} = gen_event:start(),
    R = [cut(event_step(P, S)) || S <- Script],
    gen_event:stop(P),
    R.

event_step(P, {add, Id}) -> gen_event:add_handler(P, {note_handler, Id}, {self(), []});
event_step(P, {add_sup, Id}) -> gen_event:add_sup_handler(P, {note_handler, Id}, {self(), []});
event_step(P, {refuse, Why}) -> gen_event:add_handler(P, note_handler, {refuse, Why});
event_step(P, {notify, E}) -> gen_event:notify(P, E);
event_step(P, {sync, E}) -> gen_event:sync_notify(P, E);
event_step(P, {call, Id, Q}) -> gen_event:call(P, {note_handler, Id}, Q);
event_step(P, {delete, Id, Why}) -> gen_event:delete_handler(P, {note_handler, Id}, Why);
event_step(P, {swap, Id}) -> gen_event:swap_handler(P, {{note_handler, Id}, swapping},
    {{note_handler, second}, {none, [fresh]}});
event_step(P, {info, I}) -> P ! I, ok;
event_step(P, which) -> gen_event:which_handlers(P);
event_step(_, messages) -> [cut(M) || M <- all()].

%% A supervisor with three workers; which of them are other processes after one was killed?
init({Strategy, Children}) -> {ok, {Strategy, Children}};
init(ignore) -> ignore;
init(bad) -> nonsense.

worker(Id) -> worker(Id, permanent).
worker(Id, Restart) -> #{id => Id, start => {?MODULE, start_worker, [Id]}, restart => Restart, shutdown => 100}.
start_worker(Id) -> Parent = self(), P = spawn_link(fun() -> Parent ! {Id, up}, worker_loop() end),
    receive {Id, up} -> {ok, P} end.
start_worker_failing(_) -> {error, cannot}.
worker_loop() -> receive crash -> exit(crash); {exit, R} -> exit(R); _ -> worker_loop() end.
pids(S) -> lists:sort([{Id, P} || {Id, P, _, _} <- supervisor:which_children(S)]).

supervised(Strategy, Victim) ->
    process_flag(trap_exit, true),
    {ok, S} = supervisor:start_link(?MODULE, {#{strategy => Strategy, intensity => 5, period => 10},
         [worker(I) || I <- [a, b, c]]}),
    Before = pids(S),
    P = proplists:get_value(Victim, Before),
    exit(P, kill),
    wait(P),
    timer:sleep(30),
    After = pids(S),
    Counts = supervisor:count_children(S),
    exit(S, shutdown),
    wait(S),
    {[{Id, Old =/= New} || {{Id, Old}, {Id, New}} <- lists:zip(Before, After)], Counts,
         [is_process_alive(Q) || {_, Q} <- After]}.

restart(Type, Reason) ->
    process_flag(trap_exit, true),
    {ok, S} = supervisor:start_link(?MODULE, {#{}, [worker(w, Type)]}),
    [{w, P}] = pids(S),
    P ! {exit, Reason},
    wait(P),
    timer:sleep(20),
    R = [{Id, is_pid(Q) andalso Q =/= P, Q} || {Id, Q, _, _} <- supervisor:which_children(S)],
    exit(S, kill),
    [{Id, New, if is_pid(Q) -> pid; true -> Q end} || {Id, New, Q} <- R].

sup(Flags, Children) -> process_flag(trap_exit, true), {ok, S} = supervisor:start_link(?MODULE, {Flags, Children}), S.
dynamic() -> sup(#{strategy => simple_one_for_one},
    [#{id => x, start => {?MODULE, start_worker, []}, restart => temporary}]).

table() ->
    [?C(with_server(fun(P) -> gen_server:call(P, ignore, 10) end)),
     ?C(begin P = spawn(fun() -> ok end), wait(P), call(P, get) end),
     ?C(with_server(fun(P) -> gen_server:stop(P) end)),
     ?C(with_server(fun(P) -> gen_server:stop(P, shutdown, 1000) end)),
     ?C(with_server(fun(P) -> catch gen_server:stop(P, crash, 1000), is_process_alive(P) end)),
     ?C(with_server(fun(P) -> R = gen_server:send_request(P, get), gen_server:wait_response(R, 1000) end)),
     ?C(with_server(fun(P) -> R = gen_server:send_request(P, get), gen_server:receive_response(R, 1000) end)),
     ?C(with_server(fun(P) -> R = gen_server:send_request(P, get), receive M ->
         gen_server:check_response(M, R) end end)),
     ?C(with_server(fun(P) -> R = gen_server:send_request(P, {stop, x}),
         cut(gen_server:wait_response(R, 1000)) =/= y end)),
     ?C(begin {ok, P} = gen_server:start({local, named_counter}, counter_server, {start, 3}, []),
         R = {gen_server:call(named_counter, get), gen_server:start({local, named_counter}, counter_server,
         {start, 3}, []) =:= {error, {already_started, P}}}, gen_server:stop(named_counter),
         {R, whereis(named_counter)} end),
     ?C(begin {ok, P} = gen_server:start(counter_server, {timeout, 1}, []), timer:sleep(30), R = call(P, get),
         gen_server:stop(P), R end),
     ?C(with_server(fun(P) -> call(P, {timeout, 5}), timer:sleep(30), call(P, get) end)),
     ?C(with_server(fun(P) -> {sys:get_state(P), sys:replace_state(P, fun(N) -> N * 2 end), call(P, get)} end)),
     ?C(with_server(fun(P) -> sys:suspend(P), spawn(fun() -> call(P, get) end),
         A = (catch gen_server:call(P, get, 10)), sys:resume(P),
         {element(1, element(2, A)), call(P, get)} end)),
     ?C(with_server(fun(P) -> element(1, sys:get_status(P)) end)),
     ?C(with_server(fun(P) -> sys:suspend(P), R = sys:change_code(P, counter_server, old, extra), sys:resume(P),
         {R, sys:get_state(P)} end)),
     ?C(with_server(fun(P) -> sys:statistics(P, true), call(P, get), {ok, S} = sys:statistics(P, get),
         {proplists:get_value(messages_in, S), sys:statistics(P, false)} end)),
     ?C(with_server(fun(P) -> sys:log(P, true), call(P, get), {ok, L} = sys:log(P, get), length(L) > 0 end)),
     ?C(with_server(fun(P) -> M = monitor(process, P), sys:terminate(P, normal), receive {'DOWN', M, _, _, R} ->
         R end end)),
     ?C(begin {ok, P} = gen_server:start(counter_server, {trap, self()}, []), exit(P, poke), A = one(),
         gen_server:stop(P, bye, 100), {A, one()} end),
     ?C(begin {ok, P} = gen_server:start(counter_server, {trap, self()}, []),
         Q = spawn(fun() -> link(P), receive go -> exit(linked) end end), Q ! go, A = one(), exit(P, kill),
         A end),
     ?C(begin {ok, P} = gen_server:start(counter_server, {start, 1},
         [{timeout, 100}, {debug, []}, {spawn_opt, [{priority, high}]}]), R = process_info(P, priority),
         gen_server:stop(P), R end),
     ?C(gen_server:start(no_such_module, x, []) =/= x),
     ?C(cut(gen_server:start(no_such_module, x, []))),
     ?C(gen_server:cast(nobody, x)),
     ?C(gen_server:multi_call([node()], nobody, x)),
     ?C(gen_server:abcast(nobody, x)),
     ?C(catch gen_server:call(nobody, x)),
     ?C(catch gen_server:call({nobody, node()}, x)),
     ?C(catch gen_server:call(undefined, x)),
     ?C(cut(catch gen_server:call(self(), x))),
     ?C(gen_statem:start(door_machine, {stop, no}, [])),
     ?C(gen_statem:start(door_machine, ignore, [])),
     ?C(cut(gen_statem:start(door_machine, bad, []))),
     ?C(begin {ok, P} = gen_statem:start(door_machine, {events, open, self()}, []), R = gen_statem:call(P, get),
         gen_statem:stop(P), {R, one()} end),
     ?C(begin {ok, P} = gen_statem:start(door_machine, {start, open, self()}, []), R = sys:get_state(P),
         P ! {stop, why}, {R, one()} end),
     ?C(begin {ok, P} = gen_statem:start(door_machine, {start, open, self()}, []),
         R = gen_statem:call(P, get, {clean_timeout, 1000}), gen_statem:stop(P), R end),
     ?C(begin {ok, P} = gen_statem:start(door_machine, {start, closed, self()}, []),
         Q = gen_statem:send_request(P, get), R = gen_statem:receive_response(Q, 1000), gen_statem:stop(P),
         R end),
     ?C(begin S = sup(#{}, []), R = supervisor:start_child(S, worker(w)),
         {element(1, R), supervisor:count_children(S), element(1, supervisor:start_child(S, worker(w))),
         supervisor:terminate_child(S, w), supervisor:restart_child(S, w) =/= x, supervisor:delete_child(S, w),
         supervisor:terminate_child(S, w), supervisor:delete_child(S, w), supervisor:which_children(S)} end),
     ?C(begin S = sup(#{}, [worker(w)]), {supervisor:delete_child(S, none), supervisor:restart_child(S, w),
         supervisor:get_childspec(S, w), supervisor:get_childspec(S, none)} end),
     ?C(begin D = dynamic(), {ok, A} = supervisor:start_child(D, [x]), {ok, _} = supervisor:start_child(D, [y]),
         C = supervisor:count_children(D), T = supervisor:terminate_child(D, A),
         {C, T, supervisor:count_children(D)} end),
     ?C(begin S = sup(#{intensity => 1, period => 10}, [worker(w)]),
         [begin [{w, P}] = pids(S), P ! crash, wait(P), timer:sleep(20) end || _ <- [1, 2],
         is_process_alive(S)], receive {'EXIT', S, R} -> R after 500 -> alive end end),
     ?C(begin process_flag(trap_exit, true), supervisor:start_link(?MODULE,
         {#{}, [(worker(w))#{start => {?MODULE, start_worker_failing, [w]}}]}) end),
     ?C(begin process_flag(trap_exit, true), supervisor:start_link(?MODULE, ignore) end),
     ?C(begin process_flag(trap_exit, true), cut(supervisor:start_link(?MODULE, bad)) end),
     ?C(begin process_flag(trap_exit, true), supervisor:start_link(?MODULE, {#{strategy => bogus}, []}) end),
     ?C(begin process_flag(trap_exit, true), supervisor:start_link(?MODULE, {#{}, [#{id => x}]}) end),
     ?C(supervisor:check_childspecs([worker(a), worker(b)])),
     ?C(supervisor:check_childspecs([#{id => a}])),
     ?C(supervisor:check_childspecs([worker(a), worker(a)])),
     ?C(supervisor:check_childspecs([{a, {m, f, []}, permanent, brutal_kill, worker, [m]}])),
     ?C(begin S = sup(#{strategy => one_for_all}, [worker(a), worker(b)]), Ps = [P || {_, P} <- pids(S)],
         exit(S, shutdown), wait(S), [is_process_alive(P) || P <- Ps] end),
     ?C(begin S = sup(#{auto_shutdown => any_significant},
         [(worker(a, transient))#{significant => true}, worker(b)]), [{a, A} | _] = pids(S), A ! {exit, normal},
         receive {'EXIT', S, R} -> R after 500 -> alive end end),
     ?C(begin {ok, P} = proc_lib:start_link(?MODULE, starter, [self()]), {is_pid(P), one()} end),
     ?C(proc_lib:initial_call(begin {ok, P} = gen_server:start(counter_server, {start, 1}, []), P end)),
     ?C(proc_lib:translate_initial_call(begin {ok, P} = gen_server:start(counter_server, {start, 1}, []),
         P end)),
     ?C(begin P = proc_lib:spawn_link(?MODULE, worker_loop, []), unlink(P), P ! {exit, done}, wait(P) end),
     ?C(application:get_env(no_app, key)),
     ?C(application:get_env(no_app, key, default)),
     ?C(gen:module_info(module))].

starter(To) -> proc_lib:init_ack(To, {ok, self()}), To ! running.

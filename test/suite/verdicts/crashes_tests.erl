%% Crashes of processes other than the test's: what EUnit says of the test counts, and who was told of the crash is noted.
-module(crashes_tests).
-behaviour(gen_server).
-include_lib("eunit/include/eunit.hrl").
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

%% --- handled: somebody is told who can act --------------------------------------------------------

awaited_result_test() ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, 42}) end),
    receive
        {'DOWN', Monitor, _, Pid, Reason} -> ?assertEqual({result, 42}, Reason)
    end.

trapped_exit_test() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> error(oops) end),
    receive
        {'EXIT', Pid, {oops, _}} -> ok
    end.

refused_start_test() -> ?assertEqual({error, bad_argument}, gen_server:start(?MODULE, bad, [])).

failing_call_test() ->
    {ok, Pid} = gen_server:start(?MODULE, worker, []),
    ?assertExit({{oops, _}, _}, gen_server:call(Pid, crash)).

restarted_worker_test() ->
    {ok, Supervisor} = supervisor:start_link(?MODULE, supervisor),
    Worker = whereis(worker),
    Monitor = monitor(process, Worker),
    gen_server:cast(worker, crash),
    receive
        {'DOWN', Monitor, _, _, _} -> ok
    end,
    wait_for_other(Worker),
    7 = gen_server:call(worker, 7),
    unlink(Supervisor),
    exit(Supervisor, shutdown).

wait_for_other(Old) ->
    case whereis(worker) of
        Pid when is_pid(Pid), Pid =/= Old -> ok;
        _ -> timer:sleep(1000), wait_for_other(Old)
    end.

%% --- notes: nobody is told, or only who ends by it ------------------------------------------------

nobody_is_told_test() ->
    Pid = spawn(fun() -> error(oops) end),
    ?assert(is_pid(Pid)).

only_one_that_ends_by_it_is_told_test() ->
    {ok, Pid} = gen_server:start(?MODULE, worker, []),
    spawn(fun() -> gen_server:call(Pid, crash) end),
    timer:sleep(1000).

%% The crash comes after the answer: whether the monitor of the call is still there then makes no difference.
after_the_answer_test() ->
    {ok, Pid} = gen_server:start(?MODULE, worker, []),
    ?assertEqual(stopping, gen_server:call(Pid, stop)).

%% --- failures: the test's own process is taken along ----------------------------------------------

linked_test() ->
    spawn_link(fun() -> exit(oops) end),
    timer:sleep(1000).

call_that_is_not_caught_test() ->
    {ok, Pid} = gen_server:start(?MODULE, worker, []),
    gen_server:call(Pid, crash).

%% --- the server -----------------------------------------------------------------------------------

start_link() -> gen_server:start_link({local, worker}, ?MODULE, worker, []).

init(bad) -> {stop, bad_argument};
init(supervisor) -> {ok, {#{}, [#{id => worker, start => {?MODULE, start_link, []}}]}};
init(worker) -> {ok, state}.

handle_call(crash, _, _) -> error(oops);
handle_call(stop, _, State) -> {stop, oops, stopping, State};
handle_call(Other, _, State) -> {reply, Other, State}.

handle_cast(crash, _) -> error(oops).

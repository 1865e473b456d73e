%% A gen_server that counts, and does on request whatever a gen_server can do.
-module(counter_server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2, code_change/3, format_status/1]).

init({start, N}) -> {ok, N};
init({continue, N}) -> {ok, N, {continue, {add, 100}}};
init({timeout, N}) -> {ok, N, 5};
init({stop, Reason}) -> {stop, Reason};
init({hibernate, N}) -> {ok, N, hibernate};
init({trap, To}) -> process_flag(trap_exit, true), {ok, {watched_by, To}};
init(ignore) -> ignore;
init(crash) -> error(init_crashed);
init(throw) -> throw({ok, thrown});
init(bad) -> nonsense.

handle_call(get, _, N) -> {reply, N, N};
handle_call({add, K}, _, N) -> {reply, ok, N + K};
handle_call({later, K}, From, N) -> gen_server:cast(self(), {answer, From, K}), {noreply, N};
handle_call({continue, K}, _, N) -> {reply, started, N, {continue, {add, K}}};
handle_call({timeout, T}, _, N) -> {reply, ok, N, T};
handle_call({stop, Reason, Reply}, _, N) -> {stop, Reason, Reply, N};
handle_call({stop, Reason}, _, N) -> {stop, Reason, N};
handle_call(crash, _, _) -> error(crashed);
handle_call(exit, _, _) -> exit(left);
handle_call(throw, _, N) -> throw({reply, thrown, N});
handle_call(hibernate, _, N) -> {reply, sleepy, N, hibernate};
handle_call(ignore, _, N) -> {noreply, N};
handle_call(bad, _, _) -> nonsense.

handle_cast({add, K}, N) -> {noreply, N + K};
handle_cast({answer, From, X}, N) -> gen_server:reply(From, {answer, X}), {noreply, N};
handle_cast({stop, Reason}, N) -> {stop, Reason, N};
handle_cast(crash, _) -> error(cast_crashed).

handle_info(timeout, N) when is_integer(N) -> {noreply, N + 1000};
handle_info({add, K}, N) -> {noreply, N + K};
handle_info({'EXIT', _, Reason}, {watched_by, To} = S) -> To ! {saw_exit, Reason}, {noreply, S};
handle_info({stop, Reason}, N) -> {stop, Reason, N};
handle_info(_, N) -> {noreply, N}.

handle_continue({add, K}, N) -> {noreply, N + K}.
terminate(Reason, {watched_by, To}) -> To ! {terminated, Reason};
terminate(_, _) -> ok.
code_change(_, N, Extra) -> {ok, {N, Extra}}.
format_status(Status) -> Status.

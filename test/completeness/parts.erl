%% What generated programs run on OTP's behaviours: a server, a supervisor, and processes of proc_lib.
-module(parts).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).
-export([supervisor/2, start_child/2, ready/1, refuse/1, crash/0, late/0, forward/1]).

%% --- a server: a number ---------------------------------------------------------------------------------------

init({stop, Reason}) -> {stop, Reason};
init(ignore) -> ignore;
init({supervisor, Strategy, Restarts}) -> {ok, {#{strategy => Strategy, intensity => Restarts, period => 10}, []}};
init(Number) -> {ok, Number}.

handle_call(get, _, Number) -> {reply, Number, Number};
handle_call(add, _, Number) -> {reply, Number + 1, Number + 1};
handle_call(later, From, Number) -> self() ! {answer, From}, {noreply, Number};
handle_call(never, _, Number) -> {noreply, Number};
handle_call({wait, Time}, _, Number) -> {reply, waiting, Number, Time};
handle_call(stop, _, Number) -> {stop, normal, Number, Number};
handle_call({stop, Reason}, _, Number) -> {stop, Reason, Number};
handle_call(crash, _, _) -> exit(crashed);
handle_call({tell, Who}, _, Number) -> Who ! {told, Number}, {reply, ok, Number};
handle_call({tell_down, Who}, _, Number) -> monitor(process, Who), {reply, ok, Number};
handle_call({link, Who}, _, Number) -> link(Who), {reply, ok, Number}.

handle_cast(stop, Number) -> {stop, normal, Number};
handle_cast({stop, Reason}, Number) -> {stop, Reason, Number};
handle_cast(crash, _) -> exit(crashed);
handle_cast({tell, Who}, Number) -> Who ! {told, Number}, {noreply, Number};
handle_cast({link, Who}, Number) -> link(Who), {noreply, Number};
handle_cast({wait, Time}, Number) -> {noreply, Number, Time};
handle_cast(_, Number) -> {noreply, Number + 1}.

handle_info({answer, From}, Number) -> gen_server:reply(From, {later, Number}), {noreply, Number};
handle_info(timeout, Number) -> {noreply, Number + 100};
handle_info(_, Number) -> {noreply, Number + 10}.

terminate(_, _) -> ok.

%% --- a supervisor ----------------------------------------------------------------------------------------------

supervisor(Strategy, Restarts) -> supervisor:start_link({local, sup}, ?MODULE, {supervisor, Strategy, Restarts}).

start_child(Name, Restart) ->
    element(1, supervisor:start_child(sup, #{id => Name, restart => Restart,
                                             start => {gen_server, start_link, [{local, Name}, ?MODULE, 0, []]}})).

%% --- processes of proc_lib -------------------------------------------------------------------------------------

ready(Number) -> proc_lib:init_ack({ok, self()}), exit({shutdown, Number}).

refuse(Why) -> proc_lib:init_ack({error, Why}).

crash() -> error(oops).

late() -> timer:sleep(10), proc_lib:init_ack(late).

forward(To) -> receive Message -> To ! Message end.

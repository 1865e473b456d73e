%% Servers that may be others: the name or the process comes from outside, or somebody else has the name.
%% lint: nothing
-module(server_of_unknown_name).
-behaviour(gen_server).
-export([start_link/1, other/1, ask/1, ask_named/0, ask_remote/1, init/1, handle_call/3, handle_cast/2]).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, [], []).

other(Pid) -> register(shared, Pid), gen_server:start_link({local, shared}, ?MODULE, [], []).
ask(Server) -> gen_server:call(Server, question).
ask_named() -> gen_server:call(shared, question).
ask_remote(Node) -> gen_server:call({shared, Node}, question).

init([]) -> {ok, []}.
handle_call(stop, _From, State) -> {stop, normal, ok, State}.
handle_cast(_Message, State) -> {noreply, State}.

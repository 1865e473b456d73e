%% Stands in for the part of the application kernel that says what belongs to it.
%%
%% kernel_sup and everything below it are OTP's own; only the servers that weft answers for (code, files, standard input
%% and output) and those that need a network are not among its children. Some are started by the first who asks.
-module(weft_kernel).
-export([settings/1, init/1, start/0, start/1, start/2, call/2, part/1]).

%% The kernel as its boot script describes it, with a logger that writes to standard error.
settings({application, kernel, Keys}) ->
    {env, Environment} = lists:keyfind(env, 1, Keys),
    Formatter = {logger_formatter, #{legacy_header => true, single_line => false}},
    Logger = {logger, [{handler, default, weft_logger, #{formatter => Formatter}}]},
    {application, kernel, lists:keyreplace(env, 1, Keys, {env, [Logger | Environment]})}.

%% --- instead of kernel:init/1 -----------------------------------------------------------------------

init([]) ->
    {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, [part(kernel_safe_sup)]}};
init(safe) ->
    {ok, {#{strategy => one_for_one, intensity => 4, period => 3600}, scopes()}}.

scopes() ->
    case application:get_env(kernel, start_pg) of
        {ok, true} -> [part(pg)];
        _ -> []
    end.

part(kernel_safe_sup) -> supervisor(kernel_safe_sup, {supervisor, start_link, [{local, kernel_safe_sup}, kernel, safe]});
part(logger_sup) -> supervisor(logger_sup, {logger_sup, start_link, []});
part(global_name_server) -> worker(global_name_server, {global, start_link, []});
part(rex) -> worker(rex, {rpc, start_link, []});
part(erl_signal_server) -> worker(erl_signal_server, {gen_event, start_link, [{local, erl_signal_server}]});
part(inet_db) -> worker(inet_db, {weft_inet, start_link, []});
part(pg) -> worker(pg, {pg, start_link, []}).

worker(Id, {Module, _, _} = Start) ->
    #{id => Id, start => Start, restart => permanent, shutdown => 2000, type => worker, modules => [Module]}.

supervisor(Id, {Module, _, _} = Start) ->
    #{id => Id, start => Start, restart => permanent, shutdown => infinity, type => supervisor, modules => [Module]}.

%% --- instead of erl_signal_handler:start/0 ------------------------------------------------------------

%% No signal of the host reaches a program.
start() -> ok.

%% --- instead of net_kernel:start/1,2 --------------------------------------------------------------------

%% There is one node, which cannot be made alive: that ends the run, and no test fails by it.
start(Options) -> erlang:setnode(Options, 0).

start(Name, _Options) -> erlang:setnode(Name, 0).

%% --- instead of supervisor:call/2 ---------------------------------------------------------------------

call(Supervisor, Request) ->
    _ = [weft_boot:part(Supervisor) || lists:member(Supervisor, [kernel_sup, kernel_safe_sup, logger_sup])],
    gen_server:call(Supervisor, Request, infinity).

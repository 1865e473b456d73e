%% Stands in for parts of a booted node that are not running: the application controller and the
%% supervisors of the kernel.
%%
%% Programs ask for the environment of an application without having started one, and so does OTP
%% itself; then there is none. The kernel's supervisors are started by the first who wants a child there.
-module(weft_kernel).
-export([get_env/2, get_env/3, get_pid_env/2, get_all_env/1, get_pid_all_env/1, get_application/1]).
-export([call/2, init/1]).

%% --- instead of functions of application_controller -------------------------------------------------

get_env(Application, Key) ->
    case lookup({env, Application, Key}) of
        [{_, Value}] -> {ok, Value};
        [] -> undefined
    end.

get_env(Application, Key, Default) ->
    case get_env(Application, Key) of
        {ok, Value} -> Value;
        undefined -> Default
    end.

get_all_env(Application) ->
    [{Key, Value} || [Key, Value] <- match({{env, Application, '$1'}, '$2'})].

get_application(Leader) ->
    case match({{application_master, '$1'}, Leader}) of
        [[Application]] -> {ok, Application};
        _ -> undefined
    end.

get_pid_env(Leader, Key) ->
    case get_application(Leader) of
        {ok, Application} -> get_env(Application, Key);
        undefined -> undefined
    end.

get_pid_all_env(Leader) ->
    case get_application(Leader) of
        {ok, Application} -> get_all_env(Application);
        undefined -> []
    end.

lookup(Key) ->
    case ets:whereis(ac_tab) of
        undefined -> [];
        Table -> ets:lookup(Table, Key)
    end.

match(Pattern) ->
    case ets:whereis(ac_tab) of
        undefined -> [];
        Table -> ets:match(Table, Pattern)
    end.

%% --- instead of supervisor:call/2 -------------------------------------------------------------------

call(Supervisor, Request) ->
    ensure_started(Supervisor),
    gen_server:call(Supervisor, Request, infinity).

ensure_started(Name) when Name =:= kernel_sup; Name =:= kernel_safe_sup ->
    case whereis(Name) of
        undefined -> gen_server:start({local, Name}, supervisor, {{local, Name}, ?MODULE, []}, []);
        _ -> ok
    end;
ensure_started(_) ->
    ok.

%% A supervisor without children.
init([]) ->
    {ok, {#{strategy => one_for_one, intensity => 0, period => 1}, []}}.

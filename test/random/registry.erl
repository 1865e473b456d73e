%% A registry of processes by any term: a server, and two tables that everybody may write to.
%%
%% Clients do most of the work themselves, which is faster and has races. A claim is an insert_new into `registry_names`;
%% the server hears of it afterwards, watches the process and notes the way back from the process to the name. Who
%% finds that the holder of a name is dead asks the server to clean up, and claims once more.
%%
%%     registry_names    {Name, Pid, Stamp}
%%     registry_holders  {{Pid, Name}, Monitor, Stamp}
-module(registry).
-export([start/0, stop/0, reg/2, unreg/1, where/1]).

%% --- clients ---------------------------------------------------------------------------------------------

-spec reg(term(), pid()) -> true.   % or an error badarg: a living process has the name
reg(Name, Pid) ->
    claim(Name, Pid) orelse (where(Name) =:= undefined andalso claim_again(Name, Pid)) orelse error(badarg).

claim(Name, Pid) ->
    Stamp = erlang:unique_integer(),
    case ets:insert_new(registry_names, {Name, Pid, Stamp}) of
        true ->
            registry ! {claimed, Name, Pid, Stamp},
            true;
        false ->
            false
    end.

claim_again(Name, Pid) ->
    call({audit, Name}),
    claim(Name, Pid).

-spec unreg(term()) -> true.   % or an error badarg: nobody has the name
unreg(Name) ->
    case ets:lookup(registry_names, Name) of
        [{_, Pid, Stamp} = Entry] ->
            ets:delete_object(registry_names, Entry),
            registry ! {freed, Name, Pid, Stamp},
            true;
        [] ->
            error(badarg)
    end.

-spec where(term()) -> pid() | undefined.
where(Name) ->
    case ets:lookup(registry_names, Name) of
        [{_, Pid, _}] ->
            case is_process_alive(Pid) of
                true -> Pid;
                false -> undefined
            end;
        [] ->
            undefined
    end.

call(Request) ->
    Server = whereis(registry),
    Monitor = monitor(process, Server),
    Server ! {Request, self(), Monitor},
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, _, _, Reason} ->
            exit(Reason)
    end.

%% --- the server ------------------------------------------------------------------------------------------

start() ->
    Starter = self(),
    Server = spawn(fun() -> init(Starter) end),
    receive {Server, ready} -> ok end.

stop() -> call(stop).

init(Starter) ->
    register(registry, self()),
    ets:new(registry_names, [named_table, public, set]),
    ets:new(registry_holders, [named_table, public, ordered_set]),
    Starter ! {self(), ready},
    loop().

loop() ->
    receive
        {claimed, Name, Pid, Stamp} ->
            ets:insert(registry_holders, {{Pid, Name}, monitor(process, Pid), Stamp}),
            loop();
        {freed, Name, Pid, Stamp} ->
            forget(Name, Pid, Stamp),
            loop();
        {'DOWN', _, process, Pid, _} ->
            clean_up(Pid),
            loop();
        {{audit, Name}, Client, Tag} ->
            audit(Name),
            Client ! {Tag, ok},
            loop();
        {stop, Client, Tag} ->
            Client ! {Tag, ok}
    end.

forget(Name, Pid, Stamp) ->
    case ets:lookup(registry_holders, {Pid, Name}) of
        [{Key, Monitor, Stamp}] ->
            demonitor(Monitor, [flush]),
            ets:delete(registry_holders, Key);
        _ ->
            ok
    end.

audit(Name) ->
    case ets:lookup(registry_names, Name) of
        [{_, Pid, _}] -> is_process_alive(Pid) orelse clean_up(Pid);
        [] -> ok
    end.

%% Whoever has the names by now: this is one of the mistakes.
clean_up(Pid) ->
    Names = ets:select(registry_holders, [{{{Pid, '$1'}, '_', '_'}, [], ['$1']}]),
    [ets:delete(registry_names, Name) || Name <- Names],
    [ets:delete(registry_holders, {Pid, Name}) || Name <- Names],
    ok.

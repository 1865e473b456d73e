%% The registry of test/random: which processes live, which are dead, and who has which name. A dead process may be
%% registered, which is ignored. The name of a dead one is not unregistered: what that does depends on the server.
-module(registry_model).
-include_lib("proper/include/proper.hrl").
-behaviour(proper_statem).
-export([setup/0, cleanup/0, initial_state/0, command/1, precondition/2, next_state/3, postcondition/3]).
-export([spawn/0, kill/1, reg/2, unreg/1, where/1]).

setup() -> registry:start().
cleanup() -> registry:stop().

%% alive, dead: processes. names: of living ones. stale: names that a dead one had, which nobody has taken since.
initial_state() -> #{alive => [], dead => [], names => #{}, stale => []}.

command(#{alive := Alive, dead := Dead}) ->
    Any = Alive ++ Dead,
    oneof([{call, ?MODULE, spawn, []}] ++
          [{call, ?MODULE, kill, [elements(Alive)]} || Alive =/= []] ++
          [{call, ?MODULE, reg, [name(), elements(Any)]} || Any =/= []] ++
          [{call, ?MODULE, unreg, [name()]}, {call, ?MODULE, where, [name()]}]).

name() -> elements([a, b, c, d]).

precondition(#{alive := Alive}, {call, _, kill, [Pid]}) -> lists:member(Pid, Alive);
precondition(#{alive := Alive, dead := Dead}, {call, _, reg, [_, Pid]}) -> lists:member(Pid, Alive ++ Dead);
precondition(#{stale := Stale}, {call, _, unreg, [Name]}) -> not lists:member(Name, Stale);
precondition(_, _) -> true.

next_state(#{alive := Alive} = State, Pid, {call, _, spawn, []}) ->
    State#{alive := Alive ++ [Pid]};
next_state(#{alive := Alive, dead := Dead, names := Names, stale := Stale} = State, _, {call, _, kill, [Pid]}) ->
    Gone = [Name || {Name, Holder} <- maps:to_list(Names), Holder =:= Pid],
    State#{alive := Alive -- [Pid], dead := Dead ++ [Pid], names := maps:without(Gone, Names), stale := lists:usort(Gone ++ Stale)};
next_state(#{names := Names, alive := Alive, stale := Stale} = State, _, {call, _, reg, [Name, Pid]}) ->
    case {is_map_key(Name, Names), lists:member(Pid, Alive)} of
        {true, _} -> State;
        {false, true} -> State#{names := Names#{Name => Pid}, stale := Stale -- [Name]};
        {false, false} -> State#{stale := lists:usort([Name | Stale])}
    end;
next_state(#{names := Names} = State, _, {call, _, unreg, [Name]}) ->
    State#{names := maps:remove(Name, Names)};
next_state(State, _, _) ->
    State.

postcondition(#{names := Names}, {call, _, reg, [Name, _]}, Result) ->
    Result =:= case is_map_key(Name, Names) of true -> badarg; false -> true end;
postcondition(#{names := Names}, {call, _, unreg, [Name]}, Result) ->
    Result =:= case is_map_key(Name, Names) of true -> true; false -> badarg end;
postcondition(#{names := Names}, {call, _, where, [Name]}, Result) ->
    Result =:= maps:get(Name, Names, undefined);
postcondition(_, _, _) ->
    true.

%% --- the commands -----------------------------------------------------------------------------------------

spawn() -> erlang:spawn(fun() -> receive after infinity -> ok end end).

kill(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, _, _, _} -> killed end.

reg(Name, Pid) -> without_error(fun() -> registry:reg(Name, Pid) end).
unreg(Name) -> without_error(fun() -> registry:unreg(Name) end).
where(Name) -> registry:where(Name).

without_error(Fun) ->
    try Fun()
    catch error:badarg -> badarg
    end.

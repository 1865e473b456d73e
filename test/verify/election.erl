%% Candidates on one node, after the description of an election by majority: who asks all others, and is elected by those who accept or
%% are absent. It is wrong: a candidate that has not answered counts as absent in a majority of those that have, although it may lead.
-module(election).
-export([three/0, all/0]).

three() -> start(majority).
all() -> start(all).

%% B starts alone and leads; then A and C start.
start(Rule) ->
    Names = [a, b, c],
    spawn(fun() -> candidate(b, Names, Rule) end),
    weft:pause(),
    spawn(fun() -> candidate(a, Names, Rule) end),
    spawn(fun() -> candidate(c, Names, Rule) end),
    ok.

candidate(Name, Names, Rule) ->
    register(Name, self()),
    Others = Names -- [Name],
    [monitor(process, Other) || Other <- Others],
    [catch Other ! {capture, Name} || Other <- Others],
    loop(#{name => Name, others => Others, accepted => [], absent => [], leader => none, rule => Rule}).

loop(#{name := Name, others := Others, accepted := Accepted, absent := Absent} = State) ->
    receive
        {capture, From} when From < Name, map_get(leader, State) =/= Name ->
            catch From ! {accept, Name},
            loop(State);
        {capture, From} when map_get(leader, State) =:= Name ->
            catch From ! {elected, Name},
            loop(State);
        {capture, _} -> loop(State);
        {accept, From} -> loop(decide(State#{accepted := lists:usort([From | Accepted])}));
        {'DOWN', _, process, {From, _}, _} -> loop(decide(State#{absent := lists:usort([From | Absent])}));
        {elected, From} ->
            lead(Name, false),
            loop(State#{leader := From})
    end,
    Others.

decide(#{leader := none, name := Name, others := Others, accepted := Accepted, absent := Absent, rule := Rule} = State) ->
    All = Others -- (Accepted ++ Absent) =:= [],
    Majority = Rule =:= majority andalso length(Accepted) + 1 > (length(Others) + 1) div 2,
    case All orelse Majority of
        true ->
            lead(Name, true),
            [catch Other ! {elected, Name} || Other <- Others],
            State#{leader := Name};
        false -> State
    end;
decide(State) -> State.

lead(Name, true) -> weft:fact(leader, Name);
lead(Name, false) -> weft:no_fact(leader, Name).

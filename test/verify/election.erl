%% Candidates on one node, after the description of an election by majority: who asks all others, and is elected by those who accept or
%% are absent.
%%
%% majority: it is wrong: a candidate that has not answered counts as absent in a majority of those that have, although it may lead.
%%
%% all: every other one has to accept, or to be absent. That is wrong, too: B finds A absent before A has started, and accepts it later; then
%% each of them has everybody else accepted or absent. Where B leads first, it takes a crash of B, and C in its place.
%%
%% pledge: who accepts somebody pledges not to lead while that one is there, and counts who asks as absent no more. Claim: of two candidates X and
%% Y that are there not both lead. Reason: let X lead, and not have pledged itself to Y, as else it would wait for the end of Y. Y leads only if
%% X has accepted it, which was a pledge, or if X was absent when Y looked; and X leads only if Y has pledged itself to X, so that Y does not
%% lead, or if Y was absent when X looked. But each looks after it has a name: the second to get one finds the first.
-module(election).
-export([three/0, all/0, pledge/0, crash_all/0, crash_pledge/0]).

three() -> start(majority).
all() -> start(all).
pledge() -> start(pledge).
crash_all() -> crash(all).
crash_pledge() -> crash(pledge).

%% One of them crashes, at any moment.
crash(Rule) ->
    start(Rule),
    catch exit(whereis(weft:choose([a, b, c])), kill),
    ok.

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
    loop(#{name => Name, others => Others, accepted => [], absent => [], pledged => [], leader => none, rule => Rule}).

loop(#{name := Name, others := Others, accepted := Accepted, absent := Absent} = State) ->
    receive
        {capture, From} when From < Name, map_get(leader, State) =/= Name ->
            catch From ! {accept, Name},
            loop(pledge(From, State));
        {capture, From} when map_get(leader, State) =:= Name ->
            catch From ! {elected, Name},
            loop(State);
        {capture, From} -> loop(ask_again(From, State));
        {accept, From} -> loop(decide(State#{accepted := lists:usort([From | Accepted])}));
        {'DOWN', _, process, {From, _}, _} ->
            weft:no_fact(leader, From),
            loop(decide(lost(From, State#{absent := lists:usort([From | Absent])})));
        {elected, From} ->
            lead(Name, false),
            loop(State#{leader := From})
    end,
    Others.

pledge(From, #{rule := pledge, absent := Absent, pledged := Pledged} = State) ->
    monitor(process, From),
    State#{absent := Absent -- [From], pledged := lists:usort([From | Pledged])};
pledge(_, State) -> State.

%% It was asked when it was not there yet, perhaps.
ask_again(From, #{rule := pledge, name := Name, absent := Absent} = State) ->
    monitor(process, From),
    catch From ! {capture, Name},
    State#{absent := Absent -- [From]};
ask_again(_, State) -> State.

lost(From, #{rule := pledge, leader := From, pledged := Pledged} = State) -> State#{leader := none, pledged := Pledged -- [From]};
lost(From, #{pledged := Pledged} = State) -> State#{pledged := Pledged -- [From]}.

decide(#{leader := none, pledged := [], name := Name, others := Others, accepted := Accepted, absent := Absent, rule := Rule} = State) ->
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

%% Whether some order of operations explains what they did: the search behind weft parallel, and behind weft linear where
%% the model is written in Erlang.
%%
%% The operations of one client, or of one branch, are a lane: they happened one after the other. An order takes the
%% first operation of some lane, then of some lane again, until all are placed. It must agree with time: an operation that
%% began after another had ended comes after it. Which lanes are how far, and the state of the model, are all that
%% matters for what can follow, so no such pair is looked at twice.
-module(weft_serial).
-export([explain/3, every/3, splits/1]).

%% number: from 1. call: as it was made. ended: what it did, {returned, Result}, {raised, Class, Reason}, or unknown when
%% it has not ended. from, to: when it was called and when it returned; infinity: it did not.
-type operation() :: #{number := pos_integer(), call := term(), ended := term(), from => number(), to => number() | infinity,
                       atom() => term()}.
-type step() :: fun((State :: term(), operation()) -> {ok, State :: term()} | {no, Why :: term()}).

%% {placed, [Operation]}: in this order the model agrees. Otherwise the longest order that it agrees with, the state after
%% it, and of each operation that could come next why the model does not agree.
-spec explain([[operation()]], term(), step()) ->
    {placed, [operation()]} | {stuck, [operation()], State :: term(), [{operation(), Why :: term()}]}.
explain(Lanes, State, Step) ->
    case place(Lanes, State, {0, []}, Step, #{best => {-1, [], State, []}}) of
        {placed, Order} -> {placed, lists:reverse(Order)};
        #{best := {_, Order, After, Whys}} -> {stuck, lists:reverse(Order), After, Whys}
    end.

place(Lanes, State, {_, Order} = Placed, Step, Seen) ->
    Here = {[position(Lane) || Lane <- Lanes], State},
    case lists:all(fun is_over/1, Lanes) of
        true -> {placed, Order};
        false when is_map_key(Here, Seen) -> Seen;
        false -> place_next(next(Lanes), State, Placed, Step, Seen#{Here => true}, [])
    end.

place_next([{Operation, Lanes} | More], State, {Count, Order} = Placed, Step, Seen, Whys) ->
    case Step(State, Operation) of
        {ok, After} ->
            case place(Lanes, After, {Count + 1, [Operation | Order]}, Step, Seen) of
                {placed, _} = Found -> Found;
                Seen1 -> place_next(More, State, Placed, Step, Seen1, Whys)
            end;
        {no, Why} ->
            place_next(More, State, Placed, Step, Seen, [{Operation, Why} | Whys])
    end;
place_next([], State, {Count, Order}, _, #{best := {Best, _, _, _}} = Seen, Whys) when Count > Best ->
    Seen#{best := {Count, Order, State, lists:reverse(Whys)}};
place_next([], _, _, _, Seen, _) ->
    Seen.

position([]) -> done;
position([#{number := Number} | _]) -> Number.

%% Who has not ended may have had no effect.
is_over([]) -> true;
is_over([#{ended := Ended} | _]) -> Ended =:= unknown.

%% What can come next: whatever was called before each of the others had returned.
next(Lanes) ->
    Deadline = lists:min([infinity | [maps:get(to, Operation, infinity) || [Operation | _] <- Lanes]]),
    [{Operation, Before ++ [Rest | After]}
     || {Before, [Operation | Rest], After} <- splits(Lanes), maps:get(from, Operation, 0) < Deadline].

%% Each element of a list, between those before and those after it.
splits(List) -> splits(List, []).

splits([], _) -> [];
splits([Lane | After], Before) -> [{lists:reverse(Before), Lane, After} | splits(After, [Lane | Before])].

%% Whether the step is possible wherever it may come, in every order of the lanes.
-spec every([[operation()]], term(), step()) -> boolean().
every(Lanes, State, Step) ->
    every(Lanes, State, Step, #{}) =/= false.

every(Lanes, State, Step, Seen) ->
    Here = {[position(Lane) || Lane <- Lanes], State},
    case Seen of
        #{Here := _} -> Seen;
        _ -> lists:foldl(fun(Next, Acc) -> every_next(Next, State, Step, Acc) end, Seen#{Here => true}, next(Lanes))
    end.

every_next(_, _, _, false) ->
    false;
every_next({Operation, Lanes}, State, Step, Seen) ->
    case Step(State, Operation) of
        {ok, After} -> every(Lanes, After, Step, Seen);
        {no, _} -> false
    end.

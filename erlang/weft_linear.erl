%% A recorded history, judged by a model for PropEr's proper_statem: weft linear asks check/1.
%%
%% The history is text, a line for each operation:
%%     {Number, Lane, From, To, Operation, Arguments, Result}
%% To is infinity and Result unknown when it did not return. The model sees {call, Model, Operation, Arguments}.
-module(weft_linear).
-export([check/1]).

%% The answer has the lines "holds" or "stuck", the numbers of the operations in an order (of those that could be placed), the
%% state after them and, for each that could not come next, its number and why.
check([Name, Text]) ->
    Model = list_to_atom(Name),
    try
        weft_model:check(Model),
        Operations = [operation(Model, weft_term:read(Line)) || Line <- string:split(Text, "\n", all), Line =/= ""],
        answer(Model, weft_serial:explain(lanes(Operations), Model:initial_state(), weft_model:step(Model)))
    catch
        throw:Why -> unicode:characters_to_binary(["unable\n", Why])
    end.

operation(Model, {Number, Lane, From, To, Operation, Arguments, Result}) ->
    Ended = case To of
                infinity -> unknown;
                _ -> {returned, Result}
            end,
    #{number => Number, lane => Lane, from => From, to => To, name => {var, Number},
      call => {call, Model, Operation, Arguments}, ended => Ended}.

lanes(Operations) ->
    ByLane = lists:foldr(fun(#{lane := Lane} = Operation, Acc) ->
                             maps:update_with(Lane, fun(Others) -> [Operation | Others] end, [Operation], Acc)
                         end, #{}, Operations),
    maps:values(ByLane).

answer(Model, {placed, Order}) ->
    State = lists:foldl(fun(#{call := Call, ended := Ended, name := Symbol}, Before) ->
                            Result = case Ended of
                                         {returned, Returned} -> Returned;
                                         unknown -> Symbol
                                     end,
                            Model:next_state(Before, Result, Call)
                        end, Model:initial_state(), Order),
    text("holds", Order, State, []);
answer(_, {stuck, Order, State, Whys}) ->
    text("stuck", Order, State, Whys).

text(Word, Order, State, Whys) ->
    unicode:characters_to_binary([Word, $\n, lists:join($\s, numbers(Order)), $\n, io_lib:format("~0tp", [State]), $\n,
                                  [[integer_to_list(Number), $\s, why(Why), $\n] || {#{number := Number}, Why} <- Whys]]).

numbers(Operations) -> [integer_to_list(Number) || #{number := Number} <- Operations].

why(postcondition) -> "the postcondition does not hold there";
why(precondition) -> "the precondition does not hold there".

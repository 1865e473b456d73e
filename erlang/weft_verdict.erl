%% Telling that no order explains the results: raise/4 ends the test process with {not_linearizable, Reason, Details, Data}.
%%
%% Each of the three is a list of binaries, which are text, and of {Term}, for which weft prints the term as stories
%% do, with the names of processes. Reason is one line, Details several, Data is JSON.
-module(weft_verdict).
-export([raise/4, data/4]).

raise(Model, First, Lanes, {stuck, Order, State, Whys}) ->
    Reason = reason(First, Lanes, Whys),
    Details = [calls(First, Lanes), explanation(First, Lanes, Order, State, Whys)],
    erlang:raise(error, {not_linearizable, pieces(Reason), pieces(Details),
                         pieces(data(Model, [{"first", First} | branches(Lanes)], placed(First, Lanes, Order), {State, Whys}))}, []).

%% --- in words -------------------------------------------------------------------------------------

reason(_, _, [{Operation, raised}]) ->
    #{ended := {raised, Class, Reason}} = Operation,
    [symbolic(Operation), " raises ", {Class}, ": ", {Reason}];
reason(_, [], [{#{ended := {returned, Result}} = Operation, _}]) ->
    ["the model does not agree that ", symbolic(Operation), " returns ", {Result}];
reason(_, _, _) ->
    "no order of the calls explains what they returned".

calls(First, Lanes) ->
    [case First of
         [] -> [];
         _ -> ["  first\n", [line(Operation) || Operation <- First]]
     end,
     [["  then in parallel, ", Name, "\n", [line(Operation) || Operation <- Lane]] || {Name, Lane} <- branches(Lanes)]].

branches(Lanes) ->
    [{["branch ", integer_to_list(Number)], Lane} || {Number, Lane} <- lists:zip(lists:seq(1, length(Lanes)), Lanes)].

line(#{number := Number, name := {var, Variable}} = Operation) ->
    ["    ", right(Number), "  V", integer_to_list(Variable), " = ", symbolic(Operation), "  -> ", ended(Operation), "\n"].

right(Number) -> string:pad(integer_to_list(Number), 3, leading).

ended(#{ended := {returned, Result}}) -> {Result};
ended(#{ended := {raised, Class, Reason}}) -> ["raises ", {Class}, ": ", {Reason}];
ended(#{ended := unknown}) -> "did not return".

%% As PropEr wrote it: results of earlier commands are V1, V2 ...
symbolic(#{symbolic := {call, Module, Function, Arguments}}) ->
    [{Module}, ":", {Function}, "(", commas([argument(Argument) || Argument <- Arguments]), ")"].

argument({var, Number}) when is_integer(Number) ->
    ["V", integer_to_list(Number)];
argument(Term) ->
    case weft_model:variables(Term) of
        [] -> {Term};
        _ when is_tuple(Term) -> ["{", commas([argument(Element) || Element <- tuple_to_list(Term)]), "}"];
        _ when is_list(Term) -> ["[", commas([argument(Element) || Element <- Term]), "]"];
        _ -> {Term}
    end.

commas(Pieces) -> lists:join(", ", Pieces).

explanation(First, Lanes, Order, State, Whys) ->
    [case placed(First, Lanes, Order) of
         [] -> "  in the first state\n";
         Placed -> ["  the longest order that the model agrees with: ", lists:join(" ", [integer_to_list(Number) || Number <- Placed]), "\n"]
     end,
     ["    after it the state is ", {State}, "\n"],
     [["    then not ", integer_to_list(Number), ": ", why(Operation, Why), "\n"]
      || {#{number := Number} = Operation, Why} <- Whys]].

%% When the prefix is what fails, the order is of the prefix.
placed(_, [], Order) -> numbers(Order);
placed(First, _, Order) -> numbers(First) ++ numbers(Order).

numbers(Operations) -> [Number || #{number := Number} <- Operations].

why(Operation, postcondition) -> [symbolic(Operation), " -> ", ended(Operation), " is not what the model expects there"];
why(Operation, precondition) -> [symbolic(Operation), " must not be called there"];
why(Operation, raised) -> [symbolic(Operation), " ", ended(Operation)].

%% --- as data --------------------------------------------------------------------------------------

%% {"model": ..., "lanes": [{"name": ..., "operations": [{"number", "call", "result", "from", "to"}]}],
%%  "order": [numbers, as placed], "state": after them, "stuck": [{"number", "why"}]}
data(Model, Lanes, Placed, {State, Whys}) ->
    ["{\"model\": ", quoted({Model}), ", \"lanes\": [", commas([lane(Lane) || Lane <- Lanes]),
     "], \"order\": [", commas([integer_to_list(Number) || Number <- Placed]),
     "], \"state\": ", quoted({State}),
     ", \"stuck\": [", commas([stuck(Why) || Why <- Whys]), "]}"].

lane({Name, Operations}) ->
    ["{\"name\": ", quoted(Name), ", \"operations\": [", commas([operation(Operation) || Operation <- Operations]), "]}"].

operation(#{number := Number} = Operation) ->
    ["{\"number\": ", integer_to_list(Number), ", \"call\": ", quoted(symbolic(Operation)), ", \"result\": ", quoted(ended(Operation)),
     [[", \"", atom_to_list(Name), "\": ", integer_to_list(maps:get(Name, Operation))]
      || Name <- [from, to], is_integer(maps:get(Name, Operation, none))], "}"].

stuck({#{number := Number}, Why}) ->
    ["{\"number\": ", integer_to_list(Number), ", \"why\": \"", atom_to_list(Why), "\"}"].

%% A string of JSON. Of terms, weft sees to what must be escaped.
quoted(Pieces) -> [$", escape(Pieces), $"].

escape([$" | Rest]) -> ["\\\"" | escape(Rest)];
escape([$\\ | Rest]) -> ["\\\\" | escape(Rest)];
escape([Character | Rest]) when is_integer(Character), Character < 32; Character =:= $< -> [io_lib:format("\\u~4.16.0b", [Character]) | escape(Rest)];
escape([Piece | Rest]) -> [escape(Piece) | escape(Rest)];
escape({_} = Term) -> Term;
escape(Binary) when is_binary(Binary) -> escape(unicode:characters_to_list(Binary));
escape(Other) -> Other.

%% Text and terms, as flat as weft wants them.
pieces(Pieces) -> merge(lists:flatten([Pieces]), []).

merge([{_} = Term | Rest], Text) -> flush(Text, [Term | merge(Rest, [])]);
merge([Part | Rest], Text) -> merge(Rest, [Part | Text]);
merge([], Text) -> flush(Text, []).

flush([], Rest) -> Rest;
flush(Text, Rest) -> [unicode:characters_to_binary(lists:reverse(Text)) | Rest].

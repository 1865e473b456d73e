%% Terms as text, in plain code: what happens before the first action of a test must touch nothing, and erl_scan asks
%% persistent terms which words are keywords. Besides, there are many cases to write.
%%
%% Integers, floats, atoms, strings, binaries written as <<1,2,3>> or <<"text">>, lists, tuples and maps. Reading anything
%% else raises {not_a_term, Rest}, writing anything else throws not_plain.
-module(weft_term).
-export([read/1, write/1]).

%% --- writing --------------------------------------------------------------------------------------

write(Number) when is_integer(Number) -> integer_to_list(Number);
write(Float) when is_float(Float) -> io_lib:write(Float);
write(Atom) when is_atom(Atom) -> write_atom(Atom, atom_to_list(Atom));
write([]) -> "[]";
write([_ | _] = List) -> write_list(List, is_text(List));
write(Tuple) when is_tuple(Tuple) -> ["{", elements(tuple_to_list(Tuple)), "}"];
write(Map) when is_map(Map) ->
    ["#{", lists:join(",", [[write(Key), "=>", write(Value)] || {Key, Value} <- lists:sort(maps:to_list(Map))]), "}"];
write(Binary) when is_binary(Binary) -> ["<<", elements(binary_to_list(Binary)), ">>"];
write(_) -> throw(not_plain).

%% What needs no quotes is most of them, and io_lib looks long at each.
write_atom(Atom, [First | Rest] = Name) when First >= $a, First =< $z ->
    case lists:all(fun is_plain/1, Rest) andalso not lists:member(Atom, reserved()) of
        true -> Name;
        false -> io_lib:write_atom(Atom)
    end;
write_atom(Atom, _) ->
    io_lib:write_atom(Atom).

is_plain(Character) -> Character =:= $_ orelse Character >= $a andalso Character =< $z orelse Character >= $0 andalso Character =< $9.

reserved() ->
    ['after', 'and', 'andalso', 'band', 'begin', 'bnot', 'bor', 'bsl', 'bsr', 'bxor', 'case', 'catch', 'cond', 'div', 'else', 'end',
     'fun', 'if', 'let', 'maybe', 'not', 'of', 'or', 'orelse', 'receive', 'rem', 'try', 'when', 'xor'].

write_list(List, true) -> [$", [escape(Character) || Character <- List], $"];
write_list(List, false) -> ["[", elements(List), "]"].

elements([Element]) -> [write(Element)];
elements([Element | [_ | _] = More]) -> [write(Element), "," | elements(More)];
elements([Element | Tail]) when Tail =/= [] -> [write(Element), "|", write(Tail)];
elements([]) -> [].

is_text([Character | More]) when is_integer(Character), Character >= 32, Character < 127 -> is_text(More);
is_text(Rest) -> Rest =:= [].

escape(Character) when Character =:= $"; Character =:= $\\ -> [$\\, Character];
escape(Character) -> Character.

%% --- reading --------------------------------------------------------------------------------------

read(Text) ->
    case term(skip(Text)) of
        {Term, Rest} ->
            case skip(Rest) of
                "" -> Term;
                More -> error({not_a_term, More})
            end
    end.

skip([Blank | Rest]) when Blank =:= $\s; Blank =:= $\t; Blank =:= $\n; Blank =:= $\r -> skip(Rest);
skip(Text) -> Text.

term("[" ++ Rest) -> list(skip(Rest), []);
term("{" ++ Rest) -> tuple(sequence(skip(Rest), $}, []));
term("#{" ++ Rest) -> map(skip(Rest), #{});
term("<<" ++ Rest) -> binary(skip(Rest));
term([$" | Rest]) -> quoted(Rest, $", []);
term([$' | Rest]) -> atom(quoted(Rest, $', []));
term([$- | Rest]) ->
    {Number, More} = number(Rest),
    {-Number, More};
term([Digit | _] = Text) when Digit >= $0, Digit =< $9 -> number(Text);
term([Letter | _] = Text) when Letter >= $a, Letter =< $z; Letter >= 16#DF -> atom(lists:splitwith(fun is_name/1, Text));
term(Text) -> error({not_a_term, Text}).

is_name(Character) ->
    Character >= $a andalso Character =< $z orelse Character >= $A andalso Character =< $Z orelse
        Character >= $0 andalso Character =< $9 orelse Character =:= $_ orelse Character =:= $@ orelse Character >= 16#C0.

atom({Name, Rest}) -> {list_to_atom(Name), Rest}.

tuple({Elements, Rest}) -> {list_to_tuple(Elements), Rest}.

number(Text) ->
    {Digits, Rest} = lists:splitwith(fun is_digit/1, Text),
    case Rest of
        [$., Digit | _] when Digit >= $0, Digit =< $9 -> float(Digits, tl(Rest));
        _ when Digits =/= [] -> {list_to_integer(Digits), Rest};
        _ -> error({not_a_term, Text})
    end.

float(Whole, Text) ->
    {Part, Rest} = lists:splitwith(fun is_digit/1, Text),
    {Exponent, More} = exponent(Rest),
    {list_to_float(Whole ++ "." ++ Part ++ Exponent), More}.

exponent([$e, Sign | Text]) when Sign =:= $-; Sign =:= $+ ->
    {Digits, Rest} = lists:splitwith(fun is_digit/1, Text),
    {[$e, Sign | Digits], Rest};
exponent([$e | Text]) ->
    {Digits, Rest} = lists:splitwith(fun is_digit/1, Text),
    {[$e | Digits], Rest};
exponent(Text) ->
    {"", Text}.

is_digit(Character) -> Character >= $0 andalso Character =< $9.

%% Behind the bracket, up to the one that ends it.
list("]" ++ Rest, Elements) -> {lists:reverse(Elements), Rest};
list(Text, Elements) ->
    {Element, Rest} = term(Text),
    case skip(Rest) of
        "," ++ More -> list(skip(More), [Element | Elements]);
        "]" ++ More -> {lists:reverse([Element | Elements]), More};
        "|" ++ More -> improper(term(skip(More)), [Element | Elements])
    end.

improper({Tail, Rest}, Elements) ->
    "]" ++ More = skip(Rest),
    {lists:reverse(Elements, Tail), More}.

sequence([End | Rest], End, Elements) -> {lists:reverse(Elements), Rest};
sequence(Text, End, Elements) ->
    {Element, Rest} = term(Text),
    case skip(Rest) of
        "," ++ More -> sequence(skip(More), End, [Element | Elements]);
        [End | More] -> {lists:reverse([Element | Elements]), More}
    end.

map("}" ++ Rest, Map) -> {Map, Rest};
map(Text, Map) ->
    {Key, Rest} = term(Text),
    "=>" ++ Rest1 = skip(Rest),
    {Value, Rest2} = term(skip(Rest1)),
    case skip(Rest2) of
        "," ++ More -> map(skip(More), Map#{Key => Value});
        "}" ++ More -> {Map#{Key => Value}, More}
    end.

binary([$" | Text]) ->
    {Characters, Rest} = quoted(Text, $", []),
    case skip(Rest) of
        ">>" ++ More -> {list_to_binary(Characters), More};
        "/utf8>>" ++ More -> {unicode:characters_to_binary(Characters), More}
    end;
binary(Text) ->
    {Bytes, ">" ++ Rest} = sequence(Text, $>, []),
    {list_to_binary(Bytes), Rest}.

quoted([End | Rest], End, Characters) -> {lists:reverse(Characters), Rest};
quoted([$\\ | Rest], End, Characters) ->
    {Character, More} = escaped(Rest),
    quoted(More, End, [Character | Characters]);
quoted([Character | Rest], End, Characters) -> quoted(Rest, End, [Character | Characters]).

escaped("x{" ++ Rest) ->
    {Digits, "}" ++ More} = lists:splitwith(fun(Character) -> Character =/= $} end, Rest),
    {list_to_integer(Digits, 16), More};
escaped([A, B, C | Rest]) when A >= $0, A =< $3, B >= $0, B =< $7, C >= $0, C =< $7 ->
    {list_to_integer([A, B, C], 8), Rest};
escaped([Character | Rest]) ->
    {maps:get(Character, #{$n => $\n, $r => $\r, $t => $\t, $b => $\b, $f => $\f, $v => $\v, $e => $\e, $d => $\d, $s => $\s,
                           $0 => 0}, Character), Rest}.

%% Stands in for the native functions of asn1rt_nif: values of ASN.1 in basic encoding, as tags and values, and back.
%%
%% A tag is its class, in bits 16 and 17, and its number. The value of a constructed one is a list.
-module(weft_asn1).
-export([decode_ber_tlv_raw/1, encode_ber_tlv/1]).

decode_ber_tlv_raw(Bytes) ->
    try decode(Bytes, 0) of
        {Value, Rest, _} -> {Value, Rest}
    catch
        throw:{invalid, What, Place} -> {error, {What, Place}}
    end.

invalid(What, Place) -> throw({invalid, What, Place}).

decode(<<Class:2, Constructed:1, Low:5, Rest/binary>>, Place) when Rest =/= <<>> ->
    {Number, AfterTag, Start} = number(Low, Rest, Place + 1),
    value(Class bsl 16 bor Number, Constructed, AfterTag, Start);
decode(_, Place) -> invalid(invalid_value, Place).

number(31, Bytes, Place) -> long_number(Bytes, 0, 0, Place);
number(Low, Bytes, Place) -> {Low, Bytes, Place}.

long_number(_, _, 3, Place) -> invalid(invalid_tag, Place - 2);
long_number(<<1:1, Part:7, Rest/binary>>, Sum, Count, Place) -> long_number(Rest, Sum bsl 7 bor Part, Count + 1, Place + 1);
long_number(<<0:1, Part:7, Rest/binary>>, Sum, _, Place) -> {Sum bsl 7 bor Part, Rest, Place + 1};
long_number(<<>>, _, _, Place) -> invalid(invalid_tag, Place).

value(Tag, 1, <<16#80, Rest/binary>>, Place) -> until_end(Tag, Rest, [], Place + 1);
value(_, 0, <<16#80, _/binary>>, Place) -> invalid(invalid_length, Place + 1);
value(Tag, Constructed, <<0:1, Size:7, Rest/binary>>, Place) -> sized(Tag, Constructed, Size, Rest, Place + 1);
value(Tag, Constructed, <<1:1, Count:7, Rest/binary>>, Place) ->
    case Rest of
        <<Size:Count/unit:8, Value/binary>> -> sized(Tag, Constructed, Size, Value, Place + 1 + Count);
        _ -> invalid(invalid_length, Place)
    end;
value(_, _, <<>>, Place) -> invalid(invalid_value, Place).

sized(Tag, Constructed, Size, Bytes, Place) ->
    case Bytes of
        <<Value:Size/binary, Rest/binary>> when Constructed =:= 0 -> {{Tag, Value}, Rest, Place + Size};
        <<Value:Size/binary, Rest/binary>> -> {{Tag, values(Value, Place)}, Rest, Place + Size};
        _ -> invalid(invalid_value, Place - 1)
    end.

values(<<>>, _) -> [];
values(Bytes, Place) ->
    {Value, Rest, Next} = decode(Bytes, Place),
    [Value | values(Rest, Next)].

until_end(Tag, <<0, 0, Rest/binary>>, Values, Place) -> {{Tag, lists:reverse(Values)}, Rest, Place + 2};
until_end(_, Bytes, _, Place) when byte_size(Bytes) < 2 -> invalid(invalid_length, Place + byte_size(Bytes));
until_end(Tag, Bytes, Values, Place) ->
    {Value, Rest, Next} = decode(Bytes, Place),
    until_end(Tag, Rest, [Value | Values], Next).

%% --- encoding -------------------------------------------------------------------------------------------

encode_ber_tlv(Value) ->
    try iolist_to_binary(encode(Value))
    catch error:_ -> {error, -1}
    end.

encode({Tag, Value}) when is_integer(Tag), Tag >= 0, is_binary(Value) -> [tag(Tag, 0), length_of(byte_size(Value)), Value];
encode({Tag, Values}) when is_integer(Tag), Tag >= 0 ->
    Bytes = iolist_to_binary([encode(Value) || Value <- Values]),
    [tag(Tag, 1), length_of(byte_size(Bytes)), Bytes].

tag(Tag, Constructed) ->
    case Tag band 16#FFFF of
        Number when Number < 31 -> <<(Tag bsr 16):2, Constructed:1, Number:5>>;
        Number -> [<<(Tag bsr 16):2, Constructed:1, 31:5>>, septets(Number bsr 7, [Number band 127])]
    end.

septets(0, Bytes) -> Bytes;
septets(Number, Bytes) -> septets(Number bsr 7, [Number band 127 bor 128 | Bytes]).

length_of(Size) when Size < 128 -> <<Size>>;
length_of(Size) ->
    Bytes = binary:encode_unsigned(Size),
    [128 bor byte_size(Bytes), Bytes].

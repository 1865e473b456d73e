%% Binaries: a reader of JSON-like text, byte by byte.
-module(parse).
-export([main/1]).

main(N) ->
    Items = [["{\"id\":", integer_to_list(I), ",\"name\":\"item ", integer_to_list(I), "\",\"tags\":[true,false,null]}"]
             || I <- lists:seq(1, 1000)],
    Text = iolist_to_binary(["[", lists:join(",", Items), "]"]),
    [{_, <<>>} = value(Text) || _ <- lists:seq(1, N * 200)],
    ok.

value(<<C, R/binary>>) when C =:= $\s; C =:= $\n -> value(R);
value(<<"{", R/binary>>) -> object(R, []);
value(<<"[", R/binary>>) -> array(R, []);
value(<<"\"", R/binary>>) -> string(R, <<>>);
value(<<"true", R/binary>>) -> {true, R};
value(<<"false", R/binary>>) -> {false, R};
value(<<"null", R/binary>>) -> {null, R};
value(<<C, _/binary>> = B) when C >= $0, C =< $9 -> number(B, 0).

object(<<"}", R/binary>>, Done) -> {maps:from_list(Done), R};
object(<<",", R/binary>>, Done) -> object(R, Done);
object(<<"\"", R/binary>>, Done) ->
    {Key, <<":", R1/binary>>} = string(R, <<>>),
    {V, R2} = value(R1),
    object(R2, [{Key, V} | Done]).

array(<<"]", R/binary>>, Done) -> {lists:reverse(Done), R};
array(<<",", R/binary>>, Done) -> array(R, Done);
array(B, Done) -> {V, R} = value(B), array(R, [V | Done]).

string(<<"\"", R/binary>>, S) -> {S, R};
string(<<C, R/binary>>, S) -> string(R, <<S/binary, C>>).

number(<<C, R/binary>>, N) when C >= $0, C =< $9 -> number(R, N * 10 + C - $0);
number(R, N) -> {N, R}.

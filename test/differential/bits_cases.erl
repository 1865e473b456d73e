%% The bit syntax: building and taking apart integers, floats, binaries and characters of every size.
-module(bits_cases).
-include("diff.hrl").

cases() ->
    [{{integers, Size, Kind}, fun() -> [round_trip(N, Size, Kind) || N <- numbers()] end}
     || Size <- [0, 1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 59, 60, 61, 63, 64, 65, 72, 100,
          127, 128, 129, 200],
        Kind <- [bu, bs, lu, ls]]
    ++ [{{shifted, Offset}, fun() -> [shifted(Offset, N) || N <- [0, 1, 200, 65535, 1 bsl 31, 1 bsl 63,
         -1]] end} || Offset <- lists:seq(0, 17)]
    ++ [{{utf, C}, fun() -> utf(C) end}
        || C <- [0, 1, $a, 127, 128, 255, 256, 2047, 2048, 16#D7FF, 16#D800, 16#DFFF, 16#E000, 16#FFFD, 16#FFFF,
             16#10000, 16#10FFFF, 16#110000, -1, a, 1.0]]
    ++ [{{decode, B}, fun() -> {utf8(B), utf16(B), utf16_little(B), utf32(B)} end} || B <- encoded()]
    ++ [{{slices, Bits}, fun() -> slices(Bits) end} || Bits <- [<<>>, <<1:1>>, <<5:3>>, <<255>>, <<1, 2, 3>>,
         <<1, 2, 3:4>>, <<"hello world">>]]
    ++ [{{segments, Name}, Fun} || {Name, Fun} <- wrong()]
    ++ table().

numbers() ->
    [0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, 1 bsl 31, 1 bsl 59, -(1 bsl 59), 1 bsl 63, (1 bsl 64) - 1,
     1 bsl 64, -(1 bsl 64), 123456789012345678901234567890].

round_trip(N, S, bu) -> B = <<N:S>>, <<M:S>> = B, {B, M};
round_trip(N, S, bs) -> B = <<N:S/signed>>, <<M:S/signed>> = B, M;
round_trip(N, S, lu) -> B = <<N:S/little>>, <<M:S/little>> = B, {B, M};
round_trip(N, S, ls) -> B = <<N:S/little-signed>>, <<M:S/little-signed>> = B, M.

shifted(Offset, N) ->
    B = <<-1:Offset, N:33, N:Offset/little, 3.5/float, "tail">>,
    <<_:Offset, X:33, Y:Offset/little, F/float, Rest/binary>> = B,
    <<_:Offset, Z:40/bits, _/bits>> = B,
    {bit_size(B), X, Y, F, Rest, Z, B}.

utf(C) ->
    {zoo:call(?MODULE, put_utf8, [C]), zoo:call(?MODULE, put_utf16, [C]),
         zoo:call(?MODULE, put_utf16_little, [C]), zoo:call(?MODULE, put_utf32, [C]),
         zoo:call(?MODULE, put_utf32_little, [C])}.

put_utf8(C) -> <<C/utf8>>.
put_utf16(C) -> <<C/utf16>>.
put_utf16_little(C) -> <<C/utf16-little>>.
put_utf32(C) -> <<C/utf32>>.
put_utf32_little(C) -> <<C/utf32-little>>.

encoded() ->
    [<<>>, <<"abc">>, <<16#C3, 16#A9>>, <<16#C3>>, <<16#E2, 16#82, 16#AC>>, <<16#E2, 16#82>>, <<16#F0, 16#9F,
     16#98, 16#80>>, <<16#F4, 16#90, 16#80, 16#80>>, <<16#C0, 16#80>>, <<16#ED, 16#A0, 16#80>>, <<16#FF>>,
     <<16#80>>, <<16#D8, 16#3D, 16#DE, 16#00>>, <<16#DE, 16#00, 16#D8, 16#3D>>, <<16#3D, 16#D8, 16#00, 16#DE>>,
     <<0, 1, 16#F6, 16#00>>, <<0, 17, 0, 0>>, <<0, 0, 16#D8, 0>>, <<97:7, 1:1>>].

utf8(<<C/utf8, R/binary>>) -> [C | utf8(R)];
utf8(R) -> R.
utf16(<<C/utf16, R/binary>>) -> [C | utf16(R)];
utf16(R) -> R.
utf16_little(<<C/utf16-little, R/bits>>) -> [C | utf16_little(R)];
utf16_little(R) -> R.
utf32(<<C/utf32, R/binary>>) -> [C | utf32(R)];
utf32(<<_/utf8, R/bits>>) -> [not_utf32 | utf32(R)];
utf32(R) -> R.

slices(Bits) ->
    [case Bits of
         <<_:From, Part:Size/bits, _/bits>> -> Part;
         _ -> none
     end || From <- [0, 1, 3, 8, 11], Size <- [0, 1, 4, 8, 13]].

wrong() ->
    [{atom, fun() -> <<(diff_run:id(a))>> end},
     {float_as_integer, fun() -> <<(diff_run:id(1.5)):8>> end},
     {integer_as_binary, fun() -> <<(diff_run:id(1))/binary>> end},
     {list_as_binary, fun() -> <<(diff_run:id("ab"))/binary>> end},
     {negative_size, fun() -> <<1:(diff_run:id(-1))>> end},
     {atom_size, fun() -> <<1:(diff_run:id(x))>> end},
     {float_size, fun() -> <<1.0:(diff_run:id(7))/float>> end},
     {huge_size, fun() -> <<1:(diff_run:id(1 bsl 80))>> end},
     {short_binary, fun() -> <<(diff_run:id(<<1, 2>>)):3/binary>> end},
     {part_binary, fun() -> <<(diff_run:id(<<1, 2, 3>>)):2/binary>> end},
     {bits_as_binary, fun() -> <<(diff_run:id(<<1:3>>))/binary>> end},
     {bits, fun() -> <<(diff_run:id(<<1:3>>))/bits>> end},
     {part_bits, fun() -> <<(diff_run:id(<<1:3>>)):4/bits>> end},
     {atom_float, fun() -> <<(diff_run:id(a))/float>> end},
     {integer_float, fun() -> <<(diff_run:id(7))/float>> end},
     {big_float, fun() -> <<(diff_run:id(1 bsl 1500))/float>> end},
     {bad_character, fun() -> <<(diff_run:id(16#D800))/utf8>> end},
     {second, fun() -> <<1, 2, (diff_run:id(a)), 4>> end},
     {nested, fun() -> <<0, <<(diff_run:id(x))>>/binary>> end},
     {append_atom, fun() -> <<(diff_run:id(z))/binary, 1>> end}].

%% Readers of made-up formats.
packet(<<Version:4, Length:4, Kind:8, Body:Length/binary, Check:16/little, Rest/binary>>) ->
    {Version, Kind, Body, Check, Rest};
packet(<<0:1, _/bits>>) -> reserved;
packet(B) when bit_size(B) < 16 -> short;
packet(_) -> bad.

tags(<<T, L:16, V:L/binary, Rest/binary>>) -> [{T, V} | tags(Rest)];
tags(<<>>) -> done;
tags(Rest) -> {left, Rest}.

flags(<<A:1, B:1, C:1, _:5>>) -> {A, B, C}.
bools(Bits) -> [B =:= 1 || <<B:1>> <= Bits].
count(<<1:1, R/bits>>, N) -> count(R, N + 1);
count(<<0:1, R/bits>>, N) -> count(R, N);
count(<<>>, N) -> N.

split(<<>>, _, Now, Done) -> lists:reverse([Now | Done]);
split(<<C, R/binary>>, C, Now, Done) -> split(R, C, <<>>, [Now | Done]);
split(<<C, R/binary>>, D, Now, Done) -> split(R, D, <<Now/binary, C>>, Done).

reverse_bytes(B) -> reverse_bytes(B, <<>>).
reverse_bytes(<<C, R/binary>>, A) -> reverse_bytes(R, <<C, A/binary>>);
reverse_bytes(<<>>, A) -> A.

line(<<"GET ", R/binary>>) -> {get, R};
line(<<"PUT ", R/binary>>) -> {put, R};
line(<<"G", _/binary>>) -> unknown_g;
line(<<X:3/binary, _/binary>>) -> {other, X};
line(_) -> too_short.

varint(<<0:1, N:7, R/binary>>) -> {N, R};
varint(<<1:1, N:7, R/binary>>) -> {M, S} = varint(R), {N bor (M bsl 7), S}.

sized(S, B) ->
    case B of
        <<N:S/unit:8, R/binary>> -> {N, R};
        <<N:S, R/bits>> -> {bits, N, R};
        _ -> no
    end.

table() ->
    [?C(packet(<<1:4, 3:4, 9, "abc", 1, 2, "rest">>)),
     ?C(packet(<<9:4, 3:4, 9, "ab">>)),
     ?C(packet(<<1:1>>)),
     ?C(packet(<<1, 2, 3>>)),
     ?C(packet(<<255, 2, 3>>)),
     ?C(packet(diff_run:id(a))),
     ?C(tags(<<1, 0, 2, "hi", 2, 0, 0, 3, 0, 1, "x">>)),
     ?C(tags(<<1, 0, 9, "hi">>)),
     ?C(flags(<<2#10100000>>)),
     ?C(flags(<<1, 2>>)),
     ?C(bools(<<16#A5, 1:2>>)),
     ?C(count(<<16#FF00FF:24, 1:3>>, 0)),
     ?C(split(<<"a,b,,c">>, $,, <<>>, [])),
     ?C(reverse_bytes(<<"hello">>)),
     ?C([line(L) || L <- [<<"GET /">>, <<"PUT x">>, <<"GOT">>, <<"abcd">>, <<"ab">>]]),
     ?C(varint(<<16#AC, 2, 7>>)),
     ?C(varint(<<16#FF>>)),
     ?C([sized(S, <<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12>>) || S <- [0, 1, 2, 4, 8, 11, 13, 96, 97]]),
     ?C(sized(diff_run:id(a), <<1>>)),
     ?C(sized(diff_run:id(-1), <<1>>)),
     ?C(sized(diff_run:id(1 bsl 70), <<1>>)),
     ?C(<<>>),
     ?C(<<1, 2, 3>>),
     ?C(<<1:1>>),
     ?C(<<"abc", $d, 16#1234:16>>),
     ?C(<<"h\x{e9}">>),
     ?C(<<"h\x{e9}"/utf8>>),
     ?C(<<"\x{20ac}"/utf16>>),
     ?C(<<"\x{20ac}"/utf16-little>>),
     ?C(<<"ab"/utf32>>),
     ?C(<<"ab":16>>),
     ?C(<<"ab":4>>),
     ?C(<<300>>),
     ?C(<<-1>>),
     ?C(<<-1:3>>),
     ?C(<<1:16/little>>),
     ?C(<<1:16/native>>),
     ?C(<<1:2/unit:7>>),
     ?C(<<7:3/integer-unit:4-little>>),
     ?C(<<1.5:64/float-little>>),
     ?C(<<2:32/float>>),
     ?C(<<(<<1:3>>)/bits, (<<2:5>>)/bits>>),
     ?C(<<<<1>>/binary, <<2:4>>/bits>>),
     ?C(<< <<X:4>> || X <- [1, 2, 3] >>),
     ?C(<< <<X>> || <<X:4>> <= <<16#1234:16>> >>),
     ?C(<< <<(X + 1)>> || <<X>> <= <<"HAL">> >>),
     ?C([X || <<X:3>> <= <<16#FFF0:16>>]),
     ?C([{X, Y} || <<X, Y:4>> <= <<1, 2, 3, 4, 5>>]),
     ?C([X || <<X/float>> <= <<1.0/float, 2.0/float, 9>>]),
     ?C([X || <<X/utf8>> <= <<"aé€"/utf8>>]),
     ?C(<< <<X/utf16>> || <<X/utf8>> <= <<"a\x{e9}\x{20ac}"/utf8>> >>),
     ?C([X || <<L, X:L/binary>> <= <<1, "a", 2, "bc", 9, "x">>]),
     ?C(<< <<A, B>> || A <- [1, 2], <<B>> <= <<3, 4>> >>),
     ?C(<< <<X:1>> || X <- [1, 0, 1] >>),
     ?C(<< <<B/binary>> || B <- [<<"ab">>, <<"c">>] >>),
     ?C(<< <<B/binary>> || B <- [<<"ab">>, diff_run:id(z)] >>),
     ?C(<< <<B/bits>> || B <- [<<1:3>>, <<2:7>>] >>),
     ?C([X || <<1:1, X:7>> <= <<129, 2, 131>>]),
     ?C([X || <<X:2/binary, ";">> <= <<"ab;cd;ef">>]),
     ?C(<< <<X>> || X <- [1, 2, 3], X > 1 >>),
     ?C([X || <<X>> <= diff_run:id(a)]),
     ?C(<< <<X>> || X <- diff_run:id(a) >>),
     ?C(begin <<A:4, B/bits>> = <<16#12, 16#3:4>>, {A, B} end),
     ?C(begin <<A:8/signed, B:8/unsigned>> = <<200, 200>>, {A, B} end),
     ?C(begin <<A:16/signed-little>> = <<0, 128>>, A end),
     ?C(begin <<A:3/binary-unit:8, B/binary>> = <<"abcdef">>, {A, B} end),
     ?C(begin <<A:2/binary-unit:4, B/binary>> = <<"abc">>, {A, B} end),
     ?C(begin <<A/bits>> = <<5:3>>, A end),
     ?C(begin <<A/binary>> = diff_run:id(<<5:3>>), A end),
     ?C(begin <<_:8, A/binary-unit:2>> = diff_run:id(<<1, 5:4>>), A end),
     ?C(begin <<_:8, A/binary-unit:3>> = diff_run:id(<<1, 5:4>>), A end),
     ?C(begin <<1, 2, 3>> = diff_run:id(<<1, 2, 4>>) end),
     ?C(begin <<"abc", R/binary>> = diff_run:id(<<"abcd">>), R end),
     ?C(begin <<"abc"/utf8, R/binary>> = diff_run:id(<<"abcd">>), R end),
     ?C(begin <<A, A>> = diff_run:id(<<1, 1>>), A end),
     ?C(begin <<A, A>> = diff_run:id(<<1, 2>>), A end),
     ?C(begin S = 4, <<X:S, Y:(S * 2), _/bits>> = diff_run:id(<<1, 2, 3>>), {X, Y} end),
     ?C(begin <<S, X:S/binary, Y:(S + 1)/binary, R/binary>> = diff_run:id(<<1, "abcdef">>), {X, Y, R} end),
     ?C(case diff_run:id(<<1, 2>>) of <<A:16/little>> when A > 600 -> big; <<A:16>> -> A end),
     ?C(case diff_run:id(<<1, 2, 3>>) of <<A:16>> -> A; <<A:24>> -> {three, A} end),
     ?C(case diff_run:id(a) of <<_/binary>> -> bin; _ -> other end),
     ?C(case diff_run:id(<<3:2>>) of <<_/binary>> -> bin; <<_/bits>> -> bits end),
     ?C(begin B = diff_run:id(<<"abc">>), {<<B/binary, 1>>, <<B/binary, 2>>, B} end),
     ?C(begin B = lists:foldl(fun(X, A) -> <<A/binary, X>> end, <<>>, lists:seq(1, 300)),
         {byte_size(B), erlang:md5(B)} end),
     ?C(begin A = <<(diff_run:id(<<>>))/binary, 1>>, B = <<A/binary, 2>>, C = <<A/binary, 3>>, {A, B, C} end),
     ?C(begin B = lists:foldl(fun(X, A) -> <<A/bits, X:3>> end, <<>>, lists:seq(1, 50)), {bit_size(B), B} end),
     ?C(begin L = [<<(diff_run:id(<<"x">>))/binary, N>> || N <- [1, 2]], L end),
     ?C(byte_size(<<1:13>>)),
     ?C(bit_size(<<1:13>>)),
     ?C(split_binary(<<1, 2, 3:4>>, 1)),
     ?C(split_binary(<<1, 2>>, 3)),
     ?C(binary_to_list(<<1, 2, 3:3>>)),
     ?C(bitstring_to_list(<<1, 2, 3:3>>)),
     ?C(list_to_bitstring([1, <<2:3>>, <<4:5>>])),
     ?C(list_to_bitstring([1, [<<2:3>>], 4 | <<5:1>>])),
     ?C(<<(<<"abcdef">>):3/binary>>),
     ?C(<<(<<"abcdef">>):5/bits>>),
     ?C(begin Sub = binary:part(<<"hello world">>, 6, 5), <<W, R/binary>> = Sub, {W, R, <<R/binary, W>>} end),
     ?C(begin <<_:3, Mid:10/bits, _/bits>> = <<16#DEADBEEF:32>>,
         {Mid, <<Mid/bits, Mid/bits>>, bit_size(Mid)} end),
     ?C(begin <<_:3, Mid:16/bits, _/bits>> = <<16#DEADBEEF:32>>,
         {Mid, binary_to_list(Mid), is_binary(Mid), erlang:md5(Mid), erlang:phash2(Mid),
         list_to_binary([Mid, Mid])} end),
     ?C(begin <<_:1, X/bits>> = <<1, 2, 3>>, {X == <<2, 4, 3:7>>, X, erlang:phash2(X)} end),
     ?C(<<1:8/integer-signed-big-unit:1>>),
     ?C(lists:sum([X || <<X:1>> <= term_to_binary({a, b, c})])),
     ?C(begin <<X:99, _/bits>> = binary:copy(<<16#A5>>, 20), X end),
     ?C(begin <<_:5, X:99/little, _/bits>> = binary:copy(<<16#A5>>, 20), X end),
     ?C(begin <<_:5, X:99/little-signed, _/bits>> = binary:copy(<<16#A7>>, 20), X end),
     ?C([begin <<_:N, X:64/float, _/bits>> = <<0:N, 2.5/float, 1>>, X end || N <- [0, 1, 7, 8, 9]]),
     ?C([begin <<_:N, X:32/float-little, _/bits>> = <<0:N, 2.5:32/float-little, 1>>,
         X end || N <- [0, 1, 7, 8, 9]]),
     ?C([begin <<_:N, X:16/float, R/bits>> = <<0:N, 2.5:16/float, 1>>, {X, R} end || N <- [0, 1, 7, 8]])].

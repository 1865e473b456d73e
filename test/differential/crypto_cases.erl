%% crypto, as far as it is built in: digests, keyed digests, AES. Random numbers: their size and range.
-module(crypto_cases).
-include("diff.hrl").

cases() ->
    [{{hash, Type, byte_size(Data)}, fun() -> {crypto:hash(Type, Data), in_pieces(Type, Data)} end}
        || Type <- types(), Data <- data()]
    ++ [{{mac, Type, byte_size(Key), byte_size(Data)}, fun() -> {crypto:mac(hmac, Type, Key, Data),
           mac_in_pieces(Type, Key, Data), crypto:macN(hmac, Type, Key, Data, 7)} end}
        || Type <- types(), Key <- keys(), Data <- data()]
    ++ [{{Cipher, byte_size(Data), Padding}, fun() -> there_and_back(Cipher, Data, [{padding, Padding}]) end}
        || Cipher <- ciphers(), Data <- data(), Padding <- [undefined, none, pkcs_padding]]
    ++ table().

types() -> [md5, sha, sha224, sha256, sha384, sha512].
data() -> [bytes(Size) || Size <- [0, 1, 15, 16, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 300]].
keys() -> [bytes(Size) || Size <- [0, 20, 64, 65, 128, 129]].
bytes(Size) -> list_to_binary([(I * 37 + Size) rem 256 || I <- lists:seq(1, Size)]).
ciphers() -> [aes_128_ecb, aes_192_ecb, aes_256_ecb, aes_128_cbc, aes_192_cbc, aes_256_cbc, aes_128_ctr, aes_192_ctr, aes_256_ctr].

pieces(<<A:13/binary, Rest/binary>>) -> [A | pieces(Rest)];
pieces(Rest) -> [[Rest]].

in_pieces(Type, Data) ->
    crypto:hash_final(lists:foldl(fun(P, S) -> crypto:hash_update(S, P) end, crypto:hash_init(Type), pieces(Data))).

mac_in_pieces(Type, Key, Data) ->
    crypto:mac_final(lists:foldl(fun(P, S) -> crypto:mac_update(S, P) end, crypto:mac_init(hmac, Type, Key), pieces(Data))).

there_and_back(Cipher, Data, Options) ->
    Key = bytes(key_size(Cipher)),
    try there_and_back(Cipher, Key, Data, Options) catch error:{Kind, {_File, _Line}, Text} -> {Kind, Text} end.

there_and_back(Cipher, Key, Data, Options) ->
    case lists:suffix("ecb", atom_to_list(Cipher)) of
        true ->
            There = crypto:crypto_one_time(Cipher, Key, Data, [{encrypt, true} | Options]),
            {There, crypto:crypto_one_time(Cipher, Key, There, [{encrypt, false} | Options])};
        false ->
            There = crypto:crypto_one_time(Cipher, Key, bytes(16), Data, [{encrypt, true} | Options]),
            {There, crypto:crypto_one_time(Cipher, Key, bytes(16), There, [{encrypt, false} | Options])}
    end.

key_size(Cipher) -> list_to_integer(lists:sublist(atom_to_list(Cipher), 5, 3)) div 8.

table() ->
    [?C(crypto:hash(sha256, ["abc", <<"def">>, $g])),
     ?C(try crypto:hash(sha256, foo) catch error:Reason -> Reason end),
     ?C(try crypto:crypto_one_time(aes_128_cbc, <<1:120>>, <<0:128>>, <<>>, true) catch error:{Kind, _, Text} -> {Kind, Text} end),
     ?C(try crypto:crypto_one_time(aes_128_cbc, <<1:128>>, <<0:120>>, <<>>, true) catch error:{Kind, _, Text} -> {Kind, Text} end),
     ?C(crypto:crypto_one_time(aes_128_cbc, <<1:128>>, <<0:128>>, <<1, 2, 3>>, true)),
     ?C(crypto:hash_equals(<<"abc">>, <<"abc">>)),
     ?C(crypto:hash_equals(<<"abc">>, <<"abd">>)),
     ?C(crypto:exor(<<1, 2, 3>>, <<255, 2, 0>>)),
     ?C(crypto:exor("abc", ["a", <<"bd">>])),
     ?C(crypto:bytes_to_integer(<<1, 2, 3, 4, 5, 6, 7, 8, 9>>)),
     ?C(byte_size(crypto:strong_rand_bytes(0))),
     ?C(byte_size(crypto:strong_rand_bytes(33))),
     ?C(crypto:strong_rand_bytes(16) =:= crypto:strong_rand_bytes(16)),
     ?C(in_range(fun() -> crypto:rand_uniform(-5, 3) end, -5, 2)),
     ?C(in_range(fun() -> crypto:rand_uniform(1 bsl 80, (1 bsl 80) + 10) end, 1 bsl 80, (1 bsl 80) + 9)),
     ?C(begin crypto:rand_seed(), in_range(fun() -> rand:uniform(10) end, 1, 10) end),
     ?C(begin crypto:rand_seed_alg(crypto_cache), in_range(fun() -> rand:uniform(10) end, 1, 10) end),
     ?C(begin crypto:rand_seed_alg(crypto_aes, "seed"), [rand:uniform(1000) || _ <- lists:seq(1, 50)] end),
     ?C(begin rand:seed(exsss, {1, 2, 3}), [rand:uniform(1000) || _ <- lists:seq(1, 20)] end),
     ?C(begin rand:seed(exro928ss, 5), [rand:normal() || _ <- lists:seq(1, 20)] end)].

%% All answers are in the range, and both ends come up.
in_range(Draw, Low, High) ->
    Drawn = lists:usort([Draw() || _ <- lists:seq(1, 500)]),
    {hd(Drawn) =:= Low, lists:last(Drawn) =:= High}.

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
    ++ [{{Cipher, byte_size(Data), padding_of_zeros}, fun() -> there_and_back(Cipher, Data, [{padding, zero}]) end}
        || Cipher <- ciphers(), Data <- data()]
    ++ [{{aead, Cipher, byte_size(Data), Tag}, fun() -> sealed(Cipher, Data, Tag) end}
        || Cipher <- sealing(), Data <- data(), Tag <- [usual, 4, 8, 16]]
    ++ [{{fed, Cipher, byte_size(Data), Padding}, fun() -> fed(Cipher, Data, Padding) end}
        || Cipher <- [aes_128_cbc, aes_256_ctr, aes_192_cfb128], Data <- data(), Padding <- [undefined, none, pkcs_padding, zero]]
    ++ [{{cmac, Cipher, byte_size(Data)}, fun() -> crypto:mac(cmac, Cipher, bytes(key_size(Cipher)), Data) end}
        || Cipher <- [aes_128_cbc, aes_192_cbc, aes_256_cbc], Data <- data()]
    ++ [{{poly1305, byte_size(Data)}, fun() -> crypto:mac(poly1305, bytes(32), Data) end} || Data <- data()]
    ++ table().

sealing() -> [aes_128_gcm, aes_192_gcm, aes_256_gcm, aes_gcm, aes_128_ccm, aes_256_ccm, chacha20_poly1305].

sealed(Cipher, Data, Tag) ->
    Key = bytes(case Cipher of chacha20_poly1305 -> 32; aes_gcm -> 24; _ -> key_size(Cipher) end),
    failing(fun() ->
        {Bytes, Sealed} = case Tag of
            usual -> crypto:crypto_one_time_aead(Cipher, Key, bytes(12), Data, <<"added">>, true);
            Size -> crypto:crypto_one_time_aead(Cipher, Key, bytes(12), Data, <<"added">>, Size, true)
        end,
        {Bytes, Sealed, crypto:crypto_one_time_aead(Cipher, Key, bytes(12), Bytes, <<"added">>, Sealed, false),
            crypto:crypto_one_time_aead(Cipher, Key, bytes(12), Bytes, <<"other">>, Sealed, false)}
    end).

fed(Cipher, Data, Padding) ->
    failing(fun() ->
        State = crypto:crypto_init(Cipher, bytes(key_size(Cipher)), bytes(16), [{encrypt, true}, {padding, Padding}]),
        {[crypto:crypto_update(State, Piece) || Piece <- pieces(Data)], crypto:crypto_final(State), crypto:crypto_get_data(State)}
    end).

failing(Do) -> try Do() catch error:{Kind, {_File, _Line}, Text} -> {Kind, Text} end.

types() -> [md5, sha, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384, sha3_512, blake2b, blake2s, ripemd160].
data() -> [bytes(Size) || Size <- [0, 1, 15, 16, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 300]].
keys() -> [bytes(Size) || Size <- [0, 20, 64, 65, 128, 129]].
bytes(Size) -> list_to_binary([(I * 37 + Size) rem 256 || I <- lists:seq(1, Size)]).
ciphers() -> [aes_128_cfb8, aes_256_cfb128, aes_192_ofb, aes_128_ecb, aes_192_ecb, aes_256_ecb, aes_128_cbc, aes_192_cbc, aes_256_cbc, aes_128_ctr, aes_192_ctr, aes_256_ctr].

pieces(<<A:13/binary, Rest/binary>>) -> [A | pieces(Rest)];
pieces(Rest) -> [[Rest]].

in_pieces(Type, Data) ->
    crypto:hash_final(lists:foldl(fun(P, S) -> crypto:hash_update(S, P) end, crypto:hash_init(Type), pieces(Data))).

mac_in_pieces(Type, Key, Data) ->
    crypto:mac_final(lists:foldl(fun(P, S) -> crypto:mac_update(S, P) end, crypto:mac_init(hmac, Type, Key), pieces(Data))).

there_and_back(Cipher, Data, Options) ->
    Key = bytes(key_size(Cipher)),
    failing(fun() -> there_and_back(Cipher, Key, Data, Options) end).

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

%% What both make of given keys; and that what was made at random fits together.
plain_curves() -> [secp224r1, secp256r1, secp256k1, secp384r1, secp521r1, brainpoolP256r1, prime256v1].
size_of(Curve) -> case Curve of secp224r1 -> 20; x448 -> 56; ed448 -> 57; _ -> 32 end.

key_pair(Type, Curve, Seed) -> crypto:generate_key(Type, Curve, bytes_of(size_of(Curve), Seed)).
bytes_of(Size, Seed) -> list_to_binary([(I * 31 + Seed) rem 256 || I <- lists:seq(1, Size - 1)] ++ [Seed]).

agreed(Type, Curve) ->
    {PublicA, PrivateA} = key_pair(Type, Curve, 7),
    {PublicB, PrivateB} = key_pair(Type, Curve, 11),
    Secret = crypto:compute_key(Type, PublicA, PrivateB, Curve),
    {PublicA, PublicB, Secret, Secret =:= crypto:compute_key(Type, PublicB, PrivateA, Curve)}.

agreed_at_random(Type, Curve) ->
    {PublicA, PrivateA} = crypto:generate_key(Type, Curve),
    {PublicB, PrivateB} = crypto:generate_key(Type, Curve),
    {byte_size(PublicA), PublicA =/= PublicB, crypto:compute_key(Type, PublicA, PrivateB, Curve) =:= crypto:compute_key(Type, PublicB, PrivateA, Curve)}.

signed(Digest, Curve) ->
    {Public, Private} = key_pair(ecdh, Curve, 7),
    Signature = crypto:sign(ecdsa, Digest, <<"message">>, [Private, Curve]),
    Again = crypto:sign(ecdsa, Digest, {digest, crypto:hash(Digest, <<"message">>)}, [Private, Curve]),
    [crypto:verify(ecdsa, Digest, Message, S, [Public, Curve]) ||
        S <- [Signature, Again, <<"no">>], Message <- [<<"message">>, <<"other">>, {digest, crypto:hash(Digest, <<"message">>)}]].

signed_by_edwards(Curve) ->
    {Public, Private} = key_pair(eddsa, Curve, 5),
    Signature = crypto:sign(eddsa, none, <<"message">>, [Private, Curve]),
    {Public, Signature, [crypto:verify(eddsa, none, Message, Signature, [Public, Curve]) || Message <- [<<"message">>, <<"other">>]]}.

wrong() ->
    [fun() -> crypto:crypto_one_time(foo, bytes(16), bytes(16), <<"x">>, true) end,
        fun() -> crypto:crypto_one_time("foo", bytes(16), bytes(16), <<"x">>, true) end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, bytes(16), bytes(16), <<"x">>, foo) end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, bytes(16), <<"x">>, true) end,
        fun() -> crypto:crypto_one_time(aes_128_ecb, bytes(16), bytes(16), bytes(16), true) end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, bytes(16), bytes(16), foo, true) end,
        fun() -> crypto:crypto_one_time(aes_128_gcm, bytes(16), bytes(16), <<"x">>, true) end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, bytes(16), bytes(16), <<"x">>, [{padding, foo}]) end,
        fun() -> crypto:crypto_one_time_aead(aes_128_ccm, bytes(16), bytes(2), <<"x">>, <<>>, true) end,
        fun() -> crypto:crypto_one_time_aead(aes_128_gcm, bytes(16), <<>>, <<"x">>, <<>>, true) end,
        fun() -> crypto:crypto_one_time_aead(aes_128_gcm, bytes(1), bytes(12), <<"x">>, <<>>, true) end,
        fun() -> crypto:crypto_one_time_aead(aes_128_gcm, bytes(16), bytes(12), <<"x">>, <<>>, 17, true) end,
        fun() -> crypto:crypto_one_time_aead(aes_128_ccm, bytes(16), bytes(12), <<"x">>, <<>>, 17, true) end,
        fun() -> crypto:crypto_one_time_aead(chacha20_poly1305, bytes(32), bytes(16), <<"x">>, <<>>, true) end,
        fun() -> crypto:mac(cmac, foo, bytes(16), <<>>) end, fun() -> crypto:mac(cmac, aes_128_cbc, bytes(1), <<>>) end,
        fun() -> crypto:mac(hmac, foo, bytes(16), <<>>) end, fun() -> crypto:mac(foo, sha, bytes(16), <<>>) end,
        fun() -> crypto:mac(poly1305, bytes(16), <<>>) end, fun() -> crypto:hash(foo, <<>>) end,
        fun() -> crypto:pbkdf2_hmac(sha, <<>>, <<>>, 0, 1) end,
        fun() -> crypto:crypto_init(aes_128_ctr, bytes(1), bytes(16), true) end].

table() ->
    [?C([{C, agreed(ecdh, C)} || C <- plain_curves()]),
     ?C([{C, agreed(eddh, C)} || C <- [x25519, x448]]),
     ?C([{C, agreed_at_random(ecdh, C)} || C <- plain_curves()]),
     ?C([{C, agreed_at_random(eddh, C)} || C <- [x25519, x448]]),
     ?C([{C, D, signed(D, C)} || C <- plain_curves(), D <- [sha, sha256, sha512]]),
     ?C([signed_by_edwards(C) || C <- [ed25519, ed448]]),
     ?C(failing(fun() -> crypto:generate_key(ecdh, secp224r1, bytes(32)) end)),
     ?C([failing(Do) || Do <- wrong()]),
     ?C([crypto:pbkdf2_hmac(D, <<"password">>, <<"salt">>, N, 40) || D <- [sha, sha256, sha512], N <- [1, 2, 1000]]),
     ?C([crypto:hash_info(T) || T <- types()]),
     ?C([crypto:cipher_info(T) || T <- [chacha20_poly1305, chacha20, des_ede3_cbc, aes_cbc | ciphers() ++ sealing()]]),
     ?C([try F(foo) catch error:R -> R end || F <- [fun crypto:hash_info/1, fun crypto:cipher_info/1]]),
     ?C([crypto:macN(hmac, sha, bytes(20), <<"data">>, N) || N <- [0, 1, 20]]),
     ?C(crypto:crypto_one_time(des_ede3_cbc, bytes(24), bytes(8), bytes(16), true)),
     ?C(crypto:crypto_one_time(chacha20, bytes(32), bytes(16), bytes(70), true)),
     ?C(begin S = crypto:crypto_init(aes_128_cbc, bytes(16), bytes(16), [{encrypt, false}, {padding, pkcs_padding}]),
         [crypto:crypto_update(S, bytes(16)), crypto:crypto_update(S, bytes(16)), failing(fun() -> crypto:crypto_final(S) end)] end),
     ?C(begin S = crypto:crypto_init(aes_128_ctr, bytes(16), bytes(16), true), Me = self(), spawn(fun() -> Me ! crypto:crypto_update(S, <<"one">>) end),
         receive A -> {A, crypto:crypto_update(S, <<"two">>)} end end),
     ?C(crypto:hash(sha256, ["abc", <<"def">>, $g])),
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

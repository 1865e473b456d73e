%% crypto with keys that are lists of numbers (RSA, DSA, Diffie-Hellman), what all kinds of keys can do, and public_key on top of that. What is random
%% is checked by undoing it.
-module(public_key_cases).
-include("diff.hrl").
-include_lib("public_key/include/public_key.hrl").

rsa() -> [65537,
    158267946915455552123528035961113526855637549451996820837224172190241312230422068429400759483718332064811173053453424881036296511914309178138023033817450880239784477251250124375314028732696684613129445607556070324268070482618249088969004936615541650476601727071587420807843250196150766136077788411268227605413,79845173396183940672600324289825541883637400209520894873752884708270877615308067938435956952716468759004101723703107967128539169834182284156697065277726743992468893457327296158400739875571622472969550384292357217175017385388887679726790319815667679779648317905903822753654494436874695289348375979570147567573,12995439103484824567437144694862035458659147452576898768019044431411288078204375878969187192474470190791163128530299078308080196943262757045120578918350063,12178730218743806344878371091447852121456174612468235011075087259602248976441673407333615343316595020202744522803892116283436782032498036452192691887329451,5856940122367994617519736070496665110432507412709825883256458418459728336144813621879440348263094527143424101307649783725006710363812076458210271137087535,10217110428563303426274588720553189152536459349193829884552533265486538153619171545975700828400593722717962320647585218203146889740585845280955893505306323,12345880969477302808718357055426712879995989015897989711074363676447823817453986152270347775175533132932700837890518792802215526838211674608668584081781085].
dsa_private() -> [121507238361582764596227263471704251456676338216415936243340194297663996601753207460717205442222109801361336980704514057771088248661671095266810991791540973809771153335609577497061964656006295309961447388280707218105218054369004169437662198098526703074297863403733525294697407078075962443336536129159822444841,17602581024223865381304638719072455525264003867620544365860970702629,95029735755000411858265946504185516339791793123736194685233805615445526824815961198555416250473544316756179333514196927478217483161238714254801771191417854074996556448527767524542806196182047573371946094411662509929477505738390218777724404099090158122464251700163201276564965594034929055432516860459283204879,15829263601658322535679047675025986439437480739214466925485620246029].

rsa_public() -> lists:sublist(rsa(), 2).
rsa_short() -> lists:sublist(rsa(), 3).
dsa_public() -> [P, Q, G, X] = dsa_private(), [P, Q, G, binary:decode_unsigned(crypto:mod_pow(G, X, P))].

hashes() -> [md5, sha, sha224, sha256, sha384, sha512, sha3_256, ripemd160].

%% What fails in libcrypto has the place in OTP's source, which no other version has.
failing(F) ->
    try F()
    catch error:{Class, {File, Line}, Text} when is_integer(Line), is_list(File), is_list(Text) -> {failed, Class};
        error:Reason -> {error, Reason}
    end.

%% --- RSA ------------------------------------------------------------------------------------------------
signed(Type, Digest, Message, Private, Public, Options) ->
    failing(fun() ->
        Signature = crypto:sign(Type, Digest, Message, Private, Options),
        <<First, Rest/binary>> = Signature,
        {byte_size(Signature) > 30, crypto:verify(Type, Digest, Message, Signature, Public, Options),
            crypto:verify(Type, Digest, change(Message), Signature, Public, Options),
            crypto:verify(Type, Digest, Message, <<(First bxor 1), Rest/binary>>, Public, Options)}
    end).

change({digest, <<First, Rest/binary>>}) -> {digest, <<(First bxor 1), Rest/binary>>};
change(Message) -> [Message, "."].

sealed(Data, Pad) ->
    failing(fun() ->
        Bytes = crypto:public_encrypt(rsa, Data, rsa_public(), Pad),
        {byte_size(Bytes), crypto:private_decrypt(rsa, Bytes, rsa(), Pad), crypto:private_decrypt(rsa, Bytes, rsa_short(), Pad)}
    end).

closed(Data, Pad) ->
    failing(fun() ->
        Bytes = crypto:private_encrypt(rsa, Data, rsa(), Pad),
        {Bytes, crypto:public_decrypt(rsa, Bytes, rsa_public(), Pad)}
    end).

paddings() ->
    [rsa_pkcs1_padding, rsa_pkcs1_oaep_padding, [{rsa_padding, rsa_pkcs1_oaep_padding}, {rsa_oaep_md, sha256}],
        [{rsa_padding, rsa_pkcs1_oaep_padding}, {rsa_oaep_md, sha}, {rsa_mgf1_md, sha512}, {rsa_oaep_label, <<"label">>}], rsa_no_padding, nonsense].

%% --- Diffie-Hellman -------------------------------------------------------------------------------------
%% The prime of 768 bits of RFC 2409.
oakley() ->
    16#FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A63A3620FFFFFFFFFFFFFFFF.

agreed(Type, Parameters) ->
    {Public, Private} = crypto:generate_key(Type, Parameters),
    {OtherPublic, OtherPrivate} = crypto:generate_key(Type, Parameters),
    Group = case Parameters of [P, G, _] -> [P, G]; _ -> Parameters end,
    Shared = crypto:compute_key(Type, OtherPublic, Private, Group),
    {Shared =:= crypto:compute_key(Type, Public, OtherPrivate, Group), byte_size(Shared) > 0, Public =/= OtherPublic}.

%% --- curves ---------------------------------------------------------------------------------------------
curves() -> [secp256r1, secp384r1, secp521r1, secp224r1, secp256k1, prime256v1, secp192r1, brainpoolP256r1, brainpoolP384t1, secp160r1, sect233k1, sect571r1,
    prime239v1, wtls7].

%% RFC 6979, A.2.5: what a message is signed with there.
known_signature() ->
    Point = <<4, 16#60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6:256, 16#7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299:256>>,
    R = 16#EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
    S = 16#F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
    {Point, public_key:der_encode('ECDSA-Sig-Value', #'ECDSA-Sig-Value'{r = R, s = S})}.

%% RFC 8032, 7.1, the second test.
known_eddsa() ->
    {<<16#4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb:256>>, <<16#3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c:256>>,
        <<16#72>>,
        <<16#92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00:512>>}.

%% RFC 7748, 6.1.
known_x25519() ->
    {<<16#77076d0a7318a57d3c16c17251b26645df4b2f92ebc099ac2f4f5e8f7c4f0a5a:256>>,   % not the one of the RFC, but any will do
        <<16#5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb:256>>,
        <<16#8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a:256>>}.

rsa_record() ->
    [E, N, D, P, Q, E1, E2, C] = rsa(),
    #'RSAPrivateKey'{version = 'two-prime', modulus = N, publicExponent = E, privateExponent = D, prime1 = P, prime2 = Q, exponent1 = E1, exponent2 = E2,
        coefficient = C, otherPrimeInfos = asn1_NOVALUE}.

rsa_public_record() -> [E, N] = rsa_public(), #'RSAPublicKey'{modulus = N, publicExponent = E}.

cases() ->
    [{{sign, rsa, Hash}, fun() -> failing(fun() -> crypto:sign(rsa, Hash, <<"text">>, rsa()) end) end} || Hash <- [none, nonsense | hashes()]]
    ++ [{{sign, rsa, digested, Hash}, fun() -> failing(fun() -> crypto:sign(rsa, Hash, {digest, crypto:hash(Hash, "text")}, rsa_short()) end) end} || Hash <- hashes()]
    ++ [{{signed, Type, Hash, Options}, fun() -> signed(Type, Hash, Message, Private, Public, Options) end}
        || {Type, Private, Public} <- [{rsa, rsa(), rsa_public()}, {dss, dsa_private(), dsa_public()}], Hash <- [sha, sha256 | [sha512 || Type =:= rsa]],
           Message <- [<<"some text">>, {digest, crypto:hash(Hash, "some text")}],
           Options <- [[] | [O || Type =:= rsa, O <- [[{rsa_padding, rsa_pkcs1_padding}], [{rsa_padding, rsa_pkcs1_pss_padding}],
               [{rsa_padding, rsa_pkcs1_pss_padding}, {rsa_pss_saltlen, 10}], [{rsa_padding, rsa_pkcs1_pss_padding}, {rsa_pss_saltlen, -1}, {rsa_mgf1_md, sha}], [{rsa_padding, rsa_x931_padding}]]]]]
    ++ [{{sealed, Data, Pad}, fun() -> sealed(Data, Pad) end} || Data <- [<<>>, <<"short">>, binary:copy(<<1>>, 60), binary:copy(<<2>>, 128), binary:copy(<<3>>, 200)], Pad <- paddings()]
    ++ [{{closed, Data, Pad}, fun() -> closed(Data, Pad) end} || Data <- [<<>>, <<"short">>, binary:copy(<<1>>, 117), binary:copy(<<2>>, 128)], Pad <- [rsa_pkcs1_padding, rsa_no_padding]]
    ++ [{{curve, Curve}, fun() -> {agreed(ecdh, Curve), on_curve(Curve)} end} || Curve <- curves()]
    ++ table().

on_curve(Curve) ->
    {Public, Private} = crypto:generate_key(ecdh, Curve),
    {Again, _} = crypto:generate_key(ecdh, Curve, Private),
    {Public =:= Again, [signed(ecdsa, Hash, <<"text">>, [Private, Curve], [Public, Curve], []) || Hash <- [sha256, sha3_384]]}.

table() ->
    [?C([length(L) || L <- tuple_to_list(crypto:generate_key(rsa, {512, 65537}))]),
     ?C(begin {Public, Private} = crypto:generate_key(rsa, {512, 3}), {hd(Public), signed(rsa, sha, <<"x">>, Private, Public, [])} end),
     ?C(crypto:privkey_to_pubkey(rsa, rsa())),
     ?C(failing(fun() -> crypto:sign(rsa, sha, <<"x">>, [1]) end)),
     ?C(failing(fun() -> crypto:verify(rsa, sha, <<"x">>, <<"short">>, rsa_public()) end)),
     ?C(failing(fun() -> crypto:private_decrypt(rsa, <<"short">>, rsa(), rsa_pkcs1_oaep_padding) end)),
     ?C(agreed(dh, [oakley(), 2])),
     ?C(agreed(dh, [oakley(), 2, 200])),
     ?C(failing(fun() -> crypto:generate_key(dh, [23, 5], 6) end)),
     ?C(failing(fun() -> crypto:compute_key(dh, 8, 15, [23, 5]) end)),
     ?C(crypto:compute_key(dh, 123456789, 987654321987654321, [oakley(), 2])),
     ?C(crypto:compute_key(dh, <<1, 2, 3>>, <<16#ABCDEF0123456789:64>>, [binary:encode_unsigned(oakley()), <<2>>])),
     ?C(failing(fun() -> crypto:compute_key(dh, 1, 15, [oakley(), 2]) end)),
     ?C([failing(fun() -> asn1rt_nif:decode_ber_tlv(B) end) || B <- [<<48, 3, 2, 1, 5>>, <<48, 128, 2, 1, 5, 0, 0, 9>>, <<16#bf, 16#81, 1, 0>>, <<16#9f, 31, 1, 7, 3>>, <<2, 16#84, 0, 0, 0, 1, 5>>, <<48, 0>>, <<16#1f, 1, 0>>]]),
     ?C([catch asn1rt_nif:decode_ber_tlv(B) || B <- [<<2, 1>>, <<>>, <<2>>, <<48, 2, 2, 1>>, <<2, 128, 1, 0, 0>>, <<48, 128, 2, 1, 5>>, <<48, 4, 2, 1, 5, 0>>, <<16#1f, 16#ff, 16#ff, 16#ff, 16#ff, 16#ff, 1, 0>>]]),
     ?C([asn1rt_nif:encode_ber_tlv(V) || V <- [{16, [{2, <<5>>}]}, {131072 + 31, <<1>>}, {65536 + 5, []}, {262143, <<1>>}, {16, [{2, <<0:1600>>}]}, foo, {2, "abc"}, {16, [{2, <<1>>} | foo]}]]),
     ?C([crypto:mod_pow(B, E, M) || {B, E, M} <- [{2, 10, 1000}, {<<3>>, 200, 13}, {5, 0, 7}, {123456789, 987654321, oakley()}]]),
     ?C(begin {Point, Signature} = known_signature(), [crypto:verify(ecdsa, sha256, M, Signature, [Point, secp256r1]) || M <- ["sample", "test"]] end),
     ?C(begin {Private, Public, Text, Signature} = known_eddsa(), {crypto:sign(eddsa, none, Text, [Private, ed25519]) =:= Signature, crypto:verify(eddsa, none, Text, Signature, [Public, ed25519]),
         crypto:verify(eddsa, none, "other", Signature, [Public, ed25519]), crypto:generate_key(eddsa, ed25519, Private) =:= {Public, Private}} end),
     ?C(begin {Private, Other, _} = known_x25519(), {Public, _} = crypto:generate_key(eddh, x25519, Private), {Public, crypto:compute_key(eddh, Other, Private, x25519)} end),
     ?C([agreed(eddh, Curve) || Curve <- [x25519, x448]]),
     ?C(failing(fun() -> crypto:generate_key(ecdh, nosuch) end) =/= ok),
     ?C([lists:member(X, crypto:supports(public_keys)) || X <- [rsa, dss, dh, ecdh, ecdsa, eddh, eddsa]]),
     ?C(lists:sort(crypto:supports(macs))),
     ?C(lists:sort(crypto:supports(rsa_opts))),
     ?C([lists:member(X, crypto:supports(curves)) || X <- [x25519, ed448 | curves()]]),
     ?C([lists:member(X, crypto:supports(hashs)) || X <- hashes()]),
     ?C([lists:member(X, crypto:supports(ciphers)) || X <- [aes_128_cbc, aes_256_gcm, aes_ctr, chacha20_poly1305, des_ede3_cbc]]),
     ?C(lists:sort([K || {K, _} <- crypto:supports()])),
     ?C([{X, catch crypto:cipher_info(X)} || X <- [aes_128_cbc, aes_192_cfb8, aes_256_gcm, aes_128_ccm, aes_ctr, chacha20, chacha20_poly1305, des_ede3_cbc, des_ede3_cfb, aes_256_ecb]]),
     %% public_key
     ?C(public_key:sign(<<"text">>, sha256, rsa_record())),
     ?C(public_key:verify(<<"text">>, sha256, public_key:sign(<<"text">>, sha256, rsa_record()), rsa_public_record())),
     ?C(public_key:decrypt_private(public_key:encrypt_public(<<"secret">>, rsa_public_record()), rsa_record())),
     ?C(public_key:decrypt_public(public_key:encrypt_private(<<"secret">>, rsa_record()), rsa_public_record())),
     ?C(public_key:der_decode('RSAPrivateKey', public_key:der_encode('RSAPrivateKey', rsa_record())) =:= rsa_record()),
     ?C(public_key:pem_encode([public_key:pem_entry_encode('SubjectPublicKeyInfo', rsa_public_record())])),
     ?C(begin [Entry] = public_key:pem_decode(public_key:pem_encode([public_key:pem_entry_encode('RSAPrivateKey', rsa_record())])), public_key:pem_entry_decode(Entry) =:= rsa_record() end),
     ?C(begin Key = public_key:generate_key({namedCurve, secp256r1}), public_key:verify(<<"x">>, sha256, public_key:sign(<<"x">>, sha256, Key),
         {#'ECPoint'{point = element(5, Key)}, element(4, Key)}) end),
     ?C(begin Key = public_key:generate_key({rsa, 512, 65537}), {element(1, Key), element(4, Key)} end),
     ?C(begin Own = public_key:generate_key({namedCurve, secp256r1}), Other = public_key:generate_key({namedCurve, secp256r1}), byte_size(public_key:compute_key(#'ECPoint'{point = element(5, Other)}, Own)) end)].

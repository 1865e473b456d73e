%% term_to_binary and back: every kind of term, every option, and bytes that are no term.
-module(external_cases).
-include("diff.hrl").

samples() ->
    zoo:terms() ++ zoo:integers() ++ zoo:floats()
    ++ ['\x{e9}', '\x{3bb}', list_to_atom(lists:duplicate(255, $x)), lists:seq(1, 300), "text",
         lists:duplicate(70000, $a), [a, b | c], list_to_tuple(lists:seq(1, 300)), #{a => #{b => c}},
         maps:from_list([{I, x} || I <- lists:seq(1, 32)]),
        <<0:1>>, <<1:7>>, binary:copy(<<"abc">>, 1000), {[{[{[]}]}]}, [[[[]]]], fun lists:map/2,
             fun erlang:'+'/2, -1, 255, 256, -256, 1 bsl 2040, -(1 bsl 2041), 1 bsl 3000].

cases() ->
    [{{round_trip, N}, fun() -> round_trip(T) end} || {N, T} <- lists:zip(lists:seq(1, length(samples())), samples())]
    ++ [{{options, O}, fun() -> [short(zoo:call(erlang, term_to_binary, [T, O])) || T <- [a, 1.5, "abc",
         {x, [y]}, lists:duplicate(1000, $z), '\x{e9}', <<1:3>>, #{k => v}]] end} || O <- [[], [compressed],
         [{compressed, 0}], [{compressed, 9}], [{minor_version, 0}], [{minor_version, 1}], [{minor_version, 2}],
         [deterministic], [local], [{compressed, 10}], [bogus], x]]
    ++ [{{bytes, B}, fun() -> {zoo:call(erlang, binary_to_term, [B]),
         zoo:call(erlang, binary_to_term, [B, [used]]),
         zoo:call(erlang, binary_to_term, [B, [safe]])} end} || B <- bytes()]
    ++ [{{damaged, N}, fun() -> damaged(N) end} || N <- lists:seq(1, 10)]
    ++ table().

round_trip(T) ->
    B = term_to_binary(T),
    T = binary_to_term(B),
    T = binary_to_term(term_to_binary(T, [compressed])),
    {T, Used} = binary_to_term(<<B/binary, "tail">>, [used]),
    {byte_size(B) =:= erlang:external_size(T), Used =:= byte_size(B),
         iolist_to_binary(erlang:term_to_iovec(T)) =:= B, short({B})}.

short({B}) when is_binary(B), byte_size(B) > 80 -> {byte_size(B), erlang:md5(B)};
short(Other) -> Other.

bytes() ->
    [<<>>, <<131>>, <<130, 97, 1>>, <<131, 97>>, <<131, 97, 1>>, <<131, 97, 1, 2>>, <<131, 98, 255, 255, 255,
     255>>, <<131, 99, "1.50000000000000000000e+00", 0, 0, 0, 0, 0>>, <<131, 99, "nonsense", 0:184>>, <<131, 70,
     63, 248, 0, 0, 0, 0, 0, 0>>, <<131, 70, 127, 240, 0, 0, 0, 0, 0, 0>>, <<131, 100, 0, 1, "a">>, <<131, 100,
     0, 5, "a">>, <<131, 115, 1, "a">>, <<131, 118, 0, 2, 206, 187>>, <<131, 119, 2, 206, 187>>, <<131, 119, 1,
     206>>, <<131, 119, 0>>, <<131, 104, 2, 97, 1, 97, 2>>, <<131, 104, 3, 97, 1>>, <<131, 105, 0, 0, 0, 1, 97,
     7>>, <<131, 105, 255, 255, 255, 255>>, <<131, 106>>, <<131, 107, 0, 3, "abc">>, <<131, 107, 0, 0>>, <<131,
     107, 255, 255, "abc">>, <<131, 108, 0, 0, 0, 1, 97, 1, 106>>, <<131, 108, 0, 0, 0, 1, 97, 1, 97, 2>>,
     <<131, 108, 0, 0, 0, 0, 106>>, <<131, 108, 0, 0, 0, 0, 97, 1>>, <<131, 108, 255, 255, 255, 255, 97, 1>>,
     <<131, 109, 0, 0, 0, 2, "ab">>, <<131, 109, 0, 0, 0, 9, "ab">>, <<131, 77, 0, 0, 0, 1, 3, 160>>, <<131, 77,
     0, 0, 0, 1, 0, 160>>, <<131, 77, 0, 0, 0, 1, 9, 160>>, <<131, 77, 0, 0, 0, 0, 3>>, <<131, 110, 1, 0, 5>>,
     <<131, 110, 1, 1, 5>>, <<131, 110, 0, 0>>, <<131, 110, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1>>, <<131, 110, 4, 0,
     1, 0, 0, 0>>, <<131, 110, 2, 2, 1, 1>>, <<131, 111, 0, 0, 0, 1, 0, 9>>, <<131, 111, 255, 255, 255, 255,
     0>>, <<131, 116, 0, 0, 0, 1, 97, 1, 97, 2>>, <<131, 116, 0, 0, 0, 2, 97, 1, 97, 2, 97, 1, 97, 3>>, <<131,
     116, 255, 255, 255, 255>>, <<131, 116, 0, 0, 0, 0>>, <<131, 113, 100, 0, 5, "lists", 100, 0, 3, "map", 97,
     2>>, <<131, 113, 97, 1, 97, 2, 97, 3>>, <<131, 80, 0, 0, 0, 9, 1, 2, 3>>, <<131, 200>>, <<131, 0>>, <<131,
     82, 0>>, <<131, 100, 0, 26, "no_such_atom_in_this_world">>, <<131, 104, 1, 104, 1, 104, 1, 104, 1, 106>>,
     <<131, 103, 100, 0, 13, "nonode@nohost", 0, 0, 0, 9, 0, 0, 0, 0, 0>>].

%% A valid term with one byte changed: refused or read, but never anything else.
damaged(Seed) ->
    rand:seed(exsss, {Seed, 5, 5}),
    B = term_to_binary({a, [1, 2.5, "str"], <<"bin">>, #{k => [v]}, 1 bsl 100}),
    [begin
         At = rand:uniform(byte_size(B)) - 1,
         <<Before:At/binary, _, After/binary>> = B,
         try binary_to_term(<<Before/binary, (rand:uniform(256) - 1), After/binary>>) of T ->
              {ok, T} catch C:R -> {C, R} end
     end || _ <- lists:seq(1, 40)].

table() ->
    [?C(term_to_binary(a)),
     ?C(term_to_binary(1 bsl 64)),
     ?C(term_to_binary("abc")),
     ?C(term_to_binary([256])),
     ?C(term_to_binary({})),
     ?C(term_to_binary([])),
     ?C(term_to_binary(1.5)),
     ?C(term_to_binary(<<1:3>>)),
     ?C(term_to_binary(#{b => 1, a => 2})),
     ?C(term_to_binary('\x{e9}')),
     ?C(term_to_binary('\x{3bb}')),
     ?C(term_to_binary(fun lists:map/2)),
     ?C(term_to_binary([1 | 2])),
     ?C(term_to_binary(lists:duplicate(65536, 1)) =:= term_to_binary(lists:duplicate(65536, 1))),
     ?C(byte_size(term_to_binary(lists:duplicate(65536, 1)))),
     ?C(byte_size(term_to_binary(self())) > 10),
     ?C(binary_to_term(term_to_binary(self())) =:= self()),
     ?C(begin R = make_ref(), binary_to_term(term_to_binary(R)) =:= R end),
     ?C(begin X = 5, F = fun(Y) -> X + Y end, (binary_to_term(term_to_binary(F)))(2) end),
     ?C(binary_to_term(<<131, 106, 1>>)),
     ?C(binary_to_term(a)),
     ?C(binary_to_term(<<131, 97, 1>>, [bogus])),
     ?C(binary_to_term(<<131, 97, 1>>, x)),
     ?C(erlang:external_size([1, 2, 3])),
     ?C(erlang:external_size(a, [{minor_version, 2}])),
     ?C(begin Deep = lists:foldl(fun(_, A) -> [A] end, x, lists:seq(1, 50000)),
         binary_to_term(term_to_binary(Deep)) =:= Deep end),
     ?C(begin Deep = lists:foldl(fun(_, A) -> {A} end, x, lists:seq(1, 50000)),
         byte_size(term_to_binary(Deep)) end),
     ?C(begin Deep = lists:foldl(fun(_, A) -> #{k => A} end, x, lists:seq(1, 20000)),
         binary_to_term(term_to_binary(Deep)) =:= Deep end),
     ?C(zlib:uncompress(zlib:compress("hello hello hello"))),
     ?C(zlib:gunzip(zlib:gzip(lists:duplicate(1000, $x))) =:= list_to_binary(lists:duplicate(1000, $x))),
     ?C(zlib:unzip(zlib:zip(<<"data">>))),
     ?C(zlib:uncompress(<<"garbage">>)),
     ?C(zlib:crc32("hello")),
     ?C(zlib:compress(<<>>)),
     ?C(begin Z = zlib:open(), ok = zlib:deflateInit(Z), A = zlib:deflate(Z, "abc", none),
         B = zlib:deflate(Z, "def", finish), ok = zlib:deflateEnd(Z), zlib:close(Z),
         zlib:uncompress(iolist_to_binary([A, B])) end),
     ?C(begin Z = zlib:open(), zlib:inflateInit(Z),
         R = zlib:inflate(Z, zlib:compress(binary:copy(<<"ab">>, 100))), zlib:inflateEnd(Z),
         iolist_size(R) end)].

%% string, unicode and base64: code points, graphemes, encodings, and what is not text at all.
-module(string_cases).
-include("diff.hrl").

cases() ->
    [{{text, Name, N}, fun() -> about(T) end} || {Name, Forms} <- texts(),
         {N, T} <- lists:zip(lists:seq(1, length(Forms)), Forms)]
    ++ [{{encode, From, To, N}, fun() -> zoo:call(unicode, characters_to_binary, [T, From, To]) end}
        || From <- [latin1, utf8, {utf16, big}, {utf16, little}, {utf32, big}, utf16, bogus],
             To <- [latin1, utf8, {utf16, little}, {utf32, big}, utf32],
             {N, T} <- lists:zip(lists:seq(1, 7), raw())]
    ++ [{{base64, Size}, fun() -> base64(Size) end} || Size <- lists:seq(0, 20)]
    ++ table().

texts() ->
    [{ascii, forms("Hello, World")}, {empty, forms("")}, {spaces, forms("  two  words\t\n")},
     {latin, forms("\x{e9}t\x{e9} \x{df}")}, {greek,
     forms("\x{3a3}\x{3af}\x{3c3}\x{3c5}\x{3c6}\x{3bf}\x{3c2}")}, {combined, forms("e\x{301}a\x{308}\x{303}o")},
     {emoji, forms([16#1F468, 16#200D, 16#1F469, 16#200D, 16#1F467, 32, 16#1F1E9, 16#1F1EA, 16#1F1EB])},
     {hangul, forms([16#1112, 16#1161, 16#11AB, 16#AE00])}, {newlines, forms("a\r\nb\nc\rd")}].

forms(T) -> [T, unicode:characters_to_binary(T), [unicode:characters_to_binary(T), T, [T]]].

about(T) ->
    [zoo:call(string, F, [T | A])
     || {F, A} <- [{length, []}, {uppercase, []}, {lowercase, []}, {titlecase, []}, {casefold, []},
          {reverse, []}, {trim, []}, {trim, [leading]}, {trim, [both, "o "]}, {to_graphemes, []}, {slice, [1]},
          {slice, [1, 3]}, {slice, [99]},
                   {split, [" "]}, {split, ["o", all]}, {split, ["o", trailing]}, {lexemes, [" o"]},
                        {nth_lexeme, [1, " "]}, {find, ["o"]}, {find, ["o", trailing]}, {prefix, ["H"]},
                        {pad, [15]}, {pad, [15, leading, $*]}, {pad, [15, both]},
                   {replace, ["o", "0", all]}, {replace, [" ", ""]}, {chomp, []}, {next_grapheme, []},
                        {next_codepoint, []}, {equal, ["hello, world", true]}, {take, ["Hel"]},
                        {take, ["xyz", true]}, {is_empty, []}]]
    ++ [zoo:call(unicode, F, [T]) || F <- [characters_to_list, characters_to_binary, characters_to_nfc_list,
         characters_to_nfd_list, characters_to_nfkc_binary, characters_to_nfkd_binary]].

raw() -> ["plain", <<"plain">>, [233, 8364], <<195, 169>>, <<195>>, <<216, 61, 222, 0>>, [<<"a">>, [98, <<195>>], a]].

base64(Size) ->
    B = list_to_binary([I * 37 rem 256 || I <- lists:seq(1, Size)]),
    E = base64:encode(B),
    {E, base64:decode(E) =:= B, base64:encode_to_string(B), base64:mime_decode(<<E/binary, "\n">>) =:= B,
         zoo:call(base64, decode, [<<E/binary, "=">>]), binary:encode_hex(B),
         binary:decode_hex(binary:encode_hex(B)) =:= B}.

rot13(T) -> lists:map(fun(C) when C >= $a, C =< $z -> (C - $a + 13) rem 26 + $a; (C) when C >= $A, C =< $Z ->
    (C - $A + 13) rem 26 + $A; (C) -> C end, T).
words(T) -> [{W, length(L)} || {W, L} <- maps:to_list(maps:groups_from_list(fun(X) -> X end,
    string:lexemes(T, " .,")))].
caesar(T, N) -> << <<((C - $a + N) rem 26 + $a)>> || <<C>> <= T >>.
palindrome(T) -> L = [C || C <- string:lowercase(T), C >= $a, C =< $z], L =:= lists:reverse(L).
runs([]) -> [];
runs([H | T]) -> {Same, Rest} = lists:splitwith(fun(X) -> X =:= H end, T), [{H, length(Same) + 1} | runs(Rest)].

table() ->
    [?C(rot13("Hello, World!")),
     ?C(rot13(rot13("abcxyz"))),
     ?C(words("the cat. the dog, the end")),
     ?C(caesar(<<"weft">>, 3)),
     ?C([palindrome(T) || T <- ["A man, a plan, a canal: Panama", "nope"]]),
     ?C(runs("aaabccdddd")),
     ?C(string:tokens("a,b;;c", ",;")),
     ?C(string:join(["a", "b", "c"], ", ")),
     ?C(string:strip("  x  ")),
     ?C(string:strip("xxyxx", both, $x)),
     ?C(string:substr("hello", 2, 3)),
     ?C(string:substr("hello", 9)),
     ?C(string:sub_word("one two three", 2)),
     ?C(string:words("one two three")),
     ?C(string:centre("x", 5)),
     ?C(string:left("abc", 5, $.)),
     ?C(string:right("abc", 5, $.)),
     ?C(string:chars($x, 3)),
     ?C(string:copies("ab", 3)),
     ?C(string:span("aabbcc", "ab")),
     ?C(string:cspan("aabbcc", "c")),
     ?C(string:str("hello", "l")),
     ?C(string:rstr("hello", "l")),
     ?C(string:chr("hello", $z)),
     ?C(string:to_upper("h\x{e9}llo")),
     ?C(string:to_integer("12 apples")),
     ?C(string:to_integer("apples")),
     ?C(string:to_float("1.5e3xyz")),
     ?C(string:to_float("15")),
     ?C(string:concat("a", <<"b">>)),
     ?C(string:equal("e\x{301}", "\x{e9}")),
     ?C(string:equal("e\x{301}", "\x{e9}", false, nfc)),
     ?C(string:equal("ABC", "abc", true)),
     ?C(string:split("a--b--c", "--", all)),
     ?C(string:split("abc", "")),
     ?C(string:lexemes("foo\r\nbar", ["\r\n"])),
     ?C(string:trim(<<"..x..">>, both, ".")),
     ?C(string:length(<<255>>)),
     ?C(string:slice(<<"a", 255, "b">>, 2)),
     ?C(string:uppercase(<<"abc", 255>>)),
     ?C(string:pad("abc", 2)),
     ?C(string:replace("aXbX", "X", [], all)),
     ?C(unicode:characters_to_list(<<255>>)),
     ?C(unicode:characters_to_list([<<"ab">>, 256, <<195>>])),
     ?C(unicode:characters_to_list(<<195>>)),
     ?C(unicode:characters_to_binary([55296])),
     ?C(unicode:characters_to_binary([1114112])),
     ?C(unicode:characters_to_binary([-1])),
     ?C(unicode:characters_to_binary("\x{20ac}", unicode, latin1)),
     ?C(unicode:characters_to_binary("\x{e9}", latin1)),
     ?C(unicode:characters_to_list("abc" ++ <<"d">>)),
     ?C(unicode:characters_to_list([[[[]]]])),
     ?C(unicode:characters_to_list(<<1:3>>)),
     ?C(unicode:characters_to_list({a})),
     ?C(unicode:bom_to_encoding(<<239, 187, 191, 1>>)),
     ?C(unicode:bom_to_encoding(<<254, 255>>)),
     ?C(unicode:encoding_to_bom({utf16, little})),
     ?C(unicode:characters_to_nfc_binary("A\x{30a}")),
     ?C(unicode:characters_to_nfd_list("\x{c5}\x{ac00}")),
     ?C(unicode:characters_to_nfkc_list("\x{fb01}\x{2460}")),
     ?C(unicode:characters_to_list(binary:copy(<<"x">>, 5000)) =:= lists:duplicate(5000, $x)),
     ?C(byte_size(unicode:characters_to_binary(lists:duplicate(5000, 8364)))),
     ?C(base64:encode("\x{100}")),
     ?C(base64:decode("aGk")),
     ?C(base64:decode("a Gk=")),
     ?C(base64:decode(<<"!!!!">>)),
     ?C(base64:mime_decode("a!Gk=")),
     ?C(base64:mime_decode("=====")),
     ?C(base64:encode([])),
     ?C(binary:decode_hex(<<"0g">>)),
     ?C(io_lib:format("~ts", ["\x{20ac}"])),
     ?C(io_lib:format("~s", ["\x{20ac}"])),
     ?C(io_lib:format("~ts", [<<226, 130, 172>>])),
     ?C(io_lib:format("~s", [<<226, 130, 172>>])),
     ?C(io_lib:format("~tp", ["\x{20ac}"])),
     ?C(io_lib:format("~p", ["\x{20ac}"])),
     ?C(io_lib:format("~tw ~w", ['\x{20ac}', '\x{20ac}'])),
     ?C([unicode_util:cp("ab"), unicode_util:gc([$e, 16#301, $x])]),
     ?C(unicode_util:is_whitespace($\s)),
     ?C(lists:map(fun unicode_util:casefold/1, ["\x{df}", "A"])),
     ?C(uri_string:parse("http://user@host:80/a/b?x=1&y#frag")),
     ?C(uri_string:parse(<<"mailto:a@b.c">>)),
     ?C(uri_string:parse("http://[::1]/")),
     ?C(uri_string:parse("ht tp:x")),
     ?C(uri_string:recompose(#{scheme => "http", host => "h", path => "/p", query => "q=1"})),
     ?C(uri_string:normalize("HTTP://Host/a/../b/./c")),
     ?C(uri_string:resolve("../x", "http://h/a/b/c")),
     ?C(uri_string:percent_decode("a%20b%C3%A9")),
     ?C(uri_string:quote("a b/\x{e9}")),
     ?C(uri_string:unquote("a%2Fb")),
     ?C(uri_string:compose_query([{"a", "1 2"}, {"b", "\x{e9}"}])),
     ?C(uri_string:dissect_query("a=1+2&b=%C3%A9&c")),
     ?C(uri_string:transcode(<<"foo%20bar">>, [{in_encoding, utf8}, {out_encoding, utf16}]))].

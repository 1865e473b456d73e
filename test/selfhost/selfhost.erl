%% Compiles modules again from the abstract code in their own .beam files and prints what came out:
%%     Module Bytes MD5
%% OTP's compiler on weft must produce the very bytes it produces on erl.
-module(selfhost).
-export([main/1]).

main(Files) -> lists:foreach(fun compile/1, Files).

compile(File) ->
    {ok, {Module, [{debug_info, {debug_info_v1, erl_abstract_code, {Forms, Options}}}]}} =
        beam_lib:chunks(File, [debug_info]),
    {ok, Module, Binary} = compile:noenv_forms(Forms, [binary, deterministic | kept(Options)]),
    io:format("~s ~w ~s~n", [Module, byte_size(Binary), binary:encode_hex(erlang:md5(Binary))]).

%% Without what needs other files: the source, parse transforms that were applied already.
kept(Options) -> [O || O <- Options, not is_tuple(O) orelse not lists:member(element(1, O), [i, outdir, source, cwd, parse_transform])].

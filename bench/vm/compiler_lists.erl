%% A real program: OTP's compiler compiles the module lists from its abstract code.
-module(compiler_lists).
-export([main/1]).

main(N) ->
    {ok, {lists, [{debug_info, {_, _, {Forms, _}}}]}} = beam_lib:chunks(code:which(lists), [debug_info]),
    [{ok, lists, _} = compile:noenv_forms(Forms, [binary]) || _ <- lists:seq(1, N * 2)],
    ok.

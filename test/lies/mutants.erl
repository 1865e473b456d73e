%% Changes true modules a little, so that they lie: main(Seed, Number, Folder, Out) writes that many mutants of the modules in
%% a folder of .beam files with debug information, for mutant_run, in files Out.0, Out.1 ... of 200 each: whoever
%% begins again behind a mutant has to read its whole file. A third of them have one or two instructions changed in assembly
%% language, the others a few bytes of a chunk.
-module(mutants).
-export([main/4]).

main(Seed, Number, Folder, Out) ->
    rand:seed(exsss, Seed),
    Modules = [read(File) || File <- lists:sort(filelib:wildcard(filename:join(Folder, "*.beam")))],
    [begin
         Mutants = [mutant(N, pick(Modules)) || N <- lists:seq(First, min(First + 199, Number - 1))],
         ok = file:write_file(Out ++ "." ++ integer_to_list(First div 200), term_to_binary(Mutants))
     end || First <- lists:seq(0, Number - 1, 200)],
    ok.

%% Each module twice: as the compiler likes it, and with the instructions of an old one.
read(File) ->
    {ok, {Module, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(File, [abstract_code]),
    {Module, [assembly(Forms, Options) || Options <- [[], [no_copt, no_ssa_opt, r23]]]}.

assembly(Forms, Options) ->
    {ok, _, Assembly} = compile:noenv_forms(Forms, [to_asm, binary | Options]),
    Assembly.

mutant(N, {Module, Assemblies}) ->
    Assembly = pick(Assemblies),
    Beam = case N rem 3 of
               0 -> assemble(change_code(Assembly), Assembly);
               _ -> change_bytes(assemble(Assembly, Assembly))
           end,
    {Module, Beam}.

%% What cannot be written in bytes is left as it was.
assemble(Assembly, Otherwise) ->
    try
        {ok, Beam} = beam_asm:module(Assembly, [], [], []),
        Beam
    catch
        _:_ -> assemble(Otherwise, Otherwise)
    end.

pick(List) -> lists:nth(rand:uniform(length(List)), List).

%% --- instructions -----------------------------------------------------------------------------------

change_code({Module, Exports, Attributes, Functions, Labels}) ->
    Changed = lists:foldl(fun(_, Fs) -> change_function(Fs, Labels) end, Functions, lists:seq(1, rand:uniform(2))),
    {Module, Exports, Attributes, Changed, Labels}.

change_function(Functions, Labels) ->
    Place = rand:uniform(length(Functions)),
    {Before, [{function, Name, Arity, Entry, Code} | After]} = lists:split(Place - 1, Functions),
    Before ++ [{function, Name, Arity, Entry, change_instructions(Code, Functions, Labels)} | After].

%% Labels and func_info stay where they are: without them it is no function.
change_instructions(Code, Functions, Labels) ->
    {Head, Body} = lists:splitwith(fun(I) -> element(1, I) =/= func_info end, Code),
    [Info, Entry | Rest] = Body,
    Head ++ [Info, Entry | change_body(Rest, Functions, Labels)].

change_body([], _, _) -> [];
change_body(Body, Functions, Labels) ->
    {Before, [Instruction | After]} = lists:split(rand:uniform(length(Body)) - 1, Body),
    case {Instruction, rand:uniform(10)} of
        {{label, _}, _} -> Body;
        {_, 1} -> Before ++ After;
        {_, 2} -> Before ++ [Instruction, Instruction | After];
        {_, 3} when After =/= [], element(1, hd(After)) =/= label -> Before ++ [hd(After), Instruction | tl(After)];
        {_, 4} ->
            {function, _, _, _, Other} = pick(Functions),
            Before ++ [taken(pick(Other), Instruction) | After];
        _ -> Before ++ [change_operand(Instruction, Labels) | After]
    end.

taken({label, _}, Otherwise) -> Otherwise;
taken({func_info, _, _, _}, Otherwise) -> Otherwise;
taken(Instruction, _) -> Instruction.

%% One of the operands, wherever it stands.
change_operand(Instruction, Labels) ->
    case places(Instruction) of
        [] -> Instruction;
        Places -> change(Instruction, pick(Places), Labels)
    end.

places({Kind, N}) when is_integer(N), (Kind =:= x orelse Kind =:= y orelse Kind =:= f orelse Kind =:= fr orelse Kind =:= u) -> [[]];
places({Kind, _}) when Kind =:= atom; Kind =:= integer; Kind =:= literal; Kind =:= float -> [[]];
places({extfunc, _, _, _}) -> [];
places(N) when is_integer(N) -> [[]];
places(nil) -> [[]];
places(List) when is_list(List) -> places(List, 1);
places(Tuple) when is_tuple(Tuple), tuple_size(Tuple) > 1 -> places(tl(tuple_to_list(Tuple)), 2);
places(_) -> [].

places(Parts, First) ->
    [[N | Place] || {N, Part} <- lists:zip(lists:seq(First, First + length(Parts) - 1), Parts), Place <- places(Part)].

change(Operand, [], Labels) -> other(Operand, Labels);
change(List, [N | Place], Labels) when is_list(List) ->
    {Before, [Part | After]} = lists:split(N - 1, List),
    Before ++ [change(Part, Place, Labels) | After];
change(Tuple, [N | Place], Labels) -> setelement(N, Tuple, change(element(N, Tuple), Place, Labels)).

other({f, _}, Labels) -> {f, rand:uniform(Labels) - 1};
other({fr, _}, _) -> {fr, rand:uniform(20)};
other({u, _}, _) -> {u, number()};
other(N, _) when is_integer(N) -> number();
other(_, _) ->
    case rand:uniform(8) of
        1 -> {atom, true};
        2 -> {integer, number()};
        3 -> nil;
        4 -> {literal, pick([{a, b, c}, "abc", <<1, 2, 3, 4>>, #{a => 1}, 1.5])};
        N when N < 7 -> {x, pick([0, 1, 2, 3, 4, 5, 6, 7, 20, 1022])};
        _ -> {y, pick([0, 1, 2, 3, 4, 5, 9, 1000])}
    end.

number() -> pick([0, 1, 2, 3, 4, 5, 8, 16, 64, 255, 1000, 1 bsl 20, 1 bsl 32, 1 bsl 40]).

%% --- bytes ------------------------------------------------------------------------------------------

change_bytes(Beam) ->
    {ok, Module, Chunks} = beam_lib:all_chunks(Beam),
    Name = pick(["Code", "Code", "Code", "Code", "Code", "ImpT", "ExpT", "FunT", "LitT", "StrT", "Type", "Line"]),
    Changed = [{Chunk, case Chunk of Name -> change_some(Content); _ -> Content end} || {Chunk, Content} <- Chunks],
    _ = Module,
    {ok, Mutant} = beam_lib:build_module(Changed),
    Mutant.

change_some(Content) ->
    lists:foldl(fun(_, Bytes) -> change_byte(Bytes) end, Content, lists:seq(1, rand:uniform(3))).

change_byte(<<>>) -> <<>>;
change_byte(Bytes) ->
    Place = rand:uniform(byte_size(Bytes)) - 1,
    <<Before:Place/binary, Byte, After/binary>> = Bytes,
    New = case rand:uniform(3) of
              1 -> rand:uniform(256) - 1;
              2 -> Byte bxor (1 bsl (rand:uniform(8) - 1));
              3 -> (Byte + pick([1, 16, 240, 255])) band 255
          end,
    <<Before/binary, New, After/binary>>.

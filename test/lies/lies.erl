%% Modules that no compiler writes, in the assembly language that the compiler's last pass takes. Each is to be refused
%% when it is read (malformed) or loaded (refused), or to be stopped where it takes a value for what it is not (stopped).
-module(lies).
-export([names/0, expected/1, write/2]).

names() -> [Name || {Name, _, _} <- lies()].

expected(Name) ->
    {_, Expected, _} = lists:keyfind(Name, 1, lies()),
    Expected.

%% The module `lie' with a function main/1 of this code, and helper/1, which returns its argument.
write(Name, File) ->
    {_, _, Code} = lists:keyfind(Name, 1, lies()),
    Main = [{label, 1}, {func_info, {atom, lie}, {atom, main}, 1}, {label, 2} | Code],
    Helper = [{label, 10}, {func_info, {atom, lie}, {atom, helper}, 1}, {label, 11}, return],
    Asm = {lie, [{main, 1}], [], [{function, main, 1, 2, Main}, {function, helper, 1, 11, Helper}], 12},
    {ok, Beam} = beam_asm:module(Asm, [], [], []),
    ok = file:write_file(File, Beam).

many_pairs(N) -> lists:append([[{integer, I}, {x, 0}] || I <- lists:seq(1, N)]).

lies() ->
    [%% What a value is not
     {element_of_integer, stopped, [{get_tuple_element, {x, 0}, 1, {x, 0}}, return]},
     {element_behind_tuple, stopped,
      [{allocate, 0, 1}, {call_ext, 0, {extfunc, erlang, time, 0}}, {test, is_tuple, {f, 3}, [{x, 0}]}, {label, 3},
       {get_tuple_element, {x, 0}, 1000, {x, 0}}, {deallocate, 0}, return]},
     {element_of_literal, stopped, [{move, {literal, {a, b}}, {x, 0}}, {get_tuple_element, {x, 0}, 7, {x, 0}}, return]},
     {element_in_literal, malformed, [{get_tuple_element, {literal, {a, b}}, 1, {x, 0}}, return]},
     {head_of_integer, stopped, [{get_hd, {x, 0}, {x, 0}}, return]},
     {list_of_integer, stopped, [{get_list, {x, 0}, {x, 1}, {x, 0}}, return]},
     {field_of_integer, stopped, [{get_map_elements, {f, 1}, {x, 0}, {list, [{atom, a}, {x, 0}]}}, return]},
     {has_field_of_integer, stopped, [{test, has_map_fields, {f, 1}, {x, 0}, {list, [{atom, a}]}}, return]},
     {sum_of_no_float, crashed,
      [{move, {atom, a}, {x, 0}}, {fmove, {x, 0}, {fr, 0}}, {bif, fadd, {f, 0}, [{fr, 0}, {fr, 0}], {fr, 0}}, {fmove, {fr, 0}, {x, 0}}, return]},
     {match_on_integer, refused,
      [{test, bs_get_integer2, {f, 1}, [{x, 0}, 1, {integer, 8}, 1, {field_flags, []}, {x, 0}]}, return]},
     {arity_of_integer, crashed, [{test, test_arity, {f, 1}, [{x, 0}, 2]}, return]},
     %% Tuples are written by the instruction that makes them
     {write_into_integer, refused, [{set_tuple_element, {atom, a}, {x, 0}, 0}, return]},
     {write_into_literal, refused,
      [{move, {literal, {a, b}}, {x, 0}}, {set_tuple_element, {atom, a}, {x, 0}, 0}, return]},
     {write_behind_tuple, stopped,
      [{allocate, 0, 1}, {move, {literal, {a, b}}, {x, 1}}, {move, {atom, c}, {x, 2}}, {move, {integer, 1}, {x, 0}},
       {call_ext, 3, {extfunc, erlang, setelement, 3}}, {set_tuple_element, {atom, a}, {x, 0}, 1000},
       {deallocate, 0}, return]},
     {write_after_sharing, refused,
      [{allocate, 1, 1}, {move, {literal, {a, b}}, {x, 1}}, {move, {atom, c}, {x, 2}}, {move, {integer, 1}, {x, 0}},
       {call_ext, 3, {extfunc, erlang, setelement, 3}}, {move, {x, 0}, {y, 0}},
       {set_tuple_element, {atom, a}, {x, 0}, 0}, {deallocate, 1}, return]},
     {large_map, passed, [{put_map_assoc, {f, 0}, {literal, #{}}, {x, 0}, 1, {list, many_pairs(600)}}, return]},
     {large_tuple, passed, [{test_heap, 70001, 1}, {put_tuple2, {x, 0}, {list, lists:duplicate(70000, {x, 0})}},
                            {test_heap, 2, 1}, {put_list, {x, 0}, nil, {x, 0}}, {get_hd, {x, 0}, {x, 0}},
                            {move, {atom, ok}, {x, 0}}, return]},
     %% Registers
     {unset_x, refused, [{move, {x, 5}, {x, 0}}, return]},
     {unset_y, refused, [{allocate, 2, 1}, {move, {y, 1}, {x, 0}}, {deallocate, 2}, return]},
     {y_outside_frame, refused, [{allocate, 1, 1}, {move, {x, 0}, {y, 7}}, {deallocate, 1}, return]},
     {y_without_frame, refused, [{move, {y, 0}, {x, 0}}, return]},
     {x_after_call, refused,
      [{allocate, 0, 1}, {move, {x, 0}, {x, 1}}, {call, 1, {f, 11}}, {move, {x, 1}, {x, 0}}, {deallocate, 0}, return]},
     {too_many_live, refused, [{test_heap, 2, 9}, {put_list, {x, 0}, nil, {x, 0}}, return]},
     {x_after_collection, refused,
      [{move, {x, 0}, {x, 1}}, {test_heap, 2, 1}, {put_list, {x, 1}, nil, {x, 0}}, return]},
     %% Frames
     {return_with_frame, refused, [{allocate, 1, 1}, {init_yregs, {list, [{y, 0}]}}, return]},
     {deallocate_more, refused, [{allocate, 1, 1}, {init_yregs, {list, [{y, 0}]}}, {deallocate, 3}, return]},
     {deallocate_none, refused, [{deallocate, 1}, return]},
     {trim_more, refused, [{allocate, 1, 1}, {move, {x, 0}, {y, 0}}, {trim, 3, 0}, {deallocate, 0}, return]},
     {frame_in_frame, refused,
      [{allocate, 1, 1}, {move, {x, 0}, {y, 0}}, {allocate, 1, 1}, {deallocate, 2}, return]},
     {call_without_frame, refused, [{call, 1, {f, 11}}, return]},
     {last_call_of_other_frame, refused, [{allocate, 1, 1}, {move, {x, 0}, {y, 0}}, {call_last, 1, {f, 11}, 4}]},
     {frames_differ, refused,
      [{test, is_atom, {f, 3}, [{x, 0}]}, {allocate, 1, 1}, {move, {x, 0}, {y, 0}}, {jump, {f, 4}}, {label, 3},
       {allocate, 2, 1}, {move, {x, 0}, {y, 0}}, {move, {x, 0}, {y, 1}}, {label, 4}, {deallocate, 2}, return]},
     {collect_unset_frame, passed,
      [{allocate, 9, 1}, {test_heap, 2, 1}, {call_ext, 0, {extfunc, erlang, garbage_collect, 0}}, {deallocate, 9}, return]},
     %% Heap
     {cons_without_heap, refused, [{put_list, {x, 0}, nil, {x, 0}}, return]},
     {tuple_of_too_much, refused, [{test_heap, 3, 1}, {put_tuple2, {x, 0}, {list, [{x, 0}, {x, 0}, {x, 0}]}}, return]},
     {endless_cons, refused,
      [{label, 3}, {test_heap, 2, 1}, {put_list, {x, 0}, nil, {x, 0}}, {jump, {f, 3}}]},
     %% Exceptions
     {return_with_handler, refused, [{allocate, 1, 1}, {'try', {y, 0}, {f, 3}}, {deallocate, 1}, return,
                                     {label, 3}, {try_case, {y, 0}}, {deallocate, 1}, return]},
     {handler_overwritten, refused, [{allocate, 1, 1}, {'try', {y, 0}, {f, 3}}, {move, {x, 0}, {y, 0}}, {deallocate, 1},
                                     return, {label, 3}, {try_case, {y, 0}}, {deallocate, 1}, return]},
     {handler_copied, refused, [{allocate, 2, 1}, {'try', {y, 0}, {f, 3}}, {move, {y, 0}, {y, 1}}, {try_end, {y, 0}},
                                {deallocate, 2}, return, {label, 3}, {try_case, {y, 0}}, {deallocate, 2}, return]},
     {end_of_no_handler, refused, [{allocate, 1, 1}, {init_yregs, {list, [{y, 0}]}}, {try_end, {y, 0}}, {deallocate, 1}, return]},
     {handler_without_case, refused, [{allocate, 1, 1}, {'try', {y, 0}, {f, 3}}, {call, 1, {f, 11}}, {try_end, {y, 0}},
                                      {deallocate, 1}, return, {label, 3}, {move, {x, 0}, {x, 1}}, {deallocate, 1}, return]},
     {handler_after_trim, refused,
      [{allocate, 2, 1}, {init_yregs, {list, [{y, 0}, {y, 1}]}}, {'try', {y, 1}, {f, 3}}, {call, 1, {f, 11}}, {trim, 1, 1},
       {call, 1, {f, 11}}, {try_end, {y, 0}}, {deallocate, 1}, return,
       {label, 3}, {try_case, {y, 1}}, {deallocate, 2}, return]},
     {jump_to_handler, stopped, [{allocate, 1, 1}, {'try', {y, 0}, {f, 3}}, {jump, {f, 3}},
                                 {label, 3}, {try_case, {y, 0}}, {deallocate, 1}, return]},
     %% The stack trace as the machine has it, used as any value
     {trace_as_value, passed, [{allocate, 1, 1}, {'try', {y, 0}, {f, 3}}, {call_ext, 1, {extfunc, erlang, error, 1}},
                               {label, 3}, {try_case, {y, 0}}, {move, {x, 2}, {x, 0}}, {deallocate, 1}, return]},
     %% Contexts of binaries
     {context_returned, refused, [{test, bs_start_match3, {f, 1}, 1, [{x, 0}], {x, 0}}, return]},
     {context_in_tuple, refused, [{test, bs_start_match3, {f, 1}, 1, [{x, 0}], {x, 0}}, {test_heap, 2, 1},
                                  {put_tuple2, {x, 0}, {list, [{x, 0}]}}, return]},
     {context_sent, refused, [{test, bs_start_match3, {f, 1}, 1, [{x, 0}], {x, 1}}, {move, {atom, a}, {x, 0}}, send, return]},
     {position_outside, crashed, [{move, {literal, <<1, 2, 3>>}, {x, 0}}, {test, bs_start_match3, {f, 1}, 1, [{x, 0}], {x, 1}},
                                  {move, {integer, 1 bsl 40}, {x, 2}}, {bs_set_position, {x, 1}, {x, 2}},
                                  {bs_get_tail, {x, 1}, {x, 0}, 2}, return]},
     %% Ways
     {into_other_function, refused, [{jump, {f, 11}}]},
     {behind_the_end, refused, [{move, {atom, a}, {x, 0}}]},
     {endless_jump, refused, [{label, 3}, {jump, {f, 3}}]},
     %% Messages
     {message_not_looked_at, passed, [{label, 3}, remove_message, {move, {atom, a}, {x, 0}}, return]},
     {message_twice, stopped, [{label, 3}, {loop_rec, {f, 4}, {x, 0}}, remove_message, remove_message, return,
                               {label, 4}, {wait, {f, 3}}]}].

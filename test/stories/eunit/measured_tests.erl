%% A test that counts on what a node does by itself: no race, and a number that weft has not as erl has it.
-module(measured_tests).
-include_lib("eunit/include/eunit.hrl").

processes_of_a_node_test() ->
    ?assert(length([P || P <- processes(), is_process_alive(P)]) > 30).

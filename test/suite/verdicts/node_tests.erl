%% What a test finds of the node that it runs on.
-module(node_tests).
-include_lib("eunit/include/eunit.hrl").

names_test() ->
    [?assert(is_pid(whereis(Name))) || Name <- [init, kernel_sup, code_server, application_controller, logger, user]].

ancestors_end_with_init_test() -> ?assertEqual(whereis(init), oldest(self())).

oldest(Pid) ->
    case process_info(Pid, parent) of
        {parent, undefined} -> Pid;
        {parent, Parent} -> oldest(Parent)
    end.

the_table_of_applications_test() -> ?assertEqual([], ets:lookup(ac_tab, no_such_key)).

init_answers_test() ->
    init ! {self(), get_arguments},
    ?assert(receive {init, Arguments} -> is_list(Arguments) end),
    init ! {self(), {get_argument, root}},
    ?assertMatch({ok, [[_]]}, receive {init, Root} -> Root end),
    init ! {self(), something_else},
    ?assertEqual({started, started}, init:get_status()).

the_code_server_answers_test() ->
    code_server ! {code_call, self(), {is_loaded, ?MODULE}},
    ?assertMatch({file, _}, receive {code_server, Answer} -> Answer end).

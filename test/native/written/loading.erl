%% Code, atoms, environments and other things that all processes share.
-module(loading).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: no
%= erl: yes
atom_made() ->
    S = self(),
    N = "never_" ++ integer_to_list(erlang:unique_integer([positive])),
    spawn(fun() -> binary_to_atom(list_to_binary(N)) end),
    spawn(fun() -> S ! try list_to_existing_atom(N), yes catch error:badarg -> no end end),
    receive X -> X end.

%= exactly: erl and may
%= erl: false
%= may: true
loaded_by_call() ->
    S = self(),
    spawn(fun() -> S ! erlang:module_loaded(guest) end),
    1 = guest:one(),
    receive X -> X end.

%= exactly: erl and may
%= erl: false
%= may: true
exported_by_call() ->
    S = self(),
    spawn(fun() -> S ! erlang:function_exported(guest, one, 0) end),
    1 = guest:one(),
    receive X -> X end.

%= exactly: erl and may
%= erl: false
%= erl: true
path_added() ->
    S = self(),
    spawn(fun() -> S ! lists:member("/usr", code:get_path()) end),
    code:add_patha("/usr"),
    Seen = receive X -> X end,
    code:del_path("/usr"),
    Seen.

%= exactly: erl and may
%= erl: false
%= erl: true
deleted_while_called() ->
    1 = guest:one(),
    spawn(fun() -> erlang:delete_module(guest) end),
    erlang:module_loaded(guest).

%= exactly: erl and may
%= erl: 1
%= erl: none
environment() ->
    S = self(),
    spawn(fun() -> S ! application:get_env(native, k, none) end),
    application:set_env(native, k, 1),
    receive X -> X end.

%= exactly: erl and may
%= erl: {1,1}
%= erl: {1,none}
%= erl: {none,1}
%= erl: {none,none}
persistent() ->
    spawn(fun() -> persistent_term:put(x, 1), persistent_term:put(y, 1) end),
    X = persistent_term:get(x, none),
    {X, persistent_term:get(y, none)}.

%= exactly: erl and may
%= erl: false
%= erl: true
persistent_all() ->
    spawn(fun() -> persistent_term:put(x, 1) end),
    lists:member({x, 1}, persistent_term:get()).

%= exactly: erl and may
%= erl: false
%= erl: true
registered_all() ->
    spawn(fun() -> register(n, self()), receive stop -> ok end end),
    lists:member(n, registered()).

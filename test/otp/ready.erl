%% A module that prepares itself when it is loaded.
-module(ready).
-on_load(prepare/0).
-export([value/0]).

prepare() ->
    persistent_term:put(?MODULE, value_of(prepared)),
    ok.

value_of(X) -> {value, X}.

value() -> persistent_term:get(?MODULE, nothing).

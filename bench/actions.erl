%% First visible actions to measure: each function stands before one.
-module(actions).
-export([send/0, insert/0, lookup/0, spawned/0, receives/0]).

send() -> self() ! hello, ok.

insert() -> ets:insert(table(), {key, 1}), ok.

lookup() -> ets:lookup(table(), key), ok.

spawned() -> spawn(fun() -> ok end), ok.

receives() -> self() ! hello, receive hello -> ok end.

table() -> nosuchtable.

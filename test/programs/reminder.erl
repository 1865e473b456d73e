%% Reminds each customer once, whoever asks for it.
-module(reminder).
-export([new/0, remind/2, remind_once/2]).

new() -> ets:new(reminded, [public]).

%% Looks, then notes.
remind(Table, Customer) ->
    case ets:member(Table, Customer) of
        true -> ok;
        false -> ets:insert(Table, {Customer}), post:deliver(Customer)
    end.

%% Notes, if nobody has.
remind_once(Table, Customer) ->
    case ets:insert_new(Table, {Customer}) of
        false -> ok;
        true -> post:deliver(Customer)
    end.

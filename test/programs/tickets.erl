%% Gives out numbers, each once: by a counter that is read and written, or by one that counts itself.
-module(tickets).
-export([start/1, stop/0, take/0]).

start(How) ->
    tickets = ets:new(tickets, [public, named_table]),
    ets:insert(tickets, [{how, How}, {next, 0}]).

stop() -> ets:delete(tickets).

take() ->
    case ets:lookup_element(tickets, how, 2) of
        atomic ->
            ets:update_counter(tickets, next, 1);
        read_write ->
            Next = ets:lookup_element(tickets, next, 2) + 1,
            ets:insert(tickets, {next, Next}),
            Next
    end.

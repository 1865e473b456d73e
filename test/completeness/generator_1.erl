%% The first generator. What a seed means here never changes, so that seeds that once found something keep finding it:
%% new operations go into generator_2.
-module(generator_1).
-export([program/2]).

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 17, 4711}),
    put(message, 0),
    put(most, most_interleavings(Delivery)),
    shape(Seed).

%% Deliveries are steps too.
most_interleavings("async") -> 60;
most_interleavings(_) -> 1200.

shape(Seed) ->
    Workers = pick([2, 2, 2, 3, 3, 4]),
    Gate = Workers =:= 2 andalso one_in(4),
    Most = case Workers of 2 -> 4; 3 -> 2; 4 -> 1 end,
    Program = {Gate, pick([forever, 5000]), operations(0, Workers, Gate, rand:uniform(3) - 1),
               [worker(I, Workers, Gate, rand:uniform(Most)) || I <- lists:seq(1, Workers)]},
    case estimate(Program) =< get(most) of
        true -> Program;
        false -> shape(Seed)
    end.

worker(I, Workers, Gate, Count) -> {pick([tells, writes]), operations(I, Workers, Gate, Count)}.

operations(I, Workers, Gate, Count) -> [operation(theme(), I, Workers, Gate) || _ <- lists:seq(1, Count)].

%% Interleavings if no operation ever waited or depended on another.
estimate({Gate, _, Main, Workers}) ->
    Steps = [length(Main) + 1 | [length(W) + 1 + opened(Gate) + children(W) || {_, W} <- Workers]],
    lists:foldl(fun(N, Count) -> Count div factorial(N) end, factorial(lists:sum(Steps)), Steps).

opened(Gate) -> if Gate -> 1; true -> 0 end.
children(W) -> 2 * length([1 || {spawn, _, _} <- W]).

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

theme() -> pick([message, message, message, table, table, name, link, monitor, timer, info, spawn]).

operation(message, I, N, Gate) ->
    pick([{send, who(I, N, Gate), message()}, {send, who(I, N, Gate), message()}, {'receive', wanted(), patience()}]);
operation(table, _, _, _) ->
    Key = pick([k, k, l]),
    pick([{insert, Key, pick([1, 2])}, {lookup, Key}, {insert_new, Key, pick([1, 2])}, {delete, Key}, {counter, Key},
          {take, Key}, {element, Key}, size, all, {insert_all, pick([1, 2])}, {member, Key}, {replace, Key}]);
operation(name, I, N, Gate) ->
    Name = pick([n, n, o]),
    pick([{register, Name, who(I, N, Gate)}, {register, Name, who(I, N, Gate)}, {unregister, Name}, {whereis, Name},
          {send, Name, message()}, {exit_by_name, Name}, registered]);
operation(link, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{link, Who}, {link, Who}, {unlink, Who}, {exit, Who, pick([normal, kill, bad])}, {trap, pick([true, true, false])},
          leave]);
operation(monitor, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{monitor, Who}, {monitor, Who}, {monitor_name, pick([n, o])}, {demonitor, Who, pick([[], [flush], [info]])}]);
operation(timer, I, N, Gate) ->
    pick([{later, who(I, N, Gate), message()}, {later, pick([n, o]), message()}, {cancel, who(I, N, Gate), message()}]);
operation(info, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{info, Who, pick([message_queue_len, messages, links, monitors, monitored_by, registered_name, trap_exit])},
          {alive, Who}, processes]);
operation(spawn, I, N, Gate) ->
    Theme = pick([message, table, name, link]),
    {spawn, pick([spawn, spawn_link, spawn_monitor]), operation(Theme, I, N, Gate)}.

%% A worker knows main, itself and those that were made before it; all of them once a gate told it.
who(0, N, _) -> rand:uniform(N + 1) - 1;
who(_, N, true) -> rand:uniform(N + 1) - 1;
who(I, _, false) -> rand:uniform(I + 1) - 1.

message() ->
    put(message, get(message) + 1),
    {pick([a, b]), get(message)}.

wanted() -> pick([any, any, a, b]).
patience() -> pick([infinity, infinity, 0, 10, 2000]).
pick(List) -> lists:nth(rand:uniform(length(List)), List).
one_in(N) -> rand:uniform(N) =:= 1.

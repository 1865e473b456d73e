%% The second generator: all that processes can share, a few operations each on few things.
%%
%% A program dwells on one or two themes, so that its operations meet.
-module(generator_2).
-export([program/2, operations/4, operation/3]).   %% for the other generators

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 29, 1789}),
    put(message, 0),
    put(most, most_interleavings(Delivery)),
    shape().

%% Deliveries are steps too.
most_interleavings("async") -> 250;
most_interleavings(_) -> 1500.

shape() ->
    Count = pick([2, 2, 2, 2, 3, 3, 4]),
    Gate = Count =:= 2 andalso one_in(5),
    Most = case Count of 2 -> 4; 3 -> 2; 4 -> 1 end,
    put(themes, [theme() || _ <- lists:seq(1, pick([1, 1, 2]))]),
    put(table, pick([set, set, set, ordered_set, bag, duplicate_bag])),
    Main = operations(0, Count, Gate, rand:uniform(3) - 1),
    Workers = [{pick([tells, writes]), operations(I, Count, Gate, rand:uniform(Most))} || I <- lists:seq(1, Count)],
    Program = {Gate, pick([forever, 5000]), [{table, get(table)} | Main], Workers},
    case program:estimate(Program) =< get(most) of
        true -> Program;
        false -> shape()
    end.

operations(I, Count, Gate, Length) ->
    [operation(pick([message | get(themes)]), I, fun() -> who(I, Count, Gate) end) || _ <- lists:seq(1, Length)].

theme() ->
    pick([message, receiving, alias, table, table, rows, walk, owner, life_of_table, persistent, atomics, clock, timer,
          long_timer, link, exits, monitor, name, info, info, leader, spawn, crash, unique, halt]).

operation(message, _, Who) ->
    pick([{send, Who(), message()}, {send, Who(), message()}, {'receive', wanted(), patience()}]);
operation(receiving, _, Who) ->
    pick([{send, Who(), message()}, {'receive', wanted(), patience()}, {receive_guard, rand:uniform(4), patience()},
          {receive_bound, pick([a, b]), patience()}, {receive_two, patience()}, {flush_any, pick([0, 5])}]);
operation(alias, _, Who) ->
    pick([{alias, pick([explicit_unalias, reply])}, {pass_alias, Who()}, unalias, use_alias, use_alias, main_alias,
          main_alias, {monitor_alias, Who(), pick([explicit_unalias, demonitor, reply_demonitor])},
          {demonitor, Who(), pick([[], [flush], [info]])}, {'receive', any, patience()}]);
operation(table, _, _) ->
    Key = key(),
    pick([{insert, Key, value()}, {lookup, Key}, {insert_new, Key, value()}, {delete, Key}, {counter, Key}, {take, Key},
          {element, Key}, size, all, {insert_all, value()}, {member, Key}, {replace, Key}, {insert_new_all, value()},
          {delete_object, Key, value()}, delete_all, {counter_or, Key}, {insert_in, u, Key, value()}]);
operation(rows, _, _) ->
    Key = key(),
    pick([{insert, Key, value()}, {delete, Key}, {match, Key}, {match, '_'}, {match_object, Key, value()}, {select, Key},
          {select, '_'}, {select_delete, Key}, {select_delete, '_'}, {select_count, '_'}, {match_delete, Key},
          {select_replace, Key}, {object_in, Key, value()}]);
operation(walk, _, _) ->
    Key = key(),
    pick([{insert, Key, value()}, {delete, Key}, first, last, {next, Key}, {prev, Key}, walk, {fix, true}, {fix, false},
          {slot, 0}, {select_some, 1}]);
operation(owner, _, Who) ->
    pick([{give, t, Who()}, {give, u, Who()}, {heir, t, Who()}, {new, u, Who()}, {new, u, none}, {owner, t}, {owner, u},
          {insert_in, u, k, 1}, {lookup_in, u, k}, flush_gift, {drop, t}, leave]);
operation(life_of_table, _, _) ->
    pick([{new, u, none}, {new, t, none}, {drop, t}, {drop, u}, {rename, t, u}, {rename, u, t}, {table_whereis, t},
          {table_whereis, u}, {insert_in, u, k, 1}, {lookup_in, t, k}, tables, {table_info, u}]);
operation(persistent, _, _) ->
    Key = pick([x, x, y]),
    pick([{put, Key, value()}, {put, Key, value()}, {get, Key}, {erase, Key}, get_all]);
operation(atomics, _, _) ->
    I = pick([1, 1, 2]),
    pick([{atomic, add, I, 1}, {atomic, add_get, I, 2}, {atomic, put, I, value()}, {atomic, get, I}, {atomic, exchange, I, 5},
          {atomic, compare_exchange, I, 0, 7}, {counter_of, add, I, 1}, {counter_of, get, I}, {counter_of, put, I, 3}]);
operation(clock, _, Who) ->
    pick([{now, monotonic_time}, {now, system_time}, {send_now, Who()}, {'receive', any, patience()}, timestamp]);
operation(timer, _, Who) ->
    pick([{later, pick([10, 10, 0, 500]), pick([Who(), Who(), n]), message()}, {start, 10, Who(), message()}, cancel, cancel,
          read, main_cancel, main_read, {cancel_async, 10, Who()}, {'receive', any, patience()}]);
operation(long_timer, _, Who) ->
    pick([{later, pick([1500, 3000]), Who(), message()}, {start, 2500, Who(), message()}, cancel, read, main_cancel,
          {'receive', any, pick([2000, 4000, infinity])}, {'receive', wanted(), pick([0, 10, 2000, 6000])}, {now, monotonic_time}]);
operation(waiting, _, Who) ->   %% of the seventh generator, as the next
    pick([{later, pick([0, 5, 10, 15, 500]), pick([0, Who()]), message()}, {later, pick([5, 10, 20]), 0, message()},
          {start, pick([5, 10, 30]), Who(), message()}, cancel, read, {'receive', any, pick([2, 5, 8, 12, 25, 40])},
          {'receive', wanted(), pick([5, 12, 25])}]);
operation(long_waiting, _, Who) ->
    pick([{later, pick([1000, 2000]), pick([0, Who()]), message()}, {'receive', any, pick([1000, 1500, 2000])}, cancel,
          {'receive', wanted(), 1000}, {later, 500, 0, message()}, {insert_new, k, value()}]);
operation(link, _, Who) ->
    pick([{link, Who()}, {link, Who()}, {unlink, Who()}, {exit, Who(), reason()}, {trap, pick([true, true, false])}, leave,
          {spawn, pick([spawn_link, spawn_opt_link]), {exit, Who(), reason()}}]);
operation(exits, _, Who) ->
    pick([{exit, Who(), reason()}, {exit, Who(), reason()}, {trap, true}, {trap, false}, {exit_self, reason()}, {alive, Who()},
          {'receive', any, patience()}]);
operation(monitor, _, Who) ->
    pick([{monitor, Who()}, {monitor, Who()}, {monitor_name, pick([n, o])}, {demonitor, Who(), options()},
          {demonitor, Who(), options()}, {receive_down, Who(), patience()}, {monitor_tag, Who()}, leave]);
operation(name, _, Who) ->
    Name = pick([n, n, o]),
    pick([{register, Name, Who()}, {register, Name, Who()}, {unregister, Name}, {whereis, Name}, {send, Name, message()},
          {send_here, Name, message()}, {exit_by_name, Name}, registered, {monitor_name, Name}, {later, 10, Name, message()}]);
operation(info, I, Who) ->
    pick([{info, Who(), item()}, {info, Who(), item()}, {infos, Who(), [item(), item()]}, {alive, Who()}, processes,
          process_count, operation(pick([message, link, monitor, name, dictionary]), I, Who)]);
operation(dictionary, _, _) -> pick([{put_own, value()}, get_own]);
operation(leader, _, Who) -> pick([{leader, Who(), Who()}, own_leader, {info, Who(), group_leader}, {spawn, spawn, own_leader}]);
operation(spawn, I, Who) ->
    Inner = operation(pick([message, table, name, link, persistent, monitor]), I, Who),
    {spawn, pick([spawn, spawn_link, spawn_monitor, spawn_opt_link, spawn_opt_monitor]), Inner};
operation(crash, I, Who) -> pick([crash, throw, caught, {spawn, spawn_link, crash}, {trap, true}, operation(link, I, Who)]);
operation(unique, _, Who) -> pick([unique, reference, {send_reference, Who()}, monotonic, {'receive', any, patience()}]);
operation(halt, _, _) -> pick([{halt, 0}, {halt, 3}, {insert, k, 1}, {lookup, k}, crash]).

%% A worker knows main, itself and those that were made before it; all of them once a gate told it.
who(0, N, _) -> rand:uniform(N + 1) - 1;
who(_, N, true) -> rand:uniform(N + 1) - 1;
who(I, _, false) -> rand:uniform(I + 1) - 1.

message() ->
    put(message, get(message) + 1),
    {pick([a, b]), get(message)}.

key() -> pick([k, k, l]).
value() -> pick([1, 2]).
wanted() -> pick([any, any, a, b]).
patience() -> pick([infinity, infinity, 0, 0, 10, 2000]).
reason() -> pick([normal, kill, bad, shutdown, killed]).
options() -> pick([[], [flush], [info], [flush, info]]).
item() ->
    pick([message_queue_len, messages, links, monitors, monitored_by, registered_name, trap_exit, dictionary, current_function,
          status, group_leader]).
pick(List) -> lists:nth(rand:uniform(length(List)), List).
one_in(N) -> rand:uniform(N) =:= 1.

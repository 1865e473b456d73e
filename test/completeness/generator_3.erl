%% The third generator: everything in Erlang that processes can share, around one place.
%%
%% A program has a hub: one process, the name n, the key k. Most operations concern the hub's mailbox, its life, that
%% name or that key, whatever their themes are, so that they meet.
-module(generator_3).
-export([program/2]).

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 41, 1905}),
    put(message, 0),
    shape(interleavings(Delivery)).

%% Deliveries are steps too.
interleavings("async") -> {20, 2000};
interleavings(_) -> {200, 100000}.

shape({Least, Most} = Range) ->
    Count = pick([2, 2, 2, 3, 3]),
    Gate = Count =:= 2 andalso one_in(6),
    put(hub, pick([0, 0, 0, 0, 1, Count])),
    put(themes, [theme() || _ <- lists:seq(1, pick([1, 2, 2, 3]))]),
    Type = pick([set, set, ordered_set, bag, duplicate_bag]),
    put(patience, pick([quiet, quiet, forever, 5000])),
    Main = operations(0, Count, Gate, length_of(0)),
    Workers = [{ending(), operations(I, Count, Gate, length_of(I))} || I <- lists:seq(1, Count)],
    Program = {Gate, get(patience), [{table, Type} | Main], Workers},
    case program:estimate(Program) of
        N when N >= Least, N =< Most -> Program;
        _ -> shape(Range)
    end.

ending() ->
    case get(patience) of
        quiet -> writes;
        _ -> pick([tells, writes])
    end.

%% Main may take any message only where none tells of the end of a worker.
any(Time) ->
    case get(patience) of
        quiet -> {receive_first, Time};
        _ -> {'receive', any, Time}
    end.

%% The hub does more than others.
length_of(I) ->
    case get(hub) of
        I -> 1 + rand:uniform(4);
        _ when I =:= 0 -> rand:uniform(3) - 1;
        _ -> rand:uniform(2)
    end.

operations(I, Count, Gate, Length) ->
    [centred(I, operation(pick([mailbox | get(themes)]), I, fun() -> who(I, Count, Gate) end)) || _ <- lists:seq(1, Length)].

%% Others than the hub wait less often than they say something.
centred(I, Operation) ->
    Hub = get(hub),
    case Hub =/= I andalso is_receive(Operation) andalso not one_in(4) of
        true when I > 0, Hub > I -> {send, n, message()};   % it may not know that one
        true -> {send, pick([Hub, Hub, n]), message()};
        false -> Operation
    end.

is_receive(messages_own) -> true;
is_receive(Operation) when is_tuple(Operation) -> string:prefix(atom_to_list(element(1, Operation)), "receive") =/= nomatch;
is_receive(_) -> false.

%% Who can see the hub speaks of it, four times out of five.
who(I, Count, Gate) ->
    Known = if I =:= 0; Gate -> Count; true -> I end,
    case get(hub) of
        Hub when Hub =< Known -> pick([Hub, Hub, Hub, Hub, rand:uniform(Known + 1) - 1]);
        _ -> rand:uniform(Known + 1) - 1
    end.

theme() ->
    pick([mailbox, sender, questions, alias, alias, link, link, exit, exit, trap, monitor, monitor, name, name, table, table,
          rows, owner, persistent, numbers, timer, timer, clock, spawn, look, look, server, server, suspend, leader]).

operation(mailbox, _, Who) ->
    pick([{send, Who(), message()}, {send, Who(), message()}, {send, n, message()}, {'receive', wanted(), patience()},
          any(patience()), {receive_two, patience()}, {receive_not, a, patience()}, messages_own]);
operation(sender, _, Who) ->
    pick([{send_self, Who()}, {send_self, Who()}, {send_self, n}, {receive_from, Who(), patience()}, {receive_guard, 1, patience()}]);
operation(questions, _, Who) ->
    pick([{ask, Who(), soon()}, {ask, n, soon()}, {answer, patience()}, {answer, patience()}, {register, n, Who()}]);
operation(alias, _, Who) ->
    pick([main_alias, main_alias, {alias, pick([explicit_unalias, reply])}, {pass_alias, Who()}, use_alias, unalias,
          {monitor_alias, Who(), pick([explicit_unalias, demonitor, reply_demonitor])}, {spawn, spawn_opt_alias, {exit_self, bad}},
          {demonitor, Who(), options()}, messages_own]);
operation(link, _, Who) ->
    pick([{link, Who()}, {link, Who()}, {unlink, Who()}, {unlink_flush, Who()}, {trap, true}, {receive_exit, patience()}, leave,
          {link_name, n}, {info, Who(), links}]);
operation(exit, _, Who) ->
    pick([{exit, Who(), reason()}, {exit, Who(), reason()}, {exit_by_name, n}, {exit_self, reason()}, {trap, true},
          {receive_exit, patience()}, {alive, Who()}]);
operation(trap, _, Who) ->
    pick([{trap, true}, {trap, false}, {exit, Who(), reason()}, {link, Who()}, {info, Who(), trap_exit}, {receive_exit, patience()}]);
operation(monitor, _, Who) ->
    pick([{monitor, Who()}, {monitor, Who()}, {monitor_name, n}, {monitor_tag, Who()}, {demonitor, Who(), options()},
          {demonitor, Who(), options()}, {receive_down, Who(), patience()}, {info, Who(), monitored_by}, leave]);
operation(name, _, Who) ->
    pick([{register, n, Who()}, {register, n, Who()}, {unregister, n}, {whereis, n}, {send, n, message()}, {send_here, n, message()},
          {send_if_there, n, message()}, registered, {info, Who(), registered_name}, leave]);
operation(table, _, _) ->
    pick([{insert, k, value()}, {insert_new, k, value()}, {lookup, k}, {delete, k}, {delete_object, k, value()}, {take, k},
          {counter, k}, {counter_or, k}, {insert, l, value()}, size, all, {member, k}, {insert_all, value()}, {insert_new_all, value()}]);
operation(rows, _, _) ->
    pick([{object_in, k, value()}, {insert, l, value()}, {delete, k}, {match, k}, {match, '_'}, {match_object, k, value()}, {select, k},
          {select, '_'}, {select_delete, k}, {select_count, '_'}, first, {next, k}, {take, l}, delete_all, {select_replace, k}]);
operation(owner, _, Who) ->
    pick([{give, u, Who()}, {give, t, Who()}, {heir, t, Who()}, {heir, u, Who()}, {new, u, Who()}, {new, u, none}, {owner, u},
          {owner, t}, {insert_in, u, k, 1}, {lookup_in, u, k}, flush_gift, {drop, u}, {rename, u, v}, {table_whereis, u}, leave]);
operation(persistent, _, _) -> pick([{put, x, value()}, {put, x, value()}, {get, x}, {get, x}, {erase, x}, {put, y, value()}, get_all]);
operation(numbers, _, _) ->
    pick([{atomic, add, 1, 1}, {atomic, add_get, 1, 2}, {atomic, put, 1, value()}, {atomic, get, 1}, {atomic, exchange, 1, 5},
          {atomic, compare_exchange, 1, 0, 7}, {counter_of, add, 1, 1}, {counter_of, get, 1}, {counter_of, put, 1, 3},
          {atomic, sub, 2, 1}]);
operation(timer, _, Who) ->
    pick([{later, pick([0, 10, 10, 2500]), pick([Who(), Who(), n]), message()}, {start, pick([0, 10]), Who(), message()}, cancel, read,
          main_cancel, main_read, {cancel_async, pick([0, 10]), Who()}, any(pick([0, 5, 10, 2000])), messages_own]);
operation(clock, _, Who) ->
    pick([{note_time, k}, {compare_time, k}, {compare_time, k}, {send_now, Who()}, {now, monotonic_time},
          any(pick([0, 10, 2000]))]);
operation(spawn, I, Who) ->
    Inner = operation(pick([mailbox, name, table, exit, persistent, timer]), I, Who),
    pick([{spawn, pick([spawn, spawn_link, spawn_monitor, spawn_opt_link, spawn_opt_monitor, spawn_opt_priority]), Inner},
          {spawn_request, Inner}, {priority, pick([high, low])}, {trap, true}, messages_own]);
operation(look, I, Who) ->
    pick([{info, Who(), item()}, {info, Who(), item()}, {infos, Who(), [item(), item()]}, {alive, Who()}, {present, Who()}, processes,
          {put_own, value()}, operation(pick([mailbox, link, monitor, name, suspend]), I, Who)]);
operation(server, I, Who) ->
    pick([{server, call, request(), pick([infinity, 10, 5000])}, {server, call, request(), 5000},
          {server, cast, pick([{set, 5}, answer, stop])}, {server, tell, Who()}, {server, send, hello}, {server, exit, reason()},
          {server, whereis, srv}, {server, monitor, srv}, {server, link, srv}, server_stop, operation(mailbox, I, Who)]);
operation(suspend, _, Who) ->
    pick([{suspend, Who()}, {suspend_later, Who()}, {resume, Who()}, {resume, Who()}, {info, Who(), status}, {alive, Who()}]);
operation(leader, _, Who) -> pick([{leader, Who(), Who()}, own_leader, {info, Who(), group_leader}, {spawn, spawn, own_leader}]).

message() ->
    put(message, get(message) + 1),
    {pick([a, b]), get(message)}.

value() -> pick([1, 2]).
wanted() -> pick([a, b]).
patience() -> pick([infinity, infinity, 0, 0, 10, 2000]).
soon() -> pick([0, 10, 2000]).
reason() -> pick([normal, kill, bad, shutdown]).
options() -> pick([[], [flush], [info], [flush, info]]).
request() -> pick([get, add, {echo, 1}, later, stop, crash]).
item() -> pick([message_queue_len, messages, messages, links, monitors, monitored_by, registered_name, status, dictionary, trap_exit]).
pick(List) -> lists:nth(rand:uniform(length(List)), List).
one_in(N) -> rand:uniform(N) =:= 1.

%% A second version of a module: what calls go to, who stays in old code, and what purging does.
-module(code_cases).
-include("../differential/diff.hrl").

load(V) -> code:load_binary(hot, file(V), bytes(V)).
file(V) -> "v" ++ integer_to_list(V) ++ "/hot.beam".
bytes(V) -> {ok, Bytes} = file:read_file(file(V)), Bytes.
clean() -> code:purge(hot), code:delete(hot), code:purge(hot).
ask(P) -> P ! {version, self()}, receive {P, V} -> V after 200 -> dead end.
gone(P) -> timer:sleep(5), not is_process_alive(P).

cases() -> [{Name, fun() -> clean(), R = Fun(), clean(), R end} || {Name, Fun} <- table()].

table() ->
    [?C(ready:value()),
     ?C({load(1), hot:version(), load(2), hot:version()}),
     ?C({load(1), load(1), hot:version(), erlang:check_old_code(hot)}),
     ?C({load(1), erlang:check_old_code(hot), load(2), erlang:check_old_code(hot), code:soft_purge(hot), erlang:check_old_code(hot)}),
     ?C(begin load(1), P = hot:start(), A = ask(P), load(2), B = ask(P), P ! move, C = ask(P), {A, B, C, code:soft_purge(hot), ask(P)} end),
     ?C(begin load(1), P = hot:start(), ask(P), load(2), {code:soft_purge(hot), ask(P), code:purge(hot), gone(P)} end),
     ?C(begin load(1), P = hot:start(), ask(P), load(2), load(1), gone(P) end),
     ?C(begin load(1), P = hot:start(), ask(P), load(2), P ! move, ask(P), {erlang:check_process_code(P, hot), load(1), ask(P)} end),
     ?C(begin load(1), P = hot:start(), ask(P), load(2), {erlang:check_process_code(P, hot), erlang:check_process_code(self(), hot)} end),
     ?C(begin load(1), P = hot:start(), P ! {deep, self()}, receive {P, waiting} -> ok end, load(2), S = code:soft_purge(hot), P ! go,
         {S, receive {P, V} -> V end} end),
     ?C(begin load(1), F = hot:maker(), load(2), G = hot:maker(), {F(), G(), F =:= G, hot:call(F)} end),
     ?C(begin load(1), F = fun hot:version/0, A = F(), load(2), {A, F()} end),
     ?C(begin load(1), A = erlang:function_exported(hot, only_first, 0), load(2),
         {A, erlang:function_exported(hot, only_first, 0), erlang:function_exported(hot, only_second, 0), hot:only_second()} end),
     ?C(begin load(1), hot:only_first(), load(2), try hot:only_first() catch error:E -> E end end),
     ?C(begin load(1), A = hot:module_info(md5), load(2), B = hot:module_info(md5), {A =:= B, A =:= erlang:md5(<<>>)} end),
     ?C(begin load(1), A = code:is_loaded(hot), load(2), {A, code:is_loaded(hot), code:which(hot)} end),
     ?C(begin load(1), A = code:delete(hot), {A, code:is_loaded(hot), erlang:check_old_code(hot), catch_undef(fun() -> hot:version() end)} end),
     ?C(begin load(1), code:delete(hot), {code:delete(hot), load(2), hot:version(), erlang:check_old_code(hot)} end),
     ?C(begin load(1), load(2), {code:delete(hot), hot:version(), code:purge(hot), code:delete(hot)} end),
     ?C(begin load(1), P = hot:start(), ask(P), code:delete(hot), {is_process_alive(P), code:purge(hot), gone(P)} end),
     ?C(begin load(1), erlang:load_module(hot, bytes(2)), R = erlang:load_module(hot, bytes(1)), {R, hot:version()} end),
     ?C({code:purge(hot), code:soft_purge(hot), code:delete(hot), erlang:check_old_code(hot)}),
     ?C(code:load_binary(hot, "x", <<"nonsense">>)),
     ?C(code:load_binary(other, "x", bytes(1))),
     ?C(begin {ok, Prepared} = code:prepare_loading([{hot, file(1), bytes(1)}]), {code:finish_loading(Prepared), hot:version()} end),
     ?C({code:atomic_load([{hot, file(2), bytes(2)}]), hot:version()}),
     ?C(begin load(1), Me = self(), Ps = [spawn(fun() -> Me ! {self(), hot:version()} end) || _ <- [1, 2]],
         A = [receive {P, V} -> V end || P <- Ps], load(2), {A, hot:version()} end),
     ?C(begin code:add_patha("v1"), A = {hot:version(), code:delete(hot), hot:version(), code:load_file(hot)}, code:del_path("v1"), A end),
     ?C(begin code:add_patha("v2"), A = hot:version(), load(1), B = hot:version(), C = code:load_file(hot), code:del_path("v2"),
         {A, B, C, hot:version()} end),
     ?C(begin A = code:load_abs("v1/hot"), B = hot:version(), C = code:load_abs("v2/hot"), {A, B, C, hot:version()} end)].

catch_undef(Fun) -> try Fun() catch error:undef -> undef end.

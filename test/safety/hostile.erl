%% Programs that would harm the host, or bring a careless tool down. Each function is one; run.sh says what has to
%% come of it.
-module(hostile).
-compile([export_all, nowarn_export_all]).

%% --- files ---
delete() -> file:delete("victim").
delete_all() -> file:del_dir_r(".").
rename() -> file:rename("victim", "gone").
write() ->
    ok = file:write_file("made", <<"x">>),
    {ok, <<"x">>} = file:read_file("made"),
    ok.
write_outside() -> file:write_file("/tmp/made_by_hostile", "x").
read_outside() -> file:read_file("/etc/passwd").
make_link() -> file:make_symlink("/etc", "link"), file:read_file("link/passwd").
far_away() ->
    {ok, File} = file:open("sparse", [write]),
    file:pwrite(File, 1 bsl 50, <<"x">>).

%% --- programs, ports, sockets, libraries ---
command() -> os:cmd("touch made").
port() -> open_port({spawn, "touch made"}, []).
executable() -> open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", "touch made"]}]).
kill_parent() -> os:cmd("kill -9 $PPID").
listen() -> gen_tcp:listen(0, []).
connect() -> gen_tcp:connect("127.0.0.1", 22, []).
connect_by_name() -> gen_tcp:connect("www.example.org", 80, []).
datagram() -> gen_udp:open(0).
socket() -> {ok, S} = socket:open(inet, stream, tcp), socket:connect(S, #{family => inet, addr => {127, 0, 0, 1}, port => 22}).
socket_far() -> {ok, S} = socket:open(inet, stream, tcp), socket:connect(S, #{family => inet, addr => {93, 184, 216, 34}, port => 80}).
socket_of_descriptor() -> socket:open(1, #{}).
node_up() -> net_kernel:start([hostile@localhost]).
library() -> {error, {load_failed, _}} = erlang:load_nif("/tmp/hostile", 0), ok.
driver() -> erl_ddll:load("/tmp", "hostile").

%% --- endings ---
halt_with() -> halt(3).
halt_abort() -> halt(abort).
stop() -> init:stop(4), timer:sleep(infinity).
dump() -> halt("a slogan").
kill_servers() -> [exit(Pid, kill) || Pid <- [whereis(user), whereis(standard_error)], is_pid(Pid)], ok.
internal_abort() -> erts_debug:set_internal_state(abort, x).

%% --- too much of something ---
atoms() -> atoms(0).
atoms(N) -> list_to_atom("flood_" ++ integer_to_list(N)), atoms(N + 1).
atoms_in_terms() -> atoms_in_terms(0).
atoms_in_terms(N) ->
    Name = integer_to_binary(N),
    binary_to_term(<<131, 119, (byte_size(Name)), Name/binary>>),
    atoms_in_terms(N + 1).
long_atom() -> list_to_atom(lists:duplicate(300, $a)).
memory() -> memory([]).
memory(List) -> memory([lists:seq(1, 1000) | List]).
crowd() -> spawn(fun() -> receive never -> ok end end), crowd().
fork_bomb() -> [spawn(fun fork_bomb/0) || _ <- [1, 2]], fork_bomb().
tables() -> ets:new(table, []), tables().
rows() -> rows(ets:new(table, []), 0).
rows(Table, N) -> ets:insert(Table, {N, N}), rows(Table, N + 1).
names() -> names(0).
names(N) ->
    register(list_to_atom("name_" ++ integer_to_list(N)), spawn(fun() -> receive never -> ok end end)),
    names(N + 1).
messages() -> self() ! x, messages().
monitors() -> monitors(spawn(fun() -> receive never -> ok end end)).
monitors(Pid) -> monitor(process, Pid), monitors(Pid).
timers() -> erlang:send_after(1000000, self(), x), timers().
dictionary() -> dictionary(0).
dictionary(N) -> put(N, N), dictionary(N + 1).
persistent() -> persistent(0).
persistent(N) -> persistent_term:put(N, N), persistent(N + 1).
environment() -> environment(0).
environment(N) -> os:putenv("V" ++ integer_to_list(N), "v"), environment(N + 1).
recursion() -> 1 + recursion().
deep_product() -> deep_product(30000000).
deep_product(0) -> 1;
deep_product(N) -> N * deep_product(N - 1).

%% --- enormous arguments ---
sequence() -> lists:seq(1, 1 bsl 40).
duplicate() -> lists:duplicate(1 bsl 40, a).
copies() -> binary:copy(<<"abc">>, 1 bsl 40).
shift() -> 1 bsl (1 bsl 40).
larger_shift() -> 1 bsl (1 bsl 70).
power() -> power(3, 10000000000).
power(_, 0) -> 1;
power(X, N) when N rem 2 =:= 0 -> Y = power(X, N div 2), Y * Y;
power(X, N) -> X * power(X, N - 1).
bits() -> N = 1 bsl 40, <<0:N>>.
tuple() -> erlang:make_tuple(1 bsl 40, x).
counters() -> atomics:new(1 bsl 40, []).
in_guard() -> case [] of [] when 1 bsl (1 bsl 40) > 0 -> yes; _ -> no end.
list_bomb() -> binary_to_term(<<131, 108, 255, 255, 255, 255>>).
zip_bomb() -> binary_to_term(<<131, 80, 255, 255, 255, 255, 120, 156, 99, 0>>).
backtracking() -> re:run(lists:duplicate(5000, $a) ++ "b", "(a+)+$").
nesting() -> nesting([], 500000).
nesting(List, 0) -> erlang:phash2(List), List = binary_to_term(term_to_binary(List)), io_lib:format("~W", [List, 5]), ok;
nesting(List, N) -> nesting([List], N - 1).
sharing() -> sharing([], 60).
sharing(List, 0) -> List;
sharing(List, N) -> sharing([List | List], N - 1).
padding() -> io_lib:format("~*s", [1 bsl 40, "x"]).

%% --- never ending ---
loop() -> loop().
wait() -> timer:sleep(infinity).
long_wait() -> timer:sleep(1 bsl 31).

#!/usr/bin/env bash
# weft test on projects as people have them: built by rebar3, to be built by mix, and a plain folder. What it prints is in
# expected/, without times; UPDATE=1 writes what it says now into these files; read the difference before you commit it.
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
: "${WEFT:?the program to test}"
export LC_ALL=C.UTF-8   # letters beyond ASCII can be shown
unset COLUMNS NO_COLOR

# NAME STATUS FOLDER ARGUMENT...: compares what weft test prints there with expected/NAME
golden() {
    local name=$1 status=$2 folder=$3 got
    shift 3
    (cd "$folder" && timeout 120 "$WEFT" test "$@") >"$scratch/out" 2>"$scratch/err"
    got=$?
    [ "$got" -eq "$status" ] || { echo "weft test $*: exit status $got"; cat "$scratch/err"; false; }
    verdict "$name ends with status $status"
    sed -E 's/[0-9]+\.[0-9]{2} s/TIME s/g' "$scratch/out" >"$scratch/plain"
    [ -n "${UPDATE:-}" ] && cp "$scratch/plain" "$here/expected/$name"
    diff -u --label "expected/$name" --label "what weft says" "$here/expected/$name" "$scratch/plain"
    verdict "$name prints what is expected"
}

# --- rebar3: what it would build -------------------------------------------------------------------

built() {   # APPLICATION SOURCE-FOLDER PART: compiles into _build/test
    mkdir -p "_build/test/lib/$1/$3"
    erlc -DTEST +debug_info -I include -o "_build/test/lib/$1/$3" "$2"/*.erl
}

cp -r "$here/rebar" "$scratch/till"
cd "$scratch/till" || exit 2
built till src ebin
built till test test
mkdir other
cp "$here/plain/slot_tests.erl" other/
built other other ebin 2>/dev/null   # a dependency: its tests are not ours
golden rebar 1 .
golden rebar_list 0 . --list
golden rebar_file 0 . test/till_tests.erl:5
golden rebar_only 0 . --only 'two*pay'
golden rebar_function 1 . -m till_tests -t cashiers_test_ --json "$scratch/json" --schedule "$scratch/schedule" -q
erl -noshell -eval '{ok, B} = file:read_file("'"$scratch/json"'"), Text = binary_to_list(B),
    Counts = [string:find(Text, Part) =/= nomatch || Part <- ["\"tests\"", "\"verdict\": \"FAILS\"", "\"summary\"", "till_tests.erl"]],
    halt(case lists:member(false, Counts) of true -> 1; false -> 0 end).'
verdict "the JSON has tests, verdicts and a summary"
"$WEFT" replay "$scratch/schedule" >"$scratch/out"
[ $? -eq 1 ] && grep -q 'till_tests:two_write/1' "$scratch/out"
verdict "the schedule of a failing test can be replayed"
mkdir -p "$scratch"/near/{src,_build/test/checkouts/beside/ebin,_build/test/lib/near/test}
cd "$scratch/near" || exit 2
touch rebar.config src/near.app.src
printf -- '-module(beside).\n-export([here/0]).\nhere() -> true.\n' >src/beside.erl
printf -- '-module(near_tests).\n-export([near_test/0]).\nnear_test() -> true = beside:here().\n' >src/near_tests.erl
erlc -o _build/test/checkouts/beside/ebin src/beside.erl && erlc -o _build/test/lib/near/test src/near_tests.erl
"$WEFT" test 2>&1 | grep -q '^1 test: 1 ok'
verdict "what is checked out beside a project is on its code path"
mkdir -p apps/part/test && touch apps/part/rebar.config && mv src/near_tests.erl apps/part/test
"$WEFT" test apps/part/test/near_tests.erl 2>&1 | grep -q '^1 test: 1 ok'
verdict "a test file of an application in a project stands for what was built for the project"
cd "$here" || exit 2

# --- rebar3: a project that nobody has built --------------------------------------------------------

mkdir -p "$scratch"/bare/{src,test}
cd "$scratch/bare" || exit 2
cat >rebar.config <<'EOF'
{erl_opts, [debug_info, warnings_as_errors, {d, answer, 42}, {platform_define, "^[0-9]+-", has_release}]}.
{profiles, [{test, [{erl_opts, [{parse_transform, wrap}]}]}]}.
EOF
printf '{application, bare, [{vsn, git}, {registered, []}, {applications, [kernel, stdlib]}, {env, [{size, 3}]}]}.\n' >src/bare.app.src
printf -- '-module(bare).\n-export([answer/0]).\n-ifdef(has_release).\nanswer() -> ?answer.\n-endif.\n' >src/bare.erl
cat >src/wrap.erl <<'EOF'
-module(wrap).
-export([parse_transform/2]).
parse_transform(Forms, _) -> [case Form of {function, _, wrapped, 0, Clauses} -> {function, 1, unwrapped_test, 0, Clauses}; _ -> Form end || Form <- Forms].
EOF
cat >test/bare_tests.erl <<'EOF'
-module(bare_tests).
-behaviour(bare_behaviour).
-compile(export_all).
-include_lib("eunit/include/eunit.hrl").
wrapped() -> 42 = bare:answer().
started_test() ->
    ok = application:start(bare),
    ?assertEqual({ok, 3}, application:get_env(bare, size)),
    ?assert(lists:member(bare, element(2, application:get_key(bare, modules)))).
EOF
printf -- '-module(bare_behaviour).\n-callback started_test() -> ok.\n' >test/bare_behaviour.erl
"$WEFT" test >"$scratch/out" 2>"$scratch/err"
grep -q '^2 tests: 2 ok' "$scratch/out" && ! grep -q 'undefined' "$scratch/err" || { cat "$scratch/out" "$scratch/err"; false; }
verdict "a project that nobody has built is compiled with its own options, transforms and behaviours first, and can be started"
printf -- '-module(other_tests).\n-export([fails_test/0]).\nfails_test() -> exit(bad).\n' >test/other_tests.erl
printf 'raise "read"\n' >test/other_test.exs
"$WEFT" test test/bare_tests.erl >"$scratch/out" 2>"$scratch/err"
grep -q '^2 tests: 2 ok' "$scratch/out" && grep -q '^bare_tests  ./test/bare_tests.erl' "$scratch/out" || { cat "$scratch/out" "$scratch/err"; false; }
verdict "a test file of it stands for its tests alone, with all of the project around them"
(cd test && "$WEFT" test bare_tests.erl) | grep -q '^2 tests: 2 ok'
verdict "so it does from another folder"
cd "$here" || exit 2

# --- a plain folder --------------------------------------------------------------------------------

golden plain 1 plain
golden plain_file 0 plain slot.erl --only setup --only local
"$WEFT" test plain --only no_such_test 2>&1 | grep -q 'none of the 25 tests'
verdict "a name that no test has is an error"
"$WEFT" test expected 2>&1 | grep -q 'no tests found'
verdict "a folder without tests is an error"

# --- what fails a test ----------------------------------------------------------------------------

golden crashes 1 verdicts crashes_tests.erl
golden crashes_handled 0 verdicts crashes_tests.erl --only restarted --only awaited --only refused --show-handled
golden crashes_fail 1 verdicts crashes_tests.erl --only after_the_answer --crashes-fail
(cd verdicts && "$WEFT" test crashes_tests.erl -q --only nobody --crashes-fail --treat-as-normal 'oo*')
verdict "a reason that is normal is no crash"
(cd verdicts && "$WEFT" test crashes_tests.erl -q --only after_the_answer --crashes-fail --schedule "$scratch/schedule"
 "$WEFT" replay "$scratch/schedule" >"$scratch/out"; [ $? -eq 1 ] && sed -i /crashes-fail/d "$scratch/schedule" && "$WEFT" replay "$scratch/schedule" >"$scratch/out") &&
    grep -q 'nobody is told' "$scratch/out"
verdict "the schedule of a test is judged as the test was"

mkdir "$scratch/exits"
printf -- '-module(exits_tests).\n-export([normal_test/0, shut_test_/0, caught_test/0]).\nnormal_test() -> exit(normal).\nshut_test_() -> {spawn, fun() -> exit(shutdown) end}.\ncaught_test() -> catch exit(normal).\n' >"$scratch/exits/exits_tests.erl"
printf 'ExUnit.start()\ndefmodule ExitsTest do\n  use ExUnit.Case\n  test "exits", do: exit(:normal)\n  test "catches", do: catch_exit(exit(:normal))\nend\n' >"$scratch/exits/exits_test.exs"
(cd "$scratch/exits" && timeout 120 "$WEFT" test exits_tests.erl; timeout 120 "$WEFT" test exits_test.exs --only Exits) >"$scratch/out" 2>"$scratch/err"
[ "$(grep -cE '^  FAILS +(normal_test|shut_test_|exits)' "$scratch/out")" -eq 3 ] && [ "$(grep -cE '^  ok +(caught_test|catches)' "$scratch/out")" -eq 2 ]
verdict "a test that exits fails, also for a reason that is in order elsewhere"

mkdir "$scratch/cluster"
cat >"$scratch/cluster/test_helper.exs" <<'EOF'
ExUnit.start()
{:ok, _} = :net_kernel.start([:"suite_#{System.pid()}@127.0.0.1", :longnames])
{:ok, _} = :slave.start('127.0.0.1', :"other_#{System.pid()}")
EOF
cat >"$scratch/cluster/cluster_test.exs" <<'EOF'
defmodule ClusterTest do
  use ExUnit.Case
  test "there is another node", do: assert [_] = Node.list()
end
EOF
epmd -daemon   # the helper's node has to find it
timeout 120 "$WEFT" test "$scratch/cluster" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q 'could not be checked' "$scratch/out" && grep -q 'connections to other nodes' "$scratch/out" || { cat "$scratch/out" "$scratch/err"; false; }
verdict "a test that relies on nodes of its helper, which are not there, is not said to fail"

golden timing 1 verdicts timing_tests.erl
golden timing_noted 0 verdicts timing_tests.erl --only may
golden timing_fails 1 verdicts timing_tests.erl --only sleep --timing fail --junit "$scratch/junit.xml" --json "$scratch/json"
grep -q '<failure message="passes unless the 50 ms sleep at timing_tests.erl:27 is over before' "$scratch/junit.xml" && grep -q '"verdict": "timing"' "$scratch/json"
verdict "files tell that a failure is a matter of timing"
(cd verdicts && "$WEFT" test timing_tests.erl -q --only sleep --junit "$scratch/junit.xml" --tap "$scratch/tap") &&
    grep -q 'failures="0"' "$scratch/junit.xml" && grep -q 'weft.verdict" value="timing"' "$scratch/junit.xml" && grep -q '^ok 1' "$scratch/tap"
verdict "what is only noted fails nothing in files"
(cd verdicts && GITHUB_ACTIONS=true "$WEFT" test timing_tests.erl --only sleep) | grep -q '^::warning .*passes unless'
verdict "a matter of timing is a warning on GitHub"
(cd verdicts && "$WEFT" check -q -m timing_tests -t a_sleep_may_be_too_short_test timing_tests.erl --no-output; [ $? -eq 1 ] &&
    "$WEFT" check -q -m timing_tests -t a_sleep_may_be_too_short_test timing_tests.erl --no-output --timing note)
verdict "weft check fails for a matter of timing, unless that is to be noted"
(cd verdicts && "$WEFT" test timing_tests.erl -q --only another_one --timeouts idle --interleaving-bound 1 && ! "$WEFT" test timing_tests.erl -q --only another_one --timeouts idle --interleaving-bound 1 --open fail)
verdict "what is not exhaustive fails only if it is to"

golden order 1 verdicts order_tests.erl
(cd verdicts && "$WEFT" test order_tests.erl -q --only setup_test_/2/2 --schedule "$scratch/schedule"; "$WEFT" replay "$scratch/schedule") >"$scratch/out"; [ $? -eq 1 ] && grep -q 'expected   2' "$scratch/out"
verdict "the schedule of a test that comes after others can be replayed"
golden node 0 verdicts node_tests.erl
golden ends 1 verdicts ends_tests.erl --max-seconds 2

# --- mix -------------------------------------------------------------------------------------------

# The number of interleavings is left out: how processes stop is the libraries' business.
cp -r "$here/mix" "$scratch/stock"
(cd "$scratch/stock" && timeout 120 "$WEFT" test) >"$scratch/out" 2>"$scratch/err"
[ $? -eq 1 ]
verdict "a failing test of a mix project makes the status 1"
sed -nE '1,/^$/s/ +[0-9]+ interleavings?, [0-9.]+ s//p; 1,/^$/{/skipped/p}' "$scratch/out" | sed 's/  *$//' >"$scratch/plain"
[ -n "${UPDATE:-}" ] && cp "$scratch/plain" "$here/expected/mix"
diff -u --label expected/mix --label "what weft says" "$here/expected/mix" "$scratch/plain"
verdict "the tests of a mix project come out as expected"
grep -q 'test/stock_test.exs:27' "$scratch/out"
verdict "the story of a failing test leads to its line"
! grep -q 'application_controller' "$scratch/out"
verdict "the start of the application is no part of a story"
grep -A 1 'left:  1' "$scratch/out" | grep -q 'right: 0'
verdict "what a failed assertion compared is told"
(cd "$scratch/stock" && timeout 120 "$WEFT" test test/stock_test.exs:22) 2>/dev/null | grep -q '1 test: 1 ok'
verdict "FILE:LINE is the test around that line"

# Tests run within mix, with what it knows of the project; aliases that are funs of mix.exs stay outside.
sed -i 's/elixir: "~> 1.10"/elixir: "~> 1.10", aliases: [hello: \&hello\/1, bye: "help"]]\n  defp hello(_), do: :ok\n  def unused, do: [/' "$scratch/stock/mix.exs"
cat >"$scratch/stock/test/task_test.exs" <<'EOF'
defmodule TaskTest do
  use ExUnit.Case

  test "mix knows the project" do
    assert Mix.Project.config()[:app] == :stock and Mix.env() == :test
    assert Mix.Project.config()[:aliases] == [bye: "help"]
  end

  test "a task writes a file beside the project" do
    File.mkdir_p!("../made/by")
    File.write!("../made/by/task", "text")
    Mix.shell(Mix.Shell.Process)
    Mix.shell().info(File.read!("../made/by/task"))
    assert_received {:mix_shell, :info, ["text"]}
  end
end
EOF
(cd "$scratch/stock" && timeout 120 "$WEFT" test test/task_test.exs) >"$scratch/out" 2>&1
grep -q '2 tests: 2 ok' "$scratch/out"
verdict "tests of tasks find mix and the project, and write beside it"

# What the helper starts beside the applications is there in every test; what it only says, and servers of the kernel, are not repeated.
cat >>"$scratch/stock/test/test_helper.exs" <<'EOF'
alias Agent, as: Keeper
names = [:first, :second]
IO.puts(:stderr, "the helper speaks")
for name <- names, do: {:ok, _} = Keeper.start_link(fn -> name end, name: name)
EOF
cat >"$scratch/stock/test/kept_test.exs" <<'EOF'
defmodule KeptTest do
  use ExUnit.Case

  for _ <- [1, 2], do: test("what the helper started is there #{System.unique_integer([:positive])}", do: assert(Agent.get(:second, & &1) == :second))
end
EOF
(cd "$scratch/stock" && timeout 120 "$WEFT" test test/kept_test.exs) >"$scratch/out" 2>"$scratch/err"
grep -q '^2 tests: 2 ok' "$scratch/out" && [ "$(grep -c 'the helper speaks' "$scratch/err")" -eq 1 ] || { cat "$scratch/out" "$scratch/err"; false; }
verdict "processes that the helper starts are there in every test"

# Nothing is started for tests that mix does not start anything for.
cp -r "$here/mix" "$scratch/alone" && rm "$scratch"/alone/test/*_test.exs
sed -i 's/elixir: "~> 1.10"/&, aliases: [test: ["loadpaths", "test --no-start --trace"]]/' "$scratch/alone/mix.exs"
cat >"$scratch/alone/test/alone_test.exs" <<'EOF'
defmodule AloneTest do
  use ExUnit.Case
  test "the test starts what it needs", do: assert({:ok, [:stock]} = Application.ensure_all_started(:stock))
end
EOF
(cd "$scratch/alone" && timeout 120 "$WEFT" test) >"$scratch/out" 2>"$scratch/err"
grep -q '^1 test: 1 ok' "$scratch/out" || { cat "$scratch/out" "$scratch/err"; false; }
verdict "an alias of mix test says that applications are not started"

# --- an umbrella of mix projects --------------------------------------------------------------------

cp -r "$here/umbrella" "$scratch/house"
(cd "$scratch/house" && timeout 120 "$WEFT" test) >"$scratch/out" 2>"$scratch/err"
[ $? -eq 1 ] && grep -q '^4 tests: 2 ok, 1 failed, 1 skipped' "$scratch/out" && grep -q 'apps/door/test/door_test.exs:11' "$scratch/out"
verdict "the tests of all projects of an umbrella are run, by the helper of each"
(cd "$scratch/house" && timeout 120 "$WEFT" test apps/bell/test/bell_test.exs) 2>"$scratch/err" | grep -q '^1 test: 1 ok'
verdict "a file is that of its own project"

# --- rebar3 itself ----------------------------------------------------------------------------------

if command -v rebar3 >/dev/null; then
    cp -r "$here/rebar" "$scratch/real"
    (cd "$scratch/real" && HOME=$scratch rebar3 as test compile >"$scratch/log" 2>&1 && HOME=$scratch rebar3 eunit >>"$scratch/log" 2>&1
     timeout 120 "$WEFT" test) >"$scratch/out" 2>"$scratch/err"
    [ $? -eq 1 ] && diff <(sed -n 's/^\([0-9]* tests:.*\); .*/\1/p' "$here/expected/rebar") <(sed -n 's/^\([0-9]* tests:.*\); .*/\1/p' "$scratch/out")
    verdict "what rebar3 built is tested as what was built by hand"
fi

# --- which OTP --------------------------------------------------------------------------------------

root=$(erl -noinput -eval 'io:put_chars(code:root_dir()), halt().')
mkdir "$scratch"/{shims,otp}
ln -s "$root/lib" "$root/bin" "$scratch/otp"
printf '#!/bin/sh\nprintf %%s "%s"\n' "$scratch/otp" >"$scratch/shims/erl"
chmod +x "$scratch/shims/erl"
PATH=$scratch/shims:$PATH "$WEFT" run -m code -t root_dir 2>&1 | grep -q "\"$scratch/otp\""
verdict "an erl that is a script of a version manager is asked where it leads to"

# --- a script ---------------------------------------------------------------------------------------

(cd "$here/script" && timeout 60 "$WEFT" test) >"$scratch/out" 2>"$scratch/err"
grep -qE 'ok +a message that is sent comes' "$scratch/out"
verdict "assert_receive waits as long as anybody can act"
grep -qE 'FAILS +a message that is not sent does not come' "$scratch/out" && grep -qE 'FAILS +a message may come later' "$scratch/out"
verdict "assert_receive gives up when nobody can act, and refute_receive when it may"

cp "$here/script/modules_test.exs" "$here/plain/slot_tests.erl" "$scratch/shims"
"$WEFT" test "$scratch/shims/modules_test.exs" --list >"$scratch/list" && ! grep -q slot_tests "$scratch/list"
verdict "who names a script gets no other tests of its folder"
"$WEFT" test "$scratch/shims/modules_test.exs" "$scratch/shims/slot_tests.erl" --list | grep -q slot_tests
verdict "who names two files gets the tests of both"
"$WEFT" test "$here/script/post_test.exs" "$here/script/modules_test.exs" --exclude makes:module --list 2>"$scratch/err" | grep -q 'a test may make a module -- skipped: due to makes filter'
verdict "tests that have an excluded tag are skipped"
grep -qE 'ok +what a server says when it crashes is captured +1 interleaving,' "$scratch/out"
verdict "logs that are captured have what behaviours say of a crash"
grep -qE 'ok +modules of the file are loaded +1 interleaving,' "$scratch/out"
verdict "the modules of a test file count as loaded"
grep -qE 'ok +a test may make a module +1 interleaving,' "$scratch/out"
verdict "the compiler that a test calls makes no interleavings"

finish

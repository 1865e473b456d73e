%% meck puts another post office in the place of the real one, and counts its letters.
-module(mock_checks).
-export([once/0, twice/0, history/0]).

once() -> letters(fun reminder:remind_once/2).
twice() -> letters(fun reminder:remind/2).

letters(Remind) ->
    ok = meck:new(post),
    ok = meck:expect(post, deliver, fun(_) -> ok end),
    Table = reminder:new(),
    Askers = [spawn_monitor(fun() -> ok = Remind(Table, smith) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Askers],
    1 = meck:num_calls(post, deliver, [smith]),
    true = meck:validate(post),
    meck:unload(post).

%% One process: what was called, in order; then the real module is back.
history() ->
    ok = meck:new(post, [passthrough]),
    ok = meck:expect(post, deliver, [{[lost], meck:raise(error, not_found)}, {['_'], ok}]),
    ok = post:deliver(a),
    {'EXIT', {not_found, _}} = catch post:deliver(lost),
    [{post, deliver, [a]}] = [Call || {_Pid, Call, ok} <- meck:history(post)],
    2 = meck:num_calls(post, deliver, '_'),
    meck:unload(post),
    {'EXIT', {no_post_office_here, b}} = catch post:deliver(b),
    ok.

%% Common Test's module ct, as suites call it. Stands in for the real one, which talks to the servers of ct_run.
%%
%% What is printed and logged goes to standard output when somebody listens, in the process that prints; so it makes no interleavings.
%% What steers ct_run (running tests, nodes, events) is refused.
-module(ct).
-export([fail/1, fail/2, comment/1, comment/2, sleep/1, timetrap/1, get_timetrap_info/0]).
-export([log/1, log/2, log/3, log/4, log/5, pal/1, pal/2, pal/3, pal/4, pal/5, print/1, print/2, print/3, print/4, print/5]).
-export([set_verbosity/2, get_verbosity/1, escape_chars/1, escape_chars/2, parse_table/1, make_priv_dir/0, get_progname/0]).
-export([get_config/1, get_config/2, get_config/3, require/1, require/2, get_testspec_terms/0, get_testspec_terms/1, get_target_name/1, listenv/1]).
-export([capture_start/0, capture_stop/0, capture_get/0, capture_get/1, notify/2, sync_notify/2, get_status/0, remaining_test_procs/0]).
-export([userdata/2, userdata/3, testcases/2]).
-export([abort_current_testcase/1, add_config/2, break/1, break/2, continue/0, continue/1, decrypt_config_file/2, decrypt_config_file/3,
         encrypt_config_file/2, encrypt_config_file/3, get_event_mgr_ref/0, install/1, reload_config/1, remove_config/2, run/1, run/2, run/3,
         run_test/1, run_testspec/1, start_interactive/0, step/3, step/4, stop_interactive/0]).

-define(REFUSED, weft_boot:failed("more than weft can do with Common Test", {?MODULE, ?FUNCTION_NAME, ?FUNCTION_ARITY})).
-define(CAPTURING, '$weft_ct_capturing').

%% --- a case and its time --------------------------------------------------------------------------

fail(Reason) -> exit({test_case_failed, Reason}).

fail(Format, Arguments) ->
    Text = try lists:flatten(io_lib:format(Format, Arguments))
           catch
               Class:Reason -> exit({Class, {Reason, {?MODULE, fail, [Format, Arguments]}}})
           end,
    exit({test_case_failed, Text}).

comment(_Comment) -> ok.
comment(_Format, _Arguments) -> ok.

sleep({hours, Hours}) -> sleep(trunc(Hours * 3600000));
sleep({minutes, Minutes}) -> sleep(trunc(Minutes * 60000));
sleep({seconds, Seconds}) -> sleep(trunc(Seconds * 1000));
sleep(Time) -> timer:sleep(Time).

timetrap(Time) -> weft_ct:timetrap(Time).

get_timetrap_info() -> weft_ct:timetrap_info().

%% --- printing -------------------------------------------------------------------------------------

log(Format) -> show(Format, []).
log(X1, X2) -> show2(X1, X2).
log(X1, X2, X3) -> show3(X1, X2, X3).
log(X1, X2, X3, X4) -> show4(X1, X2, X3, X4).
log(_Category, _Importance, Format, Arguments, _Options) -> show(Format, Arguments).

pal(Format) -> show(Format, []).
pal(X1, X2) -> show2(X1, X2).
pal(X1, X2, X3) -> show3(X1, X2, X3).
pal(X1, X2, X3, X4) -> show4(X1, X2, X3, X4).
pal(_Category, _Importance, Format, Arguments, _Options) -> show(Format, Arguments).

print(Format) -> show(Format, []).
print(X1, X2) -> show2(X1, X2).
print(X1, X2, X3) -> show3(X1, X2, X3).
print(X1, X2, X3, X4) -> show4(X1, X2, X3, X4).
print(_Category, _Importance, Format, Arguments, _Options) -> show(Format, Arguments).

%% A category is an atom, an importance a number; options may follow.
show2(Category, Format) when is_atom(Category); is_integer(Category) -> show(Format, []);
show2(Format, Arguments) -> show(Format, Arguments).

show3(Category, Importance, Format) when is_atom(Category), is_integer(Importance) -> show(Format, []);
show3(First, Format, Arguments) when is_atom(First); is_integer(First) -> show(Format, Arguments);
show3(Format, Arguments, _Options) -> show(Format, Arguments).

show4(Category, Importance, Format, Arguments) when is_atom(Category), is_integer(Importance) -> show(Format, Arguments);
show4(_First, Format, Arguments, _Options) -> show(Format, Arguments).

%% What cannot be formatted fails no test.
show(Format, Arguments) ->
    case weft_io:is_heard(user) of
        true ->
            Text = try io_lib:format(Format, Arguments)
                   catch
                       _:_ -> io_lib:format("~tp ~tp", [Format, Arguments])
                   end,
            weft_io:write(user, unicode:characters_to_binary([Text, $\n]));
        false -> weft_io:write(user, <<>>)
    end,
    ok.

set_verbosity(_Category, _Level) -> ok.

get_verbosity(_Category) -> 100.

escape_chars(Text) -> {ok, escape(Text)}.

escape_chars(Format, Arguments) ->
    try {ok, escape(lists:flatten(io_lib:format(Format, Arguments)))}
    catch
        _:Reason -> {error, Reason}
    end.

escape(Text) -> lists:append([escape_one(Character) || Character <- lists:flatten(Text)]).

escape_one($<) -> "&lt;";
escape_one($>) -> "&gt;";
escape_one($&) -> "&amp;";
escape_one(Character) -> [Character].

%% [Titles, Row, ...] of text with | between its columns.
parse_table(Lines) ->
    Rows = [[string:trim(Cell) || Cell <- string:split(string:trim(Line, both, "|"), "|", all)] || Line <- Lines, lists:member($|, Line)],
    case Rows of
        [] -> {[], []};
        [Titles | Rest] -> {list_to_tuple(Titles), [list_to_tuple(Row) || Row <- Rest]}
    end.

make_priv_dir() -> ok.

get_progname() -> "erl".

%% --- configuration --------------------------------------------------------------------------------

get_config(Required) -> get_config(Required, undefined, []).
get_config(Required, Default) -> get_config(Required, Default, []).

get_config({Key, SubKeys}, Default, Options) when is_list(SubKeys) ->
    [get_config({Key, SubKey}, Default, Options) || SubKey <- SubKeys];
get_config(Required, Default, Options) when is_tuple(Required) ->
    [Key | Path] = tuple_to_list(Required),
    within(weft_ct:setting(Key), Path, Default, Options);
get_config(Key, Default, Options) ->
    within(weft_ct:setting(Key), [], Default, Options).

within(undefined, _, Default, _) ->
    Default;
within(Value, [], _, Options) ->
    case lists:member(all, Options) of
        true -> [Value];
        false -> Value
    end;
within(Value, [Key | Path], Default, Options) ->
    case is_list(Value) andalso lists:keyfind(Key, 1, [Pair || Pair <- Value, is_tuple(Pair)]) of
        {_, Next} -> within(Next, Path, Default, Options);
        _ -> Default
    end.

require(Required) -> require(Required, Required).
require(Name, Required) -> weft_ct:require(Name, Required).

get_testspec_terms() -> undefined.
get_testspec_terms(_Tags) -> undefined.

get_target_name(_Handle) -> {error, no_such_connection}.
listenv(_Connection) -> {error, no_such_connection}.

%% --- what a case prints, for itself ---------------------------------------------------------------

%% The case, and whom it starts from now on, print to a process that keeps it.
capture_start() ->
    Old = group_leader(),
    New = spawn_link(fun() -> keep(Old, []) end),
    put(?CAPTURING, {Old, New}),
    group_leader(New, self()),
    ok.

capture_stop() ->
    case get(?CAPTURING) of
        {Old, _} -> group_leader(Old, self()), ok;
        undefined -> ok
    end.

capture_get() -> capture_get([default]).

capture_get([Category | Rest]) when Category =/= default -> capture_get(Rest);
capture_get(_) ->
    case get(?CAPTURING) of
        {_, Keeper} ->
            Keeper ! {get, self()},
            receive {kept, Keeper, Texts} -> Texts end;
        undefined -> []
    end.

keep(Old, Texts) ->
    receive
        {io_request, From, ReplyAs, Request} ->
            case text_of(Request) of
                {ok, Text} ->
                    From ! {io_reply, ReplyAs, ok},
                    keep(Old, [Text | Texts]);
                error ->
                    Old ! {io_request, From, ReplyAs, Request},
                    keep(Old, Texts)
            end;
        {get, From} ->
            From ! {kept, self(), lists:reverse(Texts)},
            keep(Old, [])
    end.

text_of({put_chars, _, Chars}) -> {ok, unicode:characters_to_list(Chars)};
text_of({put_chars, _, Module, Function, Arguments}) -> {ok, unicode:characters_to_list(apply(Module, Function, Arguments))};
text_of({put_chars, Chars}) -> {ok, unicode:characters_to_list(Chars)};
text_of(_) -> error.

%% --- what ct_run would tell -----------------------------------------------------------------------

notify(_Name, _Data) -> ok.
sync_notify(_Name, _Data) -> ok.

get_status() -> no_tests_running.

remaining_test_procs() -> {[], group_leader(), []}.

userdata(_Folder, Suite) -> [Data || {userdata, Data} <- Suite:suite()].

userdata(_Folder, Suite, {group, Group}) -> [Data || {userdata, Data} <- Suite:group(Group)];
userdata(_Folder, Suite, Case) -> [Data || {userdata, Data} <- Suite:Case()].

testcases(_Folder, Suite) ->
    case Suite:all() of
        Cases when is_list(Cases) -> Cases;
        Other -> {error, Other}
    end.

%% --- what steers it -------------------------------------------------------------------------------

abort_current_testcase(_) -> ?REFUSED.
add_config(_, _) -> ?REFUSED.
break(_) -> ?REFUSED.
break(_, _) -> ?REFUSED.
continue() -> ?REFUSED.
continue(_) -> ?REFUSED.
decrypt_config_file(_, _) -> ?REFUSED.
decrypt_config_file(_, _, _) -> ?REFUSED.
encrypt_config_file(_, _) -> ?REFUSED.
encrypt_config_file(_, _, _) -> ?REFUSED.
get_event_mgr_ref() -> ?REFUSED.
install(_) -> ?REFUSED.
reload_config(_) -> ?REFUSED.
remove_config(_, _) -> ?REFUSED.
run(_) -> ?REFUSED.
run(_, _) -> ?REFUSED.
run(_, _, _) -> ?REFUSED.
run_test(_) -> ?REFUSED.
run_testspec(_) -> ?REFUSED.
start_interactive() -> ?REFUSED.
step(_, _, _) -> ?REFUSED.
step(_, _, _, _) -> ?REFUSED.
stop_interactive() -> ?REFUSED.

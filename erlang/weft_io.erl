%% The io servers of a program: `user`, its group leader, and `standard_error`.
%%
%% They speak the io protocol as those of a node do that was started without a shell and finds its
%% standard input at the end: text is written, questions are asked, and nobody answers. A device
%% understands Latin-1 until somebody sets it to Unicode.
-module(weft_io).
-export([start/1, write/2, is_heard/1]).

-record(device, {name, encoding = latin1, mode = list}).

start(Name) ->
    process_flag(trap_exit, true),
    loop(#device{name = Name}).

%% Bytes for the host; in C.
write(_Name, _Bytes) ->
    erlang:nif_error(undef).

%% Whether anybody reads it; in C.
is_heard(_Name) ->
    erlang:nif_error(undef).

loop(Device) ->
    receive
        {io_request, From, ReplyAs, Request} when is_pid(From) ->
            {_, Reply, Next} = request(Request, Device),
            From ! {io_reply, ReplyAs, Reply},
            loop(Next);
        _ ->
            loop(Device)
    end.

%% {ok | error, Reply, Device}: after an error the rest of a list of requests is left out.
request({put_chars, Encoding, Chars}, Device) when Encoding =:= unicode; Encoding =:= latin1 ->
    put_chars(Chars, Encoding, Device);
request({put_chars, Encoding, M, F, As}, Device) when Encoding =:= unicode; Encoding =:= latin1 ->
    case catch apply(M, F, As) of
        Chars when is_list(Chars); is_binary(Chars) -> put_chars(Chars, Encoding, Device);
        _ -> failed(put_chars, Device)
    end;
request({requests, Requests}, Device) ->
    requests(Requests, {ok, ok, Device});
request({setopts, Options}, Device) when is_list(Options) ->
    setopts(Options, Device);
request(getopts, #device{name = standard_error, encoding = Encoding} = Device) ->
    {ok, [{encoding, Encoding}], Device};
request(getopts, #device{encoding = Encoding, mode = Mode} = Device) ->
    {ok, [{binary, Mode =:= binary}, {encoding, Encoding}], Device};
request({get_geometry, What}, Device) when What =:= columns; What =:= rows ->
    failed(enotsup, Device);
request({put_chars, Chars}, Device) ->
    request({put_chars, latin1, Chars}, Device);
request({put_chars, M, F, As}, Device) ->
    request({put_chars, latin1, M, F, As}, Device);
request(Request, #device{name = standard_error} = Device) ->
    failed({request, Request}, Device);
request({get_chars, _Encoding, Prompt, _N}, Device) ->
    ask(Prompt, get_chars, Device);
request({get_line, _Encoding, Prompt}, #device{mode = binary} = Device) ->
    ask(Prompt, get_line, Device);
request({get_line, _Encoding, Prompt}, Device) ->
    ask(Prompt, get_chars, Device);
request({get_until, _Encoding, Prompt, _M, _F, _As}, Device) ->
    ask(Prompt, get_chars, Device);
request({get_chars, Prompt, N}, Device) ->
    request({get_chars, latin1, Prompt, N}, Device);
request({get_line, Prompt}, Device) ->
    request({get_line, latin1, Prompt}, Device);
request({get_until, Prompt, M, F, As}, Device) ->
    request({get_until, latin1, Prompt, M, F, As}, Device);
request(Request, Device) ->
    failed({request, Request}, Device).

requests([Request | Rest], {ok, _, Device}) -> requests(Rest, request(Request, Device));
requests(_, Result) -> Result.

failed(Reason, Device) -> {error, {error, Reason}, Device}.

%% Standard input is at its end, but the question is asked all the same.
ask('', _What, Device) ->
    {ok, eof, Device};
ask(Prompt, What, #device{encoding = Encoding} = Device) ->
    case put_chars(io_lib:format_prompt(Prompt, Encoding), unicode, Device) of
        {ok, ok, _} -> {ok, eof, Device};
        {error, _, _} -> failed(What, Device)
    end.

%% --- text -------------------------------------------------------------------------------------

put_chars(Chars, From, #device{name = Name} = Device) ->
    case catch bytes(Chars, From, Device) of
        Bytes when is_binary(Bytes) ->
            write(Name, Bytes),
            {ok, ok, Device};
        _ ->
            failed(put_chars, Device)
    end.

bytes(Chars, unicode, #device{name = user, encoding = unicode}) when is_binary(Chars) ->
    Chars;
bytes(Chars, unicode, #device{encoding = latin1}) ->
    case unicode:characters_to_binary(Chars, unicode, latin1) of
        Bytes when is_binary(Bytes) ->
            Bytes;
        _ ->
            Characters = [_ | _] = unicode:characters_to_list(Chars, unicode),
            list_to_binary([escape(C) || C <- Characters])
    end;
bytes(Chars, From, #device{encoding = Encoding}) ->
    unicode:characters_to_binary(Chars, From, Encoding).

%% A character that Latin-1 does not have.
escape(C) when C > 255 -> ["\\x{", integer_to_list(C, 16), $}];
escape(C) -> C.

%% --- options ------------------------------------------------------------------------------------

setopts(Options, #device{name = Name} = Device) ->
    case catch [option(Option, Name) || Option <- Options] of
        Known when is_list(Known) ->
            {ok, ok, lists:foldr(fun set/2, Device, Known)};   % the first of a kind wins
        _ ->
            failed(enotsup, Device)
    end.

option(latin1, _) -> {encoding, latin1};
option(unicode, _) -> {encoding, unicode};
option({encoding, latin1}, _) -> {encoding, latin1};
option({encoding, E}, _) when E =:= unicode; E =:= utf8 -> {encoding, unicode};
option(binary, user) -> {mode, binary};
option(list, user) -> {mode, list};
option({binary, true}, user) -> {mode, binary};
option({binary, _}, user) -> {mode, list};
option({list, false}, user) -> {mode, binary};
option({list, _}, user) -> {mode, list}.

set({encoding, Encoding}, Device) -> Device#device{encoding = Encoding};
set({mode, Mode}, Device) -> Device#device{mode = Mode}.

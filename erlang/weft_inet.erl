%% Stands in for the host's names and addresses: there is one host, this one.
-module(weft_inet).
-export([start_link/0, gethostname/0, gethostbyname/1, gethostbyname/2, gethostbyaddr/1, control/1]).

-include_lib("kernel/include/inet.hrl").

%% OTP's own server for settings of the network, set for a host of that kind.
start_link() ->
    Result = gen_server:start_link({local, inet_db}, inet_db, [], []),
    ok = inet_db:set_hostname("localhost"),
    ok = inet_db:set_lookup([native]),
    stop_refreshing(),
    Result.

%% It looks once an hour whether answers of name servers, of which there are none, have grown old. A test in which nobody else can act
%% would go on for ever.
stop_refreshing() ->
    State = sys:get_state(inet_db),
    [erlang:cancel_timer(Field) || Field <- tuple_to_list(State), is_reference(Field)],
    ok.

%% Instead of inet:gethostname/0.
gethostname() -> {ok, "localhost"}.

%% Instead of inet_gethost_native's functions, which ask a program of the host.
gethostbyname(Name) -> gethostbyname(Name, inet).

gethostbyname(Name, Type) when is_atom(Name) -> gethostbyname(atom_to_list(Name), Type);
gethostbyname("localhost", Type) -> host(Type);
gethostbyname(Name, Type) ->
    case inet:parse_strict_address(Name) of
        {ok, Address} when Type =:= inet, tuple_size(Address) =:= 4 -> {ok, entry(Name, inet, 4, Address)};
        {ok, Address} when Type =:= inet6, tuple_size(Address) =:= 8 -> {ok, entry(Name, inet6, 16, Address)};
        _ -> {error, nxdomain}
    end.

gethostbyaddr({127, 0, 0, 1}) -> host(inet);
gethostbyaddr({0, 0, 0, 0, 0, 0, 0, 1}) -> host(inet6);
gethostbyaddr("127.0.0.1") -> host(inet);
gethostbyaddr("::1") -> host(inet6);
gethostbyaddr(_Address) -> {error, nxdomain}.

control(_Command) -> ok.

host(inet) -> {ok, entry("localhost", inet, 4, {127, 0, 0, 1})};
host(inet6) -> {ok, entry("localhost", inet6, 16, {0, 0, 0, 0, 0, 0, 0, 1})}.

entry(Name, Type, Length, Address) ->
    #hostent{h_name = Name, h_aliases = [], h_addrtype = Type, h_length = Length, h_addr_list = [Address]}.

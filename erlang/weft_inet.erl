%% Stands in for the host's names and addresses: there is one host, this one.
-module(weft_inet).
-export([start_link/0, gethostname/0, gethostbyname/1, gethostbyname/2, gethostbyaddr/1, control/1]).

-include_lib("kernel/include/inet.hrl").

%% OTP's own server for settings of the network, set for a host of that kind.
start_link() ->
    Result = gen_server:start_link({local, inet_db}, inet_db, [], []),
    ok = inet_db:set_hostname("localhost"),
    ok = inet_db:set_lookup([native]),
    Result.

%% Instead of inet:gethostname/0.
gethostname() -> {ok, "localhost"}.

%% Instead of inet_gethost_native's functions, which ask a program of the host.
gethostbyname(Name) -> gethostbyname(Name, inet).

gethostbyname(Name, Type) when is_atom(Name) -> gethostbyname(atom_to_list(Name), Type);
gethostbyname("localhost", Type) -> host(Type);
gethostbyname(_Name, _Type) -> {error, nxdomain}.

gethostbyaddr({127, 0, 0, 1}) -> host(inet);
gethostbyaddr({0, 0, 0, 0, 0, 0, 0, 1}) -> host(inet6);
gethostbyaddr("127.0.0.1") -> host(inet);
gethostbyaddr("::1") -> host(inet6);
gethostbyaddr(_Address) -> {error, nxdomain}.

control(_Command) -> ok.

host(inet) -> {ok, entry(inet, 4, {127, 0, 0, 1})};
host(inet6) -> {ok, entry(inet6, 16, {0, 0, 0, 0, 0, 0, 0, 1})}.

entry(Type, Length, Address) ->
    #hostent{h_name = "localhost", h_aliases = [], h_addrtype = Type, h_length = Length, h_addr_list = [Address]}.

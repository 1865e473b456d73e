%% A gen_server under a supervisor: it is killed in the middle, started again and goes on.
-module(bank).
-behaviour(gen_server).
-export([main/0, start_account/0, init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Supervisor} = supervisor:start_link(?MODULE, supervisor),
    show("at first", balance()),
    deposit(100),
    show("after a deposit", balance()),
    [{account, Account, worker, _}] = supervisor:which_children(Supervisor),
    Monitor = monitor(process, Account),
    exit(Account, kill),
    receive {'DOWN', Monitor, process, Account, killed} -> ok end,
    timer:sleep(10),
    show("after a crash", balance()).

show(When, Balance) -> io:format("~-16s ~p~n", [When, Balance]).
balance() -> gen_server:call(account, balance).
deposit(Sum) -> gen_server:cast(account, {deposit, Sum}).

start_account() -> gen_server:start_link({local, account}, ?MODULE, account, []).

init(supervisor) -> {ok, {#{}, [#{id => account, start => {?MODULE, start_account, []}}]}};
init(account) -> {ok, 0}.

handle_call(balance, _, Balance) -> {reply, Balance, Balance}.
handle_cast({deposit, Sum}, Balance) -> {noreply, Balance + Sum}.

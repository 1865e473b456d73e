%% A resource manager: clients lock resources, exclusively or to share them, again and again.
-module(locker).
-behaviour(gen_server).
-export([ee/0, es/0, eee/0, ees/0, eeee/0, eeeee/0, eeees/0, eeess/0, eesss/0, essss/0, sssss/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, client/2]).

-record(lock, {resource, exclusive = none, shared = [], pending = []}).
-record(state, {locks, exclusives = [], shareds = []}).

ee() -> start([e, e]).
es() -> start([e, s]).
eee() -> start([e, e, e]).
ees() -> start([e, e, s]).
eeee() -> start([e, e, e, e]).
eeeee() -> start([e, e, e, e, e]).
eeees() -> start([e, e, e, e, s]).
eeess() -> start([e, e, e, s, s]).
eesss() -> start([e, e, s, s, s]).
essss() -> start([e, s, s, s, s]).
sssss() -> start([s, s, s, s, s]).

start(Kinds) ->
    {ok, _} = gen_server:start_link({local, locker}, ?MODULE, [a], []),
    [spawn_link(?MODULE, client, [[a], Kind]) || Kind <- Kinds],
    receive never -> ok end.

client(Resources, Kind) ->
    weft:probe(request, self()),
    ok = gen_server:call(locker, {request, Resources, Kind}, infinity),
    weft:fact(in_use, {self(), Kind}),
    weft:pause(),
    weft:no_fact(in_use, {self(), Kind}),
    weft:probe(release, self()),
    done = gen_server:call(locker, release, infinity),
    client(Resources, Kind).

init(Resources) ->
    process_flag(trap_exit, true),
    {ok, #state{locks = [#lock{resource = R} || R <- Resources]}}.

handle_call({request, Resources, Kind}, {Client, _} = From, State) ->
    link(Client),
    Wanted = [Lock || Lock <- State#state.locks, lists:member(Lock#lock.resource, Resources)],
    case lists:all(fun(Lock) -> is_available(Kind, Lock) end, Wanted) of
        true -> {reply, ok, change(State, Resources, fun(Lock) -> give(Lock, Client, Kind) end)};
        false -> {noreply, enqueue(change(State, Resources, fun(Lock) -> await(Lock, Client, Kind) end), From, Kind)}
    end;
handle_call(release, {Client, _}, State) ->
    {reply, done, free(Client, State)}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'EXIT', Client, _}, State) -> {noreply, free(Client, State)}.

is_available(e, Lock) -> Lock#lock.exclusive =:= none andalso Lock#lock.shared =:= [] andalso not lists:keymember(e, 2, Lock#lock.pending);
is_available(s, Lock) -> Lock#lock.exclusive =:= none andalso Lock#lock.pending =:= [].

give(Lock, Client, e) -> Lock#lock{exclusive = Client};
give(Lock, Client, s) -> Lock#lock{shared = [Client | Lock#lock.shared]}.

await(Lock, Client, e) ->
    {Exclusive, Shared} = lists:splitwith(fun({_, Kind}) -> Kind =:= e end, Lock#lock.pending),
    Lock#lock{pending = Exclusive ++ [{Client, e} | Shared]};
await(Lock, Client, s) -> Lock#lock{pending = Lock#lock.pending ++ [{Client, s}]}.

change(State, Resources, Change) ->
    Locks = [case lists:member(Lock#lock.resource, Resources) of true -> Change(Lock); false -> Lock end || Lock <- State#state.locks],
    State#state{locks = Locks}.

enqueue(State, From, e) -> State#state{exclusives = State#state.exclusives ++ [From]};
enqueue(State, From, s) -> State#state{shareds = State#state.shareds ++ [From]}.

free(Client, State) ->
    Locks = [case Lock of
                 #lock{exclusive = Client} -> Lock#lock{exclusive = none};
                 _ -> Lock#lock{shared = lists:delete(Client, Lock#lock.shared)}
             end || Lock <- State#state.locks],
    {Exclusives, Locks1} = serve(State#state.exclusives, Locks, e, []),
    {Shareds, Locks2} = serve(State#state.shareds, Locks1, s, []),
    State#state{locks = Locks2, exclusives = Exclusives, shareds = Shareds}.

serve([], Locks, _, Left) -> {lists:reverse(Left), Locks};
serve([{Client, _} = From | More], Locks, Kind, Left) ->
    Pending = [Lock || Lock <- Locks, lists:keymember(Client, 1, Lock#lock.pending)],
    case lists:all(fun(Lock) -> is_next(Lock, Client, Kind) end, Pending) of
        true ->
            gen_server:reply(From, ok),
            serve(More, [hand_over(Lock, Client, Kind) || Lock <- Locks], Kind, Left);
        false -> serve(More, Locks, Kind, [From | Left])
    end.

is_next(#lock{exclusive = none, pending = [{Client, _} | _]} = Lock, Client, Kind) -> Kind =:= s orelse Lock#lock.shared =:= [];
is_next(_, _, _) -> false.

hand_over(#lock{pending = [{Client, Kind} | Pending]} = Lock, Client, Kind) -> give(Lock#lock{pending = Pending}, Client, Kind);
hand_over(Lock, _, _) -> Lock.

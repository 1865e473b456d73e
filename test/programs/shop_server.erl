%% Either of the two servers of the shop.
-module(shop_server).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, Name, []).

init(shelf) -> {ok, 2};
init(till) -> {ok, 0}.

%% The shelf's state is how much is left, the till's how much was sold.
handle_call(left, _From, Left) -> {reply, Left, Left};
handle_call(take, _From, 0) -> {reply, none, 0};
handle_call(take, _From, Left) -> {reply, taken, Left - 1};
handle_call(put_back, _From, Left) -> {reply, ok, Left + 1};
handle_call(sell, _From, Sold) ->
    case gen_server:call(shelf, take) of
        taken -> {reply, sold, Sold + 1};
        none -> {reply, sorry, Sold}
    end;
handle_call(sold, _From, Sold) -> {reply, Sold, Sold}.

handle_cast(crash, _State) -> exit(shutdown).

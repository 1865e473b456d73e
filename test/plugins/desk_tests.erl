-module(desk_tests).
-include_lib("eunit/include/eunit.hrl").

asks_the_till_test() ->
    {ok, Till} = till:start_link(),
    ok = till:pay(Till, 5),
    ?assertEqual(5, till:total(Till)).

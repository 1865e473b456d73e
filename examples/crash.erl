%% A program that fails, to show what weft says about it.
-module(crash).
-export([main/0]).

main() ->
    Prices = #{apple => 3, pear => "4"},
    io:format("an apple costs ~p~n", [price(apple, Prices)]),
    io:format("a pear costs ~p~n", [price(pear, Prices)]).

price(Fruit, Prices) -> with_tax(maps:get(Fruit, Prices)).

with_tax(Net) -> {Net, Net * 1.19}.

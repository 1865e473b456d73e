-module(echo).
-export([main/1]).

main(Words) -> io:format("~p~n", [Words]).

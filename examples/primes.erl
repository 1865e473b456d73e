%% A sieve made of processes: each holds one prime and passes on what it does not divide.
%%     weft run -m primes -t main examples/primes.erl -- 100
-module(primes).
-export([main/1]).

main([Limit]) ->
    Me = self(),
    First = spawn(fun() -> sieve(Me) end),
    [First ! N || N <- lists:seq(2, list_to_integer(Limit))],
    First ! done,
    io:format("~w~n", [collect([])]).

sieve(Me) ->
    receive
        done -> Me ! done;
        Prime ->
            Me ! {prime, Prime},
            filter(Prime, spawn(fun() -> sieve(Me) end))
    end.

filter(Prime, Next) ->
    receive
        done -> Next ! done;
        N when N rem Prime =:= 0 -> filter(Prime, Next);
        N -> Next ! N, filter(Prime, Next)
    end.

collect(Primes) ->
    receive
        {prime, P} -> collect([P | Primes]);
        done -> lists:sort(Primes)
    end.

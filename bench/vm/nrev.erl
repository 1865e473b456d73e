%% Lists: naive reverse of 500 elements, as Prolog machines are measured.
-module(nrev).
-export([main/1]).

main(N) -> L = lists:seq(1, 500), repeat(N * 1200, L).

repeat(0, _) -> ok;
repeat(N, L) -> reverse(L), repeat(N - 1, L).

reverse([]) -> [];
reverse([H | T]) -> append(reverse(T), [H]).

append([], L) -> L;
append([H | T], L) -> [H | append(T, L)].

-module(bad).
-export([main/0]).

main() -> half(10) + half(odd).

half(N) when is_integer(N) -> N div 2.

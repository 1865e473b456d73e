%% A -spec may be wrong; it is not read (A7).
%% lint: nothing
-module(wrong_spec).
-export([main/0, tell/2]).

main() -> spawn(fun() -> receive {number, N} -> N; {text, T} -> T end end).

-spec tell(pid(), {number, integer()}) -> term().
tell(P, M) -> P ! M.

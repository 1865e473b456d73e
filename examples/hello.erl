%% The smallest program: weft run -m hello -t main examples/hello.erl
-module(hello).
-export([main/0]).

main() -> io:format("hello from ~p, ~p processes at work~n", [self(), length(processes())]).

-module(answer).
-export([main/0]).

main() ->
    io:put_chars("on stdout\n"),
    {answer, 42, #{why => "computed"}, <<"bytes">>}.

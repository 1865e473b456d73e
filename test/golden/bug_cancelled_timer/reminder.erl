%% A reminder that is cancelled when the answer comes.
-module(reminder).
-export([test/0]).

test() ->
    Reminder = erlang:send_after(100, self(), hurry_up),
    ask(question),
    receive {answer, yes} -> erlang:cancel_timer(Reminder) end,
    ask(next_question),
    receive
        {answer, yes} -> ok;
        Other -> exit({unexpected, Other})
    end.

ask(_Question) ->
    Self = self(),
    spawn(fun() -> Self ! {answer, yes} end).

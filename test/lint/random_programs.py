#!/usr/bin/env python3
# Random programs whose clauses note that they were taken:  random_programs.py FOLDER SEED COUNT
#
# Processes get to know each other in every way that comes to mind: variables, messages, names, tables, dictionaries, exceptions, reasons of
# exits, funs, timers. Each clause has a tag of its own function, and hit/2 counts it where nobody is told about pids.
import random
import sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
TAGS = ["ta", "tb", "tc", "td", "te"]


class Program:
    def __init__(self, name, chance):
        self.name, self.chance = name, chance
        self.number = int(name.split("_")[1])
        self.functions = chance.randint(2, 4)
        self.exported = chance.random() < 0.2      # functions that begin processes can be called from outside
        self.joins = chance.random() < 0.3         # the one who calls main/0 runs one of them, too
        self.used = chance.sample(TAGS, chance.randint(3, 5))   # tags that messages have; clauses may have others

    def function(self):
        return "p%d" % self.chance.randrange(self.functions)

    def who(self):
        return self.chance.choice(["hd(Known)", "lists:last(Known)", "X", "self()", "X", "hd(Known)"])

    def term(self):
        return self.chance.choice(["self()", "X", "hd(Known)", "1", "ok", "Known", "make_ref()", "{X, self()}", "fun() -> self() end"])

    def message(self):
        kind = self.chance.randrange(16)
        tag = self.chance.choice(self.used)
        if kind == 0:
            return tag
        if kind == 1:
            return "{%s, %s, %s}" % (tag, self.term(), self.term())
        return "{%s, %s}" % (tag, self.term())

    def action(self, depth=0):
        c, i = self.chance, self.chance.randrange(1000000)
        kinds = [
            lambda: "catch %s ! %s" % (self.who(), self.message()),
            lambda: "catch %s ! %s" % (self.who(), self.message()),
            lambda: "catch erlang:send(%s, %s)" % (self.who(), self.message()),
            lambda: "spawn(fun() -> %s([self(), %s | Known], X, Fuel - 1) end)" % (self.function(), self.term()),
            lambda: "S%d = spawn(fun() -> %s(Known, X, Fuel - 1) end), S%d ! %s" % (i, self.function(), i, self.message()),
            lambda: "spawn_link(fun() -> %s([self() | Known], X, Fuel - 1) end)" % self.function(),
            lambda: "{M%d, _} = spawn_monitor(fun() -> %s([self() | Known], X, Fuel - 1) end), M%d ! %s" % (i, self.function(), i, self.message()),
            lambda: "spawn(?MODULE, start, [%s, Known, X, Fuel - 1])" % self.function() if self.exported else "ok",
            lambda: "catch register(%s_name, %s)" % (self.name, c.choice(["self()", self.who()])),
            lambda: "catch %s_name ! %s" % (self.name, self.message()),
            lambda: "catch erlang:monitor(process, %s)" % self.who(),
            lambda: "process_flag(trap_exit, true)",
            lambda: "catch erlang:send_after(1, %s, %s)" % (self.who(), self.message()),
            lambda: "catch erlang:start_timer(1, %s, %s)" % (self.who(), self.term()),
            lambda: "put(key, %s)" % self.term(),
            lambda: "catch get(key) ! %s" % self.message(),
            lambda: "catch ets:insert(%s_table, {key, %s})" % (self.name, self.term()),
            lambda: "catch (ets:lookup_element(%s_table, key, 2) ! %s)" % (self.name, self.message()),
            lambda: "try throw({x, %s}) catch throw:{x, T%d} -> catch T%d ! %s end" % (self.term(), i, i, self.message()),
            lambda: "lists:foreach(fun(E%d) -> catch E%d ! %s end, Known)" % (i, i, self.message()),
            lambda: "[catch E%d ! %s || E%d <- Known]" % (i, self.message(), i),
            lambda: "F%d = fun(A%d) -> catch A%d ! %s end, F%d(%s)" % (i, i, i, self.message(), i, self.who()),
            lambda: "#{k := V%d} = #{k => %s}, catch V%d ! %s" % (i, self.term(), i, self.message()),
            lambda: "exit({reason, %s})" % self.term() if c.random() < 0.3 else "ok",
            lambda: "catch exit(%s, {boom, %s})" % (self.who(), self.term()),
            lambda: "helper(%s, %s)" % (self.who(), self.message()),
            lambda: "R%d = make_ref(), catch %s ! {%s, {R%d, self()}}, receive {rep, R%d, _} -> hit(%s, rep) after 3 -> ok end"
                    % (i, self.who(), c.choice(self.used), i, i, "call"),
            lambda: "case X of {R%d, P%d} when is_pid(P%d) -> P%d ! {rep, R%d, %s}; _ -> ok end" % (i, i, i, i, i, self.term()),
            lambda: "case X of F%d when is_function(F%d, 0) -> catch F%d() ! %s; _ -> ok end" % (i, i, i, self.message()),
            lambda: "case X of [H%d | _] -> catch H%d ! %s; {_, Q%d} -> catch Q%d ! %s; _ -> ok end"
                    % (i, i, self.message(), i, i, self.message()),
        ]
        if c.random() < 0.4:
            return kinds[c.randrange(3)]()   # those that send to somebody
        return c.choice(kinds)()

    def body(self, function, tag, variable):
        actions = ["hit(%s, %s)" % (function, tag)]
        actions += [self.action() for _ in range(self.chance.randint(1, 3))]
        known = self.chance.choice(["Known0", "[Y | Known0]" if variable else "Known0", "tl(Known0 ++ [self()])"])
        bind = "X = %s, Known = Known0, _ = {X, Known}" % ("Y" if variable else "X0")
        return "%s, %s, %s(%s, X, Fuel - 1)" % (bind, ", ".join(actions), function, known)

    def clause(self, function, tag):
        kind = self.chance.randrange(16)
        if tag == "down":
            return "{'DOWN', _, process, _, Y} -> " + self.body(function, tag, True)
        if tag == "exit":
            return "{'EXIT', Y, _} -> " + self.body(function, tag, True)
        if tag == "timeout":
            return "{timeout, _, Y} -> " + self.body(function, tag, True)
        if kind == 0:
            return "%s -> %s" % (tag, self.body(function, tag, False))
        if kind == 1:
            return "{%s, Y, _} -> %s" % (tag, self.body(function, tag, True))
        return "{%s, Y} -> %s" % (tag, self.body(function, tag, True))

    def loop(self, function):
        tags = self.chance.sample(TAGS, self.chance.randint(2, 5))
        tags += [t for t in ["down", "exit", "timeout"] if self.chance.random() < 0.25]
        clauses = ";\n        ".join(self.clause(function, tag) for tag in tags)
        return """
%s(_, _, Fuel) when Fuel < 0 -> ok;
%s(Known0, X0, Fuel) ->
    receive
        %s
    after 20 -> late
    end.
""" % (function, function, clauses)

    def text(self):
        functions = ["p%d" % i for i in range(self.functions)]
        start = "; ".join("start(%s, K, X, F) -> %s(K, X, F)" % (f, f) for f in functions)
        actions = ",\n    ".join(self.action() for _ in range(self.chance.randint(4, 9)))
        started = range(self.chance.randint(1, 3))
        first = ",\n    ".join("A%d = spawn(fun() -> %s([self()], ok, 9) end)" % (i, self.function()) for i in started)
        sent = ", ".join("A%d ! %s" % (i, self.message()) for i in started for _ in range(self.chance.randint(1, 6)))
        return """-module(%s).
-export([%s]).
-compile([nowarn_unused_function, nowarn_unused_vars, nowarn_unused_term]).

main() ->
    %s,
    Known = [A0, self()], X = A0, Fuel = 4, _ = {Known, X, Fuel},
    %s,
    %s,
    %s.

%s.

helper(To, Message) -> catch To ! Message.

hit(F, T) -> counters:add(persistent_term:get(hits), %d * 100 + place(F) * 16 + place(T), 1).

place(p0) -> 0; place(p1) -> 1; place(p2) -> 2; place(p3) -> 3; place(call) -> 4;
place(ta) -> 1; place(tb) -> 2; place(tc) -> 3; place(td) -> 4; place(te) -> 5; place(down) -> 6; place(exit) -> 7; place(timeout) -> 8;
place(rep) -> 9.
%s""" % (self.name, "main/0, start/4" if self.exported else "main/0", first, sent, actions,
                    "p0(Known, X, 4)" if self.joins else "ok", start, self.number, "".join(self.loop(f) for f in functions))


for number in range(count):
    name = "r%d_%d" % (seed, number)
    with open("%s/%s.erl" % (folder, name), "w") as out:
        out.write(Program(name, random.Random(seed * 100003 + number)).text())

#!/usr/bin/env python3
# Random servers, and functions that send them one constant message each:  random_servers.py FOLDER SEED COUNT
#
# Each clause says that it took something; one for everything says nothing. Which clause takes a message is so known by running it.
import random
import re
import sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ATOMS = ["a", "b", "c", "d"]
GUARDS = ["is_atom(%s)", "is_integer(%s)", "is_tuple(%s)", "is_list(%s)", "%s =:= a", "%s =/= a", "is_binary(%s)"]


def pattern(c, variables, depth=0):
    kind = c.randrange(8)
    if kind < 3:
        return c.choice(ATOMS)
    if kind < 6 and depth < 2:
        return "{%s}" % ", ".join([c.choice(ATOMS)] + [pattern(c, variables, depth + 1) for _ in range(c.randint(1, 2))])
    if kind == 6 and depth > 0:
        return c.choice(["[]", "[a | _]", "7", "<<>>"])
    if depth == 0:
        return "{%s, %s}" % (c.choice(ATOMS), pattern(c, variables, 1))
    variables.append("V%d" % len(variables))
    return variables[-1]


def term(c, depth=0):
    kind = c.randrange(9)
    if kind < 4:
        return c.choice(ATOMS)
    if kind < 7 and depth < 2:
        return "{%s}" % ", ".join([c.choice(ATOMS)] + [term(c, depth + 1) for _ in range(c.randint(1, 2))])
    return c.choice(["[]", "[a]", "7", "8", "<<>>", "<<1>>", "[b, a]"])


heads = {}   # patterns of each callback


def like(c, head):   # a message that a clause may take
    return re.sub(r"V\d+", lambda _: term(c, 1), head.replace("| _", "| []"))


def clause(c, name, arguments, result):
    variables = []
    head = pattern(c, variables)
    heads[name].append(head)
    used = [v for v in variables if c.random() < 0.5]
    guard = " when " + ", ".join(c.choice(GUARDS) % v for v in used) if used else ""
    return "%s(%s%s)%s -> taken(), %s" % (name, head, arguments, guard, result)


def everything(c, name, arguments, result):
    return c.choice([[], ["%s(_%s) -> %s" % (name, arguments, result)],
                     ["%s(M%s) -> error_logger:info_msg(\"~p\", [M]), %s" % (name, arguments, result)]])


def callback(c, name, arguments, result):
    clauses = [clause(c, name, arguments, result) for _ in range(c.randint(1, 5))]
    return ";\n".join(clauses + everything(c, name, arguments, result)) + ".\n"


def module(name, c):
    for callback_name in ("handle_call", "handle_cast", "handle_info"):
        heads[callback_name] = []
    callbacks = [callback(c, "handle_call", ", _, S", "{reply, ok, S}"), callback(c, "handle_cast", ", S", "{noreply, S}"),
                 callback(c, "handle_info", ", S", "{noreply, S}")]
    ways = [("handle_call", "gen_server:call(%s, %%s)" % name), ("handle_cast", "gen_server:cast(%s, %%s)" % name),
            ("handle_info", "%s ! %%s" % name)]
    sends = []
    for i in range(1, c.randint(6, 14)):
        callback_name, way = c.choice(ways)
        sends.append("send%d() -> %s." % (i, way % (like(c, c.choice(heads[callback_name])) if c.random() < 0.6 else term(c))))
    return """-module(%s).
-behaviour(gen_server).
-export([start/0, sends/0, init/1, handle_call/3, handle_cast/2, handle_info/2, %s]).
-compile(nowarn_unused_vars).
start() -> gen_server:start({local, %s}, %s, [], []).
sends() -> %d.
taken() -> persistent_term:get(clauses) ! taken.
init([]) -> {ok, 0}.
%s
%s""" % (name, ", ".join("send%d/0" % i for i in range(1, len(sends) + 1)), name, name, len(sends), "\n".join(sends) + "\n", "".join(callbacks))


for number in range(count):
    name = "s%d_%d" % (seed, number)
    with open("%s/%s.erl" % (folder, name), "w") as out:
        out.write(module(name, random.Random(seed * 100019 + number)))

"""Random formulas, translated by weft, by spin and by lbt: do the three automata accept the same random words?
    oracles.py PROGRAM FORMULAS SEED
A formula is a tuple (sign, operands ...). spin knows no X; lbt has acceptance sets of states; so each is asked for what it
knows, and all are turned into edges (letters accepted, to, marks) and judged in one way."""
import random
import re
import subprocess
import sys

NAMES = ["p0", "p1", "p2"]
LETTERS = range(1 << len(NAMES))
BINARY = {"U": ("U", "U"), "R": ("V", "V"), "&": ("&&", "&"), "|": ("||", "|"), "->": ("->", "i"), "<->": ("<->", "e")}
UNARY = {"!": ("!", "!"), "F": ("<>", "F"), "G": ("[]", "G"), "X": (None, "X")}


def random_formula(chance, size, signs):
    if size <= 1:
        return (chance.choice(NAMES),)
    sign = chance.choice(signs)
    if sign in UNARY:
        return (sign, random_formula(chance, size - 1, signs))
    left = chance.randint(1, max(1, size - 2))
    return (sign, random_formula(chance, left, signs), random_formula(chance, size - 1 - left, signs))


def write(formula, name):
    """In brackets, with the signs that `name` gives."""
    if len(formula) == 1:
        return formula[0]
    parts = [write(operand, name) for operand in formula[1:]]
    return f"({name(formula[0])} {parts[0]})" if len(parts) == 1 else f"({parts[0]} {name(formula[0])} {parts[1]})"


def write_prefix(formula):
    if len(formula) == 1:
        return formula[0]
    sign = UNARY[formula[0]][1] if formula[0] in UNARY else BINARY[formula[0]][1]
    return " ".join([sign] + [write_prefix(operand) for operand in formula[1:]])


# --- automata: a list of lists of (set of letters, to, marks), the states that a run may begin in, the number of marks ---

def letters_of(condition):
    """Those of which a condition in Python's words holds."""
    code = compile(condition, condition, "eval")
    return {letter for letter in LETTERS if eval(code, {name: bool(letter >> i & 1) for i, name in enumerate(NAMES)})}


def of_weft(lines):
    states = []
    for line in lines:
        if line.startswith("end "):
            return states, [0] if states else [], int(line.split()[1])
        edges = []
        for edge in line.strip().strip(";").split(";") if line.strip() else []:
            holds, fails, to, marks = edge.split()
            words = [n for n in holds.split(",") if n != "-"] + [f"not {n}" for n in fails.split(",") if n != "-"]
            edges.append((letters_of(" and ".join(words) or "True"), int(to), int(marks)))
        states.append(edges)
    raise ValueError("no end")


def in_python(condition):
    return condition.replace("&&", " and ").replace("||", " or ").replace("!", " not ").replace("(1)", "(True)").replace("false", "False")


def of_spin(claim):
    labels, edges, pending, initial = {}, [], [], None
    for line in claim.split("\n"):
        label = re.match(r"(\w+):$", line)
        if label:
            if not pending:
                edges.append([])
            pending.append(label[1])
            labels[label[1]] = len(edges) - 1
            continue
        if pending and line.strip():
            pending = []
        step = re.match(r"\s*:: (.*) -> goto (\w+)$", line)
        last = re.match(r"\s*:: atomic \{ (.*) -> assert\(.*$", line)
        if step:
            edges[-1].append((letters_of(in_python(step[1])), step[2]))
        elif last:
            edges[-1].append((letters_of(in_python(last[1])), "accept_all"))
        elif line.strip() == "skip":
            edges[-1].append((set(LETTERS), "accept_all"))
    accepting = {number for label, number in labels.items() if label.startswith("accept")}
    states = [[(letters, labels[to], int(number in accepting)) for letters, to in those] for number, those in enumerate(edges)]
    return states, [number for label, number in labels.items() if label.endswith("_init")][:1], 1


def read_prefix(tokens):
    token = tokens.pop(0)
    if token in "tf":
        return "True" if token == "t" else "False"
    if token == "!":
        return f"(not {read_prefix(tokens)})"
    if token in "&|":
        left = read_prefix(tokens)
        return f"({left} {'and' if token == '&' else 'or'} {read_prefix(tokens)})"
    return token


def of_lbt(text):
    """Acceptance sets are of states: the marks of the edges that leave them. 0 states: nothing is accepted."""
    lines = [line.split() for line in text.split("\n") if line.strip()]
    count, sets = int(lines[0][0]), int(lines[0][1]) if len(lines[0]) > 1 else 0
    states, initial, at = [[] for _ in range(count)], [], 1
    while at < len(lines):
        head = lines[at]
        number, marks = int(head[0]), sum(1 << int(mark) for mark in head[2:-1])
        if head[1] == "1":
            initial.append(number)
        at += 1
        while lines[at] != ["-1"]:
            states[number].append((letters_of(read_prefix(lines[at][1:])), int(lines[at][0]), marks))
            at += 1
        at += 1
    return states, initial, sets


def accepts(automaton, word, loop):
    """Whether some run takes edges with each mark again and again: one that is in a cycle of the product with the word."""
    states, initial, marks = automaton
    following, pending = {}, [(state, 0) for state in initial]
    while pending:
        node = pending.pop()
        if node in following:
            continue
        state, at = node
        after = at + 1 if at + 1 < len(word) else loop
        following[node] = [((to, after), mark) for letters, to, mark in states[state] if word[at] in letters]
        pending += [there for there, _ in following[node]]

    def reached(start):
        seen, left = set(), [start]
        while left:
            for there, _ in following[left.pop()]:
                if there not in seen:
                    seen.add(there)
                    left.append(there)
        return seen

    reach = {node: reached(node) for node in following}
    for node in following:
        if node not in reach[node]:
            continue
        component = {other for other in reach[node] if node in reach[other]}
        seen = 0
        for other in component:
            for there, mark in following[other]:
                if there in component:
                    seen |= mark
        if seen == (1 << marks) - 1:
            return True
    return False


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    signs = list(BINARY) + list(UNARY)
    formulas = [random_formula(chance, chance.randint(2, 9), [s for s in signs if s != "X" or i % 2]) for i in range(count)]
    ours = subprocess.run([program], input="\n".join(write(f, lambda sign: sign) for f in formulas) + "\n",
                          capture_output=True, text=True, check=True).stdout.split("\n")
    passed = failed = yes = 0
    for i, formula in enumerate(formulas):
        end = next(n for n, line in enumerate(ours) if line.startswith("end "))
        automata = {"weft": of_weft(ours[:end + 1])}
        ours = ours[end + 1:]
        text = subprocess.run(["lbt"], input=write_prefix(formula), capture_output=True, text=True, check=True).stdout
        automata["lbt"] = of_lbt(text)
        if i % 2 == 0:
            claim = ["spin", "-f", write(formula, lambda sign: (BINARY.get(sign) or UNARY[sign])[0])]
            automata["spin"] = of_spin(subprocess.run(claim, capture_output=True, text=True, check=True).stdout)
        for _ in range(15):
            word = [chance.choice(LETTERS) for _ in range(chance.randint(1, 5))]
            loop = chance.randrange(len(word))
            verdicts = {name: accepts(automaton, word, loop) for name, automaton in automata.items()}
            yes += verdicts["weft"]
            if len(set(verdicts.values())) == 1:
                passed += 1
            else:
                failed += 1
                print(f"{write(formula, lambda sign: sign)} on {word}, back to {loop}: {verdicts}")
    if not count * 3 < yes < count * 12:
        print(f"{yes} of {count * 15} words are accepted: too few or too many to tell automata apart")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())

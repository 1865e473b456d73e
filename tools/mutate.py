"""Mutate: small changes to C source, one at a time.

`mutants_of(path)` reads a file into tokens, finds the bodies of its functions, and lets each of OPERATORS say what it would
change there. Comments, directives, what stands outside of functions, assertions and the functions *_check that consist of
them are left alone, and so are calls that free memory (looking for leaks is the business of ./dev asan) or check.
"""
import re
import sys

# --- tokens -------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

OPENING, CLOSING = "([{", ")]}"
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
KEYWORDS = set("""auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while""".split())
JUMPS = {"break", "continue", "return"}
HEADS = {"if", "for", "while", "switch"}


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.other = None       # of a bracket: the index of the one that belongs to it


def tokens_of(source):
    tokens, open_ones = [], []
    for match in TOKEN.finditer(source):
        if match.lastgroup == "skip":
            continue
        token = Token(match.lastgroup, match.group(), match.start())
        if token.text in OPENING and token.kind == "sign":
            open_ones.append(len(tokens))
        elif token.text in CLOSING and token.kind == "sign":
            token.other = open_ones.pop()
            tokens[token.other].other = len(tokens)
        tokens.append(token)
    return tokens


# --- functions ----------------------------------------------------------------------------------------------

class Function:
    """The body of a function, as a range of tokens, and which of them are off limits."""

    def __init__(self, source, tokens, begin, end, name, is_bool):
        self.source, self.tokens, self.begin, self.end = source, tokens, begin, end
        self.name, self.is_bool = name, is_bool
        self.excluded = set()
        for i in range(begin, end):
            if tokens[i].text in ("assert", "static_assert", "_Static_assert"):
                self.excluded.update(range(i, tokens[i + 1].other + 1))

    def indices(self):
        return (i for i in range(self.begin, self.end) if i not in self.excluded)

    def text(self, first, last):
        """The source from one token to another, both included."""
        return self.source[self.tokens[first].start:self.tokens[last].end]


def functions_of(path, source):
    tokens = tokens_of(source)
    i, head = 0, 0
    while i < len(tokens):
        token = tokens[i]
        if token.text == "{" and i and tokens[i - 1].text == ")":
            opening = tokens[i - 1].other
            name = tokens[opening - 1].text
            before = [t.text for t in tokens[head:opening - 1]]
            inline = {"static", "inline"} <= set(before)
            if (path.endswith(".c") or inline) and not name.endswith("_check"):
                yield Function(source, tokens, i + 1, token.other, name, before[-1:] == ["bool"])
        if token.text in OPENING:
            i = token.other
        i += 1
        if tokens[i - 1].text in (";", "}"):
            head = i


# --- operators: each yields (index of the token it is about, what is done, start, end, replacement) -------------

def is_compound(function, closing):
    """Whether a brace ends a list of values and not a block."""
    tokens = function.tokens
    before = tokens[tokens[closing].other - 1]
    if before.text == ")":
        return tokens[before.other - 1].text not in HEADS
    return before.text in ("=", ",")


def operand_begin(function, i, stops):
    """The first token of what ends before token i."""
    tokens = function.tokens
    while i > function.begin:
        before = tokens[i - 1]
        if before.text == "}" and not is_compound(function, i - 1):
            return i
        if before.text in CLOSING and before.kind == "sign":
            i = before.other
        elif before.text in OPENING or before.text in stops:
            return i
        else:
            i -= 1
    return i


def operand_end(function, i, stops):
    """The last token of what begins after token i."""
    tokens = function.tokens
    while True:
        after = tokens[i + 1]
        if after.text in OPENING and after.kind == "sign":
            i = after.other
        elif after.text in CLOSING or after.text in stops:
            return i
        else:
            i += 1


ENDS = {",", ";", "?", ":", "return", "case", "else", "do"} | ASSIGNMENTS


def conditions(function):
    """The ranges of tokens that decide about a branch or loop."""
    tokens = function.tokens
    for i in function.indices():
        text = tokens[i].text
        if text in ("if", "while"):
            yield i + 2, tokens[i + 1].other - 1
        elif text == "for":
            first = operand_end(function, i + 1, {";"}) + 1
            last = operand_end(function, first, {";"})
            if last > first:
                yield first + 1, last
        elif text == "?":
            yield operand_begin(function, i, ENDS), i - 1


def negate(function):
    for first, last in conditions(function):
        start, end = function.tokens[first].start, function.tokens[last].end
        yield first, "negated `%s`" % function.source[start:end], start, end, "!(%s)" % function.source[start:end]


def drop_term(function):
    tokens = function.tokens
    for i in function.indices():
        sign = tokens[i].text
        if sign not in ("&&", "||"):
            continue
        stops = ENDS | ({"||"} if sign == "&&" else set())
        begin = operand_begin(function, i, stops | {sign})
        end = operand_end(function, i, stops | {sign})
        if tokens[begin - 1].text != sign:
            yield begin, "without `%s`" % function.text(begin, i - 1), tokens[begin].start, tokens[i + 1].start, ""
        yield i + 1, "without `%s`" % function.text(i + 1, end), tokens[i - 1].end, tokens[end].end, ""


def replace(function, i, text):
    token = function.tokens[i]
    return i, "`%s` to `%s`" % (token.text, text), token.start, token.end, text


def change_constant(function):
    tokens = function.tokens
    for i in function.indices():
        text = tokens[i].text
        if text in ("true", "false"):
            yield replace(function, i, "false" if text == "true" else "true")
        number = re.fullmatch(r"(\d+)([uUlL]*)", text)
        if tokens[i].kind != "number" or not number or (text[0] == "0" and text != "0"):
            continue
        if tokens[i - 1].text == "{" and tokens[i + 1].text == "}":    # all zeros
            continue
        value = int(number[1])
        yield replace(function, i, "%d%s" % (value + 1, number[2]))
        if value > 0:
            yield replace(function, i, "%d%s" % (value - 1, number[2]))


COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}


def change_comparison(function):
    for i in function.indices():
        if function.tokens[i].text in COMPARISONS:
            yield replace(function, i, COMPARISONS[function.tokens[i].text])


def begins_statement(function, i):
    tokens = function.tokens
    before = tokens[i - 1]
    if before.text == ")":
        return tokens[before.other - 1].text in HEADS
    if before.text == ":":
        return tokens[operand_begin(function, i - 1, ENDS) - 1].text in ("case", ";", "{", "}")
    if before.text == "}":
        return not is_compound(function, i - 1)
    return before.text in (";", "{", "else", "do")


def is_removable(words):
    """Whether the tokens of a statement, without the semicolon, are an assignment, a call or a jump."""
    if len(words) == 1:
        return words[0] in JUMPS
    if words[0] in KEYWORDS or words[0] == "assert":
        return False
    if re.match(r"[A-Za-z_]\w*( \*)* [A-Za-z_]", " ".join(words)):      # a declaration
        return False
    if words[1] == "(" and re.search(r"(^|_)(free|check)$", words[0]):
        return False
    return any(w in ASSIGNMENTS or w in ("++", "--", "(") for w in words)


def remove_statement(function):
    tokens = function.tokens
    headers = set()
    for i in function.indices():
        if tokens[i].text == "for":
            headers.update(range(i, tokens[i + 1].other))
        if i in headers or tokens[i].text in OPENING + CLOSING + ";" or not begins_statement(function, i):
            continue
        last = operand_end(function, i - 1, {";"})
        if tokens[last + 1].text == ";" and is_removable([t.text for t in tokens[i:last + 1]]):
            yield i, "removed `%s`" % function.text(i, last), tokens[i].start, tokens[last].end, ""


def flip_result(function):
    tokens = function.tokens
    for i in function.indices():
        if not function.is_bool or tokens[i].text != "return":
            continue
        last = operand_end(function, i, {";"})
        result = function.text(i + 1, last)
        if result not in ("true", "false"):                             # which are constants
            yield i, "returns the opposite", tokens[i + 1].start, tokens[last].end, "!(%s)" % result


OPERATORS = [negate, drop_term, change_constant, change_comparison, remove_statement, flip_result]


# --- mutants --------------------------------------------------------------------------------------------------

class Mutant:
    def __init__(self, path, function, index, what, start, end, replacement):
        source = function.source
        place = function.tokens[index].start
        self.path, self.function = path, function.name
        self.what = " ".join(what.split())
        self.line = source.count("\n", 0, place) + 1
        self.text = source.splitlines()[self.line - 1].strip()
        lost = source.count("\n", start, end) - replacement.count("\n")     # assertions name their lines
        self.source = source[:start] + replacement + "\n" * lost + source[end:]
        self.changed = self.source.splitlines()[self.line - 1].strip()
        self.place = (start, end)
        self.verdict, self.by, self.program = None, "", None

    def key(self):
        return " | ".join((self.path, self.function, self.what, self.text))

    def key_of_line(self):
        """For whatever is done to the line."""
        return " | ".join((self.path, self.function, "*", self.text))

    def result(self):
        return "%-12s line %d: %s%s" % (self.verdict, self.line, self.key(), " | " + self.by if self.by else "")


def mutants_of(path):
    with open(path) as file:
        source = file.read()
    if re.search(r"\bkill\(", source):
        sys.exit("mutants: %s ends processes; a mutant might end others" % path)
    found = [Mutant(path, function, *change) for function in functions_of(path, source)
             for operator in OPERATORS for change in operator(function)]
    found.sort(key=lambda m: (m.line, m.place))
    seen = {}
    for mutant in found:                                                # of those that look alike in one line
        number = seen[mutant.key(), mutant.line] = seen.get((mutant.key(), mutant.line), 0) + 1
        if number > 1:
            mutant.what += " #%d" % number
    return found

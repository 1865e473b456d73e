#!/usr/bin/env python3
"""Mutation testing: would the tests of the search notice a mistake in it?

Changes one place of a file at a time, builds the unit tests of src/explore on the toy machine (test/toy) with
assertions, and runs them; what survives that is built and run once more with sanitizers. A mutant is killed when it fails a
test, an assertion, a sanitizer or a time limit; one that survives is a mistake that no test would notice, or none. What is
changed stands in tools/mutate.py.

Not counted: mutants that do not compile, and those for which the compiler makes the same program as for the original
or an earlier mutant.

Mutants that are argued to be equivalent stand in tools/mutants.equivalent, which tells how. With --again, those that the
last run has killed are taken for killed: after a change of the tests alone that is so.
"""
import argparse
import concurrent.futures
import filecmp
import glob
import hashlib
import json
import os
import queue
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from mutate import mutants_of

ROOM = ["src/explore/dpor/*.c", "src/explore/dpor/*.h"]
NOT_MUTATED = ("_test.c", "/check.c", "/check.h")    # what finds mistakes in the others
PROGRAM = "test/toy/unit_explore"
EQUIVALENT = "tools/mutants.equivalent"
FOLDER = "build-mutants"
RESULTS = "build-mutants/results"
WORKERS = 2
SECONDS = 60              # of processor time, for all tests of one mutant; with sanitizers so many times that:
SLOWER = 3
PATIENCE = 5              # and so many times that by the clock
MEMORY = 2 << 30          # bytes that a mutant may touch
OPTIONS = ["-Doptimization=1", "-Ddebug=false", "-Db_ndebug=false", "-Dwerror=false", "-Dc_args=-w"]
SANITIZERS = ["-Db_sanitize=address,undefined", "-Db_lundef=false"]
os.environ["UBSAN_OPTIONS"] = "halt_on_error=1"

# --- building and running -------------------------------------------------------------------------------------

def tree_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True)
    return sorted(f for f in listed.stdout.split("\n") if os.path.isfile(f))


class Worker:
    """A copy of the tree with a build folder, in which one file at a time is changed."""

    def __init__(self, name, options):
        self.tree = os.path.join(FOLDER, name, "tree")
        self.build = os.path.join(FOLDER, name, "build")
        self.options = options
        self.seconds = SECONDS * (SLOWER if options == SANITIZERS else 1)
        self.changed = None

    def prepare(self):
        files = tree_files()
        for file in files:
            copy = os.path.join(self.tree, file)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if not os.path.isfile(copy) or not filecmp.cmp(file, copy, shallow=False):
                shutil.copyfile(file, copy)
                shutil.copymode(file, copy)
        for folder, _, names in os.walk(self.tree):
            for name in names:
                copy = os.path.join(folder, name)
                if os.path.relpath(copy, self.tree) not in files:
                    os.remove(copy)
        self.configure([f for f in files if f.endswith((".c", "meson.build"))])
        if not self.make(show=True):
            sys.exit("mutants: the tree does not build")
        self.original = self.digest(PROGRAM)
        self.objects = self.read_objects()
        self.link = self.ask_ninja("commands", "-s", PROGRAM).strip()

    def configure(self, files):
        listed = os.path.join(self.build, "files")
        known = open(listed).read() if os.path.isfile(listed) else None
        if known == "\n".join(files):
            return
        again = ["--reconfigure"] if known else []
        command = ["meson", "setup"] + again + [self.build, self.tree] + OPTIONS + self.options
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(listed, "w") as file:
            file.write("\n".join(files))

    def ask_ninja(self, *question):
        command = ["ninja", "-C", self.build, "-t"] + list(question)
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return "".join(line for line in answer.splitlines(True) if not line.startswith("ninja: "))

    def read_objects(self):
        """By source file: the object that it is compiled to, the command for that, and what came of the original."""
        objects = {}
        for entry in json.loads(self.ask_ninja("compdb")):
            file = os.path.relpath(os.path.join(entry["directory"], entry["file"]), os.path.abspath(self.tree))
            if file.endswith(".c") and os.path.isfile(os.path.join(self.build, entry["output"])):
                objects[file] = (entry["output"], entry["command"], self.digest(entry["output"]))
        return objects

    def run(self, command):
        return subprocess.run(command, shell=True, cwd=self.build, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def make(self, show=False):
        out = None if show else subprocess.DEVNULL
        command = ["ninja", "--quiet", "-j1", "-C", self.build, PROGRAM]
        return subprocess.run(command, stdout=out, stderr=out).returncode == 0

    def digest(self, output):
        with open(os.path.join(self.build, output), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def write(self, path, source):
        with open(os.path.join(self.tree, path), "w") as file:
            file.write(source)

    def restore(self):
        self.write(self.changed, self.before)
        if self.changed in self.objects:
            self.run(self.objects[self.changed][1])
        else:
            self.make()      # a header: all that include it

    def change(self, path):
        if self.changed == path:
            return
        if self.changed:
            self.restore()
        with open(os.path.join(self.tree, path)) as file:
            self.changed, self.before = path, file.read()

    def build_mutant(self, mutant):
        """Compiles the mutant; what tells its program from others, or None: it does not compile."""
        self.change(mutant.path)
        self.write(mutant.path, mutant.source)
        if mutant.path not in self.objects:
            if not self.make():
                return None
            digest = self.digest(PROGRAM)
            return "original" if digest == self.original else digest
        output, command, original = self.objects[mutant.path]
        if not self.run(command):
            return None
        digest = self.digest(output)
        return "original" if digest == original else mutant.path + digest

    def link_mutant(self, mutant):
        if mutant.path in self.objects and not self.run(self.link):
            sys.exit("mutants: %s does not link" % mutant.path)


def touched(pid):
    """Bytes of memory that a process uses."""
    try:
        with open("/proc/%d/statm" % pid) as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def processor_seconds(pid):
    """That a process and those it has waited for have used."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0


class Run:
    """One run of the test program: reads what it says, line by line, and ends it when it is known to fail."""

    def __init__(self, worker, names):
        program = os.path.abspath(os.path.join(worker.build, PROGRAM))
        self.process = subprocess.Popen([program] + names, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, start_new_session=True, cwd=worker.build)
        resource.prlimit(self.process.pid, resource.RLIMIT_CORE, (0, 0))
        self.rest, self.seconds, self.last, self.assertion = b"", {}, "the start", None
        self.limit = worker.seconds

    def line(self, line, seconds):
        """The reason why it has failed with this line, or None."""
        assertion = re.search(r"Assertion `.*' failed|ERROR: \w+Sanitizer: .*|runtime error: .*", line)
        self.assertion = assertion.group() if assertion else self.assertion
        match = re.match(r"(not )?ok \d+ - (\w+)", line)
        if not match:
            return None
        self.seconds[match[2]] = seconds
        self.last = match[2]
        return match[2] if match[1] else None

    def status(self):
        """The same, of its end."""
        try:
            if self.process.wait(self.limit) == 0:
                return None
        except subprocess.TimeoutExpired:
            pass
        return "%s, after %s" % (self.assertion or "a crash", self.last)

    def watch(self, limits):
        """The reason why it has failed, or None. `limits`: seconds of the processor for each test, as they come."""
        begin, before = time.monotonic(), 0
        while True:
            used = processor_seconds(self.process.pid)
            limit = limits[len(self.seconds)] if len(self.seconds) < len(limits) else self.limit
            if used - before > limit or used > self.limit or time.monotonic() - begin > self.limit * PATIENCE:
                return "time, after " + self.last
            if touched(self.process.pid) > MEMORY:
                return "memory, after " + self.last
            if not select.select([self.process.stdout], [], [], 0.5)[0]:
                continue
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                return self.status()
            used = processor_seconds(self.process.pid)
            *lines, self.rest = (self.rest + read).split(b"\n")
            for line in lines:
                reason = self.line(line.decode(errors="replace"), used - before)
                before = used
                if reason:
                    return reason

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)      # a session of its own: it and its children
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdout.close()


def run_tests(worker, names, limits=()):
    run = Run(worker, names)
    try:
        return run.watch(limits), run.seconds
    finally:
        run.end()


class Tests:
    """Which tests are run, and in which order: one that fails is enough, so the quick ones that have killed many come first."""

    def __init__(self, worker, selected):
        reason, self.times = run_tests(worker, selected)
        if reason or not self.times:
            sys.exit("mutants: the tests fail without any change: %s" % (reason or "there are none"))
        self.kills = dict.fromkeys(self.times, 0)
        self.seconds = sum(self.times.values())

    def names(self):
        return sorted(self.times, key=lambda name: (-(self.kills[name] + 0.1) / (self.times[name] + 0.01), name))

    def run(self, worker):
        """The reason why they fail, or None."""
        names = self.names()
        reason, passed = run_tests(worker, names, [2 + 8 * self.times[name] for name in names])
        killer = next((name for name in names if name not in passed or name == reason), None)
        if reason and killer:
            self.kills[killer] += 1
        return reason


VERDICTS = ("killed", "survived", "equivalent", "same", "not compiled")

# --- what came of it ------------------------------------------------------------------------------------------

def judge(stages, mutant, verdicts):
    worker = stages[0][0]
    mutant.program = worker.build_mutant(mutant)
    if mutant.program is None:
        mutant.verdict = "not compiled"
        return
    if mutant.program == "original":
        mutant.verdict = "same"
        return
    if mutant.program not in verdicts:
        reason = run_stages(stages, mutant)
        verdicts[mutant.program] = ("killed", reason) if reason else ("survived", "")
    mutant.verdict, mutant.by = verdicts[mutant.program]


def run_stages(stages, mutant):
    """The reason why the tests fail, in the first build or the one with sanitizers; or None. The first has built the mutant."""
    for worker, tests in stages:
        if worker != stages[0][0]:
            worker.build_mutant(mutant)
        worker.link_mutant(mutant)
        reason = tests.run(worker)
        if reason:
            return reason
    return None


def work(stages, todo, verdicts, progress):
    while True:
        try:
            mutant = todo.get_nowait()
        except queue.Empty:
            return
        judge(stages, mutant, verdicts)
        progress(mutant)


def run_all(stages, mutants):
    """`stages`: for each that works beside the others, its workers and their tests."""
    todo, verdicts, begin, done = queue.Queue(), {}, time.monotonic(), []
    out = open(RESULTS + ".now", "w", buffering=1)      # as they come, for those who cannot wait

    def progress(mutant):
        print(mutant.result(), file=out)
        done.append(mutant)
        if len(done) % 50 == 0:
            print("%d done, in %.0f s" % (len(done), time.monotonic() - begin), file=sys.stderr)

    for mutant in random.Random(1).sample(mutants, len(mutants)):      # so that a run which is cut short is a sample, too
        todo.put(mutant)
    with concurrent.futures.ThreadPoolExecutor(len(stages)) as pool:
        running = [pool.submit(work, one, todo, verdicts, progress) for one in stages]
        try:
            for one in running:
                one.result()
        except BaseException:
            with todo.mutex:
                todo.queue.clear()
            raise
    return time.monotonic() - begin


def mark_repeated(mutants):
    """Which of several mutants with the same program counts does not depend on who was first."""
    seen = set()
    for mutant in mutants:
        if mutant.program and mutant.verdict != "same":
            if mutant.program in seen:
                mutant.verdict, mutant.by = "same", "as an earlier one"
            seen.add(mutant.program)


def read_equivalent():
    """The keys of the mutants that are argued to be equivalent."""
    keys, key = {}, None
    for line in open(EQUIVALENT) if os.path.isfile(EQUIVALENT) else []:
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            keys[key] += line.strip()
        else:
            key = line.strip()
            keys[key] = ""
    for key, reason in keys.items():
        if key.count(" | ") < 3 or not reason:
            sys.exit("%s: an entry without a reason, or cut short: %s" % (EQUIVALENT, key))
    return set(keys)


def read_results():
    """The lines of the last results, by the keys of their mutants."""
    results = {}
    for line in open(RESULTS) if os.path.isfile(RESULTS) else []:
        parts = line.rstrip("\n").split(": ", 1)[1].split(" | ")
        results[" | ".join(parts[:4])] = line
    return results


def write_results(mutants):
    """Those of other files stay."""
    paths = {m.path for m in mutants}
    others = [line for key, line in read_results().items() if key.split(" | ")[0] not in paths]
    with open(RESULTS, "w") as out:
        out.writelines(others)
        for m in mutants:
            print(m.result(), file=out)


def carry_over(mutants):
    """Gives mutants that the tests killed the last time the verdict that they had; returns the others."""
    last, others = read_results(), []
    for m in mutants:
        line = last.get(m.key(), "survived")
        verdict = next(v for v in VERDICTS if line.startswith(v))
        if verdict in ("survived", "equivalent"):
            others.append(m)
        else:
            m.verdict, m.by = verdict, line.split(m.key(), 1)[1].strip(" |\n")
    return others


def report(mutants, all_keys, equivalent, seconds, workers):
    survivors = [m for m in mutants if m.verdict == "survived"]
    killed = [m for m in mutants if m.verdict == "killed"]
    argued = [m for m in survivors if m.key() in equivalent or m.key_of_line() in equivalent]
    for mutant in argued:
        mutant.verdict = "equivalent"
    write_results(mutants)
    for m in survivors:
        if m.verdict == "survived":
            print("survived: line %d: %s" % (m.line, m.key()))
    wrong = [m for m in killed if m.key() in equivalent]
    for m in wrong:
        print("argued to be equivalent, but killed by %s: %s" % (m.by, m.key()))
    paths = {m.path for m in mutants}
    stale = sorted(k for k in equivalent if k.split(" | ")[0] in paths and k not in all_keys)
    for key in stale:
        print("argued to be equivalent, but there is no such mutant: %s" % key)
    left_out = {v: sum(m.verdict == v for m in mutants) for v in ("not compiled", "same")}
    print("%d did not compile, %d made the same program; %.1f s for each, %d at a time; %s"
          % (left_out["not compiled"], left_out["same"], seconds * workers / max(len(mutants), 1), workers, RESULTS))
    count = len(killed) + len(survivors)
    print("%d mutants, %d killed (%.1f %%), %d survived, of which %d are argued equivalent"
          % (count, len(killed), 100 * len(killed) / max(count, 1), len(survivors), len(argued)))
    return not wrong and not stale and len(argued) == len(survivors)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="what is mutated; by default src/explore/dpor")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every N-th mutant")
    parser.add_argument("--tests", action="append", default=[], metavar="WORD", help="only tests with this in their names")
    parser.add_argument("--quick", action="store_true", help="without sanitizers")
    parser.add_argument("--again", action="store_true", help="only mutants that the last run did not kill")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    options = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    os.nice(10)
    files = options.files or sorted(f for pattern in ROOM for f in glob.glob(pattern)
                                    if not f.endswith(NOT_MUTATED))
    everything = [m for file in files for m in mutants_of(os.path.normpath(file))]
    mutants = everything[::options.sample]
    if not mutants:
        sys.exit("mutants: there is nothing to change in %s" % (" ".join(files) or " ".join(ROOM)))
    if options.list:
        for mutant in mutants:
            print("line %d: %s => %s" % (mutant.line, mutant.key(), mutant.changed))
        return
    equivalent = read_equivalent()
    todo = carry_over(mutants) if options.again else mutants
    count = min(WORKERS, len(mutants))
    builds = {"": []} if options.quick else {"": [], "-sanitized": SANITIZERS}
    workers = [[Worker(str(number + 1) + build, builds[build]) for number in range(count)] for build in builds]
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        list(pool.map(Worker.prepare, [worker for row in workers for worker in row]))
    tests = [Tests(row[0], options.tests) for row in workers]
    print("%d changes, %d tests that take %s s"
          % (len(todo), len(tests[0].times), " and ".join("%.0f" % t.seconds for t in tests)), file=sys.stderr)
    seconds = run_all([[(row[i], t) for row, t in zip(workers, tests)] for i in range(count)], todo)
    mark_repeated(mutants)
    keys = {m.key() for m in everything} | {m.key_of_line() for m in everything}
    if not report(mutants, keys, equivalent, seconds, count):
        sys.exit(1)


if __name__ == "__main__":
    main()

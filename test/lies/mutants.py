#!/usr/bin/env python3
# Runs the mutants of FILE.0, FILE.1 ... in weft: mutants.py FILE FOLDER PROGRAM COUNT [OPTION ...]. Each run goes on until one
# mutant ends it (memory, reductions, code that lies); the next one begins behind that. A signal, also one that weft tells
# as its own mistake, a report of a sanitizer or a hang is a failure. Prints a line for each, and then how
# many mutants there were, how many of them ended a run, and how many failed.
import os
import re
import subprocess
import sys

LIMIT = 60   # seconds for one mutant, however slow the machine is
BATCH = 20   # mutants in one run, at most
EACH = 200   # mutants in a file


def run(program, folder, file, start, options):
    command = [program, "run", "--max-memory", "256m", "--max-reductions", "20000000", *options, "-m", "mutant_run", "-t", "main",
               os.path.join(folder, "mutant_run.beam"), "--", os.path.basename(file), str(start)]
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1", UBSAN_OPTIONS="print_stacktrace=1")
    process = subprocess.Popen(command, cwd=os.path.dirname(os.path.abspath(file)), stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, env=environment)
    try:
        out, _ = process.communicate(timeout=LIMIT * BATCH)
        return process.returncode, out.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
        return None, out.decode("utf-8", "replace")


def main():
    file, folder, program, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    ended = failed = 0
    for first in range(0, count, EACH):
        more = run_file("%s.%d" % (file, first // EACH), folder, program, min(EACH, count - first))
        ended += more[0]
        failed += more[1]
    print("%d mutants, %d ended a run, %d failed" % (count, ended, failed))
    return failed > 0


def run_file(file, folder, program, count):
    start = ended = failed = 0
    while start < count:
        status, out = run(program, folder, file, start, sys.argv[5:])
        numbers = re.findall(r"^(\d+)$", out, re.M)
        last = int(numbers[-1]) if numbers else start
        report = re.search(r"^.*(runtime error|ERROR: AddressSanitizer|mistake of weft|was killed).*$", out, re.M)
        if status is None or status < 0 or report:
            failed += 1
            what = "hangs" if status is None else "status %d" % status
            told = report.group(0) if report else out[-300:].strip()
            print("mutant %d of %s: %s: %s" % (last, os.path.basename(file), what, told))
        if status == 0 and out.rstrip().endswith("end"):
            break
        ended += 1
        start = last + 1
    return ended, failed


sys.exit(main())

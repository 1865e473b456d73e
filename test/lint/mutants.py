#!/usr/bin/env python3
# Small mistakes in good programs, which lint must find:  mutants.py WEFT FOLDER PROGRAM.erl...
#
# A line with %% mutate: OLD => NEW says what to change in the program, all of it being well before; several lines are several mutants.
import json
import re
import subprocess
import sys

weft, folder, programs = sys.argv[1], sys.argv[2], sys.argv[3:]
passed = failed = 0


def findings(source, name):
    path = "%s/%s.erl" % (folder, name)
    open(path, "w").write(source)
    compiled = subprocess.run(["erlc", "+debug_info", "+nowarn_unused_function", "-o", folder, path], capture_output=True, text=True)
    if compiled.returncode:
        raise SystemExit(compiled.stdout)
    out = subprocess.run([weft, "lint", "%s/%s.beam" % (folder, name), "--json", "-", "--no-config"], capture_output=True, text=True)
    return json.loads(out.stdout)["findings"]


for program in programs:
    name = program.split("/")[-1][:-len(".erl")]
    source = open(program).read()
    mutations = re.findall(r"^%% mutate: (.*) => (.*)$", source, re.M)
    code = re.sub(r"^%%.*$", "", source, flags=re.M)
    if findings(code, name):
        print("%s: something is found before it was changed" % name)
        failed += 1
    for old, new in mutations:
        if code.count(old) != 1:
            print("%s: %s is there %d times" % (name, old, code.count(old)))
            failed += 1
        elif findings(code.replace(old, new), name):
            passed += 1
        else:
            print("%s: with %s in place of %s nothing is found" % (name, new, old))
            failed += 1
print("%d mutants found, %d not" % (passed, failed))
sys.exit(failed > 0)

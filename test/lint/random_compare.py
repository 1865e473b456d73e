#!/usr/bin/env python3
# Clauses that lint calls dead must not have been taken:  random_compare.py HITS FINDINGS.json...
import json
import re
import sys

hits = {tuple(line.split()) for line in open(sys.argv[1])}
findings = wrong = 0
names = {"'DOWN'": "down", "'EXIT'": "exit"}
for path in sys.argv[2:]:
    for f in json.load(open(path))["findings"]:
        if not f["kind"].startswith("receive"):
            continue
        for pattern in f["pattern"].split("; "):
            tag = re.match(r"\{?('?\w+'?)", pattern).group(1)
            findings += 1
            function = "call" if tag == "rep" else f["function"].split("/")[0]
            hit = (f["module"], function, names.get(tag, tag))
            if hit in hits and tag != "rep":
                wrong += 1
                print("taken, although lint says never:", hit, f["certainty"], f["text"])
print("%d clauses said to be dead, %d of them taken, %d clauses taken in all" % (findings, wrong, len(hits)))
sys.exit(wrong > 0)

#!/usr/bin/env python3
# What lint says that no clause takes must not have been taken, and most of what was not taken must be found (what a guard alone keeps from a
# clause is not, if there is one for everything):
#     random_servers_compare.py TAKEN FINDINGS.json...
import json
import sys

taken = {}
for line in open(sys.argv[1]):
    module, number, how = line.split()
    taken[module, int(number)] = how == "taken"
found = set()
for path in sys.argv[2:]:
    found |= {(f["module"], f["line"]) for f in json.load(open(path))["findings"] if f["kind"] == "send_unreceived"}
wrong = [place for place in sorted(found) if taken[place]]
left = [place for place in taken if not taken[place]]
missed = [place for place in left if place not in found]
for module, line in wrong:
    print("taken, although lint says never: %s.erl:%d" % (module, line))
print("%d messages sent, %d of them left, %d found, %d found wrongly" % (len(taken), len(left), len(found), len(wrong)))
sys.exit(bool(wrong) or len(missed) * 5 > len(left))

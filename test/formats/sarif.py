"""Checks a SARIF file: what the standard demands of the parts that weft writes, and what a schema cannot say.

usage: sarif.py FILE [SCHEMA]    SCHEMA is the JSON schema of SARIF 2.1.0
"""
import json
import re
import sys
import urllib.parse


class Wrong(Exception):
    pass


def need(condition, what, where):
    if not condition:
        raise Wrong(f"{where}: {what}")


def texts(value, where):
    need(isinstance(value, str) and value, "a text is wanted", where)


def one_of(*words):
    def check(value, where):
        need(value in words, f"{value} is none of {', '.join(words)}", where)
    return check


def number(least):
    def check(value, where):
        need(isinstance(value, int) and not isinstance(value, bool) and value >= least, f"a number from {least} on", where)
    return check


def boolean(value, where):
    need(isinstance(value, bool), "true or false is wanted", where)


def array(part, least=0):
    def check(value, where):
        need(isinstance(value, list) and len(value) >= least, f"an array of at least {least} is wanted", where)
        for i, item in enumerate(value):
            part(item, f"{where}[{i}]")
    return check


def mapping(part):
    def check(value, where):
        need(isinstance(value, dict), "an object is wanted", where)
        for name, item in value.items():
            part(item, f"{where}.{name}")
    return check


def anything(value, where):
    need(isinstance(value, dict), "a property bag is an object", where)


# An object with these properties and no others; a name with a ! must be there.
def thing(**parts):
    required = {name[1:] for name in parts if name[0] == "_"}
    checks = {name.lstrip("_"): check for name, check in parts.items()}

    def check(value, where):
        need(isinstance(value, dict), "an object is wanted", where)
        for name in required:
            need(name in value, f"{name} is missing", where)
        for name, item in value.items():
            need(name in checks, f"{name} is not known there", where)
            checks[name](item, f"{where}.{name}")
    return check


def uri(value, where):
    texts(value, where)
    need(re.fullmatch(r"[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]*", value), f"{value} is no URI", where)
    need(not re.search(r"%(?![0-9A-F]{2})", value), f"{value}: a % stands alone", where)


level = one_of("none", "note", "warning", "error")
message = thing(_text=texts, markdown=texts)
artifact = thing(_uri=uri, uriBaseId=texts)
physical = thing(_artifactLocation=artifact, region=thing(_startLine=number(1), startColumn=number(1)))
logical = thing(name=texts, fullyQualifiedName=texts, kind=texts)
location = thing(id=number(0), physicalLocation=physical, logicalLocations=array(logical), message=message)
step = thing(_location=location, executionOrder=number(0), importance=one_of("important", "essential", "unimportant"))
thread = thing(id=texts, message=message, _locations=array(step, 1))
result = thing(_message=message, ruleId=texts, ruleIndex=number(0), level=level, locations=array(location),
               relatedLocations=array(location), codeFlows=array(thing(message=message, _threadFlows=array(thread, 1))),
               partialFingerprints=mapping(texts), properties=anything)
rule = thing(_id=texts, name=texts, shortDescription=message, help=message, defaultConfiguration=thing(level=level),
             properties=anything)
notification = thing(_message=message, level=level)
invocation = thing(_executionSuccessful=boolean, toolExecutionNotifications=array(notification))
run = thing(_tool=thing(_driver=thing(_name=texts, semanticVersion=texts, rules=array(rule))),
            originalUriBaseIds=mapping(thing(uri=uri)), columnKind=one_of("utf16CodeUnits", "unicodeCodePoints"),
            results=array(result), invocations=array(invocation))
log = thing(**{"_version": one_of("2.1.0"), "_runs": array(run, 1), "$schema": uri})


def locations_of(one):
    yield from one.get("locations", [])
    yield from one.get("relatedLocations", [])
    for flow in one.get("codeFlows", []):
        for line in flow["threadFlows"]:
            for at in line["locations"]:
                yield at["location"]


def check_places(one, bases, where):
    for at in locations_of(one):
        if "physicalLocation" not in at:
            continue
        file = at["physicalLocation"]["artifactLocation"]
        absolute = urllib.parse.urlparse(file["uri"]).scheme != ""
        need(absolute != ("uriBaseId" in file), "a relative URI has a base, an absolute one has none", where)
        need(absolute or file["uriBaseId"] in bases, "the base is not declared", where)
        need(absolute or ".." not in file["uri"].split("/"), "it leads out of the base", where)


def check_result(one, rules, bases, where):
    need(rules[one["ruleIndex"]]["id"] == one["ruleId"], "ruleIndex is another rule", where)
    check_places(one, bases, where)
    ids = [at["id"] for at in one.get("relatedLocations", [])]
    need(len(ids) == len(set(ids)), "two related locations have the same id", where)
    for link in re.findall(r"\]\((\d+)\)", one["message"]["text"]):
        need(int(link) in ids, f"the message links to {link}", where)
    for flow in one.get("codeFlows", []):
        orders = [at["executionOrder"] for line in flow["threadFlows"] for at in line["locations"]]
        need(len(orders) == len(set(orders)), "two steps have the same number", where)
        names = [line["id"] for line in flow["threadFlows"]]
        need(len(names) == len(set(names)), "two threads have the same id", where)
        for line in flow["threadFlows"]:
            numbers = [at["executionOrder"] for at in line["locations"]]
            need(numbers == sorted(numbers), "the steps of a thread are out of order", where)


def check_meaning(document):
    for i, one in enumerate(document["runs"]):
        rules = one["tool"]["driver"]["rules"]
        need(len({r["id"] for r in rules}) == len(rules), "two rules have the same id", f"runs[{i}]")
        bases = one.get("originalUriBaseIds", {})
        for name, base in bases.items():
            need(base["uri"].endswith("/"), "a base ends with a /", name)
        prints = [tuple(sorted(r["partialFingerprints"].items())) for r in one["results"]]
        need(len(prints) == len(set(prints)), "two results have the same fingerprint", f"runs[{i}]")
        for j, found in enumerate(one["results"]):
            check_result(found, rules, bases, f"runs[{i}].results[{j}]")


def check_schema(document, path):
    import jsonschema
    with open(path, encoding="utf-8") as file:
        validator = jsonschema.Draft4Validator(json.load(file))
    for error in validator.iter_errors(document):
        raise Wrong(f"{'/'.join(map(str, error.path))}: {error.message[:200]}")


def main(path, schema=None):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    try:
        log(document, "the file")
        check_meaning(document)
        if schema:
            check_schema(document, schema)
    except Wrong as wrong:
        print(f"{path}: {wrong}")
        return 1
    return 0


sys.exit(main(*sys.argv[1:]))

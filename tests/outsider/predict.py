"""What Python's own fnmatch makes of rules: a judge that shares no code with the matchers.

Reads one JSON object a line and answers each by one line of JSON.

{"pairs": [[pattern, model id], ...]}      -> [whether it matches, ...]
{"rules": {"ignore", "whitelist"}, "ids"}  -> [[list, pattern] of the rule that decides each id, or null, ...]
"""

import fnmatch
import json
import sys


def matches(pattern, model_id):
    name = model_id.split("/", 1)[-1]
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(model_id, pattern)


def deciding_rule(model_id, rules):
    for kind in ("whitelist", "ignore"):
        for pattern in rules[kind]:
            if matches(pattern, model_id):
                return [kind, pattern]
    return None


def answer(request):
    if "pairs" in request:
        return [matches(pattern, model_id) for pattern, model_id in request["pairs"]]
    return [deciding_rule(model_id, request["rules"]) for model_id in request["ids"]]


for line in sys.stdin.buffer:
    print(json.dumps(answer(json.loads(line))), flush=True)

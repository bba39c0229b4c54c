"""A bot for every game in thirty lines: it plays a card rather than gives one away, and the lowest it can.

incognita play --against "exec:python3 examples/bots/careful.py"
"""

import json
import sys


def gives_away(action):
    """A discard, or among partners a card handed over."""
    return action[-1] in "->"


def rank(action):
    """The number of the card, so that low cards go first: an expedition can only rise. An investment counts 0."""
    digits = "".join(letter for letter in action if letter.isdigit())
    return int(digits or 0)


def cost(action):
    """`.` is "no", `^` a member of the team in Adventure Tours, who earns money."""
    return (2000 if action == "." else 0 if "^" in action else 1000) + rank(action)


def choose(view, legal):
    """`view` is all that this seat may know; this bot looks only at what it has begun."""
    played = [action for action in legal if not gives_away(action)]
    mine = view.get("expeditions", [{}, {}])[view["seat"] % 2]
    going_on = [action for action in played if mine.get(action[0])]
    return min(going_on or played or legal, key=cost)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"action": choose(message["view"], message["legal"]), "ply": message["ply"]}), flush=True)
    elif message["type"] == "refused":
        print(message["reason"], file=sys.stderr)

"""A bot for every game in thirty lines: it plays a card rather than discards one, and the lowest card it can.

    incognita play --against "exec:python3 examples/bots/careful.py"
"""

import json
import random
import sys


def gives_away(action):
    """A discard, or among partners a card handed over."""
    return action[-1] in "->"


def rank(action):
    """The number of the card, so that low cards go first: an expedition can only rise. An investment counts 0."""
    digits = "".join(letter for letter in action if letter.isdigit())
    return int(digits or 0)


def choose(view, legal):
    """`view` is all that this seat may know; this bot looks only at what it has begun."""
    played = [action for action in legal if not gives_away(action)]
    mine = view.get("expeditions", [{}, {}])[view["seat"] % 2]
    going_on = [action for action in played if mine.get(action[0])]
    return min(going_on or played or legal, key=lambda action: (rank(action), random.random()))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"action": choose(message["view"], message["legal"]), "ply": message["ply"]}), flush=True)
    elif message["type"] == "refused":
        print(message["reason"], file=sys.stderr)

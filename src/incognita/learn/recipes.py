"""How the networks in the package were made: step by step, each of them a command of its own.

`--begin-with` names the steps that a step goes on with.
"""

from __future__ import annotations

ONWARD = "--practice 1 --narrow 0 --curious 0 --rate 0.0007"
"""Whoever goes on must not learn as fast as one who begins, and has nothing more to learn from lessons."""
TRYING = "--practice 1 --rate 0.001 --scripted 0.65 --former 0.2"
"""Or has not tried much yet, and is to do so now."""
CLEARLY = "--practice 1 --rate 0.0012 --scripted 0.7 --former 0.15 --curious 0.04"
"""Or has a judge that learns fast and trials that tell what they gain, so that corrections stand out of the noise."""
MEETING = "--practice 1 --rate 0.001 --foresight 0.85 --former 0.2 --width 128"
"""Or must not forget the networks that it was, while it learns to beat the policy."""
CALMLY = "--practice 1 --width 128 --calm 2"
"""Or has learned so much that little should be left to chance from the beginning."""

RECIPES = {
    "lost-cities": {
        "alone": "--minutes 55 --practice 0.92 --narrow 1 --curious 0",
        "open": "--minutes 35 --practice 1 --rate 0.001 --foresight 0.8 --curious 0.04 --width 128 --begin-with alone",
        "policy": f"--minutes 40 {MEETING} --scripted 0.8 --begin-with open --meet alone",
        "both": f"--minutes 54 {MEETING} --scripted 0.75 --begin-with policy --meet alone open",
        "calm": f"--minutes 40 {CALMLY} --rate 0.0006 --scripted 0.75 --former 0.2 --foresight 0.9 --curious 0.01"
        " --begin-with both --meet alone",
    },
    "partners": {
        "one": "--minutes 38 --practice 0.93 --prize 1 --narrow 0.5 --curious 0",
        "other": "--minutes 19 --practice 0.85 --prize 1 --narrow 1 --curious 0",
        "both": f"--minutes 27 {ONWARD} --prize 1 --begin-with one other",
        "onward": f"--minutes 18 {ONWARD} --prize 3 --begin-with both",
    },
    "board-game": {
        "alone": "--minutes 45 --practice 0.75 --prize 1 --narrow 1 --curious 0 --former 0",
        "onward": f"--minutes 31 {TRYING} --curious 0.02 --prize 2 --width 96 --begin-with alone",
        "clearly": f"--minutes 42 {CLEARLY} --foresight 0.85 --prize 2 --width 128 --begin-with onward",
        "calm": f"--minutes 50 {CALMLY} --rate 0.0008 --scripted 0.8 --former 0.1 --foresight 0.85 --prize 3"
        " --begin-with clearly",
    },
    "adventure-tours": {"alone": "--minutes 14 --practice 0.7 --narrow 1 --curious 0 --former 0"},
}
"""By game, then by step."""

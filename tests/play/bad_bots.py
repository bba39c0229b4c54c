"""Programs that break the protocol, each in its own way: `python bad_bots.py WAY [RIGHT_ANSWERS_BEFORE]`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(message: dict[str, Any], **fields: object) -> None:
    say(json.dumps({"action": message["legal"][0], **fields}) + "\n")


def crash(message: dict[str, Any]) -> None:
    raise RuntimeError("out of ideas")


def leave(message: dict[str, Any]) -> None:
    sys.exit(0)


def die(message: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(message: dict[str, Any]) -> None:
    time.sleep(600)


def ignore_signals(message: dict[str, Any]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hang(message)


def close_output(message: dict[str, Any]) -> None:
    os.close(1)
    hang(message)


def flood(message: dict[str, Any]) -> None:
    while True:
        say("x" * 100_000)


def flood_errors(message: dict[str, Any]) -> None:
    while True:
        print("y" * 100_000, file=sys.stderr)


def chatter(message: dict[str, Any]) -> None:
    """Answers without listening, until every pipe is full."""
    while True:
        say(100 * (json.dumps({"action": message["legal"][0]}) + "\n"))


def answer_twice(message: dict[str, Any]) -> None:
    say(2 * (json.dumps({"action": message["legal"][0]}) + "\n"))


def leave_a_child(message: dict[str, Any]) -> None:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    crash(message)


def play_with_a_child(message: dict[str, Any]) -> None:
    if message["ply"] == 0:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    answer(message)


WAYS: dict[str, Callable[[dict[str, Any]], None]] = {
    "crash": crash,
    "leave": leave,
    "die": die,
    "hang": hang,
    "ignore-signals": ignore_signals,
    "close-output": close_output,
    "flood": flood,
    "flood-errors": flood_errors,
    "chatter": chatter,
    "answer-twice": answer_twice,
    "leave-a-child": leave_a_child,
    "play-with-a-child": play_with_a_child,
    "rubbish": lambda message: say("I think R7 is nice\n"),
    "no-text": lambda message: say("\n"),
    "bytes": lambda message: (sys.stdout.buffer.write(b"\xff\xfe\n"), sys.stdout.flush())[1],
    "a-list": lambda message: say('["R7"]\n'),
    "no-action": lambda message: say('{"move": "R7"}\n'),
    "a-number": lambda message: say('{"action": 7}\n'),
    "unknown-action": lambda message: say('{"action": "castle"}\n'),
    "illegal-action": lambda message: answer(message, action="*" if "*" not in message["legal"] else "Y2"),
    "another-ply": lambda message: answer(message, ply=message["ply"] + 1),
    "well": answer,
    "more-fields": lambda message: answer(message, ply=message["ply"], thought="deep", doubts=[None]),
}


def main(way: str, right: int) -> None:
    decisions = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "refused":
            print(f"I was told: {message['reason']}", file=sys.stderr)
        if message["type"] == "decide":
            decisions += 1
            (answer if decisions <= right else WAYS[way])(message)


if __name__ == "__main__":
    if sys.argv[1] == "crash-at-once":
        sys.exit("cannot find my brain")
    if sys.argv[1] == "never-leave":
        main("well", 0)
        hang({})
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)

"""Tables that the Python scorers reckoned up or refused, for the scorers of the pages, which work without a server.

Each file holds matches with their sheets, and rounds that cannot be, each with the paragraph that refuses it. They are
drawn from a fixed seed, so the same program always writes the same files.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import incognita
from incognita.core.game import Game
from incognita.games.adventure_tours import cards as tour_cards
from incognita.games.adventure_tours import data as tour_data
from incognita.games.adventure_tours import scorer as tours
from incognita.games.adventure_tours.components import COLOURS as CATEGORIES
from incognita.games.board_game import data as board_data
from incognita.games.board_game import scorer as board
from incognita.games.board_game.components import ARROW, ARTIFACT, COLOURS, STONES

Place = dict[str, Any]
MATCHES, REFUSALS_EACH = 36, 6
RULE = re.compile(r"\(\S+ ([\d.]+)\)")


def entered(make: Callable[..., Any], game: Game, places: Sequence[Place], lines: Callable[[Place], list[str]]) -> Any:
    """A round into which all places were entered; ValueError if they cannot be."""
    table = make(game, [f"player {i}" for i in range(len(places))])
    for player, place in enumerate(places):
        table.enter(player, ", ".join(lines(place)))
    return table


def refused_by(
    make: Callable[..., Any], game: Game, places: Sequence[Place], lines: Callable[[Place], list[str]]
) -> str:
    """The paragraph that refuses these places; empty if they can be."""
    try:
        entered(make, game, places, lines)
    except ValueError as error:
        found = RULE.search(str(error))
        assert found, f"a refusal without a paragraph: {error}"
        return found[1]
    return ""


# --- the board game


def board_lines(place: Place) -> list[str]:
    explorers = [
        f"{path} {one['stone']} {'r' if one['researcher'] else 'a'}" for path, one in place["explorers"].items()
    ]
    return [*explorers, f"points {place['points']}", f"artifacts {place['artifacts']}"]


def board_place(random: Random) -> Place:
    paths = sorted(random.sample(COLOURS, random.randint(0, 5)), key=COLOURS.index)
    led = random.choice([*paths, None]) if len(paths) < 5 else random.choice(paths)
    explorers = {path: {"stone": random.randint(1, STONES), "researcher": path == led} for path in paths}
    return {"explorers": explorers, "points": 5 * random.randint(0, 8), "artifacts": random.randint(0, 3)}


def board_slip(random: Random, places: list[Place]) -> None:
    """One change that may make a round impossible."""
    place = random.choice(places)
    path = random.choice(COLOURS)
    slip = random.randrange(4)
    if slip == 0:
        place["points"] += random.choice([1, 30, 50])
    elif slip == 1:
        place["artifacts"] += random.randint(1, 9)
    elif slip == 2 and path in place["explorers"]:
        place["explorers"][path]["researcher"] = not place["explorers"][path]["researcher"]
    else:
        place["explorers"][path] = {"stone": random.randint(7, STONES), "researcher": random.random() < 0.3}


def board_game() -> str:
    variants = [
        incognita.load("board-game", players=players, short=short) for players in (2, 3, 4) for short in (False, True)
    ]
    kept = ("before", "holdings", "net", "artifacts", "artifact_points", "totals")
    return written(
        board.Round, variants, board_lines, board_place, board_slip, ("short",), kept, ("1.3", "1.6", "4.3", "7.1")
    )


# --- Adventure Tours


def tour_lines(place: Place) -> list[str]:
    hand = [] if place["hand"] is None else [f"hand {place['hand']}"]
    return [*place["members"], *hand, *(["ended"] if place["ended"] else [])]


def tour_member(random: Random) -> str:
    if random.random() < 0.3:
        return str(random.randint(0, 12))
    return random.choice(CATEGORIES) + random.choice("abcdefghijkl")


def tour_place(random: Random) -> Place:
    hand = random.choice([None, *range(1, 9)])
    return {
        "members": [tour_member(random) for _ in range(random.randint(0, 9))],
        "hand": hand,
        "ended": random.random() < 0.1,
    }


def tour_slip(random: Random, places: list[Place]) -> None:
    place = random.choice(places)
    slip = random.randrange(4)
    if slip == 0:
        place["members"] += [tour_member(random)] * 4
    elif slip == 1:
        place["hand"] = 0
    elif slip == 2:
        place["ended"] = True
    else:
        place["hand"] = random.randint(60, 102)


def adventure_tours() -> str:
    variants = [incognita.load("adventure-tours", players=players) for players in (3, 4, 5, 6)]
    kept = ("income", "hand_sizes", "gained", "ended_by", "totals")
    return written(tours.Round, variants, tour_lines, tour_place, tour_slip, (), kept, ("1.2", "6.3", "6.4"))


# --- both


def written(
    make: Callable[..., Any],
    variants: Sequence[Game],
    lines: Callable[[Place], list[str]],
    draw: Callable[[Random], Place],
    slip: Callable[[Random, list[Place]], None],
    options: Sequence[str],
    kept: Sequence[str],
    rules: Sequence[str],
) -> str:
    random = Random(7)

    def possible(game: Game) -> list[Place]:
        while True:
            places = [draw(random) for _ in range(game.players)]
            if not refused_by(make, game, places, lines):
                return places

    def match(game: Game) -> dict[str, Any]:
        rounds = [possible(game) for _ in range(game.usual_rounds)]
        sheets: list[dict[str, Any]] = []
        for places in rounds:
            sheets.append(entered(make, game, places, lines).sheet(sheets[-1] if sheets else None))
        told = {name: game.options[name] for name in options}
        return {"options": told, "rounds": rounds, "sheets": [{name: sheet[name] for name in kept} for sheet in sheets]}

    def impossible() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        seen: Counter[str] = Counter()
        while any(seen[rule] < REFUSALS_EACH for rule in rules):
            game = random.choice(variants)
            places = possible(game)
            slip(random, places)
            rule = refused_by(make, game, places, lines)
            if rule and seen[rule] < REFUSALS_EACH:
                seen[rule] += 1
                found.append({"round": places, "rule": rule})
        return found

    cases = {"matches": [match(variants[i % len(variants)]) for i in range(MATCHES)], "refused": impossible()}
    return json.dumps(cases, separators=(",", ":")) + "\n"


# --- the numbers they reckon with


def board_numbers() -> str:
    """What stands on the stones, tiles and tracks, and which of it is a house value."""
    data = board_data.checked(board_data.built_in())
    tiles = {
        "artifacts": data.tiles.count(int(ARTIFACT)),
        "points": sorted(code - int(ARROW) for code in data.tiles if code > ARROW),
    }
    tracks = {"short": data.short, "long": data.long}
    house = sorted(name for name in data.marks if data.house(name))
    return json.dumps({"stones": data.stones, **tiles, "tracks": tracks, "house": house}) + "\n"


def tour_numbers() -> str:
    """The adventurers as views tell them, and how many there are of each."""
    data = tour_data.checked(tour_data.built_in())
    copies = {one.code: one.copies for one in data.adventurers}
    return json.dumps({"cards": tour_cards.card_data(data), "copies": copies, "deck": data.cards}) + "\n"

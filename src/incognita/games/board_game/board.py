"""The board in the terminal, 80 columns wide, drawn from a JSON view.

    the values of the stones                          over the river
    five paths: explorers above their stones          discard piles
    where the numbers come from                       the draw pile
    the players: last cards of their columns, victory points, artifacts, where they stand

A figure is a player's shape in the player's colour, hollow for adventurers, filled for the researcher.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap

from rich.text import Text

from incognita.games import terminal
from incognita.games.board_game.components import (
    BEYOND_THE_BRIDGE,
    COLOURS,
    CROSSINGS_THAT_END,
    LOST_CITY,
    STONES,
)
from incognita.games.terminal import (
    ARROW,
    CAMPS,
    INKS,
    LABEL,
    PLACES,
    WIDTH,
    Moves,
    View,
    asked_of,
    cell,
    draw_pile,
    header,
    known_cards,
    labelled,
    numbered,
    open_hand,
    pile_top,
    pile_words,
    slip,
    tight_chip,
)

FIGURES = (  # adventurer, researcher, and the player's colour
    ("△", "▲", "#ffffff on #7a3b69"),
    ("○", "●", "#1d1a14 on #8fd0c6"),
    ("□", "■", "#1d1a14 on #f2b5a0"),
    ("◇", "◆", "#ffffff on #4a4a4a"),
)
STONE = 5
"""Columns of a stone."""
PILE = 67
"""The column where the paths end and the piles begin."""
RIVER, BRIDGE, PATH = "≈≈≈", "═══", "─"
WATER = "#4a7fc0"
DIRECTIONS = {"up": "↑", "down": "↓", "open": "="}
WAYS = {"continue": ("",), "adventurer": ("a",), "researcher": ("r",), "discard": ("-",)}
"""What may be done with a card: a label, and how such actions end."""
HOUSE = {
    "stones": "the values of the stones",
    "tiles.artifacts": "the number of artifacts",
    "tiles.arrows": "the number of arrows",
    "tiles.victory_points": "the tiles' points",
    "tile_stones": "the places of the tiles",
    "artifact_track.short": "the artifact track",
    "artifact_track.long": "the artifact track",
}

HELP = """\
R7   lay red 7 and step on       R7a  begin the path with an adventurer
R7-  discard it                  R7r  begin it with the researcher
+R   step on the red path        .    no step
*    draw from the pile          <R   take the top red discard
R7 +Y * does all parts of a turn at once; small letters will do.

On the stones: A artifact, > arrow (step with any explorer of yours), +15
victory points. Hollow figures are adventurers, the filled one is the
researcher, who counts twice, also below zero (7.3). The same value or a
higher one continues a column (3.4). Behind its last card: ↑ it rises,
↓ it falls, = still open, if you play up or down (9.1). The round ends with
the fifth explorer over a bridge, or the last card of the pile (7.1, 7.2)."""


def table(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves = (), *, compact: bool = False
) -> Text:
    """The whole board as the viewer sees it; `hands` are those that lie open, the viewer's own apart."""
    crossed = f"   beyond the bridges {view['crossed']} of {CROSSINGS_THAT_END}"
    lines = [
        header(view, "Lost Cities: The Board Game", crossed),
        stone_values(view),
        *(line for letter in view["piles"] for line in path_lines(view, letter, recent, compact)),
        *below_the_paths(view, recent),
        player_header(view),
        *(player_line(view, seat, names) for seat in range(view["players"])),
        *track_lines(view),
        *known_cards(view, hands, names),
        *(open_hand(seat, cards, names) for seat, cards in hands.items()),
    ]
    return Text("\n").join(lines)


def question(view: View, names: Sequence[str]) -> str:
    """What is asked, and of whom."""
    if view["turn"] is None:
        return "The match is over."
    asked = {
        "play": "play a card, then draw one.",
        "step": "step with one of your explorers, or stay.",
        "draw": "draw, from the pile or the top of a discard pile.",
    }
    return f"{asked_of(view, names)}: {asked[view['phase']]}"


# --- actions in words


def words(view: View, action: str) -> str:
    """An action in words, as a sentence without its subject; `view` is the position before it."""
    with_piles = pile_words(view, action)
    if with_piles:
        return with_piles
    if action == ".":
        return "stays"
    if action.startswith("+"):
        return f"steps{onto_next_stone(view, action[1])} of {PLACES[action[1]]}"
    if action[-1] in "ar":
        who = "the researcher" if action[-1] == "r" else "an adventurer"
        return f"sends {who} to {PLACES[action[0]]} with {action[:-1]}{landing(view, action[0], 1)}"
    if view["explorers"][view["turn"]][action[0]]["stone"] == LOST_CITY:
        return f"lays {action} at the city already reached"
    return f"lays {action} and steps{onto_next_stone(view, action[0])}"


def onto_next_stone(view: View, letter: str) -> str:
    stone = view["explorers"][view["turn"]][letter]["stone"] + 1
    return f" onto stone {stone}{landing(view, letter, stone)}"


def landing(view: View, letter: str, stone: int) -> str:
    """What happens on a stone when an explorer comes onto it."""
    if stone == BEYOND_THE_BRIDGE and view["crossed"] + 1 == CROSSINGS_THAT_END:
        return " (the fifth over a bridge)"
    tile = view["tiles"][letter][stone - 1]
    if tile is None:
        return ""
    return {"A": " (an artifact)", ">": " (an arrow)"}.get(tile, f" (+{tile})")


def joined(actions: Sequence[str], words: Sequence[str]) -> str:
    """The actions of one go in words, as one sentence without its subject."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


# --- the paths


def along_the_path(cells: Sequence[Text], between: str, over_the_river: Text) -> Text:
    """Nine cells, and the river between the sixth and the seventh."""
    line = Text()
    for stone, content in enumerate(cells, 1):
        if stone == BEYOND_THE_BRIDGE:
            line.append_text(over_the_river)
        elif stone > 1:
            line.append(between, "dim")
        line.append_text(content)
    return line


def full_line(left: Text, path: Text, right: Text | str = "") -> Text:
    line = Text.assemble(cell(left, LABEL), path)
    return line.append_text(cell(right, WIDTH - len(line)))


def stone_values(view: View) -> Text:
    cells = [Text(f"{value:^{STONE}}", "bold") for value in view["stones"]]
    label = Text.assemble((" stones", "dim"))
    return full_line(label, along_the_path(cells, " ", Text(RIVER, WATER)), Text.assemble(("  discards", "dim")))


def path_lines(view: View, letter: str, recent: Moves, compact: bool) -> Iterator[Text]:
    anybody = any(explorers[letter] for explorers in view["explorers"])
    if anybody or not compact:
        figures = [figures_on(view, letter, stone, recent) for stone in range(1, STONES + 1)]
        yield full_line(Text(), along_the_path(figures, " ", Text(RIVER, WATER)))
    stones = [stone_slip(letter, tile) for tile in view["tiles"][letter]]
    name = Text.assemble((f" {letter}", "bold"), (f" {CAMPS[letter]}", "dim"))
    right = Text("  ").append_text(pile_top(letter, view, recent))
    yield full_line(name, along_the_path(stones, PATH, Text(BRIDGE, "bold")), right)


def stone_slip(letter: str, tile: str | None) -> Text:
    text = "·" if tile is None else tile if tile in "A>" else f"+{tile}"
    return slip(f"{text:^{STONE - 2}}", letter)


def figures_on(view: View, letter: str, stone: int, recent: Moves) -> Text:
    """The explorers that stand on a stone; who came there last has an arrow."""
    text = Text()
    for seat, explorers in enumerate(view["explorers"]):
        explorer = explorers[letter]
        if explorer and explorer["stone"] == stone:
            text.append_text(figure(seat, researcher=explorer["researcher"]))
    came = {seat for seat, action in recent if moved_on(action) == letter}
    if any(view["explorers"][seat][letter]["stone"] == stone for seat in came if view["explorers"][seat][letter]):
        text.append(ARROW, f"bold {INKS[letter]}")
    ground = f"bold {INKS[letter]}" if text else ""  # a stone is higher where somebody stands on it
    return cell(Text(" " * ((STONE - len(text)) // 2), ground).append_text(text), STONE, ground)


def moved_on(action: str) -> str | None:
    """The path on which an action moves an explorer."""
    if action.startswith("+"):
        return action[1]
    return action[0] if action[0] in COLOURS and not action.endswith("-") else None


def figure(seat: int, *, researcher: bool = False) -> Text:
    return Text(FIGURES[seat][researcher], f"bold {FIGURES[seat][2]}")


def below_the_paths(view: View, recent: Moves) -> Iterator[Text]:
    """Which of the printed numbers are ours, and the draw pile."""
    ours = [HOUSE[field] for field in view["house"]]
    first, *more = wrap(f"House values: {', '.join(ours)}.", PILE - 2) if ours else [""]
    right = draw_pile(view, recent).append(" pile", "dim")
    yield noted(first).append_text(cell(right, WIDTH - PILE))
    yield from (noted(line) for line in more)


def noted(text: str) -> Text:
    return cell(Text.assemble((f" {text}", "dim italic")), PILE)


# --- the players


def player_header(view: View) -> Text:
    columns = "".join(f"{letter:^6}" for letter in view["piles"])
    line = Text.assemble((f" {'last cards':15}{columns}{'points':>7}{'stones':>8}{'artifacts':>12}{'score':>7}", "dim"))
    return cell(line, WIDTH)


def player_line(view: View, seat: int, names: Sequence[str]) -> Text:
    line = Text(" ").append_text(figure(seat)).append_text(figure(seat, researcher=True))
    style = "bold reverse" if view["turn"] == seat else "bold"
    line.append(" ").append(f" {names[seat][:9]} ", style)
    line = cell(line, 16)
    for letter in view["piles"]:
        line.append_text(cell(last_card(view, seat, letter), 6))
    net = sum(view["values"][seat].values())
    line.append(f"{view['holdings'][seat]:7}{net:8}{artifacts(view, seat):>12}")
    return cell(line.append(f"{view['scores'][seat]:7}", "bold"), WIDTH)


def last_card(view: View, seat: int, letter: str) -> Text:
    """The card that the next one must follow, and which way the column goes if it may go either way."""
    cards = view["columns"][seat][letter]
    if not cards:
        return Text.assemble(("  ·", "dim"))
    direction = DIRECTIONS[view["directions"][seat][letter]] if view["up_or_down"] else ""
    return tight_chip(cards[-1]).append(direction, "bold")


def artifacts(view: View, seat: int) -> str:
    """Tokens of earlier rounds and tiles of this one; in the last round also what they bring."""
    tiles, tokens = view["artifacts"][seat]["tiles"], view["artifacts"][seat]["tokens"]
    count = f"{tokens}+{tiles}" if tokens else str(tiles)
    if view["round"] < view["rounds"]:
        return count
    points = [points for least, points in view["track"] if tokens + tiles >= least]
    return f"{count} = {points[-1]}"


def track_lines(view: View) -> Iterator[Text]:
    for line in wrap(f"Artifact track: {', '.join(track_steps(view['track']))}.", WIDTH - 2):
        yield Text.assemble((f" {line}", "dim"))


def track_steps(track: Sequence[Sequence[int]]) -> Iterator[str]:
    """`0-2 -60`, `15+ 150`."""
    for (least, points), (following, _) in pairwise(track):
        yield f"{least if following == least + 1 else f'{least}-{following - 1}'} {points}"
    yield f"{track[-1][0]}+ {track[-1][1]}"


# --- the hand and what may be done


def choices(view: View, fresh: Sequence[str] = ()) -> Text:
    """The viewer's hand over its numbered actions; `fresh` are the cards that came last."""
    return terminal.choices(view, WAYS, fresh, list(steps(view)))


def steps(view: View) -> Iterator[Text]:
    if view["phase"] != "step" or not view["legal"]:
        return
    numbers = numbered(view)
    actions = [Text.assemble((f"{n:2} ", "bold"), (action, "dim")) for action, n in numbers.items()]
    yield labelled("step", actions, 11)
    yield labelled("to", [Text.assemble(("   ", ""), (step_hint(view, action), "")) for action in numbers], 11)


def step_hint(view: View, action: str) -> str:
    """The value of the stone that a step leads to, and its tile."""
    if action == ".":
        return "stay"
    stone = view["explorers"][view["turn"]][action[1]]["stone"]
    tile = view["tiles"][action[1]][stone]
    return f"{view['stones'][stone]}" + ("" if tile is None else f" {tile}" if tile in "A>" else f" +{tile}")

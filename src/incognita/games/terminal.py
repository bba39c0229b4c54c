"""Pieces of terminal boards, 80 columns wide, for every game of the family: cards, piles, hands, numbered choices.

Drawn with Rich from JSON views. A colour is never the only cue: every card carries its letter, and what happened last
carries an arrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rich.console import Console, ConsoleOptions
from rich.text import Text

WIDTH = 80
INKS = {  # ink on paint; the contrast of each pair is 4.5 : 1 or more
    "Y": "#1d1a14 on #dfa83c",
    "B": "#ffffff on #28568f",
    "W": "#1d1a14 on #d5e2ea",
    "G": "#1d1a14 on #73ab57",
    "R": "#ffffff on #a63d28",
    "P": "#ffffff on #6b4a97",
}
PAPER = "#1d1a14 on #e9dfc4"
CAMPS = {"Y": "desert", "B": "Neptune", "W": "Himalaya", "G": "forest", "R": "volcano", "P": "sixth"}
PLACES = {  # as they stand in a sentence
    "Y": "the desert",
    "B": "Neptune's realm",
    "W": "the Himalayas",
    "G": "the rain forest",
    "R": "the volcanoes",
    "P": "the sixth land",
}
ARROW = "←"
NOTHING = Text.assemble(("  ·  ", "dim"))
LABEL = 12
"""Columns in front of the hand."""
NARROW = 8
"""A column of the hand below this width has no room for more than a number."""

View: TypeAlias = Mapping[str, Any]
Moves: TypeAlias = Sequence[tuple[int, str]]
"""What happened lately: seats and their actions, as the viewer saw them."""


class Fitted:
    """Lines that are drawn for the width of the terminal, within bounds."""

    def __init__(self, draw: Callable[[int], Iterable[Text]], narrowest: int, widest: int) -> None:
        self.draw = draw
        self.narrowest, self.widest = narrowest, widest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from self.draw(max(self.narrowest, min(options.max_width, self.widest)))


# --- pieces of text


def chip(card: str, *, new: bool = False) -> Text:
    """A card as a painted slip; the newest has an arrow."""
    return slip(f"{card:3}", card[0], new=new)


def tight_chip(card: str, *, new: bool = False) -> Text:
    """The same where there is little room."""
    return slip(card, card[0], new=new)


def slip(text: str, letter: str, *, new: bool = False) -> Text:
    return Text.assemble((f" {text} ", f"bold {INKS[letter]}"), (ARROW if new else "", "bold"))


def cell(content: Text | str, width: int, ground: str = "") -> Text:
    """A text cut or filled up to a width; the filling may be painted."""
    text = content.copy() if isinstance(content, Text) else Text(content)
    text.truncate(width)
    return text.append(" " * (width - len(text)), ground)


def row(cells: Sequence[Text | str], width: int, right: Text | str = "") -> Text:
    """Cells of equal width from the left edge, and something in what is left of the line."""
    line = Text(" ")
    for content in cells:
        line.append_text(cell(content, width))
    return line.append_text(cell(right, WIDTH - len(line)))


def flowing(label: Text, items: Sequence[Text], indent: int, width: int) -> Iterator[Text]:
    """Items behind a label, in as many lines as they need; at least one."""
    line = cell(label, indent)
    for item in items:
        if len(line) + len(item) > width and len(line) > indent:
            yield line
            line = Text(" " * indent)
        line.append_text(item)
    yield line


def header(view: View, title: str, more: str = "") -> Text:
    left = Text.assemble((f" {title}", "bold"), f"   round {view['round']} of {view['rounds']}{more}")
    ply = f"ply {view['ply']} "
    return Text.assemble(cell(left, WIDTH - len(ply)), (ply, "dim"))


def asked_of(view: View, names: Sequence[str]) -> str:
    """How a question begins."""
    return "Your turn" if view["turn"] == view["seat"] else f"It is the turn of {names[view['turn']]}"


# --- piles


def pile_top(letter: str, view: View, recent: Moves) -> Text:
    """The top of a discard pile, how many lie below, and whether it is closed now."""
    cards = view["piles"][letter]
    text = chip(cards[-1]) if cards else NOTHING.copy()
    if any(action == f"<{letter}" or (action[0] == letter and action[-1] == "-") for _, action in recent):
        text.append(ARROW, "bold")
    if view["closed"] == letter:
        return text.append(" shut", "dim")
    return text.append(f" +{len(cards) - 1}" if len(cards) > 1 else "", "dim")


def draw_pile(view: View, recent: Moves) -> Text:
    drawn = any(action == "*" for _, action in recent)
    return Text.assemble("  ", (f" {view['left']:2} ", f"bold {PAPER}"), (ARROW if drawn else "", "bold"))


def pile_words(view: View, action: str) -> str | None:
    """What is done with piles, in words; None if the action is something else."""
    if action == "*":
        return "draws from the pile"
    if action.startswith("<"):
        return f"takes {view['piles'][action[1]][-1]} from the discards"
    return f"discards {action[:-1]}" if action.endswith("-") else None


# --- hands and what may be done


def open_hand(seat: int, cards: Sequence[str], names: Sequence[str]) -> Text:
    line = Text(f" {names[seat][:8]:9}")
    for card in cards:
        line.append_text(chip(card)).append("  ")
    return cell(line, WIDTH)


def known_cards(view: View, hands: Mapping[int, Sequence[str]], names: Sequence[str]) -> Iterator[Text]:
    """What everybody knows to be in a hand that does not lie open."""
    for seat, cards in enumerate(view["known"]):
        if cards and seat != view["seat"] and seat not in hands:
            rest = view["hand_sizes"][seat] - len(cards)
            line = Text(f" {names[seat][:20]} holds ")
            yield cell(append_chips(line, cards).append(f"and {rest} unseen cards" if rest else "", "dim"), WIDTH)


def append_chips(line: Text, cards: Sequence[str]) -> Text:
    for card in cards:
        line.append_text(tight_chip(card)).append(" ")
    return line


def choices(
    view: View, ways: Mapping[str, Sequence[str]], fresh: Sequence[str] = (), more: Sequence[Text] = ()
) -> Text:
    """The viewer's hand over its numbered actions; `ways` are what may be done with a card: label and endings.

    `fresh` are the cards that came last; `more` are lines for other questions.
    """
    numbers = numbered(view)
    lines = [*hand_lines(view, numbers, ways, fresh), *more]
    if view["phase"] == "draw" and numbers:
        lines.append(draws(view, numbers))
    return Text("\n").join(lines)


def numbered(view: View) -> dict[str, int]:
    return {action: number for number, action in enumerate(view["legal"], 1)}


def hand_lines(
    view: View, numbers: Mapping[str, int], ways: Mapping[str, Sequence[str]], fresh: Sequence[str]
) -> Iterator[Text]:
    kinds = list(dict.fromkeys(view["hand"]))
    width = min(9, (WIDTH - LABEL) // max(1, len(kinds)))
    yield labelled(
        "your hand", [in_hand(view["hand"].count(card), card, card in fresh, width) for card in kinds], width
    )
    for label, endings in ways.items():
        actions = [next((card + end for end in endings if card + end in numbers), "") for card in kinds]
        if any(actions):
            yield labelled(label, [choice(numbers, action, width) for action in actions], width)


def in_hand(n: int, card: str, new: bool, width: int) -> Text:
    paint = chip if width >= NARROW else tight_chip
    return paint(card, new=new).append(f"x{n}" if n > 1 else "", "bold")


def choice(numbers: Mapping[str, int], action: str, width: int) -> Text:
    if action not in numbers:
        return NOTHING
    text = Text.assemble((f"{numbers[action]:2} ", "bold"))
    return text.append(action, "dim") if width >= NARROW else text


def labelled(label: str, cells: Sequence[Text], width: int) -> Text:
    line = cell(Text.assemble((f" {label}", "dim")), LABEL)
    for content in cells:
        line.append_text(cell(content, width))
    return line


def draws(view: View, numbers: Mapping[str, int]) -> Text:
    cells = [
        Text.assemble((f"{number:2} ", "bold"), (action, "dim"), draw_hint(view, action))
        for action, number in numbers.items()
    ]
    return labelled("draw", cells, 12 if len(cells) < 6 else 9)


def draw_hint(view: View, action: str) -> str:
    return " pile" if action == "*" else f" {view['piles'][action[1]][-1]}"

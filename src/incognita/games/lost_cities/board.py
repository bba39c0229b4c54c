"""The table in the terminal, 80 columns wide, drawn from a JSON view. The only module of the game that needs Rich.

    the other side's value tags
    the other side's columns, growing up          names and points
    ------------------------------------------
    the camp: destinations, discard piles         the draw pile
    ------------------------------------------
    the own side's columns, growing down          names and points
    the own side's value tags

A colour is never the only cue: every card carries its letter, and what happened last carries an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rich.text import Text

from incognita.games.lost_cities.scorer import sum_text
from incognita.games.lost_cities.view import Reckoning

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
LEAST_HEIGHT = 3
"""Lines of one side of the table, even an empty one: the screen should not jump with every card."""
LABEL = 11
"""Columns in front of the hand."""

HELP = """\
R7   add red 7 to your expedition    R7-  discard it    RI  an investment card
*    draw from the pile              <R   take the top red discard
R7 * does both parts of a turn at once; small letters will do.
Colours: Y yellow, B blue, W white, G green, R red, P purple.

A turn is one card and one draw. Numbers rise, gaps are allowed (rule 3.3);
investments come before the first number (3.4). What you discard you cannot
take back in the same turn (3.7). An expedition costs 20, each investment
multiplies it once more, eight cards earn 20 on top (5.3 to 5.5). The round
ends with the last card of the pile (5.1)."""

View: TypeAlias = Mapping[str, Any]
Moves: TypeAlias = Sequence[tuple[int, str]]
"""What happened lately: seats and their actions, as the viewer saw them."""


def table(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves = (), *, compact: bool = False
) -> Text:
    """The whole table as the viewer sees it; `hands` are those that lie open, the viewer's own apart."""
    own = own_side(view)
    other = 1 - own
    lines = [
        header(view),
        *known_cards(view, hands, names),
        *open_hand(hands, other, names),
        *reversed(half(view, other, names, recent, compact)),
        *camp(view, recent),
        *half(view, own, names, recent, compact),
        *open_hand(hands, own, names),
    ]
    return Text("\n").join(lines)


def own_side(view: View) -> int:
    """The side at the lower edge: the viewer's; for a spectator the first."""
    return int(view["seat"] or 0) % 2


def question(view: View, names: Sequence[str]) -> str:
    """What is asked, and of whom."""
    if view["turn"] is None:
        return "The match is over."
    who = "Your turn" if view["turn"] == view["seat"] else f"It is the turn of {names[view['turn']]}"
    if view["phase"] == "play":
        return f"{who}: play a card, then draw one."
    return f"{who}: draw, from the pile or the top of a discard pile."


def words(view: View, action: str) -> str:
    """An action in words, as a sentence without its subject; `view` is the position before it."""
    if action == "*":
        return "draws from the pile"
    if action.startswith("<"):
        return f"takes {view['piles'][action[1]][-1]} from the discards"
    if action.endswith("-"):
        return f"discards {action[:-1]}"
    if view["expeditions"][view["turn"] % 2][action[0]]:
        return f"adds {action} in {PLACES[action[0]]}"
    return f"sets out for {PLACES[action[0]]} with {action}"


# --- pieces of text


def chip(card: str, *, new: bool = False) -> Text:
    """A card as a painted slip; the newest has an arrow."""
    return slip(card, card[0], new=new)


def slip(text: str, letter: str, *, new: bool = False) -> Text:
    return Text.assemble((f" {text:3} ", f"bold {INKS[letter]}"), (ARROW if new else "", "bold"))


def cell(content: Text | str, width: int) -> Text:
    text = content.copy() if isinstance(content, Text) else Text(content)
    text.truncate(width, pad=True)
    return text


def row(cells: Sequence[Text | str], width: int, right: Text | str = "") -> Text:
    """Cells of equal width from the left edge, and something in what is left of the line."""
    line = Text(" ")
    for content in cells:
        line.append_text(cell(content, width))
    return line.append_text(cell(right, WIDTH - len(line)))


def column_width(view: View) -> int:
    return 11 if len(view["piles"]) > 5 else 13


def header(view: View) -> Text:
    left = Text.assemble((" Lost Cities", "bold"), f"   round {view['round']} of {view['rounds']}")
    starter = f"ply {view['ply']} "
    return Text.assemble(cell(left, WIDTH - len(starter)), (starter, "dim"))


# --- one side of the table, from the camp outwards


def half(view: View, side: int, names: Sequence[str], recent: Moves, compact: bool) -> list[Text]:
    added = {action for seat, action in recent if seat % 2 == side}
    columns = [
        column(cards, view["reckonings"][side][letter], added, compact)
        for letter, cards in view["expeditions"][side].items()
    ]
    height = max(LEAST_HEIGHT, *(len(column) for column in columns))
    right = padded(summary(view, side, names), height)
    if side != own_side(view):  # the lines will be turned round: tags and names stay in reading order
        columns, right = [turned(column) for column in columns], right[::-1]
    lines = zip(*(padded(column, height) for column in columns), strict=True)
    return [row(cells, column_width(view), text) for cells, text in zip(lines, right, strict=True)]


def padded(lines: list[Text | str], height: int) -> list[Text | str]:
    return [*lines, *[""] * (height - len(lines))]


def column(cards: Sequence[str], parts: Reckoning, added: set[str], compact: bool) -> list[Text | str]:
    """The cards of an expedition, then the two lines of its value tag."""
    if not cards:
        return [NOTHING]
    first, second = tag(parts)
    return [*card_rows(cards, added, compact), first, second]


def card_rows(cards: Sequence[str], added: set[str], compact: bool) -> Iterator[Text]:
    """Investments share a line; numbers have one each, or share one between two on a low screen."""
    investments = [card for card in cards if card.endswith("I")]
    numbers = [card for card in cards if not card.endswith("I")]
    if investments:
        letter = investments[0][0]
        yield slip(letter + "I" * len(investments), letter, new=investments[0] in added)
    step = 2 if compact else 1
    for i in range(0, len(numbers), step):
        yield Text.assemble(*(chip(card, new=card in added) for card in numbers[i : i + step]))


def tag(parts: Reckoning) -> tuple[Text, Text]:
    text, bonus, rest = sum_text(parts), parts["bonus"], f"= {parts['points']}"
    if bonus:
        text, rest = text.removesuffix(f"+{bonus}"), f"+{bonus} {rest}"
    return Text.assemble((f" {text}", "dim")), Text.assemble((f" {rest}", "bold"))


def turned(column: list[Text | str]) -> list[Text | str]:
    return [*column[:-2], column[-1], column[-2]] if len(column) > 2 else column


def summary(view: View, side: int, names: Sequence[str]) -> list[Text | str]:
    """Names and points beside the columns."""
    seats = range(side, len(names), 2)
    who = " + ".join(names[seat] for seat in seats)
    style = "bold reverse" if view["turn"] in seats else "bold"
    lines: list[Text | str] = [
        Text.assemble(" ", (f" {who} "[:12], style)),
        Text.assemble(("  round ", "dim"), f"{sum(view['values'][side].values()):4}"),
    ]
    if view["round"] > 1:
        lines.append(Text.assemble(("  match ", "dim"), (f"{view['scores'][side]:4}", "bold")))
    return lines


# --- the camp


def camp(view: View, recent: Moves) -> list[Text]:
    width = column_width(view)
    edge = Text(" " + "─" * (width * len(view["piles"]) - 1) + "┬" + "─" * 12, "dim")
    lower = Text(edge.plain.replace("┬", "┴"), "dim")
    names = [Text.assemble((f" {letter}", "bold"), (f" {CAMPS[letter]}", "dim")) for letter in view["piles"]]
    tops = [top(letter, cards, view, recent) for letter, cards in view["piles"].items()]
    return [
        edge,
        row(names, width, Text.assemble(("  draw pile", "dim"))),
        row(tops, width, draw_pile(view, recent)),
        lower,
    ]


def top(letter: str, cards: Sequence[str], view: View, recent: Moves) -> Text:
    touched = any(action == f"<{letter}" or (action[0] == letter and action[-1] == "-") for _, action in recent)
    if not cards:
        text = NOTHING.copy()
    else:
        text = chip(cards[-1])
    if touched:
        text.append(ARROW, "bold")
    if view["closed"] == letter:
        return text.append(" shut", "dim")
    return text.append(f" +{len(cards) - 1}" if len(cards) > 1 else "", "dim")


def draw_pile(view: View, recent: Moves) -> Text:
    drawn = any(action == "*" for _, action in recent)
    return Text.assemble("  ", (f" {view['left']:2} ", f"bold {PAPER}"), (ARROW if drawn else "", "bold"))


# --- hands and what may be done


def open_hand(hands: Mapping[int, Sequence[str]], side: int, names: Sequence[str]) -> Iterator[Text]:
    for seat, cards in hands.items():
        if seat % 2 == side:
            line = Text(f" {names[seat][:8]:9}")
            for card in cards:
                line.append_text(chip(card)).append("  ")
            yield cell(line, WIDTH)


def known_cards(view: View, hands: Mapping[int, Sequence[str]], names: Sequence[str]) -> Iterator[Text]:
    """What everybody knows to be in a hand that does not lie open."""
    for seat, cards in enumerate(view["known"]):
        if cards and seat != view["seat"] and seat not in hands:
            rest = view["hand_sizes"][seat] - len(cards)
            line = Text(f" {names[seat]} holds ")
            for card in cards:
                line.append_text(chip(card)).append(" ")
            yield cell(line.append(f"and {rest} unseen cards" if rest else "", "dim"), WIDTH)


def choices(view: View, fresh: Sequence[str] = ()) -> Text:
    """The viewer's hand over its numbered actions; `fresh` are the cards that came last."""
    numbers = {action: number for number, action in enumerate(view["legal"], 1)}
    lines = hand_lines(view, numbers, fresh)
    if view["phase"] == "draw" and numbers:
        lines.append(draws(view, numbers))
    return Text("\n").join(lines)


def hand_lines(view: View, numbers: Mapping[str, int], fresh: Sequence[str]) -> list[Text]:
    kinds = list(dict.fromkeys(view["hand"]))
    width = min(9, (WIDTH - LABEL) // max(1, len(kinds)))
    lines = [labelled("your hand", [in_hand(view["hand"].count(card), card, card in fresh) for card in kinds], width)]
    if view["phase"] == "play" and numbers:
        lines.append(labelled("add", [choice(numbers, card) for card in kinds], width))
        lines.append(labelled("discard", [choice(numbers, f"{card}-") for card in kinds], width))
    return lines


def in_hand(n: int, card: str, new: bool) -> Text:
    return chip(card, new=new).append(f"x{n}" if n > 1 else "", "bold")


def choice(numbers: Mapping[str, int], action: str) -> Text:
    if action not in numbers:
        return NOTHING
    return Text.assemble((f"{numbers[action]:2} ", "bold"), (action, "dim"))


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

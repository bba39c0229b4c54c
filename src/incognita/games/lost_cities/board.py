"""The table in the terminal, 80 columns wide, drawn from a JSON view.

    the other side's value tags
    the other side's columns, growing up          names and points
    ------------------------------------------
    the camp: destinations, discard piles         the draw pile
    ------------------------------------------
    the own side's columns, growing down          names and points
    the own side's value tags

The table of partners is this one, with more players around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from incognita.games import terminal
from incognita.games.lost_cities.scorer import sum_text
from incognita.games.lost_cities.view import Reckoning
from incognita.games.terminal import (
    CAMPS,
    NOTHING,
    PLACES,
    Moves,
    View,
    asked_of,
    chip,
    draw_pile,
    header,
    known_cards,
    open_hand,
    pile_top,
    pile_words,
    row,
    slip,
)

LEAST_HEIGHT = 3
"""Lines of one side of the table, even an empty one: the screen should not jump with every card."""
WAYS = {"add": ("",), "discard": ("-",)}
"""What may be done with a card: a label, and how such actions end."""

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


def table(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves = (), *, compact: bool = False
) -> Text:
    """The whole table as the viewer sees it; `hands` are those that lie open, the viewer's own apart."""
    above = [header(view, "Lost Cities"), *known_cards(view, hands, names)]
    return Text("\n").join([*above, *two_sides(view, names, hands, recent, compact)])


def two_sides(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves, compact: bool
) -> list[Text]:
    """The expeditions of both sides, with the camp between them."""
    own = own_side(view)
    other = 1 - own
    return [
        *open_hands(hands, other, names),
        *reversed(half(view, other, names, recent, compact)),
        *camp(view, recent),
        *half(view, own, names, recent, compact),
        *open_hands(hands, own, names),
    ]


def open_hands(hands: Mapping[int, Sequence[str]], side: int, names: Sequence[str]) -> Iterator[Text]:
    return (open_hand(seat, cards, names) for seat, cards in hands.items() if seat % 2 == side)


def own_side(view: View) -> int:
    """The side at the lower edge: the viewer's; for a spectator the first."""
    return int(view["seat"] or 0) % 2


def question(view: View, names: Sequence[str]) -> str:
    """What is asked, and of whom."""
    if view["turn"] is None:
        return "The match is over."
    who = asked_of(view, names)
    if view["phase"] == "play":
        return f"{who}: play a card, then draw one."
    return f"{who}: draw, from the pile or the top of a discard pile."


def words(view: View, action: str) -> str:
    """An action in words, as a sentence without its subject; `view` is the position before it."""
    with_piles = pile_words(view, action)
    if with_piles:
        return with_piles
    if view["expeditions"][view["turn"] % 2][action[0]]:
        return f"adds {action} in {PLACES[action[0]]}"
    return f"sets out for {PLACES[action[0]]} with {action}"


def joined(actions: Sequence[str], words: Sequence[str]) -> str:
    """The actions of one go in words, as one sentence without its subject."""
    return " and ".join(words)


def column_width(view: View) -> int:
    return 11 if len(view["piles"]) > 5 else 13


# --- one side of the table, from the camp outwards


def half(view: View, side: int, names: Sequence[str], recent: Moves, compact: bool) -> list[Text]:
    added = {action for seat, action in recent if seat % 2 == side}
    columns = [
        column(cards, view["reckonings"][side][letter], added, compact)
        for letter, cards in view["expeditions"][side].items()
    ]
    tags = summary(view, side, names)
    height = max(LEAST_HEIGHT, len(tags), *(len(column) for column in columns))
    right = padded(tags, height)
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
        yield slip(f"{letter + 'I' * len(investments):3}", letter, new=investments[0] in added)
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
    seats = range(side, len(view["hand_sizes"]), 2)
    lines: list[Text | str] = [
        Text.assemble(" ", (f" {names[seat]} "[:12], "bold reverse" if view["turn"] == seat else "bold"))
        for seat in seats
    ]
    lines.append(Text.assemble(("  round ", "dim"), f"{sum(view['values'][side].values()):4}"))
    if view["round"] > 1:
        lines.append(Text.assemble(("  match ", "dim"), (f"{view['scores'][side]:4}", "bold")))
    return lines


# --- the camp


def camp(view: View, recent: Moves) -> list[Text]:
    width = column_width(view)
    edge = Text(" " + "─" * (width * len(view["piles"]) - 1) + "┬" + "─" * 12, "dim")
    lower = Text(edge.plain.replace("┬", "┴"), "dim")
    names = [Text.assemble((f" {letter}", "bold"), (f" {CAMPS[letter]}", "dim")) for letter in view["piles"]]
    tops = [pile_top(letter, view, recent) for letter in view["piles"]]
    return [
        edge,
        row(names, width, Text.assemble(("  draw pile", "dim"))),
        row(tops, width, draw_pile(view, recent)),
        lower,
    ]


def choices(view: View, fresh: Sequence[str] = ()) -> Text:
    """The viewer's hand over its numbered actions; `fresh` are the cards that came last."""
    return terminal.choices(view, WAYS, fresh)

"""The board in the terminal, drawn from a JSON view as wide as the terminal, from 80 to 100 columns.

    for every player   the board, the values of the three categories, income, money, cards in hand
                       equipment and members, the last one [in brackets], those who protect with an !
    the piles, what the letters of the cards stand for, what is a house value

The hand is a list of adventurers with what their cards say; a ^ marks the cards that could join now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from incognita.games.adventure_tours.cards import (
    ACTION_WIDTH,
    HOUSE,
    action_word,
    adds,
    board_of,
    card_words,
    face,
    starred,
)
from incognita.games.adventure_tours.components import COLOURS
from incognita.games.adventure_tours.sentences import joined, last_card, question, words
from incognita.games.terminal import ARROW, INKS, PAPER, Fitted, Moves, View, cell, flowing, numbered, tight_chip

__all__ = ["HELP", "choices", "joined", "question", "table", "words"]

NARROWEST, WIDEST = 80, 100
UNBROKEN = "\N{NO-BREAK SPACE}"
LABEL = 12
"""Columns in front of cards and choices."""
SHORT = {"R": "R tech", "B": "B prov", "Y": "Y cloth"}
NAME, ABOUT, VALUE = 11, 15, 7
"""Columns of a player's name and board, which grow with the terminal, and of a value."""
NUMBERS = {"income": 7, "totals": 6, "hand_sizes": 5}
"""Numbers about a player and their columns."""
OURS = {"adventurers": "cards", "boards": "boards"}

HELP = """\
Rf   lay the red f as equipment     Rf^  hire it, as a member
@2   name seat 2                    .    no, or nobody
&    yes                            *    draw (board 2)
!R   protect with the red Pater Miller
#3   choose board 3
Rf^ @2 @3 does all parts of a turn at once; small letters will do.

R is technology, B provisions, Y clothing. A member joins if its demand is not
higher than the value of its colour (3.4), pays its money at the end, and its
action may be used at once. Equipment raises the values and draws a card (3.3).
Every card left in hand costs 2 (8.2). The round ends when the draw pile or the
hand of the player on turn is empty (6.1, 6.3). [Rf] is the last card of a row,
which can be lost; !Rc protects. * marks house values."""


# --- the table


def table(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves = (), *, compact: bool = False
) -> Fitted:
    """The whole table as the viewer sees it; `hands` are those that lie open, the viewer's own apart."""
    return Fitted(
        lambda width: table_lines(view, names, hands, recent, width=width, compact=compact), NARROWEST, WIDEST
    )


def table_lines(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves, *, width: int, compact: bool
) -> Iterator[Text]:
    yield header(view, width)
    yield column_names(width)
    for seat in range(view["players"]):
        yield player_line(view, seat, names[seat], recent, width)
        yield from card_lines(view, seat, recent, width)
        if seat in hands:
            yield from labelled("hand", [tight_chip(card) for card in hands[seat]], width)
    yield piles(view, recent, width)
    if not compact:
        yield from key(view, width)
    yield from house_line(view, width)


def header(view: View, width: int) -> Text:
    left = Text.assemble((" Adventure Tours", "bold"), f"   round {view['round']} of {view['rounds']}")
    left.append("   expert game" if view["expert"] else "")
    ply = f"ply {view['ply']} "
    return Text.assemble(cell(left, width - len(ply)), (ply, "dim"))


def columns(width: int) -> tuple[int, int]:
    """The columns of a name and of a board."""
    more = width - NARROWEST
    return NAME + more // 2, ABOUT + more - more // 2


def column_names(width: int) -> Text:
    name, about = columns(width)
    values = "".join(f"{SHORT[letter]:{VALUE}}" for letter in COLOURS)
    numbers = "".join(
        f"{label:>{wide}}" for label, wide in zip(("income", "money", "hand"), NUMBERS.values(), strict=True)
    )
    return cell(Text.assemble((f"     {'':{name}}{'board':{about}}{values}{numbers}", "dim")), width)


def player_line(view: View, seat: int, name: str, recent: Moves, width: int) -> Text:
    """▶ is on turn, ? is asked something in the turn of somebody else."""
    name_width, about = columns(width)
    mark = "▶" if seat == view["active"] else "?" if seat == view["turn"] else " "
    style = "bold reverse" if seat == view["turn"] else "bold"
    line = Text.assemble((f"{mark} ", "bold"), (f"@{seat} ", "dim"), (name[: name_width - 2], style))
    line.append(ARROW if any(action == f"@{seat}" for _, action in recent) else "", "bold")
    line = cell(line, 5 + name_width).append_text(cell(board_name(view, seat), about))
    for letter, value in zip(COLOURS, view["values"][seat], strict=True):
        line.append_text(cell(Text.assemble((f" {letter} {value:<2} ", f"bold {INKS[letter]}")), VALUE))
    for field, wide in NUMBERS.items():
        line.append(f"{view[field][seat]:{wide}}")
    return cell(line.append(turns_owed(view, seat), "bold"), width)


def board_name(view: View, seat: int) -> str:
    """`3 Airship*`; in the basic game all are alike and have no number."""
    board = board_of(view, seat)
    if board is None:
        return "to be chosen"
    number = f"{view['boards'][seat]} " if view["expert"] else ""
    return starred(f"{number}{board['name'][: ABOUT - 4]}", board, "name", "start")


def turns_owed(view: View, seat: int) -> str:
    if not view["owed"] or seat != view["active"]:
        return ""
    return " +1 turn" if view["owed"] == 1 else f" +{view['owed']} turns"


# --- equipment and members


def card_lines(view: View, seat: int, recent: Moves, width: int) -> Iterator[Text]:
    """Side by side if there is room, otherwise one below the other."""
    half = width // 2
    left = list(labelled("equipment", row_chips(view, seat, "equipment", recent), half))
    right = list(labelled("members", row_chips(view, seat, "members", recent), width - half))
    if len(left) == len(right) == 1:
        yield cell(left[0], half).append_text(cell(right[0], width - half))
        return
    yield from labelled("equipment", row_chips(view, seat, "equipment", recent), width)
    yield from labelled("members", row_chips(view, seat, "members", recent), width)


def row_chips(view: View, seat: int, part: str, recent: Moves) -> list[Text]:
    """The cards of a row in their order."""
    cards: Sequence[str] = view[part][seat]
    ending = "^" if part == "members" else ""
    new = {card for card in cards if (seat, card + ending) in recent}
    newest = {len(cards) - 1 - cards[::-1].index(card) for card in new}
    guards = guarding(view, seat, part)
    last = len(cards) - 1
    return [row_chip(card, last=i == last, guards=i in guards, new=i in newest) for i, card in enumerate(cards)]


def row_chip(card: str, *, last: bool, guards: bool, new: bool) -> Text:
    text = f"!{card}" if guards else card
    return Text.assemble(
        (f"[{text}]" if last else f" {text} ", f"bold {INKS[card[0]]}"), (ARROW if new else "", "bold")
    )


def guarding(view: View, seat: int, part: str) -> set[int]:
    """Which cards of a row protect: whoever can does so among the members, and what is left of them as equipment."""
    protectors = Counter(view["protectors"][seat])
    if part == "equipment":
        protectors -= Counter(view["members"][seat])
    found = set()
    for i, card in reversed(list(enumerate(view[part][seat]))):
        if protectors[card]:
            protectors[card] -= 1
            found.add(i)
    return found


def labelled(label: str, items: Sequence[Text], width: int) -> Iterator[Text]:
    """Items behind a label, in as many lines as they need."""
    yield from flowing(Text.assemble((f"     {label}", "dim")), items, LABEL + 4, width)


# --- below the players


def piles(view: View, recent: Moves, width: int) -> Text:
    line = Text.assemble((" draw pile ", "dim"), (f" {view['left']} ", f"bold {PAPER}"))
    line.append("   discards ", "dim").append(str(len(view["discards"])))
    if view["discards"]:
        last = view["discards"][-1]
        guarded = any(action[0] == "!" for _, action in recent)
        line.append(", last ", "dim").append_text(tight_chip(last, new=guarded)).append(f" {card_words(view, last)}")
    return cell(line, width)


def key(view: View, width: int) -> Iterator[Text]:
    """What the letters of the cards stand for, and what the boards in play can do."""
    yield from listed(
        "Cards", {code: starred(said["name"], said, "name") for code, said in view["card_data"].items()}, width
    )
    if view["expert"]:
        in_play = sorted({board for board in view["boards"] if board is not None} | set(view["free_boards"]))
        yield from listed("Boards", {board: view["board_data"][str(board)]["ability"] for board in in_play}, width)


def listed(title: str, meanings: Mapping[Any, str], width: int) -> Iterator[Text]:
    """Signs and what they mean; no line ends between the two."""
    items = [f"{sign} {meaning}".replace(" ", UNBROKEN) for sign, meaning in meanings.items()]
    yield from noted(f"{title}: {', '.join(items)}.", width)


def house_line(view: View, width: int) -> Iterator[Text]:
    if view["house"]:
        where = " and ".join(OURS[field] for field in view["house"])
        yield from noted(f"{HOUSE} House values, our own reconstruction: on {where}.", width)


def noted(text: str, width: int) -> Iterator[Text]:
    for line in wrap(text, width - 2):
        yield cell(Text.assemble((f" {line.replace(UNBROKEN, ' ')}", "dim italic")), width)


# --- the hand and what may be done


def choices(view: View, fresh: Sequence[str] = ()) -> Fitted:
    """The viewer's hand, the cards that came last marked, and the numbered legal actions."""
    return Fitted(lambda width: [*hand_lines(view, fresh, width), *choice_lines(view, width)], NARROWEST, WIDEST)


def hand_lines(view: View, fresh: Sequence[str], width: int) -> Iterator[Text]:
    if not view["hand"]:
        yield Text.assemble((" no cards in hand", "dim"))
        return
    wide = 8 + (width - NARROWEST) // 3
    values = view["values"][view["seat"]]
    line = Text.assemble((f" {'hand, ^ can join':17}demand money  adds    {'action':{ACTION_WIDTH + 2}}", "dim"))
    for letter, value in zip(COLOURS, values, strict=True):
        heading = f" {SHORT[letter]} {value}"
        line.append_text(cell(Text.assemble((heading if len(heading) < wide else f" {letter} {value}", "bold")), wide))
    yield cell(line, width)
    for cards in alike(view):
        yield hand_line(view, cards, fresh, wide, width)


def alike(view: View) -> list[list[str]]:
    """The kinds of cards in hand, those that say the same but for their colour together; the least demand first."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    for card in dict.fromkeys(view["hand"]):
        said = face(view, card)
        numbers = tuple(said[field] for field in ("demand", "money", "equipment", "others"))
        groups.setdefault((said["demand"], card[1], numbers), []).append(card)
    return [groups[group] for group in sorted(groups)]


def hand_line(view: View, cards: Sequence[str], fresh: Sequence[str], wide: int, width: int) -> Text:
    said = face(view, cards[0])
    line = Text.assemble((f" {starred(said['name'][:16], said, 'name'):17}", "bold"))
    line.append("".join(f"{said[field]:4}{starred('', said, field):2}" for field in ("demand", "money")))
    line.append(f"  {starred(adds(said), said, 'equipment', 'others'):8}")
    line.append(f"{starred(action_word(said), said, 'action'):{ACTION_WIDTH + 2}}")
    held = {card[0]: card for card in cards}
    for letter in COLOURS:
        line.append_text(cell(in_hand(view, held[letter], fresh) if letter in held else "", wide))
    return cell(line, width)


def in_hand(view: View, card: str, fresh: Sequence[str]) -> Text:
    """A kind of card: how many, whether one could join now, whether one came last."""
    n = view["hand"].count(card)
    joins = face(view, card)["demand"] <= view["values"][view["seat"]][COLOURS.index(card[0])]
    text = tight_chip(card).append("^" if joins else " ", "bold").append(f"x{n}" if n > 1 else "", "bold")
    return text.append(ARROW if card in fresh else "", "bold")


def choice_lines(view: View, width: int) -> Iterator[Text]:
    """The numbered actions, sorted by what they are."""
    groups: dict[str, list[Text]] = {}
    for action, number in numbered(view).items():
        item = Text.assemble((f"{number:2} ", "bold"), (action, "dim"), hint(view, action), "  ")
        groups.setdefault(kind_of(action), []).append(item)
    for label, items in groups.items():
        yield from flowing(Text.assemble((f" {label}", "dim")), items, LABEL, width)


def kind_of(action: str) -> str:
    if action[0] in COLOURS:
        return "hire" if action.endswith("^") else "equipment"
    return {"@": "name", "!": "protect", "#": "board"}.get(action[0], "answer")


def hint(view: View, action: str) -> Text | str:
    """What an action is about, where its text does not tell."""
    if action[0] == "@":
        lost = last_card(view, int(action[1]), view["asked"]["what"])
        return Text(" loses ", "dim").append_text(tight_chip(lost)) if lost else ""
    if action[0] == "#":
        board = view["board_data"][action[1]]
        start = "/".join(str(value) for value in board["start"])
        return f" {starred(board['name'], board, 'name')} {starred(start, board, 'start')}, {board['ability']}"
    return {".": " no", "&": " yes", "*": " draw"}.get(action, "")

"""The table of partners in the terminal: that of Lost Cities, and what one knows of three other hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from incognita.games import terminal
from incognita.games.lost_cities import board
from incognita.games.terminal import ARROW, LABEL, WIDTH, Moves, View, append_chips, cell, chip, header

WAYS = {**board.WAYS, "hand over": (">",)}

HELP = """\
R7   add red 7 to your side's expedition    R7-  discard it    RI  an investment
*    draw from the pile                     <R   take the top red discard
R7>  hand red 7 to your partner; a second card must follow: R7> Y2>
R7 * does both parts of a turn at once; small letters will do.
Colours: Y yellow, B blue, W white, G green, R red.

A turn is one card and one draw - or two cards handed to your partner face
down, and no draw (partners 3.3). That needs eight cards in hand (3.4). There
are two of each 2, 3 and 4, but an expedition takes only one of them (3.2).
Both of you add to the same expeditions. Opponents see that two cards went
over, never which (4.1)."""


def table(
    view: View, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves = (), *, compact: bool = False
) -> Text:
    """The whole table as the viewer sees it; `hands` are those that lie open, the viewer's own apart."""
    own = board.own_side(view)
    lines = [
        header(view, "Lost Cities, partners"),
        *side_lines(view, 1 - own, names, hands, recent),
        *board.two_sides(view, names, hands, recent, compact),
        *side_lines(view, own, names, hands, recent),
    ]
    return Text("\n").join(lines)


def question(view: View, names: Sequence[str]) -> str:
    """What is asked, and of whom."""
    if view["phase"] == "pass":
        return f"{terminal.asked_of(view, names)}: name the second card for {names[view['turn'] ^ 2]}."
    may_hand_over = any(action.endswith(">") for action in view["legal"])
    offer = f" Or hand two cards to {names[view['turn'] ^ 2]}." if may_hand_over else ""
    return board.question(view, names) + offer


def words(view: View, action: str) -> str:
    """An action in words, as a sentence without its subject; `view` is the position before it."""
    if not action.endswith(">"):
        return board.words(view, action)
    card = action[:-1]
    if view["phase"] == "pass":
        return "hands over a second card" if card == "?" else f"hands over {card} too"
    return f"lays {'a card' if card == '?' else card} aside for the partner"


def joined(actions: Sequence[str], words: Sequence[str]) -> str:
    """The actions of one go in words; a whole handover is told as such."""
    if len(actions) == 2 and actions[0].endswith(">"):
        first, second = (action[:-1] for action in actions)
        cards = "two cards" if first == "?" else f"{first} and {second}"
        return f"hands {cards} to the partner"
    return board.joined(actions, words)


def choices(view: View, fresh: Sequence[str] = ()) -> Text:
    """The viewer's hand over its numbered actions, and the card that lies aside."""
    text = terminal.choices(view, WAYS, fresh)
    if view["turn"] != view["seat"] or view["handed"] is None:
        return text
    aside = cell(Text.assemble((" aside", "dim")), LABEL).append_text(chip(view["handed"]))
    return Text("\n").join([aside.append("  goes over with the second card; undo takes it back", "dim"), text])


# --- what the viewer knows of the other hands


def side_lines(
    view: View, side: int, names: Sequence[str], hands: Mapping[int, Sequence[str]], recent: Moves
) -> Iterator[Text]:
    """A line for every hand of a side that the viewer does not see, and one for what the two hold between them."""
    unseen = [seat for seat in (side, side + 2) if seat != view["seat"] and seat not in hands]
    for seat in unseen:
        yield hand_line(view, seat, names, recent)
    if len(unseen) == 2:
        yield from either_line(view, side)


def hand_line(view: View, seat: int, names: Sequence[str], recent: Moves) -> Text:
    is_partner = view["seat"] is not None and seat == view["seat"] ^ 2
    cards = view["trusted"] if is_partner else view["known"][seat]
    size = view["hand_sizes"][seat]
    changed = any(action.endswith(">") and who in (seat, seat ^ 2) for who, action in recent)
    line = Text.assemble((" your partner " if is_partner else " ", "dim"), (names[seat][:12], "bold"))
    line.append(f"  {size} cards").append(ARROW if changed else "", "bold").append("  ")
    append_chips(line, cards)
    line.append(f"and {size - len(cards)} unseen" if 0 < len(cards) < size else "", "dim")
    if view["handed"] and seat == view["turn"]:
        line.append(", one aside", "dim")
    return cell(line, WIDTH)


def either_line(view: View, side: int) -> Iterator[Text]:
    """Cards that one of two opponents must hold, nobody else can say which."""
    sure = Counter(card for seat in (side, side + 2) for card in view["known"][seat])
    either = list((Counter(view["side_known"][side]) - sure).elements())
    if either:
        yield cell(append_chips(Text(" one of the two holds "), either), WIDTH)

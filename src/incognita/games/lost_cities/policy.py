"""The hand-written player of Lost Cities: the playout policy of search, and the first real opponent.

It looks one decision ahead. `worth` estimates what a colour will bring a side by the end of the round: cards that lie
count in full, cards in hand by the chance of a turn to lay them, unseen cards by the chance that they come and fit,
the top of the discard pile by the chance of getting it. An action is judged by what it changes in the worth of its
colour, mine less theirs. So laying a 7 on a 3 makes the 7 certain and gives up the hopes on 4, 5 and 6; a discard
costs what the card was worth to me and what it may be worth to them. A colour not begun is worth at least nothing.

The constants were found by playing slightly different players against each other for some million rounds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel, row_dtype
from incognita.core.rng import below
from incognita.core.rules import Worths
from incognita.games.lost_cities.components import (
    ACTIONS_OF_A_COLOUR,
    BONUS,
    BONUS_CARDS,
    COST,
    INVESTMENT,
    MOST_COLOURS,
    MOST_IN_HAND,
    PLAY,
    RANKS,
    STATE,
    VIEW,
)

# Time.
STRETCH = 0.25  # share of the turns that taking discards could gain me which I count on
HASTE = 0.82  # turns that a card in my hand needs; below 1, because not all of them have to be laid
SLOTS = 0.679  # share of my turns that is left for the cards I hold now: others will come
PRICE = 0.439  # how much of the value of a turn is charged to a card that needs one
CROWD = 0.925  # how much the cards in my hand take away the turns for cards that are yet to come
# My hopes.
DRAWN = 0.708  # chance to lay an unseen card once I draw it, while turns are plenty
EXTRA = 1.68  # points that a hoped-for card counts more than its number: having a choice is worth something
DRAWN_INVESTMENT = 0.12  # chance to draw and lay an unseen investment
TOP = 0.485  # chance to take and lay the top of a discard pile
TOP_BACK = 0.14  # the same after they had their turn
HOPE = 0.348  # points that a colour not begun may improve by, per turn left
WANT = 2.16  # the same when counting the cards that will need turns
# Their hopes.
THEIR_KNOWN = 0.962  # chance that they lay a card they took from a discard pile
THEIR_HAND = 1.18  # that they lay an unseen card if it is in their hand: above 1, for they keep what they can lay
THEIR_DRAWN = 0.757  # that they lay it once they draw it
THEIR_EXTRA = 2.13  # as EXTRA, TOP and HOPE, for them
THEIR_TOP = 0.532
THEIR_HOPE = 2.12
AGAINST = 0.771  # a point of theirs, in points of mine
# Decisions.
NERVE = 7.08  # points that beginning an expedition must promise at the end of a round …
NERVE_EARLY = -10.48  # … and the change towards its beginning: early, a colour shows what else will come
SPREAD = 0.162  # cards by which the count of an expedition is uncertain, per turn left: for the bonus
WAIT = 1.2  # points that a discard costs beside its card: who lays cards makes use of the turn
NEW_CARD = 0.469  # points that a card from the draw pile is worth beside its number …
NEW_EARLY = 9.0  # … and more towards the beginning, when every colour is open
NEW_COLOUR = 0.356  # the share of its number that it is worth in a colour not begun
TEMPO = 1.13  # the share of the value of a turn that I lose by drawing from the draw pile
THEIR_TEMPO = 0.701  # and of theirs
# No round lasts for ever: one in so many times, a discard that I would take is left lying.
PATIENCE = 8
PATIENCE_TO_LAY = 64  # if it continues an expedition

ME, THEM = 0, 1
NO_CARD = -1

NOTE = row_dtype(
    [
        # mine and theirs
        ("tops", "i8", (2,)),
        ("totals", "i8", (2,)),  # of the numbers laid
        ("investments", "i8", (2,)),
        ("cards", "i8", (2,)),
        ("hands", "i8", (2,)),  # the numbers in my hand, and those known to be in theirs
        ("hand_investments", "i8", (2,)),
        # anybody's
        ("unseen", "i8"),  # the numbers in the draw pile or unknown in their hand
        ("unseen_investments", "i8"),
        ("pile", "i8"),  # rank of the top of the discard pile
        ("under", "i8"),  # rank of the card below it
    ]
)
"""What is where in one colour. Sets of numbers are bit sets: bit `rank` is set."""

CHANCES = row_dtype(
    [
        ("cost", "f8"),
        ("turns", "f8"),
        ("hand", "f8"),  # chance to lay a card in hand
        ("unseen", "f8"),  # chance to get and lay an unseen card
        ("unseen_investment", "f8"),
        ("extra", "f8"),
        ("hope", "f8"),
        ("nerve", "f8"),
        ("certainty", "f8"),  # of the number of cards that an expedition will have
        ("price", "f8"),  # what a card must be worth to deserve a turn
        ("waiting", "i8"),  # cards in hand that want to be laid …
        ("values", "f8", (int(MOST_IN_HAND),)),  # … and what they would score, highest first
        ("needed", "f8"),  # turns for the cards in hand
        ("stake", "f8"),  # what these cards would score
    ]
)
"""What one side can still hope for."""

SETS = 1 << int(RANKS)
NUMBERS = SETS - 2  # the set of all numbers
SUM = np.array([sum(rank + 1 for rank in range(1, int(RANKS)) if ranks >> rank & 1) for ranks in range(SETS)])
COUNT = np.array([(ranks & NUMBERS).bit_count() for ranks in range(SETS)])
ABOVE = np.array([NUMBERS & ~((2 << rank) - 1) for rank in range(int(RANKS))])


@rules.weigh.implement(STATE, VIEW)
@kernel
def weigh(view: Row, rng: Random, worths: Worths) -> None:
    notes, chances, unseen = take_stock(view)
    weigh_stock(view, notes, chances, unseen, rng, worths)


@kernel
def weigh_stock(view: Row, notes: Row, chances: Row, unseen: Int, rng: Random, worths: Worths) -> None:
    if view.phase == PLAY:
        weigh_cards(view, notes, chances, np.int64(view.choices), worths)
    else:
        weigh_draws(view, notes, chances, unseen, rng, worths)


@kernel
def take_stock(view: Row) -> tuple[Row, Row, Int]:
    """What is where, what either side will make of it, and how many cards nobody has seen."""
    notes = np.empty(MOST_COLOURS, NOTE)
    chances = np.empty(2, CHANCES)
    unseen = max(1, take_notes(view, notes))
    weigh_mine(view, notes, unseen, chances[ME])
    weigh_theirs(view, notes, unseen, chances[THEM])
    return notes, chances, unseen


# --- what there is to see


@kernel
def take_notes(view: Row, notes: Row) -> Int:
    """Write down what is where; return the number of unseen cards."""
    held = np.int64(view.held[view.viewer])
    unseen = 0
    i = 0
    for colour in range(np.int64(view.colours)):
        gone = 0  # cards of each rank in my hand and in the pile, four bits a rank
        hand = 0
        while i < held and np.int64(view.hand[i]) < 10 * colour + 10:
            rank = np.int64(view.hand[i]) - 10 * colour
            gone += 1 << 4 * rank
            hand |= 1 << rank
            i += 1
        note = notes[colour]
        note.hands[ME] = hand & NUMBERS
        note.hand_investments[ME] = gone & 15
        height = np.int64(view.heights[colour])
        for j in range(height):
            gone += 1 << 4 * np.int64(view.piles[colour, j])
        note.pile = np.int64(view.piles[colour, height - 1]) if height > 0 else NO_CARD
        note.under = np.int64(view.piles[colour, height - 2]) if height > 1 else NO_CARD
        unseen += note_ranks(view, note, colour, gone)
    return unseen


@kernel
def note_ranks(view: Row, note: Row, colour: Int, gone: Int) -> Int:
    """The expeditions of a colour, what they are known to hold of it, and what nobody has seen; return how many."""
    side = np.int64(view.viewer) % 2
    mine, theirs = view.expeditions[side, colour], view.expeditions[1 - side, colour]
    note.tops[ME], note.tops[THEM] = np.int64(view.tops[side, colour]), np.int64(view.tops[1 - side, colour])
    note.investments[ME], note.investments[THEM] = np.int64(mine[0]), np.int64(theirs[0])
    note.hand_investments[THEM] = known_to_hold(view, 1 - side, 10 * colour)
    note.unseen_investments = np.int64(view.copies[0]) - np.int64(mine[0]) - np.int64(theirs[0])
    note.unseen_investments -= note.hand_investments[THEM] + (gone & 15)
    unseen, known, total, their_total = 0, 0, 0, 0
    cards, their_cards, n = note.investments[ME], note.investments[THEM], note.unseen_investments
    for rank in range(1, np.int64(view.ranks) + 1):
        laid, their_laid = np.int64(mine[rank]), np.int64(theirs[rank])
        shown = known_to_hold(view, 1 - side, 10 * colour + rank)
        hidden = np.int64(view.copies[rank]) - laid - their_laid - shown - (gone >> 4 * rank & 15)
        unseen |= np.int64(hidden > 0) << rank
        known |= np.int64(shown > 0) << rank
        total += laid * (rank + 1)
        their_total += their_laid * (rank + 1)
        cards += laid
        their_cards += their_laid
        n += hidden
    note.totals[ME], note.totals[THEM] = total, their_total
    note.cards[ME], note.cards[THEM] = cards, their_cards
    note.hands[THEM] = known
    note.unseen = unseen
    return n


@kernel
def known_to_hold(view: Row, side: Int, kind: Int) -> Int:
    """Cards of a kind that a side took from discard piles and still holds."""
    n = np.int64(view.known[side, kind])
    if view.players > 2:  # a loop over the seats of the side would take a third of the whole decision
        n += np.int64(view.known[side + 2, kind])
    return n


# --- what the sides can hope for


@kernel
def pile_for_two(view: Row) -> Int:
    """The cards of the draw pile, if each player's share is to be as large as that of one of two."""
    return max(1, np.int64(view.left) * 2 // np.int64(view.players))


@kernel
def weigh_mine(view: Row, notes: Row, unseen: Int, chance: Row) -> None:
    left = pile_for_two(view)
    chance.cost = float(view.cost)
    chance.turns = my_turns(left) if any_discards(view) else float((left - 1) // 2)
    drawn = DRAWN * ((left - 1) // 2) / unseen
    chance.needed = 0.0
    chance.waiting = 0
    for colour in range(np.int64(view.colours)):
        count_waiting(notes[colour], chance, drawn)
    chance.price = PRICE * price(chance.values, chance.waiting, SLOTS * chance.turns)
    chance.hand = share(chance.turns, HASTE * chance.needed)
    chance.unseen = drawn * share(max(0.0, chance.turns - CROWD * chance.needed), chance.turns)
    chance.unseen_investment = DRAWN_INVESTMENT
    chance.extra = EXTRA
    chance.hope = HOPE * chance.turns
    chance.nerve = (NERVE + NERVE_EARLY * np.int64(view.left) / float(view.cards)) * chance.cost / COST
    chance.certainty = 1.0 / (SPREAD * chance.turns + 0.01)


@kernel
def any_discards(view: Row) -> bool:
    discards = 0
    for colour in range(np.int64(view.colours)):
        discards += np.int64(view.heights[colour])
    return discards > 0


@kernel
def my_turns(left: Int) -> float:
    """My turns when they are to move: every second card of the draw pile, or all of them if I only take discards."""
    return left // 2 + STRETCH * ((left - 1) // 2)


@kernel
def count_waiting(note: Row, chance: Row, drawn: float) -> None:
    """Count the cards of a colour that want to be laid; in a colour not begun by how likely I shall begin it."""
    hand = note.hands[ME] & ABOVE[note.tops[ME]]
    want = 1.0
    if note.cards[ME] == 0:
        value = SUM[hand] + drawn * SUM[note.unseen] - chance.cost
        doubt = WANT * chance.turns
        want = 0.5 + 0.5 * value / math.sqrt(value * value + doubt * doubt + 1.0)
    chance.needed += want * COUNT[hand]
    if note.tops[ME] == 0:
        chance.needed += want * note.hand_investments[ME]
    while hand:
        lowest = hand & -hand
        queue(chance, want * (1 + note.investments[ME]) * SUM[lowest])
        hand ^= lowest


@kernel
def queue(chance: Row, value: float) -> None:
    """Put the value of a card in its place among those that wait."""
    values = chance.values
    i = chance.waiting
    while i > 0 and values[i - 1] < value:
        values[i] = values[i - 1]
        i -= 1
    values[i] = value
    chance.waiting += 1


@kernel
def price(values: NDArray[np.float64], n: Int, turns: float) -> float:
    """The value of the first card for which there is no turn left: what one more turn would bring."""
    first = int(turns)
    if first >= n:
        return 0.0
    following = values[first + 1] if first + 1 < n else 0.0
    return values[first] + (turns - first) * (following - values[first])


@kernel
def harvest(values: NDArray[np.float64], n: Int, turns: float) -> float:
    """What the best cards score that can be laid in so many turns."""
    value = 0.0
    for i in range(min(n, int(turns) + 1)):
        value += min(1.0, turns - i) * values[i]
    return value


@kernel
def share(turns: float, needed: float) -> float:
    """The share of the needed turns that there will be."""
    return 1.0 if turns >= needed else turns / needed


@kernel
def weigh_theirs(view: Row, notes: Row, unseen: Int, chance: Row) -> None:
    chance.cost = float(view.cost)
    chance.turns = float(np.int64(view.left) // 2)
    chance.needed = 0.0
    chance.stake = 0.0
    held = 0
    for seat in range(1 - np.int64(view.viewer) % 2, np.int64(view.players), 2):
        held += np.int64(view.held[seat])
    in_hand = THEIR_HAND * held / unseen
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        if note.cards[THEM] > 0:
            known, usable = note.hands[THEM] & ABOVE[note.tops[THEM]], note.unseen & ABOVE[note.tops[THEM]]
            chance.needed += COUNT[known] + in_hand * COUNT[usable]
            chance.stake += (SUM[known] + in_hand * SUM[usable]) * (1 + note.investments[THEM])
    enough = share(chance.turns, chance.needed)
    chance.hand = THEIR_KNOWN * enough
    chance.unseen = (in_hand + THEIR_DRAWN * chance.turns / unseen) * enough
    chance.unseen_investment = chance.unseen
    chance.extra = THEIR_EXTRA
    chance.hope = THEIR_HOPE * chance.turns
    chance.nerve = 0.0
    chance.certainty = 1.0 / (SPREAD * chance.turns + 0.01)
    chance.price = 0.0


# --- what a colour will be worth


@kernel
def worth(
    note: Row,
    chance: Row,
    top: Int,
    total: float,
    investments: Int,
    cards: float,
    hand: Int,
    hand_investments: Int,
    pile: Int,
    pile_chance: float,
) -> float:
    """The points that a colour will probably have brought a side when the round ends."""
    begun = cards > 0
    factor = 1.0 + investments
    cut = 0.0  # lower numbers are not worth a turn
    if chance.price > 0.0:
        cut = chance.price / (factor + hand_investments if top == 0 else factor)
    fitting = ABOVE[top] & ABOVE[min(9, max(0, int(cut) - 1))]
    hand &= fitting
    unseen = note.unseen & fitting
    total += chance.hand * (SUM[hand] - cut * COUNT[hand])
    total += chance.unseen * (SUM[unseen] + (chance.extra - cut) * COUNT[unseen])
    cards += chance.hand * COUNT[hand] + chance.unseen * COUNT[unseen]
    if pile > top:
        total += pile_chance * max(0.0, pile + 1 - cut)
        cards += pile_chance
    profit = total - chance.cost
    value = profit * factor
    if top == 0:
        more = chance.hand * hand_investments + chance.unseen_investment * note.unseen_investments
        if pile == 0:
            more += pile_chance
        cards += more
        value += more * max(0.0, profit - chance.price)
    value += BONUS * min(1.0, max(0.0, 1.0 + (cards - BONUS_CARDS) * chance.certainty))
    if begun:
        return value
    value -= chance.nerve
    return 0.5 * (value + math.sqrt(value * value + chance.hope * chance.hope))  # a smooth max(0, value)


@kernel
def my_worth(note: Row, chance: Row, hand: Int, hand_investments: Int, pile: Int, pile_chance: float) -> float:
    return worth(
        note,
        chance,
        note.tops[ME],
        float(note.totals[ME]),
        note.investments[ME],
        float(note.cards[ME]),
        hand,
        hand_investments,
        pile,
        pile_chance * chance.hand,
    )


@kernel
def my_worth_with(note: Row, chance: Row, rank: Int, hand: Int, hand_investments: Int) -> float:
    """What a colour is worth to me once the card of this rank is laid."""
    is_investment = np.int64(rank == INVESTMENT)
    total = note.totals[ME] + (rank + 1) * (1 - is_investment)
    return worth(
        note,
        chance,
        rank,
        float(total),
        note.investments[ME] + is_investment,
        float(note.cards[ME] + 1),
        hand,
        hand_investments,
        note.pile,
        TOP * chance.hand,
    )


@kernel
def their_worth(note: Row, chance: Row, pile: Int) -> float:
    return worth(
        note,
        chance,
        note.tops[THEM],
        float(note.totals[THEM]),
        note.investments[THEM],
        float(note.cards[THEM]),
        note.hands[THEM],
        note.hand_investments[THEM],
        pile,
        THEIR_TOP * min(1.0, chance.turns),
    )


# --- the first half of a turn: a card


@kernel
def weigh_cards(view: Row, notes: Row, chances: Row, n: Int, worths: Worths) -> None:
    """What the first n legal actions gain. Those of a colour follow each other, so its worth is estimated once."""
    mine, theirs = chances[ME], chances[THEM]
    last = -1
    my_now, their_now = 0.0, 0.0
    for i in range(n):
        action = np.int64(view.legal[i])
        colour, what = split(action)
        note = notes[colour]
        if colour != last:
            my_now = my_worth(note, mine, note.hands[ME], note.hand_investments[ME], note.pile, TOP)
            their_now = their_worth(note, theirs, note.pile)
            last = colour
        rank = what // 2
        hand = note.hands[ME] & ~(1 << rank)
        hand_investments = note.hand_investments[ME] - np.int64(rank == INVESTMENT)
        if what == 2 * rank:
            value = my_worth_with(note, mine, rank, hand, hand_investments) - my_now
        else:
            value = my_worth(note, mine, hand, hand_investments, rank, TOP_BACK) - my_now - WAIT * mine.cost / COST
            value -= AGAINST * (their_worth(note, theirs, rank) - their_now)
        worths[i] = value


@kernel
def split(action: Int) -> tuple[Int, Int]:
    """The colour of an action other than a draw from the pile, and which of the colour's actions it is."""
    colour = (action - 1) // np.int64(ACTIONS_OF_A_COLOUR)
    return colour, action - 1 - colour * np.int64(ACTIONS_OF_A_COLOUR)


# --- the second half: a draw


@kernel
def weigh_draws(view: Row, notes: Row, chances: Row, unseen: Int, rng: Random, worths: Worths) -> None:
    """The draw pile is the first of the actions. Whoever loses patience takes it, whatever the others are worth."""
    unknown = unknown_card_value(view, notes, chances[ME], unseen)
    worths[0] = unknown - turn_value(view, chances)
    best, patience = worths[0], 1
    for i in range(1, np.int64(view.choices)):
        action = np.int64(view.legal[i])
        note = notes[split(action)[0]]
        gain = my_gain(note, chances[ME])
        worths[i] = gain - AGAINST * their_gain(note, chances[THEM])
        if worths[i] > best:
            best = worths[i]
            patience = PATIENCE_TO_LAY if note.cards[ME] > 0 and gain > unknown else PATIENCE
    if below(rng, patience) == 0:  # always for the draw pile itself
        worths[0] = best


@kernel
def my_gain(note: Row, chance: Row) -> float:
    """What taking the top of a discard pile brings me; the card under it comes to light."""
    hand = (note.hands[ME] | 1 << note.pile) & NUMBERS
    hand_investments = note.hand_investments[ME] + np.int64(note.pile == INVESTMENT)
    after = my_worth(note, chance, hand, hand_investments, note.under, TOP_BACK)
    return after - my_worth(note, chance, note.hands[ME], note.hand_investments[ME], note.pile, TOP_BACK)


@kernel
def their_gain(note: Row, chance: Row) -> float:
    """What they have of it that I take the top of a discard pile; mostly less than nothing."""
    return their_worth(note, chance, note.under) - their_worth(note, chance, note.pile)


@kernel
def unknown_card_value(view: Row, notes: Row, chance: Row, unseen: Int) -> float:
    """What an unseen card brings me on average once it is in my hand."""
    value = 0.0
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        factor = 1.0 + note.investments[ME] if note.cards[ME] > 0 else NEW_COLOUR
        value += factor * SUM[note.unseen & ABOVE[note.tops[ME]]]
    value *= max(0.0, chance.hand - chance.unseen) / unseen
    return value + NEW_CARD + NEW_EARLY * np.int64(view.left) / float(view.cards)


@kernel
def turn_value(view: Row, chances: Row) -> float:
    """What the turn is worth to me, less its worth to them, that not drawing from the draw pile leaves in the round."""
    left, own = np.int64(view.left), pile_for_two(view)
    mine, theirs = chances[ME], chances[THEM]
    gain = harvest(mine.values, mine.waiting, SLOTS * my_turns(own))
    gain -= harvest(mine.values, mine.waiting, SLOTS * my_turns(own - 1))
    give = theirs.stake * (share((left + 1) / 2, theirs.needed) - share(left / 2, theirs.needed))
    return TEMPO * gain - THEIR_TEMPO * give

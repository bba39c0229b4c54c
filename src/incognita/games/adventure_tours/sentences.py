"""What is asked and what was answered, in words."""

from __future__ import annotations

from collections.abc import Sequence

from incognita.games.adventure_tours.cards import (
    COLOUR_NAMES,
    View,
    board_of,
    card_words,
    protector_words,
)

ASKED = {
    "play": "lay a card, as equipment or as a member.",
    "draw": "draw a card for the equipment, or not.",
    "give_one": "give a card to somebody, or to nobody.",
    "give_two": "give the first of two cards to somebody, or to nobody.",
    "second_recipient": "give the second card to somebody; the first is for {named}.",
    "extra_equipment": "lay another card as equipment, or not.",
    "discard_equipment": "name who discards the last equipment card, or nobody.",
    "take_equipment": "name whose last equipment card is taken, or nobody.",
    "another_turn": "carry out another turn after this one, or not.",
    "extra_member": "lay another {colour}card as a member, or not.",
    "discard_member": "name who discards the last member, or nobody.",
    "take_member": "name whose last member is taken, or nobody.",
    "move_equipment": "make all {colour}equipment cards members, or not.",
}
DECLINED = {
    "draw": "declines to draw",
    "give_one": "declines to give a card",
    "give_two": "declines to give cards",
    "extra_equipment": "declines to lay more equipment",
    "discard_equipment": "declines to discard equipment",
    "take_equipment": "declines to take equipment",
    "another_turn": "declines another turn",
    "extra_member": "declines to hire another member",
    "discard_member": "declines to discard a member",
    "take_member": "declines to take a member",
    "move_equipment": "declines to move equipment",
    "protect": "declines to protect",
}
NAMED = {
    "give_one": "for a card",
    "give_two": "for the first card",
    "second_recipient": "for the second card",
    "discard_equipment": "to discard",
    "discard_member": "to discard",
    "take_equipment": "to hand over",
    "take_member": "to hand over",
}
"""What somebody is named for."""

# --- questions


def question(view: View, names: Sequence[str]) -> str:
    """What is asked, and of whom."""
    if view["turn"] is None:
        return "The match is over."
    asked, name = view["asked"], names[view["turn"]]
    if asked["what"] == "protect":
        return attack(view, names)
    if asked["what"] == "choose_board":
        return f"{name} {'choose' if name == 'You' else 'chooses'} a board for this round."
    whose = "Your turn" if view["turn"] == view["seat"] else f"It is the turn of {name}"
    using = source(view)
    named = "" if asked["named"] is None else within(names[asked["named"]])
    wanted = ASKED[asked["what"]].format(named=named, colour=colour_asked(view))
    return f"{whose}{f', with {using}' if using else ''}: {wanted}"


def within(name: str) -> str:
    """A name in the middle of a sentence."""
    return "you" if name == "You" else name


def source(view: View) -> str:
    """The card or the board whose action is used; empty in an ordinary turn."""
    asked, board = view["asked"], None if view["active"] is None else board_of(view, view["active"])
    ability = f"the {board['name']}" if board and asked["by_ability"] else ""
    if asked["card"] is None:
        return ability
    card = f"the {card_words(view, asked['card'])}"
    return f"{card} and {ability}" if ability else card


def colour_asked(view: View) -> str:
    card = view["asked"]["card"]
    return f"{COLOUR_NAMES[card[0]]} " if card else ""


def attack(view: View, names: Sequence[str]) -> str:
    name = names[view["turn"]]
    attacked = f"{name} {'are' if name == 'You' else 'is'} attacked by {within(names[view['active']])}"
    return f"{attacked} with {source(view)}: protect against {loss(view)}, or not."


def loss(view: View) -> str:
    """What an attack would do."""
    against, cards = view["asked"]["against"], view["asked"]["cards"]
    if against.startswith("give"):
        return "taking a card from the draw pile" if cards == 1 else f"taking {cards} cards from the draw pile"
    deed = "discarding" if against.startswith("discard") else "losing"
    what = "last member" if against.endswith("member") else "last equipment card"
    return f"{deed} the {what}, the {card_words(view, last_card(view, view['turn'], against))}"


def last_card(view: View, seat: int, what: str) -> str:
    """The card that such an action would take from a player; empty if it takes none, or there is none."""
    cards = view["members" if what.endswith("member") else "equipment"][seat]
    return cards[-1] if cards and not what.startswith(("give", "second")) else ""


# --- answers


def words(view: View, action: str) -> str:
    """An action in words, as a sentence without its subject; `view` is the position before it."""
    what = view["asked"]["what"]
    if action == ".":
        return DECLINED[what]
    if action == "*":
        return "draws a card"
    if action == "&":
        return "takes another turn" if what == "another_turn" else f"makes all {colour_asked(view)}equipment members"
    if action[0] == "@":
        return naming(view, int(action[1]), what)
    if action[0] == "!":
        return f"protects with the {protector_words(view, view['turn'], action[1])}"
    if action[0] == "#":
        return f"chooses board {action[1]}, the {view['board_data'][action[1]]['name']}"
    if action[-1] == "^":
        return f"hires the {card_words(view, action[:2])}"
    return f"lays the {card_words(view, action)} as equipment"


def naming(view: View, seat: int, what: str) -> str:
    lost = last_card(view, seat, what)
    return f"names seat {seat} {NAMED[what]}{f' the {card_words(view, lost)}' if lost else ''}"


def joined(actions: Sequence[str], words: Sequence[str]) -> str:
    """The actions of one go in words, as one sentence without its subject; declining is told only if it is all."""
    *first, last = [text for text in words if text not in DECLINED.values()] or words
    return f"{', '.join(first)} and {last}" if first else last

"""Two matches that differ only in cards which one viewer never comes to see.

What a viewer never sees is decided here by the fields of states alone, not by `observe`, `conceal` or any view: cards
may be exchanged if nothing that lies open, and nothing in the viewer's own hand, is ever different.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from incognita import Game, IllegalAction
from incognita.core.match import Deal, Match
from incognita.server.deals import live_deal
from incognita.server.entries import Dealt
from incognita.server.history import read_deals

SECRET = ("deck", "hands", "handed", "trusted")
"""Fields of states that not everybody may see; all others lie open."""


@dataclass(frozen=True)
class Script:
    """A match to play: decks as words, and who does what."""

    starter: int
    deals: tuple[dict[str, list[str]], ...]
    actions: tuple[tuple[int, str], ...]

    def dealt(self) -> Dealt:
        return Dealt(self.starter, [{name: " ".join(words) for name, words in deal.items()} for deal in self.deals])


def random_script(game: Game, rounds: int, seed: int, most: int) -> Script:
    chance = random.Random(seed)
    dealt = live_deal(game, rounds, chance)
    match = Match(game, dealt.starter, read_deals(game, dealt.deals))
    actions: list[tuple[int, str]] = []
    while match.seat is not None and len(actions) < most:
        actions.append((match.seat, chosen(match.legal(), chance)))
        match.play(actions[-1][1])
    deals = tuple({name: text.split() for name, text in deal.items()} for deal in dealt.deals)
    return Script(dealt.starter, deals, tuple(actions))


def chosen(legal: list[str], chance: random.Random) -> str:
    """At random, but secret actions and attacks more often: they are what could leak."""
    special = [action for action in legal if action[-1] == ">" or action[0] in "@!"]
    return chance.choice(special if special and chance.random() < 0.5 else legal)


@lru_cache(maxsize=256)
def read_deal(game: Game, fields: tuple[tuple[str, str], ...]) -> Deal:
    return read_deals(game, [dict(fields)])[0]


def begun(game: Game, script: Script) -> Match:
    return Match(game, script.starter, [read_deal(game, tuple(deal.items())) for deal in script.dealt().deals])


def seen(game: Game, script: Script, viewer: int | None) -> Iterator[bytes]:
    """What the viewer may know after every action; it breaks off where the script cannot be played."""
    match = begun(game, script)
    yield visible(match.state, viewer)
    for seat, action in script.actions:
        if match.seat != seat:
            return
        try:
            match.play(action)
        except IllegalAction:
            return
        yield visible(match.state, viewer)


def visible(states: Any, viewer: int | None) -> bytes:
    """All that lies open, and the viewer's hand."""
    fields = [states[name] for name in states.dtype.names if name not in SECRET]
    own = [] if viewer is None else [states["hands"][:, viewer]]
    return b"".join(field.tobytes() for field in fields + own)


def twin(game: Game, script: Script, viewer: int | None, seed: int, tries: int = 80) -> Script:
    """A script that differs as much as we can make it in what the viewer never sees."""
    chance = random.Random(seed)
    same = list(seen(game, script, viewer))
    rounds = rounds_begun(game, script)
    other = replace(script, deals=tuple(later(deal, i >= rounds, chance) for i, deal in enumerate(script.deals)))
    for _ in range(tries):
        changed = exchanged(game, other, chance.randrange(rounds), viewer, chance)
        if all(one == two for one, two in zip_longest(same, seen(game, changed, viewer))):
            other = changed
    return other


def rounds_begun(game: Game, script: Script) -> int:
    match = begun(game, script)
    for _, action in script.actions:
        match.play(action)
    return int(match.state["round_number"][0])


def later(deal: dict[str, list[str]], to_come: bool, chance: random.Random) -> dict[str, list[str]]:
    """Nobody has seen anything of a round that has not begun."""
    return {name: chance.sample(words, len(words)) if to_come else words for name, words in deal.items()}


def exchanged(game: Game, script: Script, i: int, viewer: int | None, chance: random.Random) -> Script:
    """Two cards of one deck change places, and where they are handed over in secret."""
    deck = list(script.deals[i]["deck"])
    one, two = chance.sample(range(len(deck)), 2)
    swap = {deck[one]: deck[two], deck[two]: deck[one]}
    deck[one], deck[two] = deck[two], deck[one]
    deals = tuple({**deal, "deck": deck} if j == i else deal for j, deal in enumerate(script.deals))
    actions = tuple(
        (seat, instead(action, swap) if secret(game, seat, action, viewer) else action)
        for seat, action in script.actions
    )
    return replace(script, deals=deals, actions=actions)


def secret(game: Game, seat: int, action: str, viewer: int | None) -> bool:
    """A card handed over, which only that side sees."""
    return action.endswith(">") and (viewer is None or game.side_of(seat) != game.side_of(viewer))


def instead(action: str, swap: dict[str, str]) -> str:
    card = action.removesuffix(">")
    return f"{swap.get(card, card)}>"


def differences(one: Script, other: Script) -> int:
    """In how many places the decks differ."""
    pairs = zip(one.deals, other.deals, strict=True)
    return sum(a != b for deal, twin in pairs for a, b in zip(deal["deck"], twin["deck"], strict=True))

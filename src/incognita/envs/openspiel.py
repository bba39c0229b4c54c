"""The games for OpenSpiel: importing this module registers them.

    import pyspiel
    import incognita.envs.openspiel

    game = pyspiel.load_game("incognita_lost_cities(colours=2,ranks=3,hand=3)")

An episode is one round. The engine shuffles once and draws from the shuffled deck; here every card comes from a chance
node of its own, decided when it is drawn: the adapter tries an action on a copy, sees how many cards it takes from the
deck, and asks chance for these first. OpenSpiel wants games to end: after `max_length` actions of players one does,
paid as if the round ended there. The information state is all that a seat has seen, action by action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from incognita.core import rules
from incognita.core.game import States
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.envs.extras import needed
from incognita.envs.vector import layout_of, margins, observations
from incognita.games import GAMES, load

pyspiel = needed("pyspiel")

MOST_VALUES = 256
"""Chance outcomes: a card's kind in the deck, and beyond these what is laid out besides."""
MAX_LENGTH = 400
MOST_UTILITY = 5000.0
ACTION_NUMBERS = 3
"""In the tensor of an information state, for each action: who, what, and the own hand's newest card."""
BEGIN, NOTHING = -1, -2
"""What can wait for cards besides an action."""


class Shared:
    """What all states of one game have in common; a copy of a state does not copy it."""

    def __init__(self, name: str, options: Mapping[str, Any], max_length: int) -> None:
        self.game = load(name, **options)
        self.max_length = max_length
        self.start = self.game.blank()
        example = self.game.deal(1, seed=0)
        self.sizes = {field: len(self.game.dealt_text(field, example).split()) for field in self.game.dealt_in(0)}
        for field, n in self.sizes.items():
            self.start[field][0, :n] = np.sort(example[field][0, :n])
        self.first_card = int(self.start["removed"][0]) if "removed" in self.game.state_dtype.names else 0  # type: ignore[operator]

    def __deepcopy__(self, memo: object) -> Shared:
        return self

    @property
    def laid_out(self) -> list[str]:
        """What chance decides before the deck, in the open."""
        return [field for field in self.sizes if field != "deck"]

    @property
    def log_size(self) -> int:
        return ACTION_NUMBERS * self.max_length


class State(pyspiel.State):  # type: ignore[misc, name-defined]
    """A round: what is decided so far of its deck, and what each seat has seen."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.shared: Shared = game.shared
        self.rows: States = self.shared.start.copy()
        self.decided = dict.fromkeys(self.shared.laid_out, 0) | {"deck": self.shared.first_card}
        self.waiting = BEGIN
        """What waits for cards; NOTHING if a player must decide."""
        self.length = 0
        self.logs: list[list[str]] = [[] for _ in range(self.shared.game.players)]
        self.numbers: list[list[float]] = [[] for _ in range(self.shared.game.players)]

    # --- what OpenSpiel asks

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.waiting != NOTHING else int(self.rows["seat"][0])

    def is_terminal(self) -> bool:
        return self.waiting == NOTHING and bool(self.rows["seat"][0] == NONE or self.length >= self.shared.max_length)

    def _legal_actions(self, player: int) -> list[int]:
        return self.shared.game.legal(self.rows)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that is not decided yet is equally likely to be the next one."""
        field = self.asked()
        values, counts = np.unique(self.undecided(field), return_counts=True)
        offset = 0 if field == "deck" else MOST_VALUES
        return [(int(value) + offset, count / counts.sum()) for value, count in zip(values, counts, strict=True)]

    def _apply_action(self, action: int) -> None:
        if self.waiting == NOTHING:
            self.waiting = action
        else:
            self.decide(self.asked(), action % MOST_VALUES)
        if not self.needs_chance():
            self.perform()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.shared.game.action_text(action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.shared.game.players
        game = self.shared.game
        return [float(margin) for margin in margins(game, game.scores(self.rows))[0]]

    def __str__(self) -> str:
        return f"ply {self.length}: " + " / ".join(" ".join(log) for log in self.logs)

    # --- chance

    def undecided(self, field: str) -> Any:
        """The cards that could still lie anywhere. The deck always is a whole one: what is not decided lies behind.

        Cards that left the game unseen are among them: before it is known, one of them is as likely as any other.
        """
        cards = self.rows[field][0, self.places(field)]
        return cards[cards != NONE]

    def places(self, field: str) -> list[int]:
        removed = range(self.shared.first_card if field == "deck" else 0)
        return [*removed, *range(self.decided[field], self.shared.sizes[field])]

    def asked(self) -> str:
        """The field of which chance must decide the next entry."""
        for field in self.shared.laid_out:
            if self.decided[field] < self.shared.sizes[field]:
                return field
        return "deck"

    def decide(self, field: str, value: int) -> None:
        row, at = self.rows[field][0], self.decided[field]
        place = next(place for place in self.places(field) if row[place] == value)
        row[at], row[place] = value, row[at]
        self.decided[field] += 1

    def needs_chance(self) -> bool:
        if self.asked() != "deck":
            return True
        trial = self.rows.copy()
        self.apply_to(trial)
        return bool(trial["drawn"][0] > self.decided["deck"])

    def apply_to(self, rows: States) -> None:
        if self.waiting == BEGIN:
            rules.begin_at(rows, 0)
        else:
            rules.apply_at(rows, 0, self.waiting)

    # --- what seats see

    def perform(self) -> None:
        """What waited happens, and every seat sees its part of it."""
        game, action = self.shared.game, self.waiting
        seat = int(self.rows["seat"][0])
        seen = [] if action == BEGIN else [int(rules.conceal_at(self.rows, 0, action, s)) for s in range(game.players)]
        before = [[] if action == BEGIN else self.hand(viewer) for viewer in range(game.players)]
        self.apply_to(self.rows)
        self.waiting = NOTHING
        self.length += action != BEGIN
        for viewer in range(game.players):
            self.note(viewer, seat, seen[viewer] if seen else BEGIN, before[viewer])

    def note(self, viewer: int, seat: int, action: int, before: list[int]) -> None:
        game, hand = self.shared.game, self.hand(viewer)
        text = "" if action == BEGIN else f"{seat}:{game.action_text(action)}"
        self.logs[viewer].append(text + (f"[{','.join(map(str, hand))}]" if hand != before or not text else ""))
        if action != BEGIN:
            gained = next((kind for kind in hand if hand.count(kind) > before.count(kind)), BEGIN)
            self.numbers[viewer] += [
                (1 + (seat - viewer) % game.players) / game.players,
                (1 + action) / (1 + game.actions),
                (1 + gained) / MOST_VALUES,
            ]

    def hand(self, viewer: int) -> list[int]:
        """The cards in a hand, ascending, by their places in the piece of an observation that shows it."""
        game = self.shared.game
        counts = observations(game, game.observe(self.rows, viewer))[0, layout_of(game)["hand"]]
        return [int(place) for place in np.repeat(np.arange(len(counts)), counts.astype(int))]

    def resampled(self, player: int, seed: int) -> State:
        """Another world that `player` cannot tell from this one: all hidden cards anew.

        The history that OpenSpiel keeps stays that of the real world, so such a state can be played on but not
        written down. Other seats begin their logs anew: what they hold now is all that is true of them.
        """
        other: State = self.clone()
        views = self.shared.game.observe(self.rows, player)
        rules.determinize_at(other.rows, 0, views, 0, generator(seed))
        other.decided["deck"] = int(other.rows["drawn"][0])
        for seat in range(self.shared.game.players):
            if seat != player:
                view = self.shared.game.observe(other.rows, seat)
                other.logs[seat] = [f"{self.length}:{view['hand'][0].tolist()}"]
        return other


class Observer:
    """What a seat sees, as OpenSpiel's observers tell it."""

    def __init__(self, shared: Shared, kind: Any) -> None:
        self.shared, self.kind = shared, kind
        size = layout_of(shared.game).size
        self.tensor = np.zeros(size + (shared.log_size if kind.perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if kind.perfect_recall:
            self.dict["log"] = self.tensor[size:]

    def set_from(self, state: State, player: int) -> None:
        """The pieces of the game's observation; with perfect recall the log, three numbers to an action."""
        self.tensor.fill(0)
        if state.waiting == BEGIN:
            return
        game = self.shared.game
        self.dict["observation"][:] = observations(game, game.observe(state.rows, player))[0]
        if self.kind.perfect_recall:
            log = state.numbers[player]
            self.dict["log"][: len(log)] = log

    def string_from(self, state: State, player: int) -> str:
        """The log, or the view as the bytes that are not nothing."""
        if self.kind.perfect_recall:
            return f"{player}| " + " ".join(state.logs[player])
        if state.waiting == BEGIN:
            return f"{player}|"
        numbers = observations(self.shared.game, self.shared.game.observe(state.rows, player))[0]
        return f"{player}| " + " ".join(f"{i}:{numbers[i]:g}" for i in np.flatnonzero(numbers))


def resample(state: Any, player: int) -> Any:
    """For `ISMCTSBot.set_resampler`: a world that the player cannot tell from the real one."""
    return state.resampled(player, int(np.random.default_rng().integers(2**63)))


def register(name: str) -> None:
    """Tell OpenSpiel of a game."""
    defaults = {key: value for key, value in load(name).defaults.items() if value is not None}
    parameters = {**defaults, "max_length": MAX_LENGTH}

    class Registered(pyspiel.Game):  # type: ignore[misc, name-defined]
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {**parameters, **(params or {})}
            max_length = int(given.pop("max_length"))
            self.shared = Shared(name, given, max_length)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.shared.game.actions,
                max_chance_outcomes=2 * MOST_VALUES,
                num_players=self.shared.game.players,
                min_utility=-MOST_UTILITY,
                max_utility=MOST_UTILITY,
                utility_sum=0.0,
                max_game_length=max_length,
            )
            super().__init__(kind, info, dict(params or {}))

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    kind = pyspiel.GameType(
        short_name=f"incognita_{name.replace('-', '_')}",
        long_name=load(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    pyspiel.register_game(kind, Registered)


for _name in GAMES:
    register(_name)

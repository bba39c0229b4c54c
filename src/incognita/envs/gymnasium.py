"""One seat of a game as an environment of Gymnasium; any agents play the others.

    import gymnasium, incognita.envs.gymnasium

    gymnasium.make("incognita/LostCities-v1", opponent="policy")
    gymnasium.make_vec("incognita/LostCities-v1", num_envs=64, opponent="level:stroller")

An observation is a flat row of numbers in named pieces. `info["action_mask"]` flags the legal actions, as does
`action_masks()`, which maskable learners ask for. Whoever samples without the mask will often be illegal: that ends the
episode with a penalty, or is an error, by option.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.core.batch import LEAVE
from incognita.core.rules import Numbers
from incognita.envs.extras import needed
from incognita.envs.learners import new_vector
from incognita.envs.pictures import MODES, picture
from incognita.envs.registration import register
from incognita.envs.vector import observations
from incognita.play.agent import Agent, make_agent

gym = needed("gymnasium")

MOST_SEED = 2**63


class Seats:
    """The learner's seat in every row, and agents at all others: what both environments below are made of."""

    def __init__(
        self,
        n: int,
        game: str = "lost-cities",
        opponent: str = "policy",
        seat: int | None = None,
        **options: Any,
    ) -> None:
        self.vector, self.penalty = new_vector(n, game, **options)
        self.game = self.vector.game
        self.seat = None if seat is None else self.game.check_seat(seat)
        self.learners = np.zeros(n, np.int64)
        self.agents: list[list[Agent]] = [
            [make_agent(opponent, self.game) for _ in range(self.game.players)] for _ in range(n)
        ]

    @property
    def observation_space(self) -> Any:
        low, high = self.vector.layout.bounds()
        return gym.spaces.Box(low, high, dtype=np.float32)

    @property
    def action_space(self) -> Any:
        return gym.spaces.Discrete(self.game.actions)

    def begin(self, rows: NDArray[np.bool_], random: Any, *, fresh: bool) -> None:
        """New episodes in these rows, up to the learner's first decision."""
        self.vector.reset(seed=int(random.integers(MOST_SEED)) if fresh else None, rows=rows)
        for row in np.flatnonzero(rows):
            drawn = int(random.integers(self.game.players))
            self.learners[row] = drawn if self.seat is None else self.seat
            for seat, agent in enumerate(self.agents[row]):
                agent.begin(seat, int(random.integers(MOST_SEED)))
        self.play_others()

    def play_others(self) -> Numbers:
        """Let the agents decide until the learners must, or an episode is over; return what the learners are paid."""
        arrays, paid = self.vector.arrays, np.zeros(len(self.learners), np.float32)
        while True:
            others = ~self.vector.resting & (arrays.seats != self.learners)
            if not others.any():
                return paid
            actions = np.full(len(others), LEAVE, np.int64)
            for row in np.flatnonzero(others):
                agent = self.agents[row][int(arrays.seats[row])]
                actions[row] = agent.decide(arrays.views[row : row + 1])
            self.vector.step(actions)
            paid += self.rewards()

    def rewards(self) -> Numbers:
        return self.vector.arrays.rewards[np.arange(len(self.learners)), self.learners]

    def step(self, actions: NDArray[np.int64]) -> Numbers:
        """The learners' actions, then the agents'; return what the learners are paid."""
        actions = np.array(actions, np.int64)
        paid = np.zeros(len(actions), np.float32)
        if self.penalty is not None:
            wrong = ~self.vector.resting & ~self.vector.are_legal(actions)
            self.vector.forfeit(wrong)
            paid[wrong] = -self.penalty
        self.vector.step(actions)
        return paid + self.rewards() + self.play_others()

    def mask(self) -> NDArray[np.bool_]:
        return self.vector.arrays.mask

    def observations(self) -> Numbers:
        """What the learners see; while they must decide that is what the batch shows."""
        seen = self.vector.arrays.observations.copy()
        rows = np.flatnonzero(self.vector.arrays.seats != self.learners)
        if len(rows):
            views = self.game.observe(self.vector.states[rows], self.learners[rows])
            seen[rows] = observations(self.game, views)
        return seen

    def close(self) -> None:
        for agent in (agent for agents in self.agents for agent in agents):
            agent.close()


class SingleAgent(gym.Env):  # type: ignore[misc, name-defined]
    """One seat of one game. Options beyond those named here are the game's, such as `colours=6`.

    opponent: the spec of the agents at all other seats, such as "policy", "random" or "level:stroller".
    seat: the learner's; None draws it for every episode. episode: "round" or "match". reward: "margin" or "win".
    illegal: an illegal action is a "penalty" and the end of the episode, or an "error".
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        self.seats = Seats(1, **options)
        self.render_mode = render_mode
        self.observation_space, self.action_space = self.seats.observation_space, self.seats.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.seats.begin(np.ones(1, np.bool_), self.np_random, fresh=True)
        return self.seats.observations()[0], self.info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        paid = float(self.seats.step(np.array([action]))[0])
        if self.render_mode == "human":
            self.render()
        arrays = self.seats.vector.arrays
        over, cut = bool(arrays.terminated[0]), bool(arrays.truncated[0])
        return self.seats.observations()[0], paid, over, cut, self.info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as maskable learners ask for them."""
        return np.array(self.seats.mask()[0])

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.seats.mask()[0].astype(np.int8), "seat": int(self.seats.learners[0])}

    def render(self) -> str | None:
        text = picture(self.seats.game, self.seats.vector.states, int(self.seats.learners[0]))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self.seats.close()


class SingleAgentVector(gym.vector.VectorEnv):  # type: ignore[misc, name-defined]
    """Many of them, stepped together; a finished one begins anew with the next step, whose action it ignores."""

    metadata = {"autoreset_mode": gym.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, render_mode: str | None = None, **options: Any) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.seats = Seats(num_envs, **options)
        self.single_observation_space, self.single_action_space = (
            self.seats.observation_space,
            self.seats.action_space,
        )
        batched = gym.vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.seats.begin(np.ones(self.num_envs, np.bool_), self.np_random, fresh=True)
        return self.seats.observations(), self.info()

    def step(self, actions: NDArray[Any]) -> tuple[Numbers, Numbers, Any, Any, dict[str, Any]]:
        finished = self.seats.vector.resting.copy()
        paid = self.seats.step(np.where(finished, LEAVE, actions))
        if finished.any():
            self.seats.begin(finished, self.np_random, fresh=False)
        arrays = self.seats.vector.arrays
        return self.seats.observations(), paid, arrays.terminated.copy(), arrays.truncated.copy(), self.info()

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.seats.mask().astype(np.int8), "seat": self.seats.learners.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        self.seats.close()


register()

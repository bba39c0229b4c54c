"""The games as environments of PettingZoo: all seats are agents, one decides at a time.

    env = incognita.envs.pettingzoo.env("partners")
    env = incognita.envs.pettingzoo.parallel_env("adventure-tours", players=5)

An observation is a dictionary of `observation`, a flat row of numbers in named pieces, and `action_mask`. In the
parallel form all agents answer every time; those that wait have one legal action, the no-op, which is the last number.
An illegal action ends the episode and costs its seat a penalty, the others nothing; by option it is an error.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from incognita.core.errors import OptionError
from incognita.core.rules import NONE
from incognita.envs.extras import needed
from incognita.envs.learners import new_vector
from incognita.envs.pictures import MODES, picture
from incognita.envs.vector import observations

spaces = needed("gymnasium.spaces")
seeding = needed("gymnasium.utils.seeding")
pettingzoo = needed("pettingzoo")
needed("pettingzoo.utils")

MOST_SEED = 2**63


def env(game: str = "lost-cities", **options: Any) -> Any:
    """All seats in turn, with PettingZoo's usual guards against misuse."""
    wrappers = pettingzoo.utils.wrappers
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **options)))


def parallel_env(game: str = "lost-cities", **options: Any) -> Any:
    """All seats at once; who waits answers with the no-op."""
    return ParallelSeats(game, **options)


class Table:
    """One episode and its seats as agents: what both forms are made of."""

    def __init__(self, game: str, render_mode: str | None, **options: Any) -> None:
        if render_mode not in (None, *MODES):
            raise OptionError(f"render_mode must be one of {', '.join(MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.vector, self.penalty = new_vector(1, game, **options)
        self.game = self.vector.game
        self.names = [f"player_{seat}" for seat in range(self.game.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.random, _ = seeding.np_random()

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.vector.reset(seed=int(self.random.integers(MOST_SEED)))

    def seat(self) -> int:
        """Who must decide, NONE if the episode is over."""
        return int(NONE) if self.vector.resting[0] else int(self.vector.arrays.seats[0])

    def step(self, action: int) -> None:
        """An action of the seat that must decide; one that is illegal costs it the penalty, the others nothing."""
        vector, seat = self.vector, self.seat()
        if self.penalty is None or vector.are_legal(np.array([action]))[0]:
            vector.step([action])
        else:
            vector.forfeit(np.ones(1, np.bool_))
            vector.arrays.rewards[0] = 0
            vector.arrays.rewards[0, seat] = -self.penalty

    def observation(self, name: str, waiting: int) -> dict[str, Any]:
        """What a seat sees; `waiting` more actions, legal for those who do not decide."""
        arrays, seat = self.vector.arrays, self.seats[name]
        mask = np.zeros(self.game.actions + waiting, np.int8)
        if seat == self.seat():
            mask[: self.game.actions] = arrays.mask[0]
            return {"observation": arrays.observations[0].copy(), "action_mask": mask}
        mask[self.game.actions :] = not self.vector.resting[0]
        seen = observations(self.game, self.game.observe(self.vector.states, seat))[0]
        return {"observation": seen, "action_mask": mask}

    def observation_space(self, waiting: int) -> Any:
        low, high = self.vector.layout.bounds()
        mask = spaces.Box(0, 1, (self.game.actions + waiting,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})

    def render(self) -> str | None:
        text = picture(self.game, self.vector.states)
        if self.render_mode == "human":
            print(text)
            return None
        return text


class raw_env(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """Without the guards. Options beyond those of `Table` are the game's, such as `players=3`."""

    def __init__(self, game: str = "lost-cities", render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.table = Table(game, render_mode, **options)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"{game.replace('-', '_')}_v1",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = self.table.names
        self.spaces = self.table.observation_space(0)
        self.action_spaces = {name: spaces.Discrete(self.table.game.actions) for name in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.spaces)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self.table.seat()]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observation(agent, 0)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.step(action)
        arrays = self.table.vector.arrays
        self._cumulative_rewards[self.agent_selection] = 0.0
        for seat, name in enumerate(self.agents):
            self.rewards[name] = float(arrays.rewards[0, seat])
            self.terminations[name] = bool(arrays.terminated[0])
            self.truncations[name] = bool(arrays.truncated[0])
        if not self.table.vector.resting[0]:
            self.agent_selection = self.agents[self.table.seat()]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        pass


class ParallelSeats(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """All agents answer at once; only the answer of the seat that must decide counts."""

    def __init__(self, game: str = "lost-cities", render_mode: str | None = None, **options: Any) -> None:
        self.table = Table(game, render_mode, **options)
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(MODES), "name": f"{game.replace('-', '_')}_parallel_v1", "render_fps": 2}
        self.possible_agents = self.table.names
        self.noop = self.table.game.actions
        self.action_spaces = {name: spaces.Discrete(self.noop + 1) for name in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.table.observation_space(1))

    @cache  # noqa: B019  the same object each time, as PettingZoo demands
    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    @cache  # noqa: B019
    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        return self.observed(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        self.table.step(actions[self.possible_agents[self.table.seat()]])
        agents, arrays = self.agents, self.table.vector.arrays
        told: tuple[Any, ...] = (
            self.observed(),
            {name: float(arrays.rewards[0, self.table.seats[name]]) for name in agents},
            dict.fromkeys(agents, bool(arrays.terminated[0])),
            dict.fromkeys(agents, bool(arrays.truncated[0])),
            {name: {} for name in agents},
        )
        if self.table.vector.resting[0]:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def observed(self) -> dict[str, Any]:
        return {name: self.table.observation(name, 1) for name in self.agents}

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        pass

"""Learn Lost Cities with masked PPO: beat random play, then the weakest level. Some minutes on one core.

    pip install 'incognita[examples]'
    python examples/learning/masked_ppo.py --steps 800000 --picture curve.svg

The learner plays one seat (`incognita/LostCities-v1`), sees the named pieces of an observation and chooses among legal
actions only. It first meets random play, then the weakest level. After every lesson it is measured on rounds it was not
trained on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback, EveryNTimesteps
from stable_baselines3.common.vec_env import DummyVecEnv

import incognita.envs.gymnasium  # noqa: F401  registers the games

STAGES = {"random": 0.25, "level:stroller": 0.75}
"""Whom it meets, and for which part of the time."""
POINTS_OF_REWARD = 50.0
"""Points are tens, and networks like ones."""


def environment(opponent: str) -> gymnasium.Env:
    env = gymnasium.make("incognita/LostCities-v1", opponent=opponent)
    return gymnasium.wrappers.TransformReward(env, lambda points: points / POINTS_OF_REWARD)


def environments(opponent: str, seed: int) -> DummyVecEnv:
    """Stable-Baselines3 keeps its own batches."""
    made = DummyVecEnv([lambda: environment(opponent)] * 16)
    made.seed(seed)
    return made


def measured(model: MaskablePPO, opponent: str, rounds: int, seed: int = 10**6) -> tuple[float, float]:
    """The part of rounds won (a tie is half), and the mean margin in points."""
    env = gymnasium.make("incognita/LostCities-v1", opponent=opponent)
    margins = []
    for i in range(rounds):
        seen, info = env.reset(seed=seed + i)
        over = cut = False
        while not (over or cut):
            action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, margin, over, cut, info = env.step(int(action))
        margins.append(float(margin))
    won = np.sign(margins) / 2 + 0.5
    return float(won.mean()), float(np.mean(margins))


class Measure(BaseCallback):
    """Writes down, whenever it is called, how the learner does against everyone."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds
        self.curve: list[tuple[int, str, float, float]] = []

    def _on_step(self) -> bool:
        for rival in STAGES:
            self.curve.append((self.num_timesteps, rival, *measured(self.model, rival, self.rounds)))
            print("{:8d} steps against {:15} wins {:.2f}, margin {:+.1f}".format(*self.curve[-1]), flush=True)
        return True


def learn(steps: int, lessons: int, rounds: int, seed: int) -> list[tuple[int, str, float, float]]:
    """Train stage by stage; return the curve: steps, opponent, part of rounds won, margin."""
    model = MaskablePPO(
        "MlpPolicy",
        environments(next(iter(STAGES)), seed),
        n_steps=512,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left,  # finer and finer
        gamma=1.0,  # all that counts comes at the end
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    measure = Measure(rounds)
    for opponent, part in STAGES.items():
        model.set_env(environments(opponent, seed))
        model.learn(int(part * steps), EveryNTimesteps(steps // lessons, measure), reset_num_timesteps=False)
    model.save("masked_ppo")
    return measure.curve


def draw(curve: Sequence[tuple[int, str, float, float]], rounds: int, path: str) -> None:
    """The learning curve as a picture; the bars are one standard error."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7, 4))
    for rival, marker in zip(STAGES, "os", strict=True):
        steps, won = zip(*[(steps, won) for steps, name, won, _ in curve if name == rival], strict=True)
        errors = [(share * (1 - share) / rounds) ** 0.5 for share in won]
        axis.errorbar(steps, won, errors, marker=marker, capsize=2, label=f"against {rival}")
    axis.axhline(0.5, color="grey", linewidth=0.8)
    axis.set(
        xlabel="actions of the learner", ylabel="part of rounds won", ylim=(0, 1.05), title="Masked PPO, Lost Cities"
    )
    axis.xaxis.set_major_formatter("{x:,.0f}")
    axis.legend(loc="lower right")
    figure.savefig(path, bbox_inches="tight")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=800_000, help="actions of the learner in all")
    parser.add_argument("--lessons", type=int, default=12, help="measurements in all")
    parser.add_argument("--rounds", type=int, default=100, help="rounds in a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", default="masked_ppo.svg")
    told = parser.parse_args()
    torch.set_num_threads(1)  # for networks this small, more only get in each other's way
    draw(learn(told.steps, told.lessons, told.rounds, told.seed), told.rounds, told.picture)


if __name__ == "__main__":
    main()

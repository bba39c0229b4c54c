"""Pictures of measurements, drawn by Matplotlib, which is imported only here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.play.results import running

SETTINGS: dict[Any, Any] = {"svg.hashsalt": "incognita", "svg.fonttype": "none", "font.size": 9}
"""The same numbers give the same file."""
LABEL = 36
"""Characters of a line beside the axis."""


def plot_margin(margins: NDArray[np.float64], title: str, path: Path, per: str = "round") -> None:
    """The margin with its 95 % band, over the deals; `per` says what one is played for."""
    means, reach = running(margins)
    deals, begin = np.arange(1, len(means) + 1), min(9, len(means) - 2)
    with figure(path, 7, 4) as axes:
        axes.fill_between(deals[begin:], (means - reach)[begin:], (means + reach)[begin:], alpha=0.25, label="95 %")
        axes.plot(deals[begin:], means[begin:], label="margin")
        axes.axhline(0, color="grey", linewidth=0.8)
        axes.set(xlabel="deals", ylabel=f"points per {per}", title=title)
        axes.legend()


def plot_ratings(names: Sequence[str], ratings: Sequence[tuple[float, float, float]], title: str, path: Path) -> None:
    """Ratings from best to worst, each as (lower end, value, upper end)."""
    low, values, high = np.array(ratings).T
    places, labels = np.arange(len(names))[::-1], [in_lines(name) for name in names]
    lines = max(label.count("\n") + 1 for label in labels)
    with figure(path, 7, 1.2 + max(0.35, 0.18 * lines) * len(names)) as axes:
        axes.errorbar(values, places, xerr=[values - low, high - values], fmt="o", capsize=3)
        axes.set_yticks(places, labels)
        axes.set(xlabel="rating with its 95 % interval", title=title, ylim=(-0.6, len(names) - 0.4))
        axes.grid(axis="x", alpha=0.3)


def in_lines(spec: str) -> str:
    """The name of an agent that is told much, so that there is room for what is measured."""
    return fill(spec.replace(",", ", "), LABEL)


Point = tuple[float, float, float]
"""Of a learning curve: minutes, margin, its standard error."""


def plot_curve(of_policy: Sequence[Point], of_itself: Sequence[Point], path: Path, steps: Sequence[float] = ()) -> None:
    """A learning curve: how a network did against the policy, and against itself at half its age.

    Ages begin anew with every of these `steps`.
    """
    with figure(path, 7, 4) as axes:
        for points, label in ((of_policy, "against the policy"), (of_itself, "against itself at half its age")):
            if points:
                minutes, margins, errors = np.array(points).T
                [line] = axes.plot(minutes, margins, marker="o", label=label)
                low, high = margins - 1.96 * errors, margins + 1.96 * errors
                axes.fill_between(minutes, low, high, alpha=0.2, color=line.get_color())
        axes.axhline(0, color="grey", linewidth=0.8)
        for minutes in steps:
            axes.axvline(minutes, color="grey", linewidth=0.8, linestyle=":")
        axes.set(xlabel="minutes", ylabel="points per round, with 95 %")
        axes.legend()


class figure:
    """A pair of axes, written to a file at the end."""

    def __init__(self, path: Path, width: float, height: float) -> None:
        import matplotlib
        from matplotlib.figure import Figure

        self.path, self.settings = path, matplotlib.rc_context(SETTINGS)
        self.picture = Figure((width, height), layout="constrained")

    def __enter__(self) -> Any:
        self.settings.__enter__()
        return self.picture.subplots()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if error is None:
                dated = {"Date": None} if self.path.suffix == ".svg" else None
                self.picture.savefig(self.path, metadata=dated)
        finally:
            self.settings.__exit__(kind, error, trace)

"""What play and replay put on the screen, and the picture of it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from incognita.cli.bars import bar_lines
from incognita.cli.parts import scorer_of, side_names, side_totals
from incognita.cli.story import Move, Story, turns
from incognita.core.game import Game
from incognita.core.match import Match
from incognita.core.record import option_text

CLEAR = "\033[H\033[2J"
CLEAR_SCROLLED = "\033[3J"
"""What has scrolled out of sight is forgotten too, by terminals that can."""
ROOM_BELOW = 3
"""Lines to leave free under the table, for an answer and the prompt."""


def open_console() -> Console:
    """The console for standard output. A letter that the terminal cannot show must not end a match."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def clear(console: Console, *, scrolled: bool = False) -> None:
    """Begin a fresh screen, where there is a screen."""
    if console.is_terminal and not console.is_dumb_terminal:
        console.file.write(CLEAR + (CLEAR_SCROLLED if scrolled else ""))
        console.file.flush()
    else:
        console.print()


def fitting(console: Console, scene: Callable[[bool], RenderableType]) -> RenderableType:
    """A scene as it is, or compact if the screen is too low for it."""
    usual = scene(False)
    low = console.is_terminal and len(console.render_lines(usual)) + ROOM_BELOW > console.height
    return scene(True) if low else usual


def seat_scene(story: Story, seat: int, names: list[str], *, compact: bool = False) -> Group:
    """All that a seat needs for its decision."""
    view = story.views[seat]
    moves = story.others_moves(seat)
    marks = [(move.seat, move.actions[seat]) for move in moves]
    return Group(
        story.board.table(view, names, {}, marks, compact=compact),
        Text(),
        *happened(story, moves, names, seat),
        indented(Text(story.board.question(view, names), "bold")),
        story.board.choices(view, story.fresh_cards(seat)),
    )


def happened(story: Story, moves: list[Move], names: list[str], viewer: int) -> list[RenderableType]:
    sentences = " ".join(story.told(turn, names, viewer) for turn in turns(moves))
    return [indented(Text(sentences))] if sentences else []


def indented(text: Text) -> Padding:
    """A text that may need several lines, below a table."""
    return Padding(text, (0, 1))


def sheet_text(match: Match, names: list[str], number: int) -> Text:
    """The scoring sheet of a finished round, as a scorer would write it."""
    lines = scorer_of(match.game.name).sheet_lines(match.sheets()[number - 1], side_names(match.game, names))
    return Text("\n".join(lines))


def result_text(match: Match, names: list[str]) -> Text:
    """How a finished match ended: the running totals as bars, and who has won."""
    totals = [side_totals(match.game, sheet) for sheet in match.sheets()]
    lines = ["Points after each round", *bar_lines(side_names(match.game, names), totals), "", winner(match, names)]
    return Text("\n".join(lines))


def winner(match: Match, names: Sequence[str]) -> str:
    sides = side_names(match.game, names)
    points = side_totals(match.game, match.sheets()[-1])
    winning = [i for i, side in enumerate(match.game.sides) if side[0] in match.winners]
    score = " to ".join(str(points[i]) for i in sorted(range(len(sides)), key=lambda i: -points[i]))
    if len(winning) > 1:
        return f"{' and '.join(sides[i] for i in winning)} share the win, {score}."
    name = sides[winning[0]]
    verb = "have" if name == "You" or "+" in name else "has"
    return f"{name} {verb} won, {score}."


# --- the picture

JOURNAL = TerminalTheme(  # map paper and ink
    (246, 240, 225),
    (43, 38, 30),
    [
        (43, 38, 30),
        (166, 61, 40),
        (79, 125, 60),
        (176, 122, 22),
        (40, 86, 143),
        (107, 74, 151),
        (64, 120, 130),
        (120, 110, 92),
    ],
)
SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>{{title}}</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-typed {{ font: 16px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #8a7c5c; }}
.{unique_id}-contours {{ fill: none; stroke: #b9a67c; stroke-width: 1.5; opacity: 0.35; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect x="1" y="1" width="{width}" height="{height}" rx="6" fill="#f6f0e1" stroke="#b9a67c"/>
<g class="{unique_id}-contours" transform="translate({width}, {height})">
<path d="M-250,-1 C-215,-70 -160,-60 -120,-105 S-60,-210 -1,-215"/>
<path d="M-205,-1 C-180,-50 -130,-45 -95,-80 S-45,-165 -1,-172"/>
<path d="M-160,-1 C-140,-32 -100,-32 -70,-58 S-32,-120 -1,-128"/>
<path d="M-112,-1 C-98,-18 -70,-20 -46,-38 S-20,-78 -1,-84"/>
<path d="M-60,-1 C-50,-10 -34,-12 -22,-22 S-8,-38 -1,-42"/>
</g>
<text class="{unique_id}-typed" x="22" y="32">$ {{typed}}</text>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def svg(renderable: RenderableType, title: str, typed: str) -> str:
    """A picture of the screen under what was typed; it fetches nothing from elsewhere, and is the same everywhere."""
    console = Console(
        record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    console.print(renderable)
    picture = console.export_svg(theme=JOURNAL, code_format=SVG, unique_id="incognita")
    return picture.replace("{title}", escape(title)).replace("{typed}", escape(typed))


def position_svg(match: Match, seat: int, names: list[str]) -> str:
    """A picture of what a seat of a match sees now."""
    scene = seat_scene(Story.retold(match), seat, names)
    return svg(scene, f"A match of {match.game.title} in the terminal", typed_for(match.game))


def typed_for(game: Game) -> str:
    """The command that begins such a match."""
    options = "".join(f" -o {name}={option_text(value)}" for name, value in game.changed_options().items())
    return f"incognita play {game.name}{options}".replace(" lost-cities", "", 1)

"""The scorer of partners: that of Lost Cities, for two sides and the larger deck."""

from __future__ import annotations

from incognita.games.lost_cities import scorer
from incognita.games.lost_cities.scorer import sheet_lines

__all__ = ["EXAMPLES", "FORMAT", "Round", "sheet_lines"]

FORMAT = """\
R: I I 4 7 8    one expedition of a side: its colour, then its cards from the camp
                outwards; I is an investment. Colours are Y B W G R, or red, volcanoes
RI RI R4 R7 R8  the same
none            a side without any expedition"""
EXAMPLES = scorer.EXAMPLES


class Round(scorer.Round):
    """What lies before each side when a round of a real game is over."""

    DECK, RISING = "partners 1.1", "partners 3.2"
    HOW_TO_PLAY_IT = "partners have five colours (partners 1.1)"

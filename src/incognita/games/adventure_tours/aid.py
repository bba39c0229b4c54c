"""What the player aid takes from the cards and boards in use, so that replaced numbers are in it too.

The texts `aid.md`, `aid.de.md` and so on have three places to fill: `{hand}` and `{cards}`, two numbers, and two lines
for tables, `{adventurers}` and `{boards}`. A star stands at house values.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from incognita.core.game import Game
from incognita.games.adventure_tours import AdventureTours
from incognita.games.adventure_tours.components import ACTION_NAMES, COLOURS
from incognita.games.adventure_tours.data import Adventurer, Board

WIDTH = 78
"""Of a table; the texts put two columns before it."""

HEADS = {
    "en": ("demand", "money", "equips", "copies", "action"),
    "de": ("Anspruch", "Geld", "Ausr.", "Anzahl", "Aktion"),
    "fr": ("exige", "paie", "équipe", "nombre", "action"),
    "it": ("esige", "paga", "equip.", "copie", "azione"),
}

ACTIONS = {
    "en": ACTION_NAMES,
    "de": (
        "keine",
        "Karte geben",
        "zwei Karten geben",
        "Zusatzausrüstung",
        "Ausrüstung abwerfen",
        "Ausrüstung nehmen",
        "weiterer Zug",
        "Zusatzteilnehmer",
        "Teilnehmer abwerfen",
        "Teilnehmer nehmen",
        "Ausrüstung umlegen",
        "Schutz",
    ),
    "fr": (
        "aucune",
        "donner une carte",
        "donner deux cartes",
        "équipement en plus",
        "ôter un équipement",
        "voler un équipement",
        "rejouer",
        "membre en plus",
        "ôter un membre",
        "voler un membre",
        "convertir l’équipement",
        "protection",
    ),
    "it": (
        "nessuna",
        "carta in regalo",
        "due carte in regalo",
        "equipaggiamento extra",
        "scarta equipaggiamento",
        "ruba equipaggiamento",
        "altro turno",
        "partecipante extra",
        "scarta partecipante",
        "ruba partecipante",
        "sposta equipaggiamento",
        "protezione",
    ),
}
"""In the order of ACTION_NAMES; the texts explain each under this name."""

ABILITIES = {
    "en": (
        "None: this is the board of the basic game.",
        "When your turn is done, lay another card as equipment and draw for it.",
        "After equipment you need not draw. Drawing or not, you may give anybody a card from the draw pile.",
        "Use the action of a card laid as equipment, before you draw, if its demand is met; the card itself counts. "
        "Pater Miller protects here too.",
        "After laying a member lay another one, of any colour, if its demand is met; its action may be used.",
        "Use the action of the member you laid twice; each use has its own target and needs its own protection.",
        "Take another complete turn; a card drawn in the first one may be laid in it.",
    ),
    "de": (
        "Keine: das Tableau des Grundspiels.",
        "Ist dein Zug fertig, lege noch eine Karte als Ausrüstung an und ziehe nach.",
        "Beim Ausrüsten musst du nicht nachziehen; auch darfst du jemandem eine Karte vom Stapel geben.",
        "Nutze vor dem Nachziehen die Aktion der neuen Ausrüstung, wenn ihr Anspruch gedeckt ist; sie zählt mit. "
        "Pater Miller schützt auch hier.",
        "Nach einem Teilnehmer lege noch einen an, Farbe egal, Anspruch gedeckt; auch seine Aktion gilt.",
        "Nutze die Aktion deines Teilnehmers zweimal, jedes Mal mit eigenem Ziel; ein Schutz hilft nur einmal.",
        "Mache noch einen ganzen Zug; eine eben gezogene Karte ist schon dabei.",
    ),
    "fr": (
        "Aucune\u00a0: c’est le tableau du jeu de base.",
        "Votre tour achevé, posez encore une carte en équipement et piochez pour elle.",
        "Après un équipement, on pioche ou non, et l’on peut donner à quelqu’un une carte de la pioche.",
        "Employez avant de piocher l’action du nouvel équipement, si son exigence est remplie\u00a0; il compte déjà. "
        "Pater Miller y protège aussi.",
        "Après un membre, posez-en un autre, couleur au choix, exigence remplie\u00a0; action permise.",
        "Employez deux fois l’action du membre posé\u00a0; à chaque fois sa cible, et sa protection.",
        "Encore un tour entier\u00a0; la carte piochée au premier peut déjà y servir.",
    ),
    "it": (
        "Nessuna: è il quadro del gioco base.",
        "Finito il turno, metti un’altra carta come equipaggiamento e pesca per quella.",
        "Dopo un equipaggiamento si pesca o no, e si può dare a qualcuno una carta del mazzo.",
        "Usa prima di pescare l’azione del nuovo equipaggiamento, se la sua esigenza è coperta; conta già. Pater "
        "Miller protegge anche qui.",
        "Dopo un partecipante mettine un altro, colore a scelta, se copri l’esigenza; può agire.",
        "Usa due volte l’azione del partecipante; ogni volta un bersaglio, e una protezione.",
        "Ancora un turno intero; la carta pescata nel primo si può già usare.",
    ),
}
"""In the order of ABILITY_NAMES."""

NAMES = {
    "de": {
        "Scout": "Kundschafter",
        "Magnate": "Magnat",
        "Desert": "Wüste",
        "Yak Caravan": "Yakkarawane",
        "Submarine": "U-Boot",
        "Airship": "Luftschiff",
        "River Boat": "Flussboot",
        "Dog Sledge": "Hundeschlitten",
        "Balloon": "Ballon",
    },
    "fr": {
        "Scout": "Éclaireur",
        "Magnate": "Magnat",
        "Desert": "Désert",
        "Yak Caravan": "Caravane de yaks",
        "Submarine": "Sous-marin",
        "Airship": "Dirigeable",
        "River Boat": "Bateau fluvial",
        "Dog Sledge": "Traîneau à chiens",
        "Balloon": "Montgolfière",
    },
    "it": {
        "Scout": "Esploratore",
        "Saboteur": "Sabotatore",
        "Magnate": "Magnate",
        "Desert": "Deserto",
        "Yak Caravan": "Carovana di yak",
        "Submarine": "Sottomarino",
        "Airship": "Dirigibile",
        "River Boat": "Battello fluviale",
        "Dog Sledge": "Slitta con i cani",
        "Balloon": "Mongolfiera",
    },
}
"""Our own names of adventurers and boards; those of the box are the same in all languages."""


def values(game: Game, language: str) -> dict[str, str]:
    """What the places of the text are filled with."""
    assert isinstance(game, AdventureTours)
    return {
        "hand": str(game.data.hand),
        "cards": str(game.data.cards),
        "adventurers": "\n".join(adventurer_lines(game.data.adventurers, language)),
        "boards": "\n".join(board_lines(game.data.boards, language)),
    }


def adventurer_lines(adventurers: Iterable[Adventurer], language: str) -> list[str]:
    rows = [row for one in adventurers for row in adventurer_rows(one, language)]
    return columns([("", "", *HEADS[language]), *rows], "<<>>>><")


def adventurer_rows(one: Adventurer, language: str) -> list[tuple[str, ...]]:
    """One row, or three if the colours differ."""
    numbers = (one.demand, one.money, one.equipment, one.others, one.copies)
    if all(len(set(number)) == 1 for number in numbers):
        return [adventurer_row(one, one.code, 0, language)]
    return [adventurer_row(one, colour + one.code, i, language) for i, colour in enumerate(COLOURS)]


def adventurer_row(one: Adventurer, code: str, colour: int, language: str) -> tuple[str, ...]:
    others = f" (+{one.others[colour]})" if one.others[colour] else ""
    return (
        code,
        translated(one.name, language) + star(one, "name").strip(),
        f"{one.demand[colour]}{star(one, 'demand')}",
        f"{one.money[colour]}{star(one, 'money')}",
        f"+{one.equipment[colour]}{others}{star(one, 'equipment', 'others')}",
        f"{one.copies[colour]}{star(one, 'copies')}",
        ACTIONS[language][one.action] + star(one, "action").strip(),
    )


def board_lines(boards: Sequence[Board], language: str) -> list[str]:
    """The desert has no number: it is never chosen."""
    heads = columns([board_row(board, str(i) if i else "–", language) for i, board in enumerate(boards)], "<<<")
    lines: list[str] = []
    for head, board in zip(heads, boards, strict=True):
        text = ABILITIES[language][board.ability] + star(board, "ability").strip()
        room = max(len(head) for head in heads) + 2
        wrapped = textwrap.wrap(text, WIDTH - room, break_on_hyphens=False)
        lines += [f"{start:{room}}{line}" for start, line in zip([head, *[""] * len(wrapped)], wrapped, strict=False)]
    return lines


def board_row(board: Board, number: str, language: str) -> tuple[str, ...]:
    start = "/".join(str(value) for value in board.start)
    return number, translated(board.name, language) + star(board, "name").strip(), start + star(board, "start").strip()


def translated(name: str, language: str) -> str:
    return NAMES.get(language, {}).get(name, name)


def star(what: Adventurer | Board, *fields: str) -> str:
    """One column wide, so that numbers stand under each other with a star or without."""
    return "*" if any(what.marks.get(field) == "house" for field in fields) else " "


def columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows as lines, each column as wide as it needs; if that is too wide, names, the second column, are cut short."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[1] -= max(0, sum(widths) + 2 * (len(widths) - 1) - WIDTH)
    cells = [
        [f"{shortened(cell, width):{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)]
        for row in rows
    ]
    return ["  ".join(row).rstrip() for row in cells]


def shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"

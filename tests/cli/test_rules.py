"""The player aids: every game, every language, and the numbers of the box on one's shelf."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita.cli import parts
from incognita.cli.parts import LANGUAGES, aid_of, package
from incognita.games import GAMES
from incognita.games.adventure_tours.aid import ABILITIES, ACTIONS, HEADS, NAMES
from incognita.games.adventure_tours.components import ABILITY_NAMES, ACTION_NAMES, CODES
from incognita.games.adventure_tours.data import LONGEST_NAME, built_in
from tests.cli.conftest import Command

PAGE = {"adventure-tours": 96}
"""Lines of an aid with tables; others have one page."""
AIDS = [(game, language) for game in GAMES for language in LANGUAGES]


@pytest.mark.parametrize(("game", "language"), AIDS)
def test_a_player_aid_is_one_page(command: Command, game: str, language: str) -> None:
    outcome = command("rules", game, "--language", language)
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out == aid_of(incognita.load(game), language)
    lines = outcome.out.splitlines()
    assert len(lines) <= PAGE.get(game, 54)
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line != line.rstrip()] == []
    assert not re.search(r"[{}\[\]]", outcome.out), "nothing is left to fill, and nothing that Rich takes for markup"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_aid_in_english(command: Command, game: str) -> None:
    assert command("rules", game).out == aid_of(incognita.load(game), "en")


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        ({"LC_ALL": "de_CH.UTF-8"}, "Spielhilfe"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "it_IT.UTF-8"}, "aide de jeu"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "it"}, "guida rapida"),
        ({"LC_ALL": "nl_NL.UTF-8", "LANG": "de_DE.UTF-8"}, "a player aid"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "a player aid"),
    ],
)
def test_the_environment_names_the_language(
    command: Command, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], first: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    outcome = command("rules", "adventure-tours")
    assert first in outcome.out.splitlines()[0]
    assert outcome.err == ""


def test_a_language_that_a_game_has_no_aid_in(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LANGUAGES", (*LANGUAGES, "xx"))
    monkeypatch.setattr("incognita.cli.rules.LANGUAGES", (*LANGUAGES, "xx"))
    outcome = command("rules", "lost-cities", "--language", "xx")
    assert outcome.code == 0
    assert outcome.out == aid_of(incognita.load("lost-cities"))
    assert outcome.err == "incognita rules: lost-cities has no player aid in 'xx' yet; this is the English one\n"
    monkeypatch.setenv("LC_ALL", "xx_XX")
    outcome = command("rules", "lost-cities")
    assert outcome.out == aid_of(incognita.load("lost-cities"))
    assert outcome.err == "", "nobody asked for it"


# --- Adventure Tours


@pytest.mark.parametrize("language", LANGUAGES)
def test_adventure_tours_explains_every_action_and_ability(language: str) -> None:
    text = files(package("adventure-tours")).joinpath(parts.aid_name(language)).read_text(encoding="utf-8")
    for name in ACTIONS[language][1:]:
        assert re.search(rf"^  {name}  +\S", text, re.MULTILINE), name
    aid = words(aid_of(incognita.load("adventure-tours"), language))
    assert len(ABILITIES[language]) == len(ABILITY_NAMES)
    assert len(ACTIONS[language]) == len(ACTION_NAMES)
    assert len(set(ABILITIES[language])) == len(ABILITY_NAMES)
    for sentence in ABILITIES[language]:
        assert words(sentence) <= aid


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_adventure_tours_lists_all_cards_and_boards(language: str) -> None:
    aid = aid_of(incognita.load("adventure-tours"), language)
    for entry in built_in()["adventurers"]:
        name = NAMES.get(language, {}).get(entry["name"], entry["name"])
        assert re.search(rf"^  {entry['code']}  {name}", aid, re.MULTILINE)
    for number, entry in enumerate(built_in()["boards"], 1):
        name = NAMES.get(language, {}).get(entry["name"], entry["name"])
        start = "/".join(str(value) for value in entry["start"])
        assert re.search(rf"^  {number}  {name}\* +{start}\*  ", aid, re.MULTILINE)
    for typed in ("Rf ", "Rf^ ", "@2 ", "!R ", "#3 ", "* ", "& ", ". ", "--data "):
        assert typed in aid


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_star_marks_house_values(language: str) -> None:
    lines = aid_of(incognita.load("adventure-tours"), language).splitlines()
    row = {line[2]: line[5:] for line in lines if re.match(r"  [a-p]  ", line)}
    actions = ACTIONS[language]
    assert re.split("  +", row["f"]) == ["Betty McKlug", "4", "4", "+1", "3*", actions[2]]
    assert re.split("  +", row["b"]) == ["Earl of Bucket", "2*", "1", "+2*", "3*", f"{actions[3]}*"]
    assert re.split("  +", row["h"]) == ["Roy Nobleman", "5", "5*", "+1 (+1)", "3*", f"{actions[0]}*"]
    assert next(line for line in lines if line.startswith("  –")).split()[2] == "3/3/3", "printed"
    assert any(line.startswith("*  ") for line in lines)


DESERT = """
[desert]
start = [4, 5, 6]
"""


def written(tmp_path: Path, **replaced: Any) -> Path:
    """A data file as a player would write one."""
    data = {"hand": 7, **replaced}
    text = f"hand = {data['hand']}\n{DESERT}"
    for entry in data["adventurers"]:
        text += "\n[[adventurers]]\n" + "".join(f"{name} = {value!r}\n" for name, value in entry.items())
    for entry in data["boards"]:
        text += "\n[[boards]]\n" + "".join(f"{name} = {value!r}\n" for name, value in entry.items())
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def own(entry: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {name: value for name, value in {**entry, **changed}.items() if name != "marks"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_box_are_shown(command: Command, tmp_path: Path, language: str) -> None:
    ours = built_in()
    adventurers = [own(entry) for entry in ours["adventurers"]]
    adventurers[0] = own(adventurers[0], name="Marie Lune", demand=2, money=3, copies=[3, 2, 4])
    boards = [own(entry) for entry in ours["boards"]]
    boards[5] = own(boards[5], name="Zeppelin", start=[2, 1, 0])
    path = written(tmp_path, adventurers=adventurers, boards=boards)
    outcome = command("rules", "adventure-tours", "--language", language, "--data", path)
    assert outcome.code == 0
    rows = [re.split("  +", line.strip()) for line in outcome.out.splitlines()]
    give_one = ACTIONS[language][1]
    for code, copies in (("Ra", "3"), ("Ba", "2"), ("Ya", "4")):
        assert [code, "Marie Lune", "2", "3", "+1", copies, give_one] in rows
    assert ["6", "Zeppelin", "2/1/0"] in [row[:3] for row in rows]
    assert "4/5/6" in outcome.out
    assert re.search(r"\b7 \w+ (\w+ )?102 ", outcome.out), "seven in hand"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_box_makes_the_aid_wider(command: Command, tmp_path: Path, language: str) -> None:
    longest = "W" * LONGEST_NAME
    widest = max(ACTION_NAMES, key=lambda name: len(ACTIONS[language][ACTION_NAMES.index(name)]))
    adventurers = [
        {
            "code": code,
            "name": longest,
            "demand": [99, 98, 97],
            "money": 99,
            "equipment": 20,
            "others": 20,
            "action": widest,
            "copies": 2,
        }
        for code in CODES
    ]
    boards = [own(entry, name=longest, start=[99, 99, 99]) for entry in built_in()["boards"]]
    path = written(tmp_path, adventurers=adventurers, boards=boards)
    outcome = command("rules", "adventure-tours", "--language", language, "--data", path)
    assert outcome.code == 0
    assert [line for line in outcome.out.splitlines() if len(line) > 80] == []
    assert all(head in outcome.out for head in HEADS[language])
    assert "…" in outcome.out


def test_french_has_its_spaces() -> None:
    """No line may begin with a mark that belongs to the word before it: the space there does not break."""
    for game, language in AIDS:
        if language == "fr":
            assert not re.search(r"\w\w ?[:;](?= |$)", aid_of(incognita.load(game), "fr"), re.MULTILINE)


# --- the board game


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_games_own_numbers_are_shown(command: Command, tmp_path: Path, language: str) -> None:
    ours = (files(package("board-game")) / "data.toml").read_text(encoding="utf-8")
    path = tmp_path / "box.toml"
    path.write_text(
        ours.replace("[-20, -15, -10, 5,", "[-21, -15, -10, 6,").replace("[15, 150]]", "[15, 160], [17, 170]]"),
        encoding="utf-8",
    )
    aid = command("rules", "board-game", "--language", language, "--data", path).out
    assert "-21  -15  -10    6   10   15 |   30   35   50\n" in aid
    assert "12-14 90   15-16 160\n             17+ 170\n" in aid, "and no star: this track is the player's own"
    built_in_aid = command("rules", "board-game", "--language", language).out
    assert "-20  -15  -10    5   10   15 |   30   35   50\n" in built_in_aid
    assert "0-2 -60   3-5 -45   6-8 30   9-11 45   12-14 90   15+ 150 *\n" in built_in_aid
    assert "0 -20   1 -15   2 10   3 15   4 30   5+ 50\n" in built_in_aid


def test_a_long_track_is_broken_between_its_steps(command: Command, tmp_path: Path) -> None:
    ours = (files(package("board-game")) / "data.toml").read_text(encoding="utf-8")
    steps = ", ".join(f"[{10 * i}, {-1000 + i}]" for i in range(16))
    path = tmp_path / "box.toml"
    path.write_text(re.sub(r"(?m)^long = .*$", f"long = [{steps}]", ours), encoding="utf-8")
    aid = command("rules", "board-game", "--data", path).out
    assert [line for line in aid.splitlines() if len(line) > 80] == []
    assert all(f"{10 * i}-{10 * i + 9} {-1000 + i}" in aid for i in range(15))
    assert "150+ -985\n" in aid


def test_the_aid_at_the_table_has_the_numbers_and_the_language(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = (files(package("board-game")) / "data.toml").read_text(encoding="utf-8")
    path = tmp_path / "box.toml"
    path.write_text(ours.replace("[-20, -15,", "[-21, -15,"), encoding="utf-8")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    outcome = command("play", "board-game", "--data", path, "--starter", 0, typed="??\n")
    assert "Punkte   -21  -15" in outcome.out

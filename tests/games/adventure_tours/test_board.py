"""The board in the terminal: all that lies open can be read without colours, and house values are called so."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.core.rng import below, generator
from incognita.games.adventure_tours import board
from incognita.games.adventure_tours.components import QUESTIONS
from incognita.games.adventure_tours.data import built_in
from tests.screens import choices, drawn, names_of, table

rule = pytest.mark.rule
NAMES = ["You", "Ann", "Bo"]
CARDS = [colour + code for colour in "RBY" for code in "abcdefghijkl"]


def view_with(
    hand: str = "",
    equipment: Mapping[int, str] | None = None,
    members: Mapping[int, str] | None = None,
    asked: Mapping[str, Any] | None = None,
    data: Any = None,
    **changes: Any,
) -> dict[str, Any]:
    """What seat 0 sees of the first turn of three players, with some of it changed."""
    game = incognita.load("adventure-tours", players=3, expert=changes.get("expert", True), data=data)
    view = game.match(seed=1, starter=0).view(0)
    question = {**view["asked"], **(asked or {})}
    rows = {"equipment": equipment or {}, "members": members or {}}
    laid = {part: [cards.get(seat, "").split() for seat in range(3)] for part, cards in rows.items()}
    return {**view, "hand": hand.split(), "boards": [3, 2, 5], **laid, "asked": question, **changes}


def shown(view: dict[str, Any], *, width: int = 100, **more: Any) -> str:
    return drawn(board.table(view, NAMES, more.pop("hands", {}), more.pop("recent", ()), **more), width=width)


def lines_of(text: str, seat: int) -> list[str]:
    """The lines about a player."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line[2:4] == f"@{seat}")
    rest = (i for i, line in enumerate(lines) if i > start and not line.startswith("     "))
    return lines[start : next(rest)]


# --- the players


@rule("adventure-tours 1.1", "adventure-tours 1.4", "adventure-tours 11.1", "adventure-tours 11.3")
def test_a_player_has_board_values_income_money_and_hand() -> None:
    view = view_with(values=[[3, 12, 4], [1, 3, 5], [5, 1, 3]], income=[14, 0, 0], totals=[132, 0, 0])
    text = shown(view)
    assert re.search(r"@0 You +3 Airship\* +R 3 +B 12 +Y 4 +14 +132 +6", lines_of(text, 0)[0])
    assert re.search(r"R tech +B prov +Y cloth +income +money +hand", text)
    assert "@1 Ann" in text and "2 Submarine*" in text


@rule("adventure-tours 1.3")
def test_the_basic_game_has_deserts_without_a_number() -> None:
    game = incognita.load("adventure-tours", players=3)
    line = lines_of(table(game.match(seed=1), 0), 0)[0]
    assert re.search(r"@0 You +Desert +R 3 +B 3 +Y 3", line)
    assert "Boards:" not in table(game.match(seed=1), 0)


@rule("adventure-tours 4.3")
def test_the_last_card_of_a_row_stands_in_brackets() -> None:
    text = lines_of(shown(view_with(equipment={1: "Rf Bg Ya"}, members={1: "Yb Yb"})), 1)[1]
    assert re.search(r"equipment +Rf +Bg \[Ya\] +members +Yb \[Yb\]", text)


@rule("adventure-tours 5.11", "adventure-tours 7.4")
def test_those_who_protect_are_marked() -> None:
    protectors = [["Rc", "Bc"], ["Yc"], []]
    view = view_with(members={0: "Rc Ra Bc", 1: "Yc"}, equipment={0: "Rc", 2: "Yc"}, protectors=protectors)
    assert re.search(r"\[Rc\] +members +!Rc +Ra \[!Bc\]", lines_of(shown(view), 0)[1]), "Rc in the equipment does not"
    assert "[!Yc]" in lines_of(shown(view), 1)[1]
    assert "[Yc]" in lines_of(shown(view), 2)[1]
    both = view_with(members={0: "Rc"}, equipment={0: "Ra Rc Rb"}, protectors=[["Rc", "Rc"], [], []])
    assert re.search(r"Ra +!Rc +\[Rb\] +members +\[!Rc\]", lines_of(shown(both), 0)[1])


@pytest.mark.parametrize("width", [80, 100])
def test_long_rows_are_folded(width: int) -> None:
    rows = {0: " ".join(CARDS[:23])}
    view = view_with(equipment=rows, members=rows, protectors=[["Rc", "Bc"], [], []])
    text = shown(view, width=width)
    assert max(len(line) for line in text.splitlines()) <= width
    lines = lines_of(text, 0)
    assert len(lines) == 5
    assert re.findall(r"[RBY][a-l]", " ".join(lines[1:])) == CARDS[:23] * 2, "all of them, in their order"
    assert all(line.startswith(" " * 16) for line in (lines[2], lines[4])), "below the first ones"


def test_who_is_on_turn_and_who_is_asked() -> None:
    text = shown(view_with(active=1, turn=2, owed=2))
    assert [lines_of(text, seat)[0][0] for seat in range(3)] == [" ", "▶", "?"]
    assert lines_of(text, 1)[0].rstrip().endswith("+2 turns")
    assert "turn" not in lines_of(text, 2)[0]


def test_open_hands_lie_with_their_players() -> None:
    text = shown(view_with(), hands={1: ["Rf", "Rf", "Ya"]})
    assert re.search(r"hand +Rf +Rf +Ya", lines_of(text, 1)[-1])


def test_what_happened_last_is_marked() -> None:
    view = view_with(equipment={1: "Rf Ba"}, members={1: "Rf"}, discards=["Rc"])
    text = shown(view, recent=[(1, "Rf^"), (1, "@2"), (2, "!R"), (1, "Ba")])
    assert re.search(r"Rf \[Ba\]← +members +\[Rf\]←", lines_of(text, 1)[1])
    assert "Bo←" in text and "Ann←" not in text
    assert "last  Rc ←" in text
    assert "←" not in shown(view)


@rule("adventure-tours 6.1")
def test_the_piles() -> None:
    text = shown(view_with(left=41, discards=["Ra", "Ye"]))
    assert re.search(r"draw pile +41 +discards 2, last +Ye +yellow Saboteur", text)
    assert re.search(r"discards 0 *$", shown(view_with()), re.MULTILINE)


@pytest.mark.parametrize("width", [80, 100])
def test_six_players_fit_the_screen_in_every_position(width: int) -> None:
    """In 40 lines what lies on the table and in the hand, also late in a round."""
    match, rng = incognita.load("adventure-tours", players=6, expert=True).match(seed=4), generator(4)
    while not match.over and match.round < 3:
        if match.ply % 7 == 0:
            check_fit(match, width)
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])


def check_fit(match: Match, width: int) -> None:
    view = match.view(match.seat)
    usual, low = (
        list(board.table_lines(view, names_of(match), {}, (), width=width, compact=compact))
        for compact in (False, True)
    )
    below_it = [*board.hand_lines(view, view["hand"], width), *board.choice_lines(view, width)]
    assert max(len(line) for line in [*usual, *low, *below_it]) <= width
    assert len(usual) + len(below_it) <= 40 + (100 - width) // 5
    assert len(low) <= len(usual) - 2


# --- the hand


@rule("adventure-tours 1.2", "adventure-tours 3.4")
def test_a_hand_says_what_its_cards_say() -> None:
    view = view_with("Rf Rf Bf Yh Bl", values=[[4, 3, 5], [1, 1, 1], [1, 1, 1]])
    text = drawn(board.choices(view, ["Bf"]), width=100)
    assert re.search(r"Betty McKlug +4 +4 +\+1 +give two +Rf \^x2 +Bf  ←", text), "the red ones could join"
    assert re.search(r"Roy Nobleman +5 +5\* +\+1 all +none\* +Yh \^", text)
    assert re.search(r"Magnate\* +9\* +10\* +\+1\* +move equip\.\* +Bl ", text)
    assert re.search(r"R tech 4 +B prov 3 +Y cloth 5", text)


def test_a_hand_of_all_cards_can_be_read() -> None:
    for width in (80, 100):
        lines = list(board.hand_lines(view_with(" ".join(CARDS * 3), values=[[9, 9, 9]] * 3), CARDS, width))
        assert len(lines) == 13, "a line for each adventurer"
        assert max(len(line) for line in lines) <= width
        for card in CARDS:
            assert any(f" {card} ^x3←" in line.plain for line in lines)


def test_the_numbers_of_the_actions() -> None:
    match = incognita.load("adventure-tours", players=3).match(seed=1, starter=0)
    text = choices(match, 0)
    for number, action in enumerate(match.legal(), 1):
        assert re.search(rf"\b{number} {re.escape(action)}(?!\S)", text), action
    assert re.search(r"^ equipment ", text, re.MULTILINE)


def test_other_answers_say_what_they_are_about() -> None:
    taken = view_with(asked={"what": "take_member"}, members={1: "Ra Rb"}, legal=[".", "@1"])
    assert re.search(r"1 \. no\s+name +2 @1 loses +Rb", drawn(board.choices(taken)))
    chosen = view_with(asked={"what": "choose_board"}, legal=["#2", "#5"])
    assert "2 #5 Dog Sledge* 5/1/3*, action twice" in drawn(board.choices(chosen))
    assert "2 & yes" in drawn(board.choices(view_with(asked={"what": "another_turn"}, legal=[".", "&"])))
    assert "2 * draw" in drawn(board.choices(view_with(asked={"what": "draw"}, legal=[".", "*"])))
    assert "protect     2 !R" in drawn(board.choices(view_with(asked={"what": "protect"}, legal=[".", "!R"])))


# --- sentences


def asked(what: str, card: str | None = None, **more: Any) -> str:
    fields = ("against", "cards", "named", "by_ability")
    question = {"what": what, "card": card, **{field: more.pop(field) for field in fields if field in more}}
    return board.question(view_with(asked=question, members={0: "Ra Bh"}, equipment={0: "Yi"}, **more), NAMES)


@pytest.mark.parametrize(
    ("what", "card", "sentence"),
    [
        ("play", None, "Your turn: lay a card, as equipment or as a member."),
        ("give_one", "Ra", "Your turn, with the red Scout: give a card to somebody, or to nobody."),
        ("extra_member", "Bd", "Your turn, with the blue Rufus Rigs: lay another blue card as a member, or not."),
        ("extra_equipment", "Yb", "Your turn, with the yellow Earl of Bucket: lay another card as equipment, or not."),
        (
            "move_equipment",
            "Yl",
            "Your turn, with the yellow Magnate: make all yellow equipment cards members, or not.",
        ),
    ],
)
def test_questions(what: str, card: str, sentence: str) -> None:
    assert asked(what, card) == sentence


@rule("adventure-tours 7.3", "adventure-tours 7.4")
def test_questions_of_boards() -> None:
    assert asked("give_one", by_ability=True, boards=[2, 3, 4]).startswith("Your turn, with the Submarine: give")
    both = asked("take_member", "Rk", by_ability=True)
    assert both == "Your turn, with the red Amelia Airhead and the Airship: name whose last member is taken, or nobody."
    assert asked("extra_member", by_ability=True, boards=[4, 1, 2]).endswith(": lay another card as a member, or not.")


def test_questions_of_others() -> None:
    assert asked("play", turn=1, active=1) == "It is the turn of Ann: lay a card, as equipment or as a member."
    assert asked("second_recipient", "Rf", named=0).endswith("give the second card to somebody; the first is for you.")
    assert asked("choose_board", turn=2, active=None) == "Bo chooses a board for this round."
    assert asked("choose_board", active=None) == "You choose a board for this round."
    assert asked("play", turn=None, active=None) == "The match is over."


@rule("adventure-tours 4.5")
def test_who_is_attacked_hears_with_what() -> None:
    member = asked("protect", "Rk", against="take_member", active=2)
    assert member == (
        "You are attacked by Bo with the red Amelia Airhead: "
        "protect against losing the last member, the blue Roy Nobleman, or not."
    )
    equipment = asked("protect", "Be", against="discard_equipment", active=2)
    assert equipment.endswith("protect against discarding the last equipment card, the yellow Slowhand Bill, or not.")
    gift = asked("protect", by_ability=True, against="give_one", cards=1, active=1, boards=[1, 2, 3])
    assert gift == (
        "You are attacked by Ann with the Submarine: protect against taking a card from the draw pile, or not."
    )
    two = asked("protect", "Rf", against="give_two", cards=2, turn=1, active=0)
    assert two.startswith("Ann is attacked by you with the red Betty McKlug: protect against taking 2 cards")


def test_every_question_has_its_sentence_and_its_no() -> None:
    for what in filter(None, QUESTIONS):
        more = {"against": "give_one", "cards": 1} if what == "protect" else {}
        assert asked(what, "Ra", **more, named=1).endswith(".")
        if what not in ("play", "second_recipient", "choose_board"):
            assert board.words(view_with(asked={"what": what}), ".").startswith("declines ")


@pytest.mark.parametrize(
    ("what", "action", "words"),
    [
        ("play", "Rf", "lays the red Betty McKlug as equipment"),
        ("play", "Rf^", "hires the red Betty McKlug"),
        ("give_one", "@2", "names seat 2 for a card"),
        ("give_two", "@2", "names seat 2 for the first card"),
        ("second_recipient", "@1", "names seat 1 for the second card"),
        ("discard_equipment", "@1", "names seat 1 to discard the blue Scout"),
        ("take_member", "@1", "names seat 1 to hand over the yellow Magnate"),
        ("protect", "!R", "protects with the red Pater Miller"),
        ("protect", ".", "declines to protect"),
        ("draw", "*", "draws a card"),
        ("another_turn", "&", "takes another turn"),
        ("move_equipment", "&", "makes all red equipment members"),
        ("choose_board", "#3", "chooses board 3, the Airship"),
    ],
)
def test_actions_in_words(what: str, action: str, words: str) -> None:
    view = view_with(asked={"what": what, "card": "Rl"}, equipment={1: "Ba"}, members={0: "Rc", 1: "Rc Yl"})
    assert board.words({**view, "protectors": [["Rc"], ["Rc"], []]}, action) == words


def test_a_go_in_words() -> None:
    assert board.joined(["Rf^", "@2", "@1"], ["hires", "names", "names"]) == "hires, names and names"
    assert board.joined(["Ra^", "."], ["hires the red Scout", "declines to give a card"]) == "hires the red Scout"
    assert board.joined(["."], ["declines to protect"]) == "declines to protect"


def test_every_action_of_a_match_has_words_and_every_question_fits_two_lines() -> None:
    match = incognita.load("adventure-tours", players=5, expert=True, boards="chosen").match(seed=7)
    rng = generator(7)
    while not match.over:
        view = match.view(match.seat)
        assert len(board.question(view, names_of(match))) < 155
        assert all(board.words(view, action) for action in match.legal())
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])


# --- house values and replaced cards


def test_house_values_are_called_so() -> None:
    assert "* House values, our own reconstruction: on cards and boards." in shown(view_with())
    assert "House values" in shown(view_with(), compact=True)
    basic = table(incognita.load("adventure-tours").match(seed=1), 0)
    assert "* House values, our own reconstruction: on cards." in basic, "the desert is printed"
    assert "a Scout*, b Earl of Bucket, c Pater Miller" in basic


def test_cards_of_a_player_are_shown_with_their_own_names_and_numbers() -> None:
    data = copy.deepcopy(built_in())
    for entry in [*data["adventurers"], *data["boards"]]:
        entry.pop("marks")
    data["adventurers"][0] |= {"name": "Scout of my own box", "demand": [1, 12, 1], "money": 77, "others": 3}
    data["boards"][2] |= {"name": "Zeppelin"}
    view = view_with("Ra Ba Ya", data=data, values=[[3, 3, 3], [1, 1, 1], [1, 1, 1]])
    assert "*" not in shown(view) + drawn(board.choices(view))
    assert "3 Zeppelin" in shown(view)
    assert "a Scout of my own box," in shown(view)
    text = drawn(board.choices(view), width=80)
    assert re.search(r"Scout of my own +1 +77 +\+1,\+3 +give one +Ra \^ +Ya \^", text)
    assert re.search(r"Scout of my own +12 +77 +\+1,\+3 +give one +Ba *$", text, re.MULTILINE), "blue demands more"
    assert board.words(view, "Ra^") == "hires the red Scout of my own box"

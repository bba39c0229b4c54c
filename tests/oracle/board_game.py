"""Lost Cities: The Board Game for two to four players, written straight from the rulebook and the house rulings.

Every card is a text ("R7", "R10"), every event tile is a text ("A", ">", "15"), and nothing is remembered that could be
read off the table instead. It is meant to be checked by eye, not to be fast. What the rulebook calls an expedition of
the whole table is called a round here.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import floor
from typing import Any

COLOURS = "YBWGR"
RANKS = 11
COPIES = 2
HAND = 8
SHARE_REMOVED_WITH_TWO_PLAYERS = Fraction(30, 110)
ADVENTURERS = 4

STONES = (-20, -15, -10, 5, 10, 15, 30, 35, 50)
FIRST_STONE = 1
LAST_STONE_BEFORE_BRIDGE = 6
LOST_CITY = 9
CROSSINGS_THAT_END_A_ROUND = 5

ARTIFACT = "A"
ARROW = ">"
TILES = (ARTIFACT,) * 9 + (ARROW,) * 9 + ("5", "5", "10", "10", "10", "15", "15")
TILE_STONES: Mapping[str, Sequence[int]] = {
    "Y": (2, 3, 5, 7, 9),
    "B": (2, 4, 6, 8, 9),
    "W": (3, 5, 6, 8, 9),
    "G": (2, 4, 5, 7, 9),
    "R": (3, 4, 6, 7, 9),
}

SHORT_TRACK = ((0, -20), (1, -15), (2, 10), (3, 15), (4, 30), (5, 50))
LONG_TRACK = ((0, -60), (3, -45), (6, 30), (9, 45), (12, 90), (15, 150))

BEGIN_WITH_ADVENTURER = "a"
BEGIN_WITH_RESEARCHER = "r"
DISCARD = "-"
DRAW_PILE = "*"
TAKE = "<"
STEP = "+"
DECLINE = "."

Cards = list[str]
Places = dict[str, Cards]
"""One list of cards for every colour."""
Track = list[tuple[int, int]]
"""At least this many artifact tokens earn these points; the last entry that is reached counts."""


def deck(colours: int = len(COLOURS), ranks: int = RANKS, copies: int = COPIES) -> list[str]:
    """Return the 110 cards, unshuffled: colour by colour, from low to high, every card twice."""
    cards: Cards = []
    for colour in COLOURS[:colours]:
        for value in range(ranks):
            cards += [f"{colour}{value}"] * copies
    return cards


def tile_spaces(colours: int, tiles: int) -> dict[str, list[int]]:
    """Return the stones with a tile if only so many paths are in play, with so many tiles on each at most."""
    return {colour: list(TILE_STONES[colour][:tiles]) for colour in COLOURS[:colours]}


def tiles_for(spaces: int) -> list[str]:
    """Return so many tiles, evenly spread over the row of all 25."""
    return [TILES[floor(Fraction(len(TILES), spaces) * i)] for i in range(spaces)]


# Cards


def _colour(card: str) -> str:
    return card[0]


def _value(card: str) -> int:
    return int(card[1:])


def _place_in_order(card: str) -> tuple[int, int]:
    return COLOURS.index(_colour(card)), _value(card)


def _in_order(cards: Cards) -> Cards:
    return sorted(cards, key=_place_in_order)


def _kinds(cards: Cards) -> Cards:
    return _in_order(list(set(cards)))


# Columns


def _direction(column: Cards, up_or_down: bool) -> str | None:
    if column == []:
        return None
    if not up_or_down or _value(column[-1]) > _value(column[0]):
        return "up"
    if _value(column[-1]) < _value(column[0]):
        return "down"
    return "open"


def _may_be_added(card: str, column: Cards, up_or_down: bool) -> bool:
    direction = _direction(column, up_or_down)
    if direction == "up":
        return _value(card) >= _value(column[-1])
    if direction == "down":
        return _value(card) <= _value(column[-1])
    return direction == "open"


# Explorers


@dataclass
class _Explorer:
    """An adventurer or the researcher, standing on a stone of a path."""

    stone: int
    researcher: bool


Team = dict[str, _Explorer | None]
"""The explorer of one seat on the path of every colour, None where it has not begun the path."""


def _on_paths(team: Team) -> list[_Explorer]:
    return [explorer for explorer in team.values() if explorer is not None]


def _adventurer_is_left(team: Team) -> bool:
    return len([explorer for explorer in _on_paths(team) if not explorer.researcher]) < ADVENTURERS


def _researcher_is_left(team: Team) -> bool:
    return not any(explorer.researcher for explorer in _on_paths(team))


def _may_step(explorer: _Explorer | None) -> bool:
    return explorer is not None and explorer.stone < LOST_CITY


def _crossed(teams: list[Team]) -> int:
    explorers = [explorer for team in teams for explorer in _on_paths(team)]
    return len([explorer for explorer in explorers if explorer.stone > LAST_STONE_BEFORE_BRIDGE])


def _worth(explorer: _Explorer | None, stones: list[int]) -> int:
    if explorer is None:
        return 0
    points = stones[explorer.stone - FIRST_STONE]
    return 2 * points if explorer.researcher else points


def _seen_team(team: Team) -> dict[str, dict[str, Any] | None]:
    return {colour: None if explorer is None else asdict(explorer) for colour, explorer in team.items()}


# The table during one round


@dataclass
class _Table:
    """Everything that lies on the table or is held in a hand during one round."""

    starter: int
    turn: int
    phase: str
    hands: list[Cards]
    draw_pile: Cards
    columns: list[Places]
    teams: list[Team]
    discards: Places
    known: list[Cards]
    tiles: dict[str, list[str | None]]
    holdings: list[int]
    artifact_tiles: list[int]
    up_or_down: bool
    closed: str | None = None


def _removed(players: int, cards: int) -> int:
    return floor(SHARE_REMOVED_WITH_TWO_PLAYERS * cards) if players == 2 else 0


def _empty_places(colours: Iterable[str]) -> Places:
    return {colour: [] for colour in colours}


def _team_at_home(colours: Iterable[str]) -> Team:
    return dict.fromkeys(colours)


def _laid_out(tiles: list[str], tile_stones: dict[str, list[int]]) -> dict[str, list[str | None]]:
    waiting = list(tiles)
    paths: dict[str, list[str | None]] = {}
    for colour, stones in tile_stones.items():
        paths[colour] = [None] * LOST_CITY
        for stone in stones:
            paths[colour][stone - FIRST_STONE] = waiting.pop(0)
    return paths


def _deal(
    shuffled: Cards, tiles: dict[str, list[str | None]], hand: int, starter: int, holdings: list[int], up_or_down: bool
) -> _Table:
    players = len(holdings)
    cards = shuffled[_removed(players, len(shuffled)) :]
    return _Table(
        starter=starter,
        turn=starter,
        phase="play",
        hands=[cards[hand * seat : hand * seat + hand] for seat in range(players)],
        draw_pile=cards[hand * players :],
        columns=[_empty_places(tiles) for _ in range(players)],
        teams=[_team_at_home(tiles) for _ in range(players)],
        discards=_empty_places(tiles),
        known=[[] for _ in range(players)],
        tiles=tiles,
        holdings=list(holdings),
        artifact_tiles=[0] * players,
        up_or_down=up_or_down,
    )


def _round_has_ended(table: _Table) -> bool:
    return _crossed(table.teams) >= CROSSINGS_THAT_END_A_ROUND or table.draw_pile == []


# Legal actions


def _legal_cards(table: _Table) -> list[str]:
    actions = []
    for card in _kinds(table.hands[table.turn]):
        if table.columns[table.turn][_colour(card)] == []:
            actions += _beginnings(card, table.teams[table.turn])
        elif _may_be_added(card, table.columns[table.turn][_colour(card)], table.up_or_down):
            actions.append(card)
        actions.append(card + DISCARD)
    return actions


def _beginnings(card: str, team: Team) -> list[str]:
    actions = []
    if _adventurer_is_left(team):
        actions.append(card + BEGIN_WITH_ADVENTURER)
    if _researcher_is_left(team):
        actions.append(card + BEGIN_WITH_RESEARCHER)
    return actions


def _legal_steps(table: _Table) -> list[str]:
    team = table.teams[table.turn]
    return [DECLINE] + [STEP + colour for colour, explorer in team.items() if _may_step(explorer)]


def _legal_draws(table: _Table) -> list[str]:
    actions = [DRAW_PILE]
    for colour, pile in table.discards.items():
        if pile != [] and colour != table.closed:
            actions.append(TAKE + colour)
    return actions


def _legal(table: _Table) -> list[str]:
    if table.phase == "play":
        return _legal_cards(table)
    if table.phase == "step":
        return _legal_steps(table)
    return _legal_draws(table)


# Actions


def _act(table: _Table, action: str) -> None:
    if table.phase == "play":
        _play_card(table, action)
    elif table.phase == "step":
        _answer_step(table, action)
    else:
        _draw_card(table, action)


def _play_card(table: _Table, action: str) -> None:
    card = action.rstrip(BEGIN_WITH_ADVENTURER + BEGIN_WITH_RESEARCHER + DISCARD)
    _give_up(table, card)
    # Unless a step is offered on the way, the turn goes on with drawing.
    table.phase = "draw"
    if action.endswith(DISCARD):
        _discard(table, card)
    elif action == card:
        _continue_path(table, card)
    else:
        _begin_path(table, card, action.endswith(BEGIN_WITH_RESEARCHER))


def _give_up(table: _Table, card: str) -> None:
    table.hands[table.turn].remove(card)
    if card in table.known[table.turn]:
        table.known[table.turn].remove(card)


def _discard(table: _Table, card: str) -> None:
    table.discards[_colour(card)].append(card)
    table.closed = _colour(card)


def _begin_path(table: _Table, card: str, researcher: bool) -> None:
    table.columns[table.turn][_colour(card)].append(card)
    table.teams[table.turn][_colour(card)] = _Explorer(FIRST_STONE, researcher)
    _find_tile(table, _colour(card), FIRST_STONE)


def _continue_path(table: _Table, card: str) -> None:
    table.columns[table.turn][_colour(card)].append(card)
    if _may_step(table.teams[table.turn][_colour(card)]):
        _step(table, _colour(card))
    else:
        _offer_step(table)


def _answer_step(table: _Table, action: str) -> None:
    table.phase = "draw"
    if action != DECLINE:
        _step(table, action.removeprefix(STEP))


def _step(table: _Table, colour: str) -> None:
    explorer = table.teams[table.turn][colour]
    assert explorer is not None and explorer.stone < LOST_CITY, "only an explorer short of the lost city steps"
    explorer.stone += 1
    # The explorer that ends the round does not find the tile it has reached.
    if not _round_has_ended(table):
        _find_tile(table, colour, explorer.stone)


def _find_tile(table: _Table, colour: str, stone: int) -> None:
    tile = table.tiles[colour][stone - FIRST_STONE]
    if tile == ARTIFACT:
        table.tiles[colour][stone - FIRST_STONE] = None
        table.artifact_tiles[table.turn] += 1
    elif tile == ARROW:
        _offer_step(table)
    elif tile is not None:
        table.holdings[table.turn] += int(tile)


def _offer_step(table: _Table) -> None:
    # Everybody sees when no explorer can step, so there is nothing to ask then.
    if any(_may_step(explorer) for explorer in table.teams[table.turn].values()):
        table.phase = "step"


def _draw_card(table: _Table, action: str) -> None:
    if action == DRAW_PILE:
        table.hands[table.turn].append(table.draw_pile.pop(0))
    else:
        card = table.discards[action.removeprefix(TAKE)].pop()
        table.hands[table.turn].append(card)
        table.known[table.turn].append(card)
    _end_turn(table)


def _end_turn(table: _Table) -> None:
    table.closed = None
    table.phase = "play"
    table.turn = _left_neighbour(table.turn, len(table.hands))


def _left_neighbour(seat: int, players: int) -> int:
    return (seat + 1) % players


# Scoring


def _values(table: _Table, stones: list[int]) -> list[dict[str, int]]:
    return [{colour: _worth(explorer, stones) for colour, explorer in team.items()} for team in table.teams]


def _not_below_zero(points: int) -> int:
    return max(0, points)


def _artifact_points(tokens: int, track: Track) -> int:
    reached = [points for at_least, points in track if tokens >= at_least]
    return reached[-1]


# The match


def _check_material(
    decks: Sequence[Sequence[str]],
    tiles: Sequence[Sequence[str]],
    players: int,
    starter: int,
    full_deck: Cards,
    all_tiles: list[str],
) -> None:
    assert players in (2, 3, 4), "there are two to four players"
    assert starter in range(players), "the starter is one of the seats"
    assert len(decks) in (1, 3), "the short game has one round, the long game three"
    assert len(tiles) == len(decks), "every round has one deck and one list of tiles"
    for shuffled in decks:
        assert sorted(shuffled) == sorted(full_deck), "a deck does not hold exactly the cards of the game"
    for laid in tiles:
        assert sorted(laid) == sorted(all_tiles), "a list of tiles does not hold exactly the tiles of the game"


def _check_board(stones: Sequence[int], tile_stones: Mapping[str, Sequence[int]], track: Track) -> None:
    assert len(stones) == LOST_CITY, "every path has nine stones"
    for spaces in tile_stones.values():
        assert list(spaces) == sorted(set(spaces)), "the tile spaces of a path ascend"
        assert all(FIRST_STONE <= stone <= LOST_CITY for stone in spaces), "tiles lie on the nine stones"
    counts = [at_least for at_least, _ in track]
    assert counts[:1] == [0] and counts == sorted(set(counts)), "the artifact track ascends from no token at all"


class BoardGame:
    """A match of as many rounds as there are decks, always waiting for one action of one seat until it is over."""

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        tiles: Sequence[Sequence[str]],
        *,
        players: int = 2,
        up_or_down: bool = False,
        starter: int = 0,
        stones: Sequence[int] = STONES,
        tile_stones: Mapping[str, Sequence[int]] = TILE_STONES,
        artifact_track: Sequence[tuple[int, int]] | None = None,
        colours: int = len(COLOURS),
        ranks: int = RANKS,
        copies: int = COPIES,
        hand: int = HAND,
    ) -> None:
        """Deal the first round: after the removed cards seat 0 gets eight, then seat 1 and so on; the rest is drawn."""
        if artifact_track is None:
            artifact_track = SHORT_TRACK if len(decks) == 1 else LONG_TRACK
        all_tiles = tiles_for(sum(len(spaces) for spaces in tile_stones.values()))
        _check_material(decks, tiles, players, starter, deck(colours, ranks, copies), all_tiles)
        assert list(tile_stones) == list(COLOURS[:colours]), "every path names its tile spaces"
        _check_board(stones, tile_stones, list(artifact_track))
        self._decks: list[Cards] = [list(shuffled) for shuffled in decks]
        self._tiles: list[list[str]] = [list(laid) for laid in tiles]
        self._seats = range(players)
        self._up_or_down = up_or_down
        self._stones = list(stones)
        self._tile_stones = {colour: list(stones) for colour, stones in tile_stones.items()}
        self._hand = hand
        self._track: Track = list(artifact_track)
        self._ply = 0
        self._over = False
        self._round = 1
        self._totals = [0] * players
        self._tokens = [0] * players
        self._sheets: list[dict[str, Any]] = []
        self._table = self._table_of_this_round(starter)

    @property
    def seat(self) -> int | None:
        """The seat that must decide now; None when the match is over."""
        return None if self._over else self._table.turn

    def legal(self) -> list[str]:
        """Return the distinct legal actions of the seat to decide, in the pinned order; none when it is over."""
        return [] if self._over else _legal(self._table)

    def play(self, action: str) -> None:
        """Carry out a legal action; if it ends the round, also score the round and deal the next one, if any."""
        assert action in self.legal(), f"{action} is not legal here"
        played_last = self._table.turn
        self._ply += 1
        _act(self._table, action)
        if _round_has_ended(self._table):
            self._end_round(played_last)

    def scores(self) -> list[int]:
        """Return the victory points of each seat as if the current round ended now."""
        net = self._net()
        points = [_not_below_zero(self._table.holdings[seat] + net[seat]) for seat in self._seats]
        if not self._is_last_round():
            return points
        bonus = self._bonus()
        return [_not_below_zero(points[seat] + bonus[seat]) for seat in self._seats]

    def winners(self) -> list[int]:
        """Return the seats with the most points, of those the ones with the most artifacts; none while running."""
        if not self._over:
            return []
        ranks = list(zip(self.scores(), self._artifacts(), strict=True))
        return [seat for seat in self._seats if ranks[seat] == max(ranks)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that a seat may know, or a spectator (None)."""
        assert seat is None or seat in self._seats, "the viewer is one of the seats or a spectator"
        seen = self._seen_match(seat) | self._seen_cards(seat) | self._seen_board() | self._seen_points()
        return deepcopy(seen)

    def copy(self) -> "BoardGame":
        """Return an independent copy."""
        return deepcopy(self)

    # What is seen

    def _seen_match(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": "board-game",
            "seat": seat,
            "turn": self.seat,
            "phase": "over" if self._over else self._table.phase,
            "ply": self._ply,
            "round": self._round,
            "rounds": len(self._decks),
            "starter": self._table.starter,
            "players": len(self._seats),
            "legal": self.legal() if seat is not None and seat == self.seat else [],
        }

    def _seen_cards(self, seat: int | None) -> dict[str, Any]:
        table = self._table
        return {
            "hand": [] if seat is None else _in_order(table.hands[seat]),
            "hand_sizes": [len(cards) for cards in table.hands],
            "known": [_in_order(cards) for cards in table.known],
            "columns": table.columns,
            "directions": [self._directions(columns) for columns in table.columns],
            "piles": table.discards,
            "closed": table.closed,
            "left": len(table.draw_pile),
            "removed": _removed(len(self._seats), len(self._decks[0])),
        }

    def _seen_board(self) -> dict[str, Any]:
        return {
            "explorers": [_seen_team(team) for team in self._table.teams],
            "tiles": self._table.tiles,
            "crossed": _crossed(self._table.teams),
            "up_or_down": self._up_or_down,
            "stones": self._stones,
            "track": [list(step) for step in self._track],
            "house": self._house(),
        }

    def _house(self) -> list[str]:
        """Name the numbers of 1.7 and 8.1 that are a reconstruction, as far as this match uses them."""
        fields = []
        if all(stones == list(TILE_STONES[colour][: len(stones)]) for colour, stones in self._tile_stones.items()):
            fields.append("tile_stones")
        if self._track == list(LONG_TRACK):
            fields.append("artifact_track.long")
        return fields

    def _seen_points(self) -> dict[str, Any]:
        taken = self._table.artifact_tiles
        return {
            "holdings": self._table.holdings,
            "artifacts": [{"tiles": taken[seat], "tokens": self._tokens[seat]} for seat in self._seats],
            "values": _values(self._table, self._stones),
            "totals": self._totals,
            "scores": self.scores(),
            "sheets": self._sheets,
        }

    def _directions(self, columns: Places) -> dict[str, str | None]:
        return {colour: _direction(column, self._up_or_down) for colour, column in columns.items()}

    # Points

    def _is_last_round(self) -> bool:
        return self._round == len(self._decks)

    def _net(self) -> list[int]:
        return [sum(values.values()) for values in _values(self._table, self._stones)]

    def _artifacts(self) -> list[int]:
        """Count the tokens of every seat as if the tiles of this round were exchanged now."""
        return [self._tokens[seat] + self._table.artifact_tiles[seat] for seat in self._seats]

    def _bonus(self) -> list[int]:
        return [_artifact_points(tokens, self._track) for tokens in self._artifacts()]

    # Rounds

    def _end_round(self, played_last: int) -> None:
        self._sheets.append(self._sheet())
        if self._is_last_round():
            self._over = True
        else:
            self._begin_next_round(_left_neighbour(played_last, len(self._seats)))

    def _sheet(self) -> dict[str, Any]:
        return {
            "round": self._round,
            "starter": self._table.starter,
            "explorers": [_seen_team(team) for team in self._table.teams],
            "values": _values(self._table, self._stones),
            "before": list(self._totals),
            "holdings": list(self._table.holdings),
            "net": self._net(),
            "artifacts": self._artifacts(),
            "artifact_points": self._bonus() if self._is_last_round() else None,
            "totals": self.scores(),
            "house": self._house(),
        }

    def _begin_next_round(self, starter: int) -> None:
        self._totals = self.scores()
        self._tokens = self._artifacts()
        self._round += 1
        self._table = self._table_of_this_round(starter)

    def _table_of_this_round(self, starter: int) -> _Table:
        tiles = _laid_out(self._tiles[self._round - 1], self._tile_stones)
        return _deal(self._decks[self._round - 1], tiles, self._hand, starter, self._totals, self._up_or_down)


def perft(match: BoardGame, depth: int) -> int:
    """Return the number of action sequences of exactly this many actions; those that end earlier do not count."""
    if depth == 0:
        return 1
    count = 0
    for action in match.legal():
        after = match.copy()
        after.play(action)
        count += perft(after, depth - 1)
    return count

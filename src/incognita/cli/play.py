"""`incognita play`: a match in the terminal, against an agent or on one keyboard."""

from __future__ import annotations

import argparse
import secrets
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import NoReturn

from incognita.cli.hints import Adviser, hint_lines
from incognita.cli.options import chosen_game, game_arguments, write_whole
from incognita.cli.parts import aid_of, spoken_language
from incognita.cli.screen import clear, fitting, open_console, result_text, seat_scene, sheet_text
from incognita.cli.story import Story, read_match
from incognita.core.errors import IllegalAction, NotationError
from incognita.core.game import Game
from incognita.core.match import Match
from incognita.play import levels
from incognita.play.agent import Agent, Forfeit, HearsResult, make_agent

EXAMPLE = """incognita play -o colours=6 --level traveller --save evening.record
  incognita play partners --against level:legend policy policy"""
NOBODY = "nobody"
HELP = """\
Type an action or its number; the actions of a turn may share a line. Also:
  ?          this help             ??, rules  the player aid
  hint       what search would do in your place; takes a second
  undo       take back what you did, before you draw or the turn passes on
  save FILE  write the match down  quit       leave, with the offer to save
  Enter      show the table again"""
HIDDEN = "The file holds the hidden cards too: do not read it before the match is over."


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--rounds", type=int, metavar="N", help="how many rounds (default: as the rules say)")
    parser.add_argument(
        "--level",
        choices=levels.names(),
        metavar="NAME",
        help=f"how well the others play, the weakest first: {', '.join(levels.names())} (default {levels.USUAL})",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="WHO",
        help="instead, an agent such as policy, level:legend or 'exec:node bot.js', or nobody: then all seats share "
        "this keyboard; or one for each of the other seats, clockwise from yours: policy random policy",
    )
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat; the first is 0 (default 0)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same deals")
    parser.add_argument("--starter", type=int, metavar="SEAT", help="who begins (default: by lot)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this file after every action")
    parser.add_argument(
        "--continue",
        type=Path,
        dest="resume",
        metavar="FILE",
        help="go on with a saved match; game and set-up are in it",
    )


def run(arguments: argparse.Namespace) -> int:
    match = saved_match(arguments) if arguments.resume else new_match(arguments)
    if arguments.save:
        check_new_file(arguments.save)
    seed = secrets.randbits(63) if arguments.seed is None else arguments.seed
    chosen = who_plays(match.game, opponents(arguments), match.game.check_seat(arguments.seat))
    agents = {seat: make_agent(spec, match.game) for seat, spec in enumerate(chosen) if spec != NOBODY}
    for seat, agent in agents.items():
        agent.begin(seat, seed + seat)
    return Sitting(match, agents, seat_names(chosen), arguments.save or arguments.resume).run()


def opponents(arguments: argparse.Namespace) -> list[str]:
    if arguments.level and arguments.against:
        raise ValueError(f"say --level or --against, not both; --against may name level:{arguments.level}")
    return arguments.against or [f"level:{arguments.level or levels.USUAL}"]


def new_match(arguments: argparse.Namespace) -> Match:
    game = chosen_game(arguments)
    return game.match(rounds=arguments.rounds, seed=arguments.seed, starter=arguments.starter)


def saved_match(arguments: argparse.Namespace) -> Match:
    for name in ("rounds", "starter", "option", "data"):
        if getattr(arguments, name) not in (None, []):
            raise ValueError(f"--{name} cannot be changed with --continue: the match in the file has its own")
    match = read_match(arguments.resume)
    if match.over:
        raise ValueError(f"the match in {arguments.resume} is over; see it with: incognita replay {arguments.resume}")
    return match


def check_new_file(path: Path) -> None:
    """A match must not overwrite another one, and should find out at the start that it cannot be saved."""
    if path.exists():
        raise ValueError(f"{path} exists already; go on with it by --continue {path}, or choose another name")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")


def who_plays(game: Game, against: Sequence[str], own: int) -> list[str]:
    """The agent of each seat, or nobody if a person at this keyboard decides."""
    names = list(against)
    others = [seat % game.players for seat in range(own + 1, own + game.players)]
    if len(names) == 1:
        names *= len(others)
    if len(names) != len(others):
        raise ValueError(f"--against names {len(names)} players; there are {len(others)} others, or say one for all")
    chosen = dict(zip(others, names, strict=True)) | {own: NOBODY}
    return [chosen[seat] for seat in range(game.players)]


def seat_names(chosen: list[str]) -> list[str]:
    """How the seats are called: several of the same kind by their numbers."""
    person = "You" if chosen.count(NOBODY) == 1 else "Seat"
    kinds = [person if name == NOBODY else agent_name(name) for name in chosen]
    return [f"{kind} {seat}" if kinds.count(kind) > 1 else kind for seat, kind in enumerate(kinds)]


def agent_name(spec: str) -> str:
    """`exec:node bots/careful.js` is called careful.js, `level:scout` a scout."""
    return PurePath(spec.split()[-1]).name if spec.startswith("exec:") else spec.removeprefix("level:")


class Quit(Exception):
    """Somebody typed quit."""


class Sitting:
    """Persons at one keyboard, playing a match to its end."""

    def __init__(self, match: Match, agents: dict[int, Agent], names: list[str], path: Path | None) -> None:
        self.story = Story.retold(match)
        self.agents = agents
        self.names = names
        self.path = path
        """Where the match is kept after every action."""
        self.console = open_console()
        self.facing: int | None = None if self.shared() else self.persons()[0]
        """The person before the screen."""
        self.notice = ""
        """Something to say under the next table."""
        self.adviser: Adviser | None = None
        """Whoever is asked for hints, once there was one."""

    @property
    def match(self) -> Match:
        return self.story.match

    def persons(self) -> list[int]:
        return [seat for seat in range(self.match.game.players) if seat not in self.agents]

    def shared(self) -> bool:
        """Whether a hand on the screen must be hidden from somebody."""
        return len(self.persons()) > 1

    def run(self) -> int:
        try:
            self.play_on()
            self.tell_result()
            self.end()
        except Quit:
            self.offer_to_save()
        except EOFError:
            self.say("\n" + self.farewell())
        except KeyboardInterrupt:
            self.say("\n" + self.farewell())
            return 130
        except Forfeit as forfeit:
            self.say(f"\n{self.names[self.match.seat or 0]} cannot go on: {forfeit.reason}\n{self.farewell()}")
            return 1
        finally:
            for agent in self.agents.values():
                agent.close()
        return 0

    def tell_result(self) -> None:
        for agent in self.agents.values():
            if isinstance(agent, HearsResult):
                agent.end(self.match.scores, self.match.winners)

    def play_on(self) -> None:
        while self.match.seat is not None:
            finished = len(self.match.finished)
            self.decide(self.match.seat)
            if len(self.match.finished) > finished:
                self.show_sheet()

    def decide(self, seat: int) -> None:
        if seat in self.agents:
            self.story.play(self.agents[seat].decide(self.match.view_row(seat)))
            self.write_down()
            return
        if self.facing != seat:
            self.hand_over(seat)
        self.show(seat)
        number = self.match.round
        while not self.obey(seat, input("> ").split()):
            pass
        self.write_down()
        if self.shared() and (self.match.seat, self.match.round) != (seat, number):
            self.turn_away(seat)

    def write_down(self) -> None:
        if self.path:
            write_whole(self.path, self.match.record())

    # --- what is shown

    def say(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)

    def show(self, seat: int) -> None:
        clear(self.console, scrolled=self.shared())
        self.console.print(
            fitting(self.console, lambda compact: seat_scene(self.story, seat, self.names, compact=compact))
        )
        if self.notice:
            self.say(self.notice)
        self.notice = ""

    def hand_over(self, seat: int) -> None:
        clear(self.console, scrolled=True)
        others = [self.names[other].lower() for other in self.persons() if other != seat]
        who = f"{others[0]} has" if len(others) == 1 else "the others have"
        input(f"{self.names[seat]}: press Enter when {who} looked away. ")
        self.facing = seat

    def turn_away(self, seat: int) -> None:
        """Let a person see what was drawn, then hide the hand."""
        came = self.story.moves[-1].came[seat]
        drawn = f"You drew {' '.join(came)}. " if came else ""
        input(f"{drawn}Press Enter to hide your hand. ")
        clear(self.console, scrolled=True)
        self.facing = None

    def show_sheet(self) -> None:
        number = len(self.match.finished)
        clear(self.console)
        self.console.print(sheet_text(self.match, self.names, number))
        if not self.match.over and sys.stdin.isatty():
            input("Press Enter for the next round. ")

    def end(self) -> None:
        self.console.print()
        self.console.print(result_text(self.match, self.names))
        if self.path:
            self.say(f"The record is in {self.path}; see it with: incognita replay {self.path}")
        else:
            self.offer_to_save()

    # --- what a person types

    def obey(self, seat: int, line: list[str]) -> bool:
        """Do what a line asks; whether an action was played or taken back, so that the table has changed."""
        first = line[0].lower() if line else ""
        if first in COMMANDS:
            return COMMANDS[first](self, seat, line[1:])
        return self.act(seat, line)

    def act(self, seat: int, line: list[str]) -> bool:
        """Play the actions of a line, all or none of them."""
        before = len(self.story.moves)
        for i, typed in enumerate(line):
            if self.match.seat != seat:
                self.notice = f"Your turn ended with {line[i - 1]}; {' '.join(line[i:])} was not played."
                return True
            try:
                self.story.play(self.meant(typed))
            except (IllegalAction, NotationError) as error:
                why = refused(error) + (" Nothing of this line was played." if i else "")
                self.say(textwrap.fill(why, self.console.width, break_on_hyphens=False))
                self.story = self.story.first(before)
                return False
        return True

    def meant(self, typed: str) -> str:
        """The action that was typed: its number in the list, or its notation in small or capital letters."""
        legal = self.match.legal()
        if typed.isdecimal():
            if not 1 <= int(typed) <= len(legal):
                raise NotationError(f"{typed} is not in the list, which goes from 1 to {len(legal)}")
            return legal[int(typed) - 1]
        return spelled(self.match.game, typed)

    def redraw(self, seat: int, words: list[str]) -> bool:
        self.show(seat)
        return False

    def help(self, seat: int, words: list[str]) -> bool:
        view = self.match.view(seat)
        self.say(f"{HELP}\n\n{self.story.board.HELP}\n\n{self.story.board.question(view, self.names)}")
        for number, action in enumerate(self.match.legal(), 1):
            self.say(f"  {number:2}  {action:5} {imperative(self.story.board.words(view, action))}")
        return False

    def aid(self, seat: int, words: list[str]) -> bool:
        game = self.match.game
        self.say(aid_of(game, spoken_language(game.name)))
        return False

    def hint(self, seat: int, words: list[str]) -> bool:
        self.adviser = self.adviser or Adviser(self.match.game)
        view = self.match.view(seat)

        def told(action: int) -> tuple[str, str]:
            text = self.match.game.action_text(action)
            return text, imperative(self.story.board.words(view, text))

        thought = self.adviser.think(self.match.view_row(seat))
        self.say("\n".join(hint_lines(thought, len(self.match.game.sides), told)))
        return False

    def undo(self, seat: int, words: list[str]) -> bool:
        if not self.story.may_undo():
            self.say("There is nothing to take back: only a card of this turn can be, and only before you draw.")
            return False
        self.story = self.story.first(len(self.story.moves) - 1)
        return True

    def save(self, seat: int, words: list[str]) -> bool:
        if not words:
            self.say("Where to? Type: save FILE")
            return False
        self.keep(Path(" ".join(words)))
        return False

    def keep(self, path: Path) -> bool:
        """Write the match to a file, and after every action from now on; whether it could be done."""
        try:
            if path != self.path:
                check_new_file(path)
            write_whole(path, self.match.record())
        except (OSError, ValueError) as error:
            self.say(f"Not saved: {error}.")
            return False
        self.path = path
        self.say(self.farewell())
        return True

    def quit(self, seat: int, words: list[str]) -> NoReturn:
        raise Quit

    # --- leaving

    def offer_to_save(self) -> None:
        if self.path:
            self.say(self.farewell())
            return
        name = f"{self.match.game.name}-{secrets.token_hex(3)}.record"
        try:
            while True:
                answer = input(f"Keep the match? Enter keeps it as {name}; another name, or no: ").strip()
                if answer.lower() in ("n", "no") or self.keep(Path(answer or name)):
                    return
        except EOFError:
            self.say("\n" + self.farewell())

    def farewell(self) -> str:
        if not self.path:
            return "Goodbye. The match was not saved; '--save FILE' keeps one."
        if self.match.over:
            return f"The record is in {self.path}; see it with: incognita replay {self.path}"
        return f"The match is in {self.path}; go on with: incognita play --continue {self.path}\n{HIDDEN}"


COMMANDS: dict[str, Callable[[Sitting, int, list[str]], bool]] = {
    "": Sitting.redraw,
    "?": Sitting.help,
    "help": Sitting.help,
    "??": Sitting.aid,
    "rules": Sitting.aid,
    "hint": Sitting.hint,
    "undo": Sitting.undo,
    "save": Sitting.save,
    "quit": Sitting.quit,
    "q": Sitting.quit,
    "exit": Sitting.quit,
}


def spelled(game: Game, typed: str) -> str:
    """Notation in the letters the game uses, if that is all that is wrong with it."""
    for text in (typed, typed.upper(), typed[:1].upper() + typed[1:].lower()):
        try:
            game.action_number(text)
        except NotationError:
            continue
        return text
    return typed


def refused(error: IllegalAction | NotationError) -> str:
    """Why something was not played: the rule, in words and with its number."""
    if isinstance(error, NotationError):
        return f"{error}. Type ? for help."
    if error.refusal.rule.endswith("notation"):
        return f"{error.refusal.english}. Type ? for help."
    return f"{error.action} is not allowed: {error.refusal.english} ({error.refusal.rule})."


def imperative(words: str) -> str:
    """`draws from the pile` as an offer: `draw from the pile`."""
    verb, _, rest = words.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"

"""Turns for tests, of any game in which a turn is a card and a draw."""

from __future__ import annotations

from incognita import Match


def play(match: Match, *turns: str) -> Match:
    """Actions, several to a text."""
    for turn in turns:
        for action in turn.split():
            match.play(action)
    return match


def pass_time(match: Match) -> Match:
    """A turn that changes nothing that matters: discard and draw."""
    match.play(next(action for action in match.legal() if action.endswith("-")))
    match.play("*")
    return match


def until(match: Match, seat: int) -> Match:
    """Let others pass the time until it is this seat's turn."""
    while match.seat != seat:
        pass_time(match)
    return match


def finish(match: Match) -> Match:
    """Pass the time until the round is over."""
    number = match.round
    while match.seat is not None and match.round == number:
        pass_time(match)
    return match

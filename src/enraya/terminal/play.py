"""A match in a plain terminal, and its rematches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TextIO

from enraya.match import MatchSettings
from enraya.terminal.console import Console, InputEnded, UserLeft, open_console
from enraya.terminal.session import GameFailed, Session
from enraya.workers.contestant import is_program

DONE, FAILED, INTERRUPTED = 0, 1, 130


def run(
    settings: MatchSettings,
    language: str,
    *,
    moves: Sequence[str] = (),
    input: TextIO | None = None,
    output: TextIO | None = None,
) -> int:
    """Play a match, and rematches while a person wants them. Raises what `MatchSettings.check` refuses.

    The first game of the match begins with *moves*, as it was left.

    The answer is an exit code: 0 also when the user leaves or the input ends, 130 after Ctrl-C, and 1 where
    a custom game fails. The standing is shown in every case.
    """
    # A program is tried where it plays.
    first, second = ("random" if is_program(player) else player for player in (settings.first, settings.second))
    replace(settings, first=first, second=second).check()
    console = open_console(language, input, output)
    try:
        play_matches(console, settings, moves)
    except (UserLeft, InputEnded):
        return DONE
    except GameFailed:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def play_matches(console: Console, settings: MatchSettings, moves: Sequence[str] = ()) -> None:
    """Play a match with *settings*, which have been checked, and the rematches that a person asks for."""
    while True:
        Session(console, settings, moves).play()
        moves = ()
        if not settings.has_human or not _is_wanted_again(console):
            return
        settings = replace(settings, seed=Random(settings.seed).getrandbits(32))


def _is_wanted_again(console: Console) -> bool:
    while True:
        wanted = console.is_yes(console.ask(console.words("play.rematch")), default=False)
        if wanted is not None:
            return wanted
        console.say("play.yes_or_no")

"""`enraya bot run`: a game against a program in any language, with every line of the conversation shown."""

from __future__ import annotations

import sys
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.commands.framework.options import Lang, Seed, Start, TrustFiles, words

if TYPE_CHECKING:
    from enraya.position import Position

SECONDS = 10.0


class Action(StrEnum):
    """The actions of `enraya bot`."""

    RUN = "run"


def bot(
    action: Annotated[Action, typer.Argument(help=words("cli.bot.action"), show_default=False)],
    program: Annotated[
        str, typer.Argument(help=words("cli.bot.program"), metavar=words("cli.place.file"), show_default=False)
    ],
    game: Annotated[str, typer.Option(help=words("cli.option.play_game"))] = "mnk(3,3,3)",
    seconds: Annotated[float, typer.Option(help=words("cli.option.match_seconds"), min=0.1, max=3600)] = SECONDS,
    position: Start = None,
    seed: Seed = None,
    trust_files: TrustFiles = False,
    lang: Lang = None,
) -> None:
    """Play one game against a program; a breach of the protocol is explained, with exit code 1."""
    from threading import Event

    from enraya import jail
    from enraya.bots.command import PREFIX
    from enraya.players.turn import allowance
    from enraya.position import Position
    from enraya.workers.bot import BotContestant
    from enraya.workers.failure import Failure

    jail.run_without_jail_where_there_is_none()
    if trust_files:
        jail.trust_files()
    name = program if program.startswith(PREFIX) else PREFIX + program
    contestant = BotContestant(name, on_line=lambda way, line: typer.echo(f"{way} {line}"))
    at, dice, bots_turn = Position.start(game, position), Random(seed or 0), True
    try:
        contestant.begin(game, position, 0, Event())
        first = at.to_move
        while not at.is_over:
            bots_turn = at.to_move == first
            if bots_turn:
                at = at.play(contestant.choose(at, allowance(seconds), Event()).move)
            else:
                at = at.play(_reply(at, dice))
    except Failure as failure:
        typer.echo(failure.error.in_language(words.language), err=True)
        raise typer.Exit(1) from None
    finally:
        contestant.close()
    typer.echo(words("cli.bot.fine", count=len(at.moves)))


def _reply(position: Position, dice: Random) -> str:
    """The move that a person types, or any where nobody does."""
    from enraya.errors import EnrayaError

    while True:
        typer.echo(words("cli.bot.your_move"), nl=False, err=True)
        line = sys.stdin.readline()
        if not line.strip():
            move = position.game.format_move(dice.choice(position.playable()))
            typer.echo(move, err=True)
            return move
        try:
            return position.game.format_move(position.move(line.strip()))
        except EnrayaError as error:
            typer.echo(error.in_language(words.language), err=True)

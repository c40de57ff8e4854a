"""`enraya match`: two machine players against each other."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import typer

from enraya.commands.framework.options import Json, Lang, Seed, TrustFiles, words

Machine = Annotated[
    str, typer.Argument(help=words("cli.option.one"), metavar=words("cli.place.player"), show_default=False)
]
MOST_GAMES = 100_000


def match(
    first: Machine,
    second: Machine,
    game: Annotated[str, typer.Option(help=words("cli.option.play_game"))] = "mnk(3,3,3)",
    games: Annotated[int, typer.Option(help=words("cli.option.games"), min=1, max=MOST_GAMES)] = 10,
    seconds: Annotated[float | None, typer.Option(help=words("cli.option.match_seconds"), min=1, max=3600)] = None,
    seed: Seed = None,
    trust_files: TrustFiles = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play a series of games between two machine players."""
    from enraya import jail
    from enraya.arena.duel import Duel, play_duel
    from enraya.catalogue import find_game
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import INTERRUPTED, stop_on_interrupt
    from enraya.errors import NotationError
    from enraya.match.settings import HUMAN, draw_seed

    if trust_files:
        jail.trust_files()
    if HUMAN in (first, second):
        raise NotationError("error.match_human")
    duel = Duel(game, first, second, games, draw_seed() if seed is None else seed, seconds)
    played = []
    with Progress() as progress, stop_on_interrupt() as stop:
        for each in play_duel(duel, stop):
            played.append(each)
            progress.update_games(len(played), games)
            if not json:
                progress.make_way()
                _print_game(duel, len(played), each)
    winners = [each.result.winner for each in played]
    if json:
        print_json(
            {
                "game": find_game(game).name,
                "first": first,
                "second": second,
                "seed": duel.seed,
                "wins": winners.count(0),
                "draws": winners.count(None),
                "losses": winners.count(1),
                "failures": {name: dict(_failures(played, seat)) for seat, name in enumerate(("first", "second"))},
                "games": [_game_as_data(each) for each in played],
            }
        )
    else:
        _print_score(duel, winners)
        for seat, name in enumerate((first, second)):
            _print_failures(name, seat, _failures(played, seat))
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def _game_as_data(played: Any) -> dict[str, Any]:
    """One game: who began it, who won it and why, and its moves."""
    result = played.result
    seat = {0: "first", 1: "second", None: None}
    return {
        "number": result.number,
        "starter": seat[result.starter],
        "winner": seat[result.winner],
        "outcome": result.outcome,
        "par": result.par,
        "reason": played.reason,
        "failure": None if played.failure is None else str(played.failure),
        "moves": " ".join(made.move for made in result.history),
        "seconds": [round(made.seconds, 6) for made in result.history],
    }


def _print_game(duel: Any, number: int, played: Any) -> None:
    from enraya.terminal.wording import payoff_in_words

    winner = played.result.winner
    outcome, par = played.result.outcome, played.result.par
    result = words("cli.match.drawn") if par is None else words("play.par")
    if winner is not None:
        result = words("cli.match.won", name=(duel.first, duel.second)[winner], number=winner + 1)
    moves = " ".join(made.move for made in played.result.history)
    reached = "" if par is None else f" ({payoff_in_words(outcome, par, words)})"
    typer.echo(words("cli.match.game", number=number, result=result + reached) + f" {moves}")
    if played.failure is not None:
        typer.echo(f"  {played.failure.error.in_language(words.language)}")


def _failures(played: list[Any], seat: int) -> Counter[str]:
    """The number of games in which *seat* failed, by the reason."""
    return Counter(each.reason for each in played if each.failed == seat)


def _print_failures(name: str, seat: int, failures: Counter[str]) -> None:
    if failures:
        counted = ", ".join(words(f"cli.match.failed.{reason}", count=count) for reason, count in failures.items())
        total = failures.total()
        typer.echo(words("cli.match.failures", name=name, number=seat + 1, count=total) + f" {counted}.")


def _print_score(duel: Any, winners: list[int | None]) -> None:
    counts = {"wins": winners.count(0), "draws": winners.count(None), "losses": winners.count(1)}
    typer.echo(words("cli.match.score", first=duel.first, second=duel.second, **counts))

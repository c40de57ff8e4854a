"""`enraya check`: whether a game, a player or an evaluation in a file keeps its contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from enraya.commands.framework.options import Json, Lang, Seed, words

if TYPE_CHECKING:
    from enraya.conformance import FileFindings, Findings
    from enraya.conformance.findings import Breach

MOST_MOVES_SHOWN = 30


def check(
    file: Annotated[
        str, typer.Argument(help=words("cli.option.check_file"), metavar=words("cli.place.file"), show_default=False)
    ],
    game: Annotated[str | None, typer.Option(help=words("cli.option.check_game"))] = None,
    kind: Annotated[
        Literal["game", "player", "evaluation"] | None, typer.Option("--as", help=words("cli.option.check_as"))
    ] = None,
    games: Annotated[int, typer.Option(help=words("cli.option.check_games"), min=1, max=100_000)] = 300,
    time: Annotated[float, typer.Option(help=words("cli.option.check_time"), min=0.1, max=86_400)] = 5.0,
    seed: Seed = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Report each breach of contract by what a file holds; exit code 1 if any."""
    from enraya import jail
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.conformance import check_file
    from enraya.custom import is_file_name
    from enraya.errors import NotationError

    jail.run_without_jail_where_there_is_none()
    if not is_file_name(file):
        raise NotationError("error.not_a_file", text=file)
    with Progress() as progress:
        found = check_file(
            file,
            game=game,
            kind=kind,
            games=games,
            seed=seed or 0,
            seconds=time,
            on_games=lambda done: progress.update_games(done, games),
        )
    if json:
        print_json(_as_data(file, found))
    else:
        for checked in found.checks:
            _print(file, found.game, checked, games, time)
    if not found.is_fine:
        raise typer.Exit(1)


def _as_data(file: str, found: FileFindings) -> dict[str, Any]:
    return {
        "file": file,
        "ok": found.is_fine,
        "checks": [
            {
                "kind": checked.kind,
                "game": file if checked.kind == "game" else found.game,
                "ok": not checked.breaches,
                "games": checked.games,
                "breaches": [
                    {
                        "code": breach.code,
                        "text": _told(file, breach),
                        "moves": None if breach.moves is None else list(breach.moves),
                    }
                    for breach in checked.breaches
                ],
                "remarks": [
                    {"code": remark.code, "text": words(remark.code, **remark.values)} for remark in checked.remarks
                ],
                "figures": checked.figures,
            }
            for checked in found.checks
        ],
    }


def _told(file: str, breach: Breach) -> str:
    """The sentence of *breach*, after the line of the function that it is about."""
    sentence = words(breach.code, **breach.values)
    if "at" not in breach.values:
        return sentence
    return f"{words('error.in_line', path=file, line=breach.values['at'])} {sentence}"


def _print(file: str, game: str, checked: Findings, games: int, seconds: float) -> None:
    """Breaches on standard error; that it is fine, remarks and figures on standard output."""
    for breach in checked.breaches:
        typer.echo(f"{_told(file, breach)} {_place(breach.moves)}".rstrip(), err=True)
    if not checked.breaches:
        said = {"file": file, "count": checked.games, "games": games, "seconds": f"{seconds:g}", "game": game}
        is_whole = checked.games >= games
        typer.echo(words(f"check.fine.{checked.kind}" if is_whole else f"check.stopped.{checked.kind}", **said))
    for sentence in (*_figures(checked), *(words(remark.code, **remark.values) for remark in checked.remarks)):
        typer.echo(f"  {sentence}", err=bool(checked.breaches))


def _figures(checked: Findings) -> list[str]:
    """The figures as sentences; none where there was no time for any."""
    figures = checked.figures
    if checked.kind == "evaluation":
        if not figures.get("positions"):
            return []
        range_of = {name: f"{figures[name]:g}" for name in ("least", "most")}
        said = [words("check.figures.values", positions=figures["positions"], **range_of)]
        counts = {name: figures[name] for name in ("decided", "favours_winner", "favours_loser")}
        return [*said, words("check.figures.decided", **counts)] if figures["decided"] else said
    if checked.kind == "player":
        if not figures.get("moves"):
            return []
        results = {name: figures[name] for name in ("won", "drawn", "lost")}
        times = {name: f"{figures[name]:g}" for name in ("mean_ms", "longest_ms")}
        return [
            words("check.figures.results", **results),
            words("check.figures.times", moves=figures["moves"], **times),
        ]
    if not figures.get("mean_plies"):
        return []
    said = [
        words("check.figures.random", **{name: figures[name] for name in ("first_won", "second_won", "drawn")}),
        words(
            "check.figures.size", plies=f"{figures['mean_plies']:g}", branching=f"{figures['mean_branching'] or 0:g}"
        ),
    ]
    if "value" in figures:
        value, plies = figures["value"], figures["value_plies"]
        side = "first" if value > 0 else "second" if value < 0 else "nobody"
        said.append(words(f"check.figures.value_{side}", value=f"{value:g}"))
        if value and plies is not None:
            said[-1] += " " + words("check.figures.value_plies", count=plies)
    return said


def _place(moves: Sequence[str] | None) -> str:
    """After which moves a breach happens, the last of them where they are many; empty where that is not known."""
    if moves is None:
        return ""
    if not moves:
        return words("check.at_start")
    return words("check.after", moves=moves if len(moves) <= MOST_MOVES_SHOWN else ["…", *moves[-MOST_MOVES_SHOWN:]])

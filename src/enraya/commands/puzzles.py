"""`enraya puzzles`: make a set of puzzles, or check one by another method."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enraya.commands.framework.options import Json, Lang, Seed, Time, words

if TYPE_CHECKING:
    from enraya.lab.puzzles.puzzle import Puzzle

ACTIONS = ("make", "check")
MOST = 100_000
FILE = Path("puzzles.json")


def puzzles(
    action: Annotated[str, typer.Argument(help=words("cli.option.puzzles_action"), metavar=words("cli.place.action"))],
    games: Annotated[
        list[str] | None,
        typer.Argument(help=words("cli.option.puzzles_games"), metavar=words("cli.place.game"), show_default=False),
    ] = None,
    count: Annotated[int | None, typer.Option(help=words("cli.option.puzzles_count"), min=1, max=MOST)] = None,
    file: Annotated[Path | None, typer.Option("--file", help=words("cli.option.puzzles_file"))] = None,
    seed: Seed = 1,
    time: Time = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Make a set of puzzles with the exact solver, or check one by another method."""
    from enraya.errors import NotationError

    if action not in ACTIONS:
        raise NotationError("error.puzzles_action", text=action, known=ACTIONS)
    if action == "make":
        _make(games or [], count or 100, file or FILE, seed or 0, time, json)
    elif games:
        raise NotationError("error.puzzles_check_games")
    else:
        _check(file, count, seed or 0, time, json)


def _make(names: list[str], count: int, file: Path, seed: int, time: float | None, json: bool) -> None:
    from enraya.catalogue import find_built_in
    from enraya.commands.framework.files import refuse_unwritable, write_file
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.lab.puzzles.making import SHIPPED, make_puzzles
    from enraya.lab.puzzles.sets import write_set
    from enraya.search.limit import Budget, Limit, OutOfBudget

    games = [find_built_in(name) for name in names or SHIPPED]
    refuse_unwritable(file)
    made: list[Puzzle] = []
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        budget = Budget(Limit(seconds=time), stop)
        try:
            for number, game in enumerate(games):
                share = count * (number + 1) // len(games) - count * number // len(games)
                for puzzle in make_puzzles(game, share, seed, stop):
                    made.append(puzzle)
                    progress.update_puzzles(len(made), count)
                    budget.look()
            ended = stop.is_set()
        except OutOfBudget:
            ended = True
    command = " ".join(["enraya puzzles make", *(f'"{game.name}"' for game in games if names)])
    write_file(file, write_set(made, f"{command} --count {count} --seed {seed}").encode())
    if json:
        print_json({"file": str(file), "puzzles": len(made), **_counted(made), "seed": seed, "finished": not ended})
    else:
        typer.echo(words("cli.puzzles.made", count=len(made), wanted=count, path=str(file)))
        for key, counts in _counted(made).items():
            typer.echo(f"  {words(f'cli.puzzles.{key}')}: " + ", ".join(f"{n} {k}" for k, n in counts.items()))
    if ended:
        leave(stop)


def _check(file: Path | None, count: int | None, seed: int, time: float | None, json: bool) -> None:
    from random import Random

    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.errors import NotationError, system_reason
    from enraya.lab.puzzles.checking import WrongPuzzle, check_puzzle
    from enraya.lab.puzzles.sets import read_set, shipped_set
    from enraya.search.limit import Budget, Limit, OutOfBudget

    if file is None:
        known = shipped_set()
    else:
        try:
            known = read_set(file.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise NotationError("error.file_binary", path=str(file)) from None
        except OSError as error:
            raise NotationError("error.own_unreadable", path=str(file), reason=system_reason(error)) from None
    asked = list(known.puzzles)
    if count is not None and count < len(asked):
        asked = Random(seed).sample(asked, count)
    wrong: list[str] = []
    done = 0
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        budget = Budget(Limit(seconds=time), stop)
        try:
            for puzzle in asked:
                try:
                    check_puzzle(puzzle, budget)
                except WrongPuzzle as fault:
                    wrong.append(fault.in_language(words.language))
                done += 1
                progress.update_puzzles(done, len(asked))
        except OutOfBudget:
            pass
    counted = _counted(asked[:done])
    if json:
        print_json({"puzzles": len(known.puzzles), "checked": done, "wrong": wrong, **counted})
    else:
        for sentence in wrong:
            typer.echo(sentence)
        typer.echo(words("cli.puzzles.checked", count=done, all=len(known.puzzles), wrong=len(wrong)))
    if done < len(asked):
        leave(stop)
    if wrong:
        raise typer.Exit(1)


def _counted(puzzles: list[Puzzle]) -> dict[str, dict[str, int]]:
    """The numbers of puzzles of each game, kind and difficulty."""

    def count(key: Any) -> dict[str, int]:
        return dict(sorted(Counter(map(key, puzzles)).items()))

    return {
        "games": count(lambda puzzle: puzzle.game),
        "kinds": count(lambda puzzle: puzzle.kind),
        "difficulties": count(lambda puzzle: str(puzzle.difficulty)),
    }

"""`enraya bench`: how fast, as node counts, rates and ratios."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from enraya.commands.framework.options import Json, Lang, Positions, words

NAMES = ("startup", "python", "native", "boards", "oso", "connect")
SIZES = ("5,5,4", "7,4,4", "8,4,4", "6,6,4", "7,7,4", "5,5,5", "6,6,5", "7,7,5", "9,4,4", "8,7,5")
BOARDS = (*(f"mnk({size})" for size in SIZES), "cube(4)")
LONG = ("boards", "oso")
"""The benchmarks that take more than a few seconds: run only when named."""
REPEATS = 5
CONNECT_GROUP = 100


def bench(
    name: Annotated[str | None, typer.Argument(help=words("cli.option.bench"), metavar=words("cli.place.name"))] = None,
    positions: Positions = None,
    keep: Annotated[bool, typer.Option("--keep", help=words("cli.option.keep"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure speed."""
    from enraya.commands.framework.output import print_json
    from enraya.errors import NotationError

    if name is not None and name not in NAMES:
        raise NotationError("error.bench_unknown", text=name, known=NAMES)
    if name == "connect" or positions is not None:
        if positions is None or name != "connect":
            raise NotationError("error.bench_positions")
        _show(json, print_json, _connect(positions, keep))
        return
    measures = {"startup": _startup, "python": _python, "native": _native, "boards": _boards, "oso": _oso}
    rows = []
    for each, measure in measures.items():
        if name == each or (name is None and each not in LONG):
            for row in measure():
                rows.append(row)
                if not json:
                    _print_row(row)
    if json:
        print_json({"benchmarks": rows})


def _show(json: bool, print_json: Any, data: dict[str, Any]) -> None:
    if json:
        print_json(data)
    else:
        _print_row({"name": "connect", **data})


def _print_row(row: dict[str, Any]) -> None:
    figures = [
        f"{key} {value:,.4g}" if isinstance(value, float) else f"{key} {value:,}"
        for key, value in row.items()
        if key != "name"
    ]
    typer.echo(f"{row['name']:<34}  {'  '.join(figures)}")


def _startup() -> Iterator[dict[str, Any]]:
    """The best of several starts: what is left is the program's own."""
    python = [sys.executable, "-c"]
    commands = {
        "python alone": [*python, "pass"],
        "import enraya": [*python, "import enraya"],
        "enraya --help": [*python, "import sys; sys.argv = ['enraya', '--help']; from enraya.cli import main; main()"],
    }
    for label, command in commands.items():
        seconds = []
        for _ in range(REPEATS):
            started = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            seconds.append(time.perf_counter() - started)
        yield {"name": f"startup: {label}", "seconds": min(seconds)}


def _python() -> Iterator[dict[str, Any]]:
    """The textbook searches of the whole of tic-tac-toe, in the reference Python."""
    for player in ("minimax", "alphabeta", "alphabeta:cut=>"):
        yield _searched("mnk(3,3,3)", f"{player}{':' if ':' not in player else ','}distance=false,native=false")


def _native() -> Iterator[dict[str, Any]]:
    """The C++ searches beside the Python ones: the same nodes to the end of tic-tac-toe, then the same depth."""
    from enraya.search.native import is_available

    if is_available():
        for player in ("minimax:distance=false", "alphabeta:distance=false"):
            yield _searched("mnk(3,3,3)", player, repeats=REPEATS)
    for game, depth in (("mnk(3,3,3)", 9), ("mnk(4,4,4)", 7), ("connect(7,6,4)", 7), ("cube(3,3)", 5), ("oso(6,6)", 2)):
        slow = _searched(game, f"alphabeta+:depth={depth},native=false")
        yield slow
        if is_available():
            fast = _searched(game, f"alphabeta+:depth={depth}")
            yield {**fast, "times_faster": slow["seconds"] / fast["seconds"]}


def _boards() -> Iterator[dict[str, Any]]:
    """Whole boards, each with a new table: who can win from the start?"""
    from enraya.catalogue import find_game
    from enraya.search.limit import UNLIMITED, Budget
    from enraya.search.native import is_available
    from enraya.solve.method import Question, Resources
    from enraya.solve.methods.choice import method_for

    if not is_available():
        return
    values = {1: "win", 0: "draw", -1: "loss"}
    for board in BOARDS:
        game = find_game(board)
        method, budget = method_for(game, Question.POSITION), Budget()
        assert method is not None
        core = method(game, Resources())
        started = time.process_time()
        value = values[core.run(UNLIMITED, budget).outcome(game.initial())]
        yield {"name": f"boards: {board} {value}", "nodes": budget.nodes, "seconds": time.process_time() - started}


def _oso() -> Iterator[dict[str, Any]]:
    """Whole boards of OSO, and how deep the player of 6×6 looks in how long."""
    from enraya.catalogue import find_game
    from enraya.position import Position
    from enraya.search.native import is_available
    from enraya.solve.solver import Solver

    if not is_available():
        return
    # The first board is for what is imported when something is solved for the first time.
    for board in ("2,3", "4,4", "4,5"):
        game = find_game(f"oso({board})")
        solution = Solver(game).solve(Position.start(game), one_is_enough=True)
        assert solution is not None, "nothing limits it"
        yield {"name": f"oso: {board} solved", "nodes": solution.nodes, "seconds": solution.seconds}
    for depth in range(1, 7):
        yield _searched("oso(6,6)", f"alphabeta+:depth={depth},seconds=600")


def _searched(game: str, player: str, repeats: int = 1) -> dict[str, Any]:
    """Measure a player's search from the start of a game: once, or the fastest of several."""
    from enraya.players.catalogue import find_strategy
    from enraya.position import Position
    from enraya.search.limit import UNLIMITED

    start = Position.start(game)
    strategy = find_strategy(player, start.game)
    report = min((strategy.choose(start, UNLIMITED) for _ in range(repeats)), key=lambda report: report.seconds)
    return {
        "name": f"{game} {player}",
        "nodes": report.nodes,
        "seconds": report.seconds,
        "nodes_per_second": report.nodes / report.seconds,
    }


def _connect(path: Path, keep: bool) -> dict[str, Any]:
    """Every position of a file of `moves score` rows, solved in groups and compared; seconds are the processor's."""
    from enraya.commands.framework.progress import Progress
    from enraya.errors import NotationError

    method, rows = _connect_method(), _scored_positions(path)
    solved = wrong = nodes = 0
    seconds = 0.0
    with Progress() as progress:
        while group := list(itertools.islice(rows, CONNECT_GROUP)):
            states = [position.state for position, _ in group]
            started = time.process_time()
            found = method.score_each(states, keeps=keep)
            seconds += time.process_time() - started
            wrong += sum(score != right for (score, _), (_, right) in zip(found, group, strict=True))
            solved, nodes = solved + len(group), nodes + sum(spent for _, spent in found)
            progress.update(0, nodes)
    if not solved:
        raise NotationError("error.file_empty", path=str(path))
    return {"positions": solved, "wrong": wrong, "mean_nodes": nodes / solved, "mean_seconds": seconds / solved}


def _scored_positions(path: Path) -> Iterator[tuple[Any, int]]:
    """The unfinished positions of a file, each with the score it should have."""
    from enraya.catalogue import find_game
    from enraya.commands.framework.files import ErrorInFile, read_rows
    from enraya.errors import EnrayaError, NotationError
    from enraya.position import Position

    game = find_game("connect")
    for number, row in read_rows(path):
        moves, _, score = row.rpartition(" ")
        if not moves or not score.removeprefix("-").isdecimal():
            raise NotationError("error.bench_line", path=str(path), line=number)
        try:
            position = Position.start(game).play_all(moves)
        except EnrayaError as error:
            raise ErrorInFile(path, number, error) from None
        if position.is_over:
            raise NotationError("error.bench_over", path=str(path), line=number)
        yield position, int(score)


def _connect_method() -> Any:
    """The solver of the usual board, without a book."""
    from enraya.catalogue import find_game
    from enraya.solve.method import Question, Resources
    from enraya.solve.methods.choice import method_for

    game = find_game("connect")
    kind = method_for(game, Question.POSITION)
    assert kind is not None
    return kind(game, Resources(books=False))

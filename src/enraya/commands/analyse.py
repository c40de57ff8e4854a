"""`enraya analyse`: what every move of a position is worth."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from enraya.commands.options import Game, Json, Lang, Moves, Positions, Seed, Start, Time, words

EXACT_SECONDS = 5.0


def analyse(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    positions: Positions = None,
    player: Annotated[str | None, typer.Option(help=words("cli.option.player"))] = None,
    time: Time = None,
    seed: Seed = None,
    explain: Annotated[bool, typer.Option("--explain", help=words("cli.option.explain"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what every move of a position is worth."""
    from enraya.catalogue import find_game
    from enraya.commands.files import positions_asked
    from enraya.commands.output import print_json

    found = find_game(game)
    asked = positions_asked(found, moves, position, positions)
    analyser = Analyser(found, player, time, seed)
    for each in asked:
        data = analyser.analyse(each)
        if explain and not each.is_over:
            data |= _explanation(each, player, time)
        if json:
            print_json(data)
        else:
            _print_words(each, data)


def _explanation(position: Any, player: str | None, seconds: float | None) -> dict[str, Any]:
    """Why the best move is the best, as sentences, with the line that they speak of."""
    from enraya.lab.explanation import explain
    from enraya.lab.valuation import Valuer
    from enraya.search.limit import Limit

    found = explain(position, Valuer(position.game), Limit(seconds=seconds or EXACT_SECONDS), player=player)
    said = [sentence.in_language(words.language) for sentence in found.sentences]
    return {"explanation": " ".join(said), "explained_line": list(found.line)}


class Analyser:
    """Exactly, where the position is solved in the time given; else by a search to the depth it reaches.

    With a player named, by that player.
    """

    def __init__(self, game: Any, player: str | None, seconds: float | None, seed: int | None) -> None:
        from enraya.players.catalogue import find_strategy
        from enraya.solve.solver import Solver

        self._solver = None if player else Solver(game)
        self._seconds = seconds
        self._strategy = find_strategy(player or "alphabeta+", game, seed)

    def analyse(self, position: Any) -> dict[str, Any]:
        """The fields of `analyse --json`."""
        from enraya.commands.output import solution_as_data, written_worth
        from enraya.commands.progress import Progress
        from enraya.commands.stopping import stop_on_interrupt
        from enraya.search.limit import Limit

        if self._solver is not None or position.is_over:
            from enraya.solve.solver import Solver

            solver = self._solver or Solver(position.game)
            with Progress() as progress, stop_on_interrupt() as stop:
                limit = Limit(seconds=self._seconds or EXACT_SECONDS)
                solution = solver.solve(position, limit, every_move=True, stop=stop, tell=progress.tell)
            if solution is not None:
                text = position.game.format_move
                values = [{"move": text(move), **written_worth(position, worth)} for move, worth in solution.moves]
                return {**solution_as_data(position, solution), "moves_values": values}
        with stop_on_interrupt() as stop:
            report = self._strategy.choose(position, Limit(seconds=self._seconds), stop=stop)
        return _report_as_data(position, report)


def _report_as_data(position: Any, report: Any) -> dict[str, Any]:
    from enraya.commands.output import side
    from enraya.search.value import Scale

    scale = Scale(position.game)
    text = position.game.format_move

    def written(value: float | None, known: bool) -> dict[str, Any]:
        """A forced end has a distance; an estimate has only a number."""
        plies = None if value is None else scale.plies(value)
        name = None
        if value is not None and (plies is not None or known):
            name = "win" if value > 0 else "loss" if value < 0 else "draw"
        score = None if value is None else (value > 0) - (value < 0) if name and not scale.scored else round(value, 3)
        return {"value": name, "score": score, "plies": plies}

    values = [
        {"move": text(root.move), **written(root.value, report.complete and root.bound == "exact"), "bound": root.bound}
        for root in report.roots
    ]
    return {
        "game": position.game.name,
        "moves": " ".join(position.move_texts),
        "to_move": side(position.to_move),
        **written(report.value, report.complete),
        "best": [text(report.move)],
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
        "exact": report.complete,
        "depth": report.depth,
        "line": [text(move) for move in report.line],
        "reason": report.reason,
        "moves_values": values,
    }


def _print_words(position: Any, data: dict[str, Any]) -> None:
    typer.echo(str(position))
    who = words(f"cli.side.{data['to_move']}")
    if data["value"]:
        typer.echo(words(f"cli.solve.{data['value']}", who=who))
    else:
        typer.echo(words("cli.analyse.estimate", who=who, score=data["score"], depth=data["depth"]))
    for entry in sorted(data["moves_values"], key=lambda entry: -(entry["score"] or 0)):
        value = words(f"cli.value.{entry['value']}") if entry["value"] else words("cli.value.none")
        plies = "" if entry["plies"] is None else words("cli.solve.plies", count=entry["plies"])
        bound = "" if entry.get("bound", "exact") == "exact" else words("cli.analyse.at_most")
        typer.echo(f"  {entry['move']:>6}  {value}  {bound}{entry['score']}  {plies}".rstrip())
    if data["best"]:
        typer.echo(words("cli.solve.best", moves=data["best"]))
    if data.get("reason"):
        typer.echo(words(data["reason"]))
    if "explanation" in data:
        typer.echo(data["explanation"])

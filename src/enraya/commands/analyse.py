"""`enraya analyse`: what every move of a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from enraya.commands.framework.options import Game, Json, Lang, Moves, Positions, Seed, Start, Time, words

if TYPE_CHECKING:
    from enraya.search.report import Certainty

EXACT_SECONDS = 5.0
SHARE_OF_SOLVER = 0.75
"""The part of the time given that the solver may take before a search has to do."""


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
    from enraya.commands.framework.files import positions_asked
    from enraya.commands.framework.output import print_json

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
            _print_words(each, data, player)


def _explanation(position: Any, player: str | None, seconds: float | None) -> dict[str, Any]:
    """The explanation of the best move as sentences, with the principal variation that they refer to."""
    from enraya.lab.values.explanation import explain
    from enraya.lab.values.valuation import Valuer
    from enraya.search.limit import Limit

    found = explain(position, Valuer(position.game), Limit(seconds=seconds or EXACT_SECONDS), player=player)
    said = [sentence.in_language(words.language) for sentence in found.sentences]
    return {"explanation": " ".join(said), "explained_line": list(found.principal_variation)}


class Analyser:
    """Exactly, where the position is solved in the time given; else by a search to the depth it reaches.

    With a player named, by that player.
    """

    def __init__(self, game: Any, player: str | None, seconds: float | None, seed: int | None) -> None:
        from enraya.players.catalogue import find_strategy
        from enraya.solve.solver import Solver

        self._solver = Solver(game) if player is None else None
        self._seconds = seconds
        self._strategy = find_strategy("alphabeta+" if player is None else player, game, seed)

    def analyse(self, position: Any) -> dict[str, Any]:
        """The fields of `analyse --json`."""
        from enraya.commands.framework.output import solution_as_data, written_worth
        from enraya.commands.framework.progress import Progress
        from enraya.commands.framework.stopping import stop_on_interrupt
        from enraya.search.limit import Budget, Limit

        limit = Limit(seconds=self._seconds)
        budget = Budget(limit)
        if self._solver is not None or position.is_over:
            from enraya.solve.solver import Solver

            solver = self._solver or Solver(position.game)
            seconds = EXACT_SECONDS if self._seconds is None else self._seconds * SHARE_OF_SOLVER
            with Progress() as progress, stop_on_interrupt() as stop:
                solution = solver.solve(
                    position, Limit(seconds=seconds), every_move=True, stop=stop, on_progress=progress.update
                )
            if solution is not None:
                text = position.game.format_move
                known = {"bound": "exact", "certainty": "exact"}
                values = [
                    {"move": text(move), **written_worth(position, worth), **known} for move, worth in solution.moves
                ]
                return {**solution_as_data(position, solution), "moves_values": values}
        with stop_on_interrupt() as stop:
            report = self._strategy.choose(position, limit.left_after(budget), stop=stop)
        return _report_as_data(position, report)


def _report_as_data(position: Any, report: Any) -> dict[str, Any]:
    from enraya.commands.framework.output import side

    text = position.game.format_move
    values = [
        {
            "move": text(root.move),
            **_written(position, root.value, root.plies, root.certainty),
            "bound": root.bound,
            "certainty": root.certainty,
        }
        for root in report.roots
    ]
    looked_at = {root.move for root in report.roots}
    unknown = {"value": None, "score": None, "plies": None, "bound": None, "certainty": "unknown"}
    if report.roots:
        # A search may leave moves out, such as those far from everything on a large board.
        values += [{"move": text(move), **unknown} for move in position.playable() if move not in looked_at]
    return {
        "game": position.game.name,
        "moves": " ".join(position.move_texts),
        "to_move": side(position.to_move),
        **_written(position, report.value, report.plies, "exact" if report.complete else "guess"),
        "best": [text(report.move)],
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
        "exact": report.complete,
        "depth": report.depth,
        "line": [text(move) for move in report.principal_variation],
        "reason": report.reason,
        "moves_values": values,
    }


def _written(position: Any, value: float | None, plies: int | None, certainty: Certainty) -> dict[str, Any]:
    """The value, score and distance of what a search found: what is not proven has no name and no distance."""
    from enraya.commands.framework.output import written_worth
    from enraya.solve.solution import solved_value

    game, state = position.game, position.state
    if value is None:
        return {"value": None, "score": None, "plies": None}
    if certainty == "exact":
        return written_worth(position, solved_value(game, state, value, plies))
    if certainty == "guess" and not game.scored:
        return {"value": None, "score": round(value, 3), "plies": None}
    score = game.score(state, value, plies) if game.scored else _bounded_score(position, value, plies, certainty)
    # At least a win is a win, and at most a loss is a loss.
    name = "win" if certainty == "lower" and score > 0 else "loss" if certainty == "upper" and score < 0 else None
    return {"value": name, "score": round(score, 3), "plies": None}


def _bounded_score(position: Any, value: float, plies: int | None, certainty: Certainty) -> float:
    """The bound of the score that a bound of the outcome is, however far away the end is."""
    outcome = (value > 0) - (value < 0)
    if plies is None and (certainty == "upper") != (outcome > 0):
        return outcome
    nearest = 1 if outcome > 0 else 2
    score: float = position.game.score(position.state, value, nearest if plies is None else plies)
    return score


def _print_words(position: Any, data: dict[str, Any], player: str | None) -> None:
    typer.echo(str(position))
    who = words(f"cli.side.{data['to_move']}")
    if data["value"]:
        typer.echo(words(f"cli.solve.{data['value']}", who=who))
    elif data["score"] is None:
        typer.echo(words("cli.analyse.unvalued", who=who))
    else:
        typer.echo(words("cli.analyse.estimate", who=who, score=data["score"], count=data["depth"]))
    for entry in sorted(data["moves_values"], key=_worst_last):
        typer.echo(f"  {entry['move']:>6}  {_worth_in_words(entry, position.game.scored)}".rstrip())
    if any(entry["certainty"] not in ("exact", "unknown") for entry in data["moves_values"]):
        legend = "cli.analyse.mean" if (player or "").startswith("mcts") else "cli.analyse.legend"
        typer.echo(words(legend, count=data["depth"]))
    if data["best"]:
        typer.echo(words("cli.solve.best", moves=data["best"]))
    if data.get("reason"):
        typer.echo(words(data["reason"]))
    if "explanation" in data:
        typer.echo(data["explanation"])


def _worst_last(entry: dict[str, Any]) -> tuple[int, float]:
    """Forced wins, the fastest first; what is open, by its number; draws among it; then forced losses.

    Last of all what the search did not look at.
    """
    if entry["certainty"] == "unknown":
        return 2, 0
    forced = {"win": -1, "loss": 1}.get(entry["value"], 0)
    if forced and entry["plies"] is not None:
        return forced, -forced * entry["plies"]
    return forced, -(entry["score"] or 0)


def _worth_in_words(entry: dict[str, Any], is_scored: bool) -> str:
    value, score, plies, certainty = (entry[name] for name in ("value", "score", "plies", "certainty"))
    if certainty == "unknown":
        return words("cli.value.unknown")
    distance = "" if plies is None else words("cli.solve.plies", count=plies)
    name = words(f"cli.value.{value or 'none'}")
    if certainty == "exact":
        return f"{name}  {'' if score is None else score}  {distance}"
    bound = {"upper": "≤ ", "lower": "≥ "}.get(entry["bound"], "")
    if certainty == "guess":
        return f"{name}  {bound}≈ {score}"
    if is_scored or value:
        return f"{name}  {bound}{score}"
    reached = words(f"cli.value.{'win' if score > 0 else 'loss' if score < 0 else 'draw'}")
    return f"{name}  {bound}{reached}"

"""Proofs on the command line: `enraya solve --proof` writes one, `enraya solve --verify` checks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from enraya.commands.framework.options import words
from enraya.commands.solve.options import SolveOptions

if TYPE_CHECKING:
    from enraya.position import Position


def write_proof(position: Position, path: Path, options: SolveOptions, json: bool) -> None:
    """Solve *position* and write the proof of its value to *path*."""
    from enraya.commands.framework.files import refuse_unwritable
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import give_up, stop_on_interrupt
    from enraya.solve.proofs.prover import prove_to_file
    from enraya.solve.proofs.strategy import outcome_bounds

    options.refuse_cluster()
    options.check(position.game)
    refuse_unwritable(path)
    or_termination = options.checkpoint is not None
    with Progress(quiet=json) as progress, stop_on_interrupt(or_termination=or_termination) as stop:
        proof = prove_to_file(
            position,
            path,
            options.limit,
            megabytes=options.megabytes,
            threads=options.threads or 1,
            checkpoint=options.checkpoint,
            stop=stop,
            on_progress=progress.update,
        )
    if proof is None:
        give_up(position.game.name, stop, bounds=progress.bounds, kept=options.checkpoint)
    if json:
        claims = [{"player": int(each.player), "bound": each.bound} for each in proof.claims]
        print_json({"game": proof.game, "proof": str(path), "claims": claims, "replies": proof.size})
    else:
        least, most = outcome_bounds(proof.claims, scored=position.game.scored)
        proven = _proven_in_words(least, most, is_scored=position.game.scored)
        typer.echo(words("cli.solve.proven", game=proof.game, moves=_after(proof.moves), claim=proven))
        typer.echo(words("cli.solve.proof_written", replies=f"{proof.size:,}", path=str(path)))


def check_proof(path: Path, game: str | None, options: SolveOptions, json: bool) -> None:
    """Check the proof in *path* by the rules of *game*, or of the built-in game that it names.

    One that fails is refused with the position where it does.
    """
    from enraya.catalogue import find_game
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.search.limit import OutOfBudget
    from enraya.solve.proofs.verifier import read_proof, verify_proof

    proof = read_proof(path)
    rules = None if game is None else find_game(game)
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        budget = progress.budget(options.limit, stop)
        try:
            verified = verify_proof(proof, budget, rules)
        except OutOfBudget:
            typer.echo(words("cli.verify.unfinished"), err=True)
            leave(stop)
    if json:
        data = {"game": proof.game, "moves": " ".join(proof.moves), "least": verified.least, "most": verified.most}
        print_json({**data, "positions": verified.positions, "seconds": round(budget.seconds, 3), "verified": True})
        return
    typer.echo(
        words(
            "cli.solve.verified",
            game=proof.game,
            moves=_after(proof.moves),
            claim=_proven_in_words(verified.least, verified.most, is_scored=verified.position.game.scored),
            positions=f"{verified.positions:,}",
            seconds=f"{budget.seconds:.1f}",
        )
    )


def _after(moves: Sequence[str]) -> str:
    return " ".join(moves) or words("cli.verify.from_start")


def _proven_in_words(least: int, most: int, *, is_scored: bool) -> str:
    """The proven bound on the first player's outcome, as a sentence."""
    if is_scored:
        return words("cli.verify.points" if least == most else "cli.verify.bounds", least=least, most=most)
    sentences = {(1, 1): "first", (0, 0): "draw", (-1, -1): "second", (0, 1): "not_second", (-1, 0): "not_first"}
    return words(f"cli.verify.{sentences[least, most]}")

"""Marks a student's evaluation, player or game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from threading import Event

from enraya.conformance import Kind, check_file
from enraya.conformance.evaluation import winner_soon
from enraya.errors import EnrayaError, LocalizedError
from enraya.game import Player
from enraya.lab.assignments.assignment import Part
from enraya.lab.assignments.diagnosis import is_same
from enraya.lab.assignments.results import PartResult
from enraya.lab.assignments.search_part import FindReference
from enraya.lab.assignments.student_process import StudentProcess, said_of
from enraya.lab.reason import because, write_number
from enraya.players.turn import allowance
from enraya.position import Position
from enraya.search.count import count
from enraya.search.limit import Budget, Limit
from enraya.solve.solver import Solver
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Failure

MOST_REMARKS = 5
CONTRACT_GAMES = 40
DECIDED = 40
"""Positions that one side wins soon, on which an evaluation is tried."""

LONGEST_SEARCH = 5000
"""Random games in which such positions are looked for."""

SOLVING = Limit(seconds=20)


def mark_file(
    part: Part,
    positions: Sequence[Position],
    process: StudentProcess,
    reference_of: FindReference,
    seed: str,
) -> PartResult:
    """The marks for a part of kind evaluation, player or game."""
    result = PartResult(part, dict.fromkeys(part.compare, 0.0))
    for aspect in part.compare:
        try:
            if aspect == "contract":
                _mark_contract(result, process.file)
            elif aspect == "values":
                _mark_values(result, positions, process)
            elif aspect == "agreement":
                _mark_agreement(result, process, Random(seed))
            elif aspect == "moves":
                _mark_moves(result, positions, process.file, reference_of)
            elif aspect == "score":
                _mark_score(result, process.file, seed)
            else:
                _mark_rules(result, aspect, process)
        except LocalizedError as error:
            result.remarks.append(said_of(error, process.file))
    del result.remarks[MOST_REMARKS:]
    return result


def _named(part: Part, file: str) -> str:
    return f"{file}:{part.functions[0]}" if part.functions[0] else file


def _mark_contract(result: PartResult, file: str) -> None:
    kinds: dict[str, Kind] = {"evaluation": "evaluation", "player": "player", "game": "game"}
    part = result.part
    kind = kinds[part.kind]
    game = None if kind == "game" else part.game
    found = check_file(_named(part, file), game=game, kind=kind, games=CONTRACT_GAMES)
    for checked in found.checks:
        result.remarks += [said_of(LocalizedError(breach.code, **breach.values), file) for breach in checked.breaches]
    result.shares["contract"] = float(found.is_fine)


def _mark_values(result: PartResult, positions: Sequence[Position], process: StudentProcess) -> None:
    part = result.part
    given = _evaluated(part, positions, process)
    for position, pair, right in zip(positions, given, part.expected, strict=False):
        value = pair[int(position.to_move)] if part.for_mover else pair[0]
        if is_same(value, right):
            result.shares["values"] += 1 / len(part.expected)
        else:
            moves = " ".join(position.move_texts)
            result.remarks.append(because("grade.evaluation", moves=moves, value=value, right=right))


def _mark_agreement(result: PartResult, process: StudentProcess, dice: Random) -> None:
    part = result.part
    decided = _decided_positions(part, dice)
    if not decided:
        raise LocalizedError("grade.nothing_decided", game=part.game)
    given = _evaluated(part, [position for position, _ in decided], process)
    favoured = sum(pair[int(winner)] > 0 for pair, (_, winner) in zip(given, decided, strict=True))
    share = favoured / len(decided)
    result.shares["agreement"] = min(1.0, share / part.least) if part.least else 1.0
    if share < part.least:
        opposite = sum(pair[int(winner)] < 0 for pair, (_, winner) in zip(given, decided, strict=True))
        key = "grade.agreement_opposite" if opposite > favoured else "grade.agreement"
        result.remarks.append(
            because(key, count=favoured, all=len(decided), least=math.ceil(part.least * len(decided)))
        )


def _decided_positions(part: Part, dice: Random) -> list[tuple[Position, Player]]:
    """Positions of random games that one side wins within two plies, and which side."""
    found: list[tuple[Position, Player]] = []
    start = Position.start(part.rules(), part.start)
    for _ in range(LONGEST_SEARCH):
        position = start
        while not position.is_over and len(found) < DECIDED:
            winner = winner_soon(position)
            if winner is not None:
                found.append((position, winner))
                break
            position = position.play(dice.choice(position.playable()))
        if len(found) >= DECIDED:
            break
    return found


def _evaluated(part: Part, positions: Sequence[Position], process: StudentProcess) -> list[list[float]]:
    written = [" ".join(position.move_texts) for position in positions]
    said = process.ask(
        "evaluate",
        max(part.seconds, 5.0),
        functions=list(part.functions),
        game=part.game,
        start=part.start,
        positions=written,
    )
    try:
        values = [[float(each) for each in pair] for pair in said]
    except (TypeError, ValueError):
        values = []
    if len(values) != len(positions) or any(len(pair) != len(Player) for pair in values):
        raise LocalizedError("check.unasked", function=part.functions[0])
    return values


def _mark_moves(result: PartResult, positions: Sequence[Position], file: str, reference_of: FindReference) -> None:
    part, player = result.part, find_contestant(_named(result.part, file))
    try:
        player.begin(part.game, part.start, 0, Event())
        for position in positions:
            move = _chosen(player, position, part.seconds)
            reference = reference_of(part, position)
            if move in reference.accepted_moves():
                result.shares["moves"] += 1 / len(positions)
                continue
            said = {"moves": " ".join(position.move_texts), "move": move, "right": reference.accepted_moves()}
            result.remarks.append(because("grade.player_move", **said))
    finally:
        player.close()


def _mark_score(result: PartResult, file: str, seed: str) -> None:
    """Games against the opponent of the part, in turn as first and as second."""
    part = result.part
    player, opponent = find_contestant(_named(part, file)), find_contestant(part.against)
    points = 0.0
    try:
        for number in range(part.games):
            dice = Random(f"{seed} {number}").randrange(10**9)
            for each in (player, opponent):
                each.begin(part.game, part.start, dice, Event())
            try:
                points += _played(part, player, opponent, Player(number % 2))
            except EnrayaError as failure:
                # The opponent is one of ours: whoever fails is the student's.
                result.remarks.append(because("grade.lost_game", number=number + 1, reason=failure))
    finally:
        for each in (player, opponent):
            each.close()
    share = points / part.games
    result.shares["score"] = min(1.0, share / part.least) if part.least else 1.0
    if share < part.least:
        least = write_number(part.least * part.games)
        result.remarks.append(
            because("grade.score", points=points, games=part.games, against=part.against, least=least)
        )


def _played(part: Part, player: Contestant, opponent: Contestant, seat: Player) -> float:
    """One game: 1 if *player*, in *seat*, won it, 1/2 for a draw."""
    position = Position.start(part.rules(), part.start)
    while not position.is_over:
        mover = player if position.to_move == seat else opponent
        position = position.play(_chosen(mover, position, part.seconds))
    winner = position.winner
    return 0.5 if winner is None else float(winner == seat)


def _chosen(player: Contestant, position: Position, seconds: float) -> str:
    """The move of *player*, or the sentence that says why there is none."""
    try:
        return player.choose(position, allowance(seconds), Event()).move
    except Failure as failure:
        raise failure.error from None


def _mark_rules(result: PartResult, aspect: str, process: StudentProcess) -> None:
    """The value or the counts of a student's game, compared with those of the game that it should be."""
    part = result.part
    wants_value = aspect == "value"
    seconds = max(part.seconds, 10.0)
    depth = 1 if wants_value else part.depth or 4
    said = process.ask(
        "rules", seconds * 2, functions=list(part.functions), depth=depth, wants_value=wants_value, patience=seconds
    )
    rules = part.rules()
    if wants_value:
        solution = Solver(rules).solve(Position.start(rules), SOLVING, one_is_enough=True)
        if solution is None:
            raise LocalizedError("grade.unsolved", game=part.game)
        right = solution.worth.outcome if rules.to_move(rules.initial()) == Player.FIRST else -solution.worth.outcome
        if said["value"] is None:
            raise LocalizedError("grade.game_unsolved", seconds=f"{seconds:g}")
        if is_same(_number(said["value"]), right):
            result.shares["value"] = 1.0
        else:
            result.remarks.append(because("grade.game_value", value=_number(said["value"]), right=right))
        return
    counts = count(rules, rules.initial(), Budget(), depth).perft
    given = said["counts"] if isinstance(said["counts"], list) else []
    if counts == given:
        result.shares["counts"] = 1.0
        return
    pairs = zip(counts or [], [*given, *[0] * len(counts or [])], strict=False)
    ply, (right_count, count_given) = next((ply, pair) for ply, pair in enumerate(pairs) if pair[0] != pair[1])
    result.remarks.append(because("grade.game_counts", ply=ply, value=count_given, right=right_count))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan

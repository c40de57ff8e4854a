"""OSO is solved by its own core, and what it proves is kept in a file from which the next solver goes on."""

from pathlib import Path
from threading import Event

import pytest

from enraya import Position, find_game
from enraya.errors import EnrayaError
from enraya.search.limit import Limit
from enraya.search.native import is_available
from enraya.solve.method import Question
from enraya.solve.methods.oso import OsoSolving
from enraya.solve.solver import Solver

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the C++ build")


def start(name: str) -> Position:
    return Position.start(find_game(name))


def solver(name: str, **how: object) -> Solver:
    return Solver(find_game(name), **how)


def test_the_core_takes_boards_of_up_to_64_cells_and_no_other_game() -> None:
    for name, fits in (("oso(8,8)", True), ("oso(9,8)", False), ("mnk(3,3,3)", False)):
        assert OsoSolving.answers(find_game(name), Question.POSITION) is fits


def test_points_made_before_count_in_the_worth() -> None:
    position = start("oso(3,3)").play_all("O@a1 S@b1 O@c1")
    assert position.state.first_points == 1
    solution = solver("oso(3,3)").solve(position, every_move=True)
    assert solution is not None
    plain = {move: position.play(move) for move in position.playable()}
    for move, worth in solution.moves:
        after = solver("oso(3,3)").solve(plain[move])
        assert after is not None
        sign = 1 if plain[move].to_move == position.to_move else -1
        assert worth.outcome == sign * after.worth.outcome


def test_threads_and_memory_change_no_value() -> None:
    one, two = (solver("oso(4,3)", threads=threads, megabytes=threads) for threads in (1, 2))
    solutions = [each.solve(start("oso(4,3)")) for each in (one, two)]
    assert solutions[0] is not None
    assert solutions[1] is not None
    assert (solutions[0].worth, solutions[0].best) == (solutions[1].worth, solutions[1].best)


def test_a_stopped_solve_leaves_a_checkpoint_and_the_next_goes_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "oso.table"
    whole = solver("oso(4,4)").solve(start("oso(4,4)"))
    assert whole is not None
    assert solver("oso(4,4)", checkpoint=path).solve(start("oso(4,4)"), Limit(nodes=100_000)) is None
    rest = solver("oso(4,4)", checkpoint=path).solve(start("oso(4,4)"))
    assert rest is not None
    assert (rest.worth, rest.best) == (whole.worth, whole.best)
    assert rest.nodes < whole.nodes
    again = solver("oso(4,4)", checkpoint=path).solve(start("oso(4,4)"))
    assert again is not None
    assert again.nodes < rest.nodes / 10


def test_a_stop_is_heard(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    assert solver("oso(7,7)", checkpoint=tmp_path / "table").solve(start("oso(7,7)"), stop=stop) is None


def test_a_bad_checkpoint_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "oso.table"
    path.write_text("not a table")
    with pytest.raises(EnrayaError) as caught:
        solver("oso(3,3)", checkpoint=path).solve(start("oso(3,3)"))
    assert caught.value.code == "error.checkpoint_damaged"
    assert path.read_text() == "not a table"
    other = tmp_path / "other.table"
    solver("oso(3,4)", checkpoint=other).solve(start("oso(3,4)"))
    with pytest.raises(EnrayaError, match="another board") as caught:
        solver("oso(3,3)", checkpoint=other).solve(start("oso(3,3)"))
    assert caught.value.code == "error.checkpoint_other"


def test_a_checkpoint_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    nowhere = tmp_path / "no such folder" / "table"
    with pytest.raises(EnrayaError, match="cannot be written"):
        solver("oso(7,7)", checkpoint=nowhere).solve(start("oso(7,7)"))

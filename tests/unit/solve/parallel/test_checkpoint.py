"""A checkpoint keeps what a core has proven, and the next solve goes on from it: one mechanism for every core."""

import json
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enraya import Position, find_game
from enraya.errors import EnrayaError
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.solve.methods.maker import MakerCore
from enraya.solve.parallel import checkpoint
from enraya.solve.parallel.checkpoint import Checkpoint, Subject, keep_beside, read_header
from enraya.solve.proofs.lines.checker import verify_lines
from enraya.solve.proofs.lines.prover import prove_lines
from enraya.solve.solution import Solution
from enraya.solve.solver import Solver

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the C++ build")

GAMES = ("connect(6,5,4)", "mnk(7,4,4)", "mnk(4,4,4,misere=true)", "oso(4,4)")


def solve(
    name: str, path: Path | None = None, *, moves: str = "", nodes: int | None = None, **how: int
) -> Solution | None:
    game = find_game(name)
    return Solver(game, checkpoint=path, **how).solve(Position.start(game).play_all(moves), Limit(nodes=nodes))


@pytest.mark.parametrize("name", GAMES)
def test_a_solve_that_was_stopped_goes_on_and_says_the_same(name: str, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    whole = solve(name)
    half = whole.nodes // 2
    assert solve(name, path, nodes=half) is None
    before = read_header(path)["nodes"]
    assert half <= before <= half + 10
    rest = solve(name, path)
    assert (rest.worth, rest.best) == (whole.worth, whole.best)
    assert rest.nodes_before == before
    assert rest.nodes < 0.65 * whole.nodes
    again = solve(name, path)
    assert (again.worth, again.best) == (whole.worth, whole.best)
    assert again.nodes_before == before + rest.nodes
    assert again.nodes < rest.nodes / 5
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_a_board_whose_positions_take_two_words_goes_on_too(tmp_path: Path) -> None:
    name, moves = "connect(8,7,4)", "1 2 2 6 3 5 5 4 1 5 3 4 7 6 8 5 1 1 6 8 6 7 7 3"
    path = tmp_path / "kept"
    whole = solve(name, moves=moves)
    assert solve(name, path, moves=moves, nodes=whole.nodes // 2) is None
    rest = solve(name, path, moves=moves)
    assert (rest.worth, rest.best) == (whole.worth, whole.best)
    assert rest.nodes < 0.65 * whole.nodes


def test_threads_and_a_table_of_another_size_go_on_from_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    for name in ("connect(6,5,4)", "mnk(5,5,4)"):
        path.unlink(missing_ok=True)
        whole = solve(name)
        assert solve(name, path, nodes=whole.nodes // 2) is None
        rest = solve(name, path, threads=2, megabytes=128)
        assert (rest.worth, rest.best) == (whole.worth, whole.best)
        assert rest.nodes < 0.9 * whole.nodes


def test_the_bounds_that_were_found_are_told_at_once(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    game = find_game("connect(6,6,4)")

    def tell(_depth: int, _nodes: int, bounds: tuple[int, int] | None = None, *_: object) -> None:
        told.append(bounds)

    solver = Solver(game, checkpoint=tmp_path / "kept")
    solver.solve(Position.start(game), Limit(nodes=3_000_000), on_progress=tell)
    before = told[-1]
    assert told[0][0] < before[0] < before[1] < told[0][1]
    Solver(game, checkpoint=tmp_path / "kept").solve(Position.start(game), Limit(nodes=10), on_progress=tell)
    assert told[-1] == before


def test_what_is_proven_holds_for_another_position_whose_nodes_count_anew(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solve("connect(6,5,4)", path)
    after = solve("connect(6,5,4)", path, moves="2")
    assert after.nodes_before == 0
    assert after.worth == solve("connect(6,5,4)", moves="2").worth
    assert after.nodes < solve("connect(6,5,4)", moves="2").nodes / 2


def test_a_proof_of_lines_goes_on_from_what_a_solve_has_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "NODES_WORTH_KEEPING", 0)  # The board is a small one.
    path = tmp_path / "kept"
    position = Position.start("mnk(6,4,4)")
    solve("mnk(6,4,4)", path)
    core, anew = MakerCore(position.game), MakerCore(position.game)
    subject = Subject(core.search, 256, position.game, position.state)
    proof = prove_lines(position, core, checkpoint=Checkpoint(path, subject))
    assert verify_lines(proof, Budget()).least == 0
    prove_lines(position, anew)
    assert core.nodes < anew.nodes * 2 / 3  # The rest is to ask: a node for every position of the proof.


def test_it_is_written_while_the_core_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "BETWEEN", 0)
    monkeypatch.setattr(checkpoint, "WORK_FOR_WRITING", 0)
    game, path, sizes = find_game("mnk(5,5,4)"), tmp_path / "kept", []
    solver = Solver(game, checkpoint=path)
    solver.solve(Position.start(game), Limit(nodes=30_000), on_progress=lambda *_: sizes.append(path.stat().st_size))
    assert sizes[0] < sizes[-1]
    assert sizes == sorted(sizes)


def test_a_file_of_another_game_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solve("mnk(4,4,4)", path)
    whole = path.read_bytes()
    for other in ("mnk(4,4,4,misere=true)", "mnk(4,3,4)", "connect(4,4,4)", "oso(4,4)"):
        with pytest.raises(EnrayaError, match="another board") as caught:
            solve(other, path)
        assert caught.value.code == "error.checkpoint_other"
    assert path.read_bytes() == whole


def test_a_table_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solve("mnk(4,4,4)", path)
    whole = bytearray(path.read_bytes())
    whole[14] += 1
    path.write_bytes(whole)
    with pytest.raises(EnrayaError, match="another board"):
        solve("mnk(4,4,4)", path)
    path.write_bytes(whole[:7] + b"9" + whole[8:])
    with pytest.raises(EnrayaError, match="newer version of Enraya"):
        solve("mnk(4,4,4)", path)


def test_what_does_not_fit_is_refused_with_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solve("connect(6,5,4)", path)
    with pytest.raises(EnrayaError, match=r"holds 2\.\d MB, more than a table of 1 MB") as caught:
        solve("connect(6,5,4)", path, megabytes=1)
    assert caught.value.code == "error.checkpoint_too_large"


def test_a_file_is_no_larger_than_the_table(tmp_path: Path) -> None:
    for name in ("connect(6,5,4)", "mnk(5,5,4)", "mnk(4,4,4,misere=true)", "oso(4,4)"):
        path = tmp_path / name
        solve(name, path, megabytes=1)
        assert path.stat().st_size < 1.01 * 2**20, name


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a core that has some facts, and its subject."""
    path = tmp_path_factory.mktemp("kept") / "kept"
    solve("mnk(4,4,4)", path)
    return path


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_is_refused_and_nothing_of_it_is_put_back(kept: Path, data: st.DataObject) -> None:
    whole = kept.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    damaged = data.draw(
        st.one_of(
            st.just(whole[:place]),
            st.integers(1, 255).map(lambda change: whole[:place] + bytes([whole[place] ^ change]) + whole[place + 1 :]),
            st.binary(min_size=1, max_size=20).map(lambda more: whole[:place] + more + whole[place:]),
        )
    )
    if damaged == whole:
        return
    path = kept.with_name("damaged")
    path.write_bytes(damaged)
    game = find_game("mnk(4,4,4)")
    core = MakerCore(game, 1)
    empty = core.search
    with pytest.raises(EnrayaError) as caught:
        Subject(empty, 1, game, game.initial()).read(path)
    assert caught.value.code in ("error.checkpoint_damaged", "error.checkpoint_other", "error.file_newer")
    empty.save(str(path))
    assert path.stat().st_size == 8 * 6


def test_a_file_of_oso_from_before_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    new = solve("oso(3,5)", path)
    written = path.read_bytes()
    length = struct.unpack_from("=Q", written, 16)[0]
    place, slots = 24 + -(-length // 8) * 8, b""
    while (words := struct.unpack_from("=Q", written, place + 8)[0]) > 0:
        slots += written[place + 16 : place + 16 + 8 * words]
        place += 16 + 8 * words
    header = struct.pack("=8sIIQ", b"EnrOSO01", 3, 5, len(slots) // 16)
    total = 0
    for (word,) in struct.iter_unpack("=Q", slots + header):
        total = random_number(total ^ word)
    path.write_bytes(header + slots + struct.pack("=Q", total))
    old = solve("oso(3,5)", path)
    assert (old.worth, old.best, old.nodes_before) == (new.worth, new.best, 0)
    assert old.nodes < new.nodes / 10
    assert read_header(path) == {}
    path.write_bytes(header + slots + struct.pack("=Q", total ^ 1))
    with pytest.raises(EnrayaError, match="damaged"):
        solve("oso(3,5)", path)


def random_number(index: int) -> int:
    """As native/core/random.hpp has it."""
    mask = 2**64 - 1
    number = (index + 1) * 0x9E3779B97F4A7C15 & mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


def test_more_work_is_not_written_over_by_less(tmp_path: Path) -> None:
    game = find_game("mnk(4,4,4)")
    subject = Subject(MakerCore(game, 1).search, 1, game, game.initial())
    path = tmp_path / "four.proven"
    assert keep_beside(path, subject, 1000) == path
    assert keep_beside(path, subject, 10) == tmp_path / "four-2.proven"
    assert keep_beside(path, subject, 20) == tmp_path / "four-2.proven"
    assert keep_beside(path, subject, 2000) == path
    assert read_header(path) == {"game": game.name, "edition": game.edition, "position": "0 0 0", "nodes": 2000}
    path.write_text("nothing of ours")
    assert keep_beside(path, subject, 10) == path


def test_a_full_disk_keeps_no_answer_back_and_leaves_the_last_file_whole(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits of a process are those of Unix")
    path = tmp_path / "kept"
    assert solve("connect(6,5,4)", path, nodes=1000) is None
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(EnrayaError, match="cannot be written"):
            solve("connect(6,5,4)", path, nodes=200_000)
        solution = solve("connect(6,5,4)", path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert solution.worth == solve("connect(6,5,4)").worth
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_a_text_that_is_no_description_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    game = find_game("mnk(4,4,4)")
    for text in ("", "{", "[]", "1", json.dumps({"game": game.name}), json.dumps({"game": None})):
        MakerCore(game, 1).search.save(str(path), text)
        with pytest.raises(EnrayaError, match="damaged"):
            solve("mnk(4,4,4)", path)


def test_a_position_that_no_core_searches_cannot_be_kept(tmp_path: Path) -> None:
    for name in ("gomoku(15,standard,swap2)", "terni"):
        with pytest.raises(EnrayaError, match="cannot be kept"):
            solve(name, tmp_path / "kept", nodes=1000)
    assert not list(tmp_path.iterdir())

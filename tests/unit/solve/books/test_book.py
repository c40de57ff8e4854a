"""An opening book says of every position what the solver would, and saves it the search."""

from __future__ import annotations

import logging
import random
from threading import Event

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.search.limit import UNLIMITED, Budget
from enraya.search.native import is_available
from enraya.solve.books.book import Book, book_name, find_book, key_of, write_book
from enraya.solve.books.build import Journal, all_scores, jobs_of, score_job, score_jobs
from enraya.solve.books.check import check_book
from enraya.solve.methods.connect4 import Connect4Solving
from enraya.solve.parallel.executor import local_executor

pytestmark = pytest.mark.skipif(not is_available(), reason="books are for the C++ core, which was not built")
PLIES = 4


@pytest.fixture(scope="module")
def game():
    return find_game("connect(5,5,4)")


@pytest.fixture(scope="module")
def jobs(game):
    return jobs_of(game, PLIES)


@pytest.fixture(scope="module")
def scores(game, jobs, tmp_path_factory):
    journal = Journal(tmp_path_factory.mktemp("book") / "journal", game, PLIES)
    for number, job in enumerate(jobs):
        journal.add(number, score_job(job))
    journal.close(delete=True)
    return all_scores(game, jobs, journal)


@pytest.fixture
def book(game, scores, tmp_path):
    write_book(tmp_path / "some.book", game, PLIES, scores)
    return Book(tmp_path / "some.book", game)


def positions_of(game, plies, count, seed=1):
    randomness = random.Random(seed)
    while count:
        position = Position.start(game)
        for _ in range(plies):
            if not position.is_over:
                position = position.play(randomness.choice(position.playable()))
        if not position.is_over:
            count -= 1
            yield position


def score(core, state):
    return core.run(UNLIMITED, Budget(UNLIMITED)).score(state)


@pytest.mark.parametrize("plies", range(PLIES + 1))
def test_a_book_holds_what_the_solver_finds(game, book, plies):
    core = Connect4Solving(game)
    for position in positions_of(game, plies, 30):
        assert book.score(position.state) == score(core, position.state)


def test_positions_beyond_the_last_ply_are_not_in_it_but_have_a_lower_bound(game, book):
    core, tight = Connect4Solving(game), 0
    for position in positions_of(game, PLIES + 1, 60):
        assert book.score(position.state) is None
        lower, upper = book.bounds(position.state)
        found = score(core, position.state)
        assert lower <= found <= upper
        tight += lower == found
    assert tight


def test_a_solver_with_a_book_gives_the_same_answers_and_searches_less(game, book, tmp_path, monkeypatch):
    plain = Solver(game)
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))
    book.path.rename(tmp_path / book_name(game))
    helped = Solver(game)
    for plies in range(PLIES + 3):
        for position in positions_of(game, plies, 10, seed=plies):
            for every_move in (False, True):
                alone = plain.solve(position, every_move=every_move)
                with_book = helped.solve(position, every_move=every_move)
                assert (alone.worth, set(alone.best), alone.moves) == (
                    with_book.worth,
                    set(with_book.best),
                    with_book.moves,
                )
                assert plies >= PLIES or with_book.nodes == 0


def test_a_position_and_its_mirror_image_are_one_and_no_others_are(game):
    keys = {}
    for position in positions_of(game, 9, 200):
        first, second = position.state.first, position.state.second
        image = game.symmetries()[0].state(position.state)
        assert key_of(game, position.state) == key_of(game, image)
        assert keys.setdefault(key_of(game, position.state), {first, image.first}) == {first, image.first}, second


def test_building_goes_on_where_it_was_stopped_even_in_the_middle_of_a_line(game, jobs, scores, tmp_path):
    journal = Journal(tmp_path / "journal", game, PLIES)
    journal.add(0, score_job(jobs[0]))
    journal.close(delete=False)
    with (tmp_path / "journal").open("ab") as file:
        file.write(b'{"number": 1, "scores": [1, 2')
    again = Journal(tmp_path / "journal", game, PLIES)
    assert list(again.done) == [0]
    assert [*score_jobs(jobs, again, local_executor(1), Event())] == [1, 2]
    assert all_scores(game, jobs, again) == scores
    again.close(delete=True)
    assert not (tmp_path / "journal").exists()


def test_a_book_that_is_one_ply_shorter_gives_the_next_its_lower_bounds(game, book):
    longer = jobs_of(game, PLIES + 1, book)
    with_bounds, without = longer[0], jobs_of(game, PLIES + 1)[0]
    assert any(least > -game.cells for _, _, least in with_bounds.positions)
    assert score_job(with_bounds) == score_job(without)


def test_a_journal_of_another_book_is_refused(game, tmp_path):
    Journal(tmp_path / "journal", game, PLIES).close(delete=False)
    with pytest.raises(EnrayaError, match="not the beginning of a book of"):
        Journal(tmp_path / "journal", game, PLIES + 1)


def test_check_accepts_a_right_book_and_names_the_position_where_one_is_wrong(game, scores, book, tmp_path):
    assert check_book(book, 10, 1, Budget(UNLIMITED)) == 10
    for plies in (0, 2, PLIES):
        position = next(positions_of(game, plies, 1))
        wrong = scores | {key_of(game, position.state): scores[key_of(game, position.state)] - 1}
        write_book(tmp_path / "wrong.book", game, PLIES, wrong)
        with pytest.raises(EnrayaError, match="is wrong: of"):
            check_book(Book(tmp_path / "wrong.book", game), 10**6, 1, Budget(UNLIMITED))


def test_what_is_not_a_book_for_the_game_is_refused_in_words(game, book):
    whole = book.path.read_bytes()
    for spoilt, words in [
        (b"hello", "is not a book"),
        (whole[:-40] + b"x" + whole[-39:], "is damaged"),
        (whole[:-1], "is damaged"),
        (b"", "is not a book"),
    ]:
        book.path.unlink(missing_ok=True)
        book.path.write_bytes(spoilt)
        with pytest.raises(EnrayaError, match=words):
            Book(book.path, game)
    book.path.write_bytes(whole)
    with pytest.raises(EnrayaError, match="is a book of connect"):
        Book(book.path, find_game("connect(6,5,4)"))


def test_a_damaged_book_among_the_tables_is_done_without_and_told_of(game, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))
    (tmp_path / book_name(game)).write_bytes(b"nothing")
    with caplog.at_level(logging.WARNING):
        assert find_book(game) is None
    assert "is not a book" in caplog.text


def test_a_short_book_of_ones_own_does_not_take_the_place_of_the_one_that_comes_with_the_program(tmp_path, monkeypatch):
    game = find_game("connect(7,6,4)")
    shipped = find_book(game)
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))
    for plies, chosen in ((shipped.plies - 1, shipped.path), (shipped.plies, tmp_path / book_name(game))):
        write_book(tmp_path / book_name(game), game, plies, {key_of(game, game.initial()): 1})
        assert find_book(game).path == chosen

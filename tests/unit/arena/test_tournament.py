"""Tournaments without processes: plans, openings, the progress of the games, the file that keeps them, the table."""

import random
from dataclasses import replace

import pytest
from tests.scale import scaled

from enraya.arena.clock import TimeControl
from enraya.arena.sprt.ratio import Sprt
from enraya.arena.tournament.log import KIND, GameLog
from enraya.arena.tournament.openings import OpeningBook, usual_plies
from enraya.arena.tournament.plan import Openings, Plan, named, plan_from
from enraya.arena.tournament.progress import RecordMismatch, TournamentProgress
from enraya.arena.tournament.record import GameRecord
from enraya.arena.tournament.standings import results_as_data, standings_of
from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.position import Position


def plan_of(players=4, **more):
    entries = named([(None, f"level:{number}") for number in range(players)])
    return Plan("mnk(3,3,3)", entries, seed=1, **more)


def record_of(fixture, points=None):
    """A game in which the player with the lower number wins, or *points* for the first."""
    points = float(fixture.first < fixture.second) if points is None else points
    winner = None if points == 0.5 else round(1 - points)
    reason = "full" if winner is None else "line"
    return GameRecord(**fixture._asdict(), book=0, winner=winner, outcome=round(2 * points - 1), par=None,
                      reason=reason, failed=None, failure=None, moves=(), seconds=())  # fmt: skip


def play(progress, points=None, dice=None):
    """Every game of *progress*, in the order of the schedule or one by *dice*."""
    while not progress.is_over:
        given = []
        while (fixture := progress.next_fixture()) is not None:
            given.append(fixture)
        if dice:
            dice.shuffle(given)
        for fixture in given:
            progress.add(record_of(fixture, points and points(fixture)))
    return progress


# Plans

WHOLE = Plan(
    "connect(7,6,4)",
    named([("Ana", "ana.py"), (None, "level:5"), (None, "level:5")]),
    seed=7,
    format="swiss",
    games=4,
    rounds=2,
    control=TimeControl(None, 60.0, 0.5),
    openings=Openings(3),
)


@pytest.mark.parametrize(
    "plan", [WHOLE, plan_of(), plan_of(2, sprt=Sprt(0, 30)), plan_of(openings=Openings(0, (("a1",), ("b2", "c3"))))]
)
def test_a_plan_survives_being_written_and_read(plan):
    assert plan_from(plan.to_json()) == plan


def test_players_of_the_same_name_are_numbered():
    assert [entry.name for entry in WHOLE.entries] == ["Ana", "level:5", "level:5 (2)"]


def test_a_player_without_a_name_goes_by_its_text_or_its_files_name():
    entries = named([(None, "/home/ana/class/mine.py"), (None, "piskvork:/usr/bin/" + "x" * 100), (None, "level:5")])
    assert [entry.name for entry in entries][::2] == ["mine.py", "level:5"]
    assert len(entries[1].name) <= 60
    assert plan_from(Plan("mnk(3,3,3)", entries, seed=1).to_json()).entries == entries


def test_a_plan_may_say_little():
    plan = plan_from({"players": ["random", {"name": "Ana", "player": "level:3"}]})
    assert (plan.game, plan.format, plan.games, plan.control) == ("mnk(3,3,3)", "round-robin", 2, TimeControl())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ([], "arena.file_shape"),
        ({"version": 2}, "arena.file_version"),
        ({"version": "1"}, "arena.file_version"),
        ({"colour": 1}, "arena.file_field"),
        ({"players": "random"}, "arena.players_list"),
        ({"players": ["random"]}, "arena.players_number"),
        ({"players": []}, "arena.players_number"),
        ({"players": [1, 2]}, "arena.player_entry"),
        ({"players": ["random", {"name": "", "player": "random"}]}, "arena.player_entry"),
        ({"players": ["random", {"name": "a\nb", "player": "random"}]}, "arena.player_entry"),
        ({"players": ["random", "human"]}, "error.match_human"),
        ({"players": [{"name": "x (2)", "player": "random"}, "x", "x"]}, "arena.player_twice"),
        ({"format": "ladder"}, "arena.format"),
        ({"games": 0}, "arena.whole"),
        ({"games": 2.5}, "arena.whole"),
        ({"games": True}, "arena.whole"),
        ({"games": 10**6}, "arena.whole"),
        ({"games": 99_999, "players": ["random"] * 3}, "arena.too_many_games"),
        ({"rounds": 2}, "arena.rounds_swiss"),
        ({"rounds": 5, "format": "swiss"}, "arena.whole"),
        ({"seconds": -1}, "arena.number"),
        ({"seconds": "fast"}, "arena.number"),
        ({"seconds": float("nan")}, "arena.number"),
        ({"seconds": 1, "clock": "60+1"}, "arena.two_clocks"),
        ({"clock": "60+"}, None),
        ({"clock": "-60"}, "arena.number"),
        ({"clock": "soon"}, "arena.number"),
        ({"clock": "٣+1"}, "arena.number"),
        ({"clock": 60}, "arena.clock_shape"),
        ({"clock": {"seconds": 60, "increment": -1}}, "arena.number"),
        ({"openings": "many"}, "arena.openings_shape"),
        ({"openings": {"plies": -1}}, "arena.whole"),
        ({"openings": {"moves": []}}, "arena.openings_shape"),
        ({"sprt": {"elo0": 0}}, "arena.sprt_shape"),
        ({"sprt": {"elo0": 5, "elo1": 0}}, "arena.sprt_order"),
        ({"sprt": {"elo0": 0, "elo1": 5, "alpha": 2}}, "arena.number"),
        ({"sprt": {"elo0": 0, "elo1": 5}, "players": ["random"] * 3}, "arena.sprt_two"),
        ({"sprt": {"elo0": 0, "elo1": 5}, "format": "knockout"}, "arena.sprt_two"),
        ({"seed": -1}, "arena.whole"),
        ({"game": 5}, "arena.file_text"),
        ({"game": "chess"}, "error.game_unknown"),
    ],
)  # fmt: skip
def test_a_plan_that_makes_no_sense_is_refused_in_a_sentence(wrong, code):
    data = {"players": ["random", "level:2"], **wrong} if isinstance(wrong, dict) else wrong
    if code is None:
        assert plan_from(data)
        return
    with pytest.raises(EnrayaError) as refused:
        plan_from(data)
    assert refused.value.code == code
    for language in ("en", "es"):
        assert refused.value.in_language(language)


# Openings


@pytest.mark.parametrize(
    "name", ["mnk(3,3,3)", "mnk(5,5,4)", "connect(7,6,4)", "oso(3,3)", "terni", "gomoku(15,freestyle,free)"]
)
def test_openings_are_legal_undecided_of_the_right_length_and_the_same_by_seed(name):
    game = find_game(name)
    book = OpeningBook(game, seed=5)
    numbers = range(scaled(3, soak=6))
    openings = [book[number] for number in numbers]
    assert len(set(openings)) == len(numbers)
    assert openings == [OpeningBook(game, seed=5)[number] for number in numbers]
    assert openings != [OpeningBook(game, seed=6)[number] for number in numbers]
    for moves in openings:
        position = Position.start(game).play_all(moves)
        assert len(moves) == usual_plies(game)
        assert not position.is_over
        assert not book.is_decided(position)


def test_no_opening_of_tic_tac_toe_is_lost_already():
    book, game = OpeningBook(find_game("mnk(3,3,3)"), seed=1), find_game("mnk(3,3,3)")
    # An edge answers the centre: lost.
    assert book.is_decided(Position.start(game).play_all("b2 b1"))
    assert not book.is_decided(Position.start(game).play_all("b2 a1"))


def test_when_all_openings_have_been_played_they_are_played_again():
    book = OpeningBook(find_game("mnk(3,3,3)"), seed=1, plies=1)
    assert len({book[number] for number in range(30)}) == 9


def test_a_game_that_is_won_from_the_start_has_openings_too():
    book = OpeningBook(find_game("mnk(4,3,3)"), seed=1)
    assert all(len(book[number]) == 2 for number in range(10))


def test_openings_of_a_list_are_gone_through_again_and_again():
    book = OpeningBook(find_game("mnk(3,3,3)"), 1, 0, (("a1",), ("b2", "c3")))
    assert [book[number] for number in range(3)] == [("a1",), ("b2", "c3"), ("a1",)]


def test_a_game_tree_begins_at_its_root():
    assert OpeningBook(find_game("tree([[3 5] [2 9]])"), 1)[0] == ()


# The progress


@pytest.mark.parametrize("name", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_whatever_was_played_before_the_rest_is_the_same(name):
    plan = plan_of(7, format=name)
    whole = play(TournamentProgress(plan))
    dice = random.Random(3)
    for _ in range(10):
        some = [record for record in whole.records.values() if dice.random() < 0.5]
        # Only games of a stage whose predecessors are complete can have been played.
        kept = []
        progress = TournamentProgress(plan)
        while (fixture := progress.next_fixture()) is not None:
            if whole.records[fixture.number] in some:
                kept.append(whole.records[fixture.number])
        resumed = play(TournamentProgress(plan, kept), dice=dice)
        assert resumed.records == whole.records
        assert results_as_data(resumed, "en") == results_as_data(whole, "en")


def test_a_game_of_another_plan_is_refused():
    records = list(play(TournamentProgress(plan_of(5))).records.values())
    with pytest.raises(RecordMismatch):
        TournamentProgress(plan_of(4), records)
    with pytest.raises(RecordMismatch):
        TournamentProgress(plan_of(5), [replace(records[0], opening=99)])


def test_a_sequential_test_stops_the_games_and_counts_the_same_ones_in_whatever_order_they_end():
    plan = plan_of(2, games=1000, sprt=Sprt(0, 50))

    def points(fixture):
        return random.Random(fixture.number).choice([1.0, 1.0, 0.5]) if fixture.first == 0 else 0.5

    straight = TournamentProgress(plan)
    while (fixture := straight.next_fixture()) is not None:
        straight.add(record_of(fixture, points(fixture)))
    assert straight.decision == "H1"
    assert straight.is_over
    for seed in range(5):
        other, dice, given = TournamentProgress(plan), random.Random(seed), []
        while not other.is_over:
            while len(given) < 8:
                given.append(other.next_fixture())
            fixture = given.pop(dice.randrange(8))
            other.add(record_of(fixture, points(fixture)))
        assert other.pairs == straight.pairs
        assert other.counted == straight.counted


def test_points_wins_and_failures_are_counted():
    plan = plan_of(3)
    progress = play(TournamentProgress(plan))
    rows = standings_of(progress).rows
    assert [(row.player, row.points, row.wins, row.draws, row.losses) for row in rows] == [
        (0, 4.0, 4, 0, 0),
        (1, 2.0, 2, 0, 2),
        (2, 0.0, 0, 0, 4),
    ]
    assert rows[0].rating > rows[1].rating > rows[2].rating
    failing = TournamentProgress(plan)
    fixture = failing.next_fixture()
    failing.add(replace(record_of(fixture, 0.0), failed=0, reason="crash", failure={"en": "x", "es": "y"}))
    failed = next(row for row in standings_of(failing).rows if row.player == fixture.first)
    assert failed.failures == {"crash": 1}


def test_the_winner_of_a_knockout_leads_whatever_the_points():
    progress = play(
        TournamentProgress(plan_of(6, format="knockout")), points=lambda fixture: float(fixture.first > fixture.second)
    )
    rows = standings_of(progress).rows
    assert rows[0].player == progress.played[-1][0].meeting.other
    assert {rows[0].player, rows[1].player} == set(progress.played[-1][0].meeting[1:3])


def test_a_bye_of_swiss_is_worth_the_games_of_a_meeting():
    progress = play(TournamentProgress(plan_of(5, format="swiss", rounds=2, games=2)))
    rows = {row.player: row for row in standings_of(progress).rows}
    assert rows[4].byes == 2
    assert sum(row.points for row in rows.values()) == 2 * (2 * 2 + 2)


# The file


@pytest.fixture
def kept(tmp_path):
    """The file of a tournament of six games, with all of them, and the games."""
    plan, path = plan_of(3), tmp_path / "games.log"
    records = list(play(TournamentProgress(plan)).records.values())
    with GameLog.begin(path, plan) as log:
        log.add(records[:2])
        log.add(records[2:])
    return path, plan, records


def test_what_was_added_is_read_back(kept):
    path, plan, records = kept
    with GameLog(path) as log:
        assert (log.plan, log.records) == (plan, records)


def test_wherever_the_last_row_is_cut_the_games_before_it_remain(kept):
    path, _, records = kept
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for cut in range(last, len(whole)):
        path.write_bytes(whole[:cut])
        with GameLog(path) as log:
            assert log.records == records[:5]
            log.add(records[5:])
        assert path.read_bytes() == whole


def test_every_changed_byte_is_noticed_and_nothing_is_changed(kept):
    path, _, _ = kept
    whole = path.read_bytes()
    dice = random.Random(1)
    for _ in range(100):
        at = dice.randrange(len(KIND.title), len(whole) - 1)
        wrong = whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(7)]) + whole[at + 1 :]
        path.write_bytes(wrong)
        with pytest.raises(EnrayaError):
            GameLog(path)
        assert path.read_bytes() == wrong


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "arena.log_other"),
        (b"hello\n", "arena.log_other"),
        (b"enraya-tournament 2\n", "error.file_newer"),
        (b"enraya-tournament 1\n", "arena.log_damaged"),
        (b"enraya-tournament 1\nabc", "arena.log_damaged"),
    ],
)
def test_another_file_is_refused_and_left_alone(tmp_path, content, code):
    path = tmp_path / "games.log"
    path.write_bytes(content)
    with pytest.raises(EnrayaError) as refused:
        GameLog(path)
    assert refused.value.code == code
    assert path.read_bytes() == content


def test_two_cannot_write_to_one_file(kept):
    path, plan, _ = kept
    with GameLog(path), pytest.raises(EnrayaError, match="another run"):
        GameLog(path)
    with pytest.raises(EnrayaError, match="there already"):
        GameLog.begin(path, plan)

"""The figures at the end of a check: who won how often, how long games last, the value, and what is slow."""

from enraya.conformance import check_file
from tests.unit.conformance.test_contract import EXAMPLES, RACE

MOST_TRIES = 40


def check(tmp_path, source, **options):
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    (checked,) = check_file(str(file), **{"games": 60, **options}).checks
    return checked


def test_a_small_game_comes_with_its_value_and_its_random_results():
    # The search for the value has a second and a half, which may be too short on a busy machine.
    tries = (check_file(str(EXAMPLES / "tictactoe.py"), games=60).checks[0].figures for _ in range(MOST_TRIES))
    figures = next(figures for figures in tries if "value" in figures)
    assert figures["first_won"] + figures["second_won"] + figures["drawn"] == 60
    assert 5 <= figures["mean_plies"] <= 9
    assert figures["value"] == 0


def test_the_value_is_for_the_first_player(tmp_path):
    # Whoever reaches 7 by ones and twos wins: the first, by taking 1 and then what completes three.
    assert check(tmp_path, RACE).figures["value"] == 1
    lost = RACE.replace("state[0] < 7", "state[0] < 6")
    assert check(tmp_path, lost).figures["value"] == -1


def test_an_outcome_that_always_says_the_same_side_is_remarked_on(tmp_path):
    checked = check(tmp_path, RACE.replace("return 1 if state[1] % 2 else -1", "return -1"))
    assert checked.breaches == []
    assert [remark.code for remark in checked.remarks] == ["check.note.always_second"]


def test_a_slow_game_is_stopped_in_time_and_its_slow_function_named(tmp_path):
    slow = "import time\n" + RACE.replace(
        "    return (state[0] + move", "    time.sleep(0.05)\n    return (state[0] + move"
    )
    checked = check(tmp_path, slow, games=300, seconds=1.5)
    assert checked.breaches == []
    assert checked.games < 300
    assert [(remark.code, remark.values["function"]) for remark in checked.remarks] == [("check.note.slow", "play")]

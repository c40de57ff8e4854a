import pytest

from enraya.errors import EnrayaError, NotationError
from enraya.locale import LANGUAGES
from enraya.match import HUMAN, MatchSettings


def settings(**changes):
    return MatchSettings(**({"first": HUMAN, "second": HUMAN} | changes))


def test_what_is_usual_is_accepted():
    settings().check()
    assert (settings().games, settings().seconds, settings().exam) == (3, 20, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("game", "mnk(0,3,3)"),
        ("game", ""),
        ("game", None),
        ("position", "XXX"),
        ("position", "XXX/OO./..."),
        ("position", 3),
        ("first", ""),
        ("second", None),
        ("starter", "nobody"),
        ("starter", None),
        ("seconds", 0),
        ("seconds", 0.5),
        ("seconds", 3601),
        ("seconds", float("nan")),
        ("seconds", "20"),
        ("seconds", True),
        ("games", 0),
        ("games", 100),
        ("games", 2.0),
        ("games", True),
        ("exam", "yes"),
        ("seed", 2**64),
        ("seed", None),
    ],
)
def test_a_bad_value_is_refused_by_its_field_in_both_languages(field, value):
    with pytest.raises(EnrayaError) as caught:
        settings(**{field: value}).check()
    assert caught.value.values["field"] == field
    assert len({caught.value.in_language(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("change", [{"seconds": None}, {"seconds": 1}, {"seconds": 3600}, {"games": 1}, {"games": 99}])
def test_the_limits_themselves_are_accepted(change):
    settings(**change).check()


def test_every_wrong_field_is_told_at_once():
    assert list(settings(games=0, seconds=0, starter="x").refusals()) == ["starter", "seconds", "games"]


def test_without_a_game_its_position_and_players_are_not_judged():
    assert list(settings(game="chess", second="whoever", position="X").refusals()) == ["game"]


def test_a_game_that_fails_when_it_starts_is_refused_in_words(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text("def initial(): return 1 / 0\nlegal_moves = play = outcome = len\n", encoding="utf-8")
    assert settings(game=str(file)).refusals()["game"].code == "match.game_fails"


def test_settings_survive_being_written_down():
    chosen = settings(game="connect(7,6,4)", seconds=None, exam=True, seed=-5)
    assert MatchSettings.from_json(chosen.to_json()) == chosen


@pytest.mark.parametrize(
    "damage",
    [{"version": 2}, {"games": "3"}, {"game": 3}, {"position": 4}, {"more": 1}, {"seed": None}, {"starter": []}],
)
def test_damaged_settings_are_refused(damage):
    with pytest.raises(NotationError):
        MatchSettings.from_json(settings().to_json() | damage)


@pytest.mark.parametrize("data", [None, [], "x", {}])
def test_what_is_no_settings_is_refused(data):
    with pytest.raises(NotationError):
        MatchSettings.from_json(data)

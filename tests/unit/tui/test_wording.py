import pytest

from enraya.locale import Words
from enraya.match import Match, MatchSettings, Played
from enraya.tui.wording import result_reason


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("human", "random", "You completed a row, and that loses."),
        ("random", "human", "The other side completed a row, and that loses."),
        ("human", "human", "The other side completed a row, and that loses."),
    ],
)
def test_who_lost_a_reverse_game_reads_what_they_did_themselves(first, second, said):
    settings = MatchSettings(
        game="mnk(3,3,3,misere=true)", first=first, second=second, starter="first", position="X.X/OO./..."
    )
    match = Match.start(settings, at=0).apply(Played("b1", 1))
    assert result_reason(match, match.results[-1], Words("en")) == said

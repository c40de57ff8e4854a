import re

import pytest

from enraya.catalogue import FAMILIES, find_game
from enraya.locale import LANGUAGES, Words
from enraya.naming import rules_of, title_of

VARIANTS = [
    *(preset for family in FAMILIES.values() for preset in family.presets),
    "mnk(7,5,4)",
    "mnk(4,4,3,misere=true)",
    "gomoku(19,standard,free)",
    "gomoku(19,freestyle,swap2)",
    "connect(8,7,5)",
    "cube(5,4)",
    "terni(adjacent)",
    "terni(drawn)",
    "terni(neighbour)",
    "terni(jump,diagonals=false)",
    "oso(5,4)",
    "tree(A[3 5])",
]
NOTATION = re.compile(r"\w\(|=|[{}]|\bk\b|misere|freestyle|swap2=|None")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_has_a_title_and_rules_without_a_word_of_the_notation(language):
    words = Words(language)
    for variant in VARIANTS:
        name = find_game(variant).name
        for said in (title_of(name, words), rules_of(name, words)):
            assert said is not None, name
            assert not NOTATION.search(said), said


def test_variants_differ_in_what_is_said_of_them():
    words = Words("en")
    names = [find_game(variant).name for variant in VARIANTS]
    assert len({title_of(name, words) for name in names}) == len(names)
    assert "loses" in str(rules_of("mnk(3,3,3,misere=true)", words))
    assert title_of("mnk(3,3,3,misere=true)", words) == "Reverse tic-tac-toe: three in a row loses"
    assert "Exactly five" in str(rules_of("gomoku(15,standard,swap2)", words))
    assert "two black stones and a white one" in str(rules_of("gomoku(15,standard,swap2)", words))
    assert "8 columns of 7 cells" in str(rules_of("connect(8,7,5)", words))


def test_another_game_has_neither():
    assert title_of("mine.py", Words("en")) is None
    assert rules_of("mine.py", Words("en")) is None

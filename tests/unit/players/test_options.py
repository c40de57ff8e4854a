"""One table of options: what it says, the parser takes, the server offers and `--help` tells; nothing else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from enraya.catalogue import find_game
from enraya.errors import NotationError
from enraya.locale import LANGUAGES, messages
from enraya.players.catalogue import KINDS, find_strategy
from enraya.players.levels import LEVELS
from enraya.players.options import FILE, HIGHEST_LEVEL, OPTIONS, OPTIONS_OF, documented_options, offered_options
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.views.catalogue import Describer, show_strategy

GAMES = {"rules": "mnk(3,3,3)", "perfect": "mnk(3,3,3)"}
WIDE = {**os.environ, "COLUMNS": "300"}
CHOICES = [(player, option) for player in OPTIONS_OF for option in offered_options(player)]


def made(player, option, value):
    game = find_game(GAMES.get(player, "oso(4,4)" if player.startswith("oso") else "mnk(4,4,4)"))
    return find_strategy(f"{player}:{option.name}={value}", game, 1)


def accepted_and_refused(option):
    """Values at the limits, and just beyond them."""
    if option.kind == "number":
        step = 0.0005 if option.decimal else 1
        return (option.least, option.most), (option.least - step, option.most + step, "many")
    words = option.words or ("true", "false")
    return words, ("perhaps",)


def test_every_kind_of_player_has_its_options_and_every_option_its_words():
    assert list(OPTIONS_OF) == list(KINDS)
    assert {name for names in OPTIONS_OF.values() for name in names} <= set(OPTIONS)
    assert len(LEVELS) - 1 == HIGHEST_LEVEL
    for language in LANGUAGES:
        for _, option in CHOICES:
            assert f"option.{option.name}" in messages(language)


@pytest.mark.parametrize(("player", "option"), CHOICES)
def test_the_parser_takes_an_option_up_to_its_limits_and_not_beyond(player, option):
    accepted, refused = accepted_and_refused(option)
    for value in accepted:
        assert made(player, option, value).name
    for value in refused:
        with pytest.raises(NotationError, match=option.name):
            made(player, option, value)


@pytest.mark.parametrize("player", ["level:5,level=6", "alphabeta:depth=3,depth=4", "oso-hard:plies=2,depth=3"])
def test_an_option_that_is_given_twice_under_any_name_is_refused(player):
    with pytest.raises(NotationError, match="is given twice"):
        find_strategy(player, find_game("oso(4,4)"), 1)


def test_the_server_offers_the_same_limits_and_no_file():
    for player in OPTIONS_OF:
        shown = {option.name: option for option in show_strategy(player).options}
        assert list(shown) == [option.name for option in offered_options(player)]
        assert FILE not in shown
        for option in offered_options(player):
            said = shown[option.name]
            limits = (option.least, option.most) if option.kind == "number" else (None, None)
            assert (said.kind, said.default, said.least, said.most) == (option.kind, option.default, *limits)
            assert said.words == (list(option.words) or None)
    described = Describer(OfferedGames()).describe("mnk(3,3,3)")
    assert {strategy.player for strategy in described.strategies} <= set(OPTIONS_OF)


@pytest.mark.parametrize("command", ["play", "match", "analyse"])
def test_help_tells_every_player_with_its_options(command):
    run = [sys.executable, "-c", "from enraya.cli import main; main()", command, "--help", "--lang", "en"]
    told = " ".join(subprocess.run(run, capture_output=True, text=True, check=True, env=WIDE).stdout.split())
    for player in OPTIONS_OF:
        options = [f"{option.name}={option.accepted or 'file'}" for option in documented_options(player)]
        assert " ".join([player, *options]) in told

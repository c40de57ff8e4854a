"""A match told in words, as short as a panel needs them: the same messages as on the web page."""

from __future__ import annotations

import re

from enraya.custom import is_file_name
from enraya.locale import Words
from enraya.match import GameResult, Match, MatchSettings, MoveMade
from enraya.naming import rules_of, title_of
from enraya.terminal.wording import number, signed

PLAYERS = {
    "human": "web.player.human", "random": "web.player.random", "rules": "web.player.rules",
    "minimax": "web.player.minimax", "alphabeta": "web.player.alphabeta", "alphabeta+": "web.player.alphabeta_plus",
    "mcts": "web.player.mcts", "perfect": "web.player.perfect", "level": "web.player.level",
    "oso-easy": "web.player.oso_easy", "oso-medium": "web.player.oso_medium", "oso-hard": "web.player.oso_hard",
}  # fmt: skip
SPOKEN = ("black", "white", "more")
"""Moves that are choices in words."""

REASONS_OF_LOSER = ("line_loses", "blocked")
"""Reasons that say what the loser did, and have other words where that is the user."""

LEVEL = re.compile(r"level:(?:level=)?(\d+)")
STONES = {"X": ("●", "web.piece.black"), "O": ("○", "web.piece.white")}


def level_in(player: str) -> int | None:
    """The level in a player's text such as `level:3`; None for any other player."""
    found = LEVEL.fullmatch(player.strip())
    return int(found[1]) if found else None


def level_name(level: int, words: Words) -> str:
    """«3 · Casual»."""
    return words("web.chips.level", level=level, name=words(f"level.{level}"))


def player_name(written: str, words: Words) -> str:
    """The name of a player: `level:5` is «Level 5»; what has none goes by its own text."""
    if (level := level_in(written)) is not None:
        return f"{words('web.player.level')} {level}"
    kind, _, rest = written.partition(":")
    if kind not in PLAYERS:
        return written
    return f"{words(PLAYERS[kind])} {rest.replace('=', ' ').replace(',', ', ')}".strip()


def seat_names(settings: MatchSettings, words: Words) -> tuple[str, str]:
    """The name of each seat: one person is «you», two are numbered."""
    humans = settings.players.count("human")
    names = []
    for seat, player in enumerate(settings.players):
        if player == "human":
            names.append(words("web.you") if humans == 1 else words("web.player.number", number=seat + 1))
        else:
            names.append(player_name(player, words))
    if names[0] == names[1]:
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    return names[0], names[1]


def game_title(name: str, words: Words) -> str:
    """The title of a game; a file goes by its name."""
    if is_file_name(name):
        return name.replace("\\", "/").rsplit("/", 1)[-1]
    return title_of(name, words) or name


def short_title(name: str, words: Words) -> str:
    """The title without what explains it: for the head of a screen."""
    return game_title(name, words).partition(":")[0]


def game_rules(name: str, words: Words) -> str | None:
    """The rules of a built-in game; None for any other."""
    return None if is_file_name(name) else rules_of(name, words)


def move_name(move: str, words: Words) -> str:
    """*move* as people say it."""
    return words(f"web.moves.said_{move}") if move in SPOKEN else move


def sign_shown(sign: str | None, style: str | None, is_dark: bool, words: Words) -> str:
    """A sign as it stands on the board; stones with the name of their colour."""
    if sign is None or style == "letters":
        return ""
    if style == "stones" and sign in STONES:
        glyph, name = STONES[sign]
        if is_dark:
            glyph = "○" if glyph == "●" else "●"
        return f"{glyph} {words(name)}"
    return sign


def duration(value: float, words: Words) -> str:
    """A time with the unit that suits it."""
    if value < 0.9995:
        return words("web.time.ms", time=number(max(1, round(value * 1000)), words))
    return words("web.time.s", time=number(value, words, 1))


def facts(made: MoveMade, is_scored: bool, words: Words) -> str:
    """The facts about a machine's move: «Thought for 12 ms: 1,204 nodes. It sees a draw.»"""
    said = []
    time = duration(made.seconds, words)
    if made.nodes is not None:
        said.append(words("web.facts.nodes", time=time, count=number(made.nodes, words)))
        if made.depth:
            said.append(words("web.facts.ahead", count=made.depth))
    else:
        said.append(words("web.facts.time", time=time))
    if made.reason and words.has(made.reason):
        said.append(words(made.reason))
    if made.value is not None:
        said.append(_value_in_words(made, is_scored, words))
    return " ".join(said)


def _value_in_words(made: MoveMade, is_scored: bool, words: Words) -> str:
    value = made.value or 0
    if not made.exact:
        return words("web.facts.estimate", value=signed(round(value, 1), words))
    if is_scored:
        return words("web.facts.points", value=signed(value, words))
    name = "win" if value > 0 else "loss" if value < 0 else "draw"
    if name == "draw" or made.plies is None:
        return words(f"web.facts.{name}")
    return words(f"web.facts.{name}_in", count=made.plies)


def result_title(match: Match, result: GameResult, words: Words) -> str:
    """«You win!», «Draw.»"""
    names, settings = seat_names(match.settings, words), match.settings
    if result.winner is None:
        return words("web.result.draw" if result.par is None else "web.result.par")
    if settings.players.count("human") == 1:
        return words("web.result.you_win" if settings.is_human(result.winner) else "web.result.you_lost")
    return words("web.result.wins", name=names[result.winner])


def result_reason(match: Match, result: GameResult, words: Words) -> str:
    """The reason of a result, as a sentence."""
    names, settings = seat_names(match.settings, words), match.settings
    if result.resigned is not None:
        if settings.players.count("human") == 1 and settings.is_human(result.resigned):
            return words("web.reason.you_resigned")
        return words("web.reason.resigned", name=names[result.resigned])
    is_even = result.reason == "payoff" and result.outcome == result.par
    is_reversed = result.reason == "line" and getattr(match.position.game, "misere", False)
    key: str = "payoff_even" if is_even else "line_loses" if is_reversed else result.reason
    has_one_person = settings.players.count("human") == 1
    is_lost = has_one_person and result.winner is not None and not settings.is_human(result.winner)
    if is_lost and key in REASONS_OF_LOSER:
        key = f"{key}_you"
    said = [words(f"match.reason.{key}", outcome=result.outcome, par=result.par)]
    if result.misstep:
        played, better = result.misstep
        said.append(words("match.reason.misstep", played=played, better=better))
    return " ".join(f"{each[:1].upper()}{each[1:]}." for each in said)


def match_title(match: Match, words: Words) -> str:
    """The result of a match of several games, as a title."""
    names, score, settings = seat_names(match.settings, words), match.score, match.settings
    if score.leader is None:
        return words("web.match.tied", wins=score.wins[0])
    if settings.players.count("human") == 1 and settings.is_human(score.leader):
        return words("web.match.you_win", count=score.margin)
    return words("web.match.wins", name=names[score.leader], count=score.margin)

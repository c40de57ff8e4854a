"""Help on every screen: the rules of the game, the keys, and what is what."""

from __future__ import annotations

from collections.abc import Iterable

from enraya.locale import Words
from enraya.match import MatchSettings
from enraya.tui.dialogs import ReadingDialog
from enraya.tui.wording import game_rules, game_title, short_title

ANYWHERE = (("F2", "tui.help.language"), ("F3", "tui.help.theme"), ("? F1", "web.keys.help"), ("^Q", "tui.help.quit"))


def keys_in_words(keys: Iterable[tuple[str, str]], words: Words) -> str:
    """A row for each key: the key and what it does."""
    rows = [*keys, *ANYWHERE]
    width = max(len(shown) for shown, _ in rows)
    return "\n".join(f"{shown:<{width}}  {words(message)}" for shown, message in rows)


def match_help(settings: MatchSettings, words: Words) -> ReadingDialog:
    """The rules of the game being played, and the keys of a match."""
    rules = game_rules(settings.game, words) or words("play.no_rules", game=game_title(settings.game, words))
    keys = (
        ("← ↑ ↓ →", "web.keys.arrows"),
        ("PgUp PgDn", "tui.help.levels"),
        ("↵", "web.keys.enter"),
        ("M 1–9", "web.keys.move"),
        ("S O", "tui.help.letters"),
        ("U R", "tui.help.undo"),
        ("H", "web.help.hint"),
        ("V", "tui.help.values"),
        ("T", "tui.help.tree"),
        ("P", "web.keys.pause"),
        ("X", "web.help.resign"),
        ("^S", "tui.help.save"),
        ("N", "tui.help.next"),
        ("W", "tui.help.review"),
        ("Esc", "tui.help.escape"),
        ("Q", "tui.help.leave"),
    )
    return ReadingDialog(
        [
            (words("web.help.rules", game=short_title(settings.game, words)), rules),
            (words("web.help.keys"), keys_in_words(keys, words)),
            (words("tui.help.values_title"), words("tui.help.values_text")),
        ]
    )


def gallery_help(words: Words) -> ReadingDialog:
    """The help of the first screen."""
    keys = (
        ("↑ ↓", "tui.help.choose_game"),
        ("↵", "tui.help.play_now"),
        ("S", "tui.help.setup"),
        ("Q", "tui.help.quit"),
    )
    return ReadingDialog([("Enraya", words("tui.help.gallery")), (words("web.help.keys"), keys_in_words(keys, words))])


def setup_help(words: Words) -> ReadingDialog:
    """The help of the settings."""
    about = ("players", "seconds", "games", "starter", "exam", "position")
    keys = (("Tab", "web.keys.tab"), ("↵", "web.keys.choose"), ("F5", "tui.help.start"), ("Esc", "tui.help.back"))
    return ReadingDialog(
        [
            (words("web.help.options"), "\n".join(words(f"web.help.{name}") for name in about)),
            (words("web.help.keys"), keys_in_words(keys, words)),
        ]
    )


def review_help(words: Words) -> ReadingDialog:
    """The help of a review."""
    keys = (
        ("← →", "web.keys.step"),
        ("Home End", "web.keys.ends"),
        ("N B", "tui.help.mistakes"),
        ("A", "tui.help.again"),
        ("T", "tui.help.tree"),
        ("Esc", "tui.help.back"),
    )
    return ReadingDialog(
        [
            (words("review.title"), f"{words('tui.help.review_text')} {words('review.accuracy_about')}"),
            (words("web.help.keys"), keys_in_words(keys, words)),
        ]
    )


def tree_help(words: Words) -> ReadingDialog:
    """The help of a search tree."""
    keys = (
        ("← →", "lab.tree.keys.step"),
        ("N B", "lab.tree.keys.cut"),
        ("Home End", "lab.tree.keys.ends"),
        ("Space", "lab.tree.keys.play"),
        ("+ −", "tui.help.speed"),
        ("↑ ↓", "tui.help.row"),
        ("↵", "tui.help.open_row"),
        ("G", "lab.tree.keys.go"),
        ("1–4", "tui.help.recipe"),
        ("Esc", "tui.help.back"),
    )
    about = ("tree", "values", "cut", "wins", "order")
    parts = [(words(f"lab.tree.about.{name}"), words(f"lab.tree.about.{name}_text")) for name in about]
    return ReadingDialog([(words("web.help.keys"), keys_in_words(keys, words)), *parts])

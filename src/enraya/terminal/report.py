"""The report of a match besides the board: the history of a game and the summary at the end."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.locale import Words
from enraya.match import Match, MoveMade
from enraya.terminal.wording import number, seat_names, seconds, short_seconds, signed

MOST_TIMES = 60
"""The number of move times that the summary lists for a side; the mean is of all."""


def move_in_words(made: MoveMade, names: Sequence[str], words: Words) -> str:
    """A move in a sentence: who, what, how long, and what a machine said of it."""
    said = [words("play.made", name=names[made.seat], move=made.move, time=seconds(made.seconds, words))]
    if made.timed_out:
        said.append(words("play.made_by_chance"))
    if made.nodes:
        said.append(words("play.nodes", count=made.nodes, number=number(made.nodes, words)))
    if made.value is not None:
        said.append(words("play.value", value=signed(made.value, words)))
    sentence = f"{'; '.join(said)}."
    return f"{sentence} {words(made.reason)}" if made.reason and words.has(made.reason) else sentence


def history_in_words(match: Match, words: Words) -> str:
    """The moves of this game, one a line."""
    if not match.history:
        return words("play.no_moves")
    names = seat_names(match.settings, words)
    return "\n".join(f"{ply}. {move_in_words(made, names, words)}" for ply, made in enumerate(match.history, 1))


def score_in_words(match: Match, words: Words) -> str:
    """Games won by each and drawn."""
    names, score = seat_names(match.settings, words), match.score
    values = {"first": names[0], "second": names[1], "first_wins": score.wins[0], "second_wins": score.wins[1]}
    return words("play.score", draws=score.draws, **values)


def summary_in_words(match: Match, words: Words) -> str:
    """The standing, who won the match and by how much, and the times of each side."""
    names, score = seat_names(match.settings, words), match.score
    rows = [words("play.over" if match.phase == "finished" else "play.left", **_progress(match))]
    rows.append(score_in_words(match, words))
    if match.results:
        if score.leader is None:
            rows.append(words("play.match_drawn"))
        else:
            key = "play.match_won" if match.phase == "finished" else "play.match_led"
            rows.append(words(key, name=names[score.leader], count=score.margin))
    rows += [times_in_words(match, seat, words) for seat in (0, 1)]
    return "\n".join(rows)


def times_in_words(match: Match, seat: int, words: Words) -> str:
    """The time each move of *seat* took, and the mean."""
    name, used = seat_names(match.settings, words)[seat], match.time_used(seat)
    if used.mean is None:
        return words("play.times_none", name=name)
    histories = [result.history for result in match.results]
    if match.phase == "playing":
        histories.append(match.history)
    times = [short_seconds(made.seconds, words) for history in histories for made in history if made.seat == seat]
    shown = times if len(times) <= MOST_TIMES else ["…", *times[-MOST_TIMES:]]
    text = words("play.times", name=name, mean=seconds(used.mean, words), count=used.moves)
    return f"{text} {words('number.separator').join(shown)}"


def _progress(match: Match) -> dict[str, object]:
    return {"played": len(match.results), "count": match.settings.games}

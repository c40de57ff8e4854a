"""A hundred random games, in which another library's rules and ours must agree at every move."""

from random import Random

from enraya import Position

GAMES = 100


def play_beside(start, other, games=GAMES):
    """Play *start* at random beside *other*, a function that makes the other library's game anew.

    What it makes has `legal()` (moves in our texts), `play(text)` and `outcome()` (for the first player, or None).
    Gives how many moves were compared.
    """
    chance, compared = Random(17), 0
    for _ in range(games):
        position, theirs = Position.start(start), other()
        while not position.is_over:
            assert theirs.outcome() is None
            legal = position.legal_moves
            assert sorted(theirs.legal()) == sorted(legal)
            move = chance.choice(legal)
            position = position.play(move)
            theirs.play(move)
            compared += 1
        assert theirs.outcome() == position.outcome
    return compared


def play_ours_by(game, games=GAMES):
    """Play a *game* of ours that came from another library, at random; the positions at which its games ended."""
    chance, ends = Random(23), []
    for _ in range(games):
        position = Position.start(game)
        while not position.is_over:
            position = position.play(chance.choice(position.playable()))
        ends.append(position)
    return ends

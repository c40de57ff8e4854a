"""A player and an evaluation of one's own, for any game."""


def choose(state, limit, game):
    """Win at once if that can be done; else leave the other side as few moves as possible."""
    moves = list(game.legal_moves(state))

    def promise(move):
        after = game.play(state, move)
        wins = game.outcome(after) not in (None, 0)
        return wins, -len(game.legal_moves(after))

    return max(moves, key=promise)


def evaluate(state, player):
    """Every position looks even: a search then only sees wins and losses."""
    return 0

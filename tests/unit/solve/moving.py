"""A game as a student writes one, in which play can go round: a keeper (first) and a thief (second) among rooms.

Whoever steps onto the other wins; the thief also wins by reaching the door. Nobody may stay.
"""

repeats = True
COLUMNS, ROWS = 4, 3
DOOR = (3, 0)


def initial():
    return (0, (3, 2), (0, 2))


def to_move(state):
    return state[0]


def legal_moves(state):
    if outcome(state) is not None:
        return []
    column, row = state[1 + state[0]]
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(x, y) for x, y in around if 0 <= x < COLUMNS and 0 <= y < ROWS and (x, y) != (1, 1)]


def play(state, move):
    turn, keeper, thief = state
    return (1, move, thief) if turn == 0 else (0, keeper, move)


def outcome(state):
    turn, keeper, thief = state
    if keeper == thief:
        return 1 if turn == 1 else -1
    return -1 if thief == DOOR else None

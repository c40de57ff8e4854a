"""Reversi on six by six. Enclose the other's pieces in a line and they are turned over; most pieces win.

You play on an empty cell, and must turn over at least one piece; who cannot play passes.
"""

SIZE = 6
WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def initial():
    rows = ["." * SIZE] * 2 + ["..OX..", "..XO.."] + ["." * SIZE] * 2
    return (*rows, "X")


def to_move(state):
    return "XO".index(state[-1])


def turned_over(state, row, column):
    """The cells whose pieces a piece of the side to move at (row, column) turns over."""
    *rows, own = state
    found = []
    for down, right in WAYS:
        line, r, c = [], row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and rows[r][c] not in (".", own):
            line.append((r, c))
            r, c = r + down, c + right
        if line and 0 <= r < SIZE and 0 <= c < SIZE and rows[r][c] == own:
            found += line
    return found


def placings(state):
    cells = [(r, c) for r in range(SIZE) for c in range(SIZE) if state[r][c] == "."]
    return [cell for cell in cells if turned_over(state, *cell)]


def other(state):
    return (*state[:-1], "O" if state[-1] == "X" else "X")


def legal_moves(state):
    return placings(state) or (["pass"] if placings(other(state)) else [])


def play(state, move):
    if move == "pass":
        return other(state)
    changed = [move, *turned_over(state, *move)]
    rows = ["".join(state[-1] if (r, c) in changed else state[r][c] for c in range(SIZE)) for r in range(SIZE)]
    return other((*rows, state[-1]))


def outcome(state):
    if legal_moves(state):
        return None
    pieces = "".join(state[:-1])
    return pieces.count("X") - pieces.count("O")


def format_move(move):
    return move if move == "pass" else "abcdef"[move[1]] + str(move[0] + 1)


def board(state):
    return state[:-1]


style = "stones"

"""Chomp: bite off a square of chocolate with all to the right of it and below; the top-left one is poisoned."""

WIDTH, HEIGHT = 4, 3
longest = WIDTH * HEIGHT


def initial():
    return (WIDTH,) * HEIGHT, 0


def legal_moves(state):
    rows, _ = state
    return [(row, column) for row, width in enumerate(rows) for column in range(width)]


def play(state, move):
    rows, player = state
    row, column = move
    return tuple(min(width, column) if at >= row else width for at, width in enumerate(rows)), 1 - player


def outcome(state):
    rows, player = state
    # Whoever moved last has eaten the poison.
    return None if any(rows) else 1 if player == 0 else -1


def to_move(state):
    return state[1]


def board(state):
    squares = [["■"] * width + [None] * (WIDTH - width) for width in state[0]]
    if squares[0][0]:
        squares[0][0] = "☠"
    return squares


def cells(state, move):
    return [move]


def format_move(move):
    return f"{'abcdefgh'[move[1]]}{move[0] + 1}"

"""Domineering: the first player lays dominoes upright, the second flat; whoever has no room loses."""

SIZE = 4
longest = SIZE * SIZE // 2


def initial():
    return "." * (SIZE * SIZE), 0


def laid(player, cell):
    """The two cells of the domino that begins at a cell."""
    return cell, cell + (SIZE if player == 0 else 1)


def legal_moves(state):
    squares, player = state
    starts = range(SIZE * (SIZE - 1)) if player == 0 else [c for c in range(SIZE * SIZE) if (c + 1) % SIZE]
    return [cell for cell in starts if all(squares[each] == "." for each in laid(player, cell))]


def play(state, move):
    squares, player = state
    filled = list(squares)
    for cell in laid(player, move):
        filled[cell] = "XO"[player]
    return "".join(filled), 1 - player


def outcome(state):
    if legal_moves(state):
        return None
    return -1 if state[1] == 0 else 1


def to_move(state):
    return state[1]


def board(state):
    return [state[0][row * SIZE : (row + 1) * SIZE] for row in range(SIZE)]


def cells(state, move):
    return [divmod(move, SIZE)]


def format_move(move):
    return f"{'abcdefgh'[move % SIZE]}{move // SIZE + 1}"

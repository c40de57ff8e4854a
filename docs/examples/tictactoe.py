"""Tic-tac-toe: a state is nine characters, a move is a cell from 1 to 9."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def initial():
    return "." * 9


def legal_moves(state):
    return [] if outcome(state) is not None else [cell + 1 for cell in range(9) if state[cell] == "."]


def play(state, move):
    return state[: move - 1] + "XO"[state.count("X") > state.count("O")] + state[move:]


def outcome(state):
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != ".":
            return 1 if state[a] == "X" else -1
    return None if "." in state else 0

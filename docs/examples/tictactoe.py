"""Tic-tac-toe: a state is nine characters, a move is a cell from 1 to 9."""

LINES = ["123", "456", "789", "147", "258", "369", "159", "357"]


def initial():
    return "." * 9


def legal_moves(state):
    return [] if outcome(state) is not None else [cell + 1 for cell in range(9) if state[cell] == "."]


def play(state, move):
    sign = "XO"[state.count("X") - state.count("O")]
    return state[: move - 1] + sign + state[move:]


def outcome(state):
    for line in LINES:
        if (signs := {state[int(cell) - 1] for cell in line}) in ({"X"}, {"O"}):
            return 1 if signs == {"X"} else -1
    return None if "." in state else 0

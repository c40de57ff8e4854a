"""A small correct game as a file: each player adds 1 or 2, and who reaches 7 wins. Tests change a line of it."""

RACE = """
def initial():
    return (0, 0)

def legal_moves(state):
    return [] if outcome(state) is not None else [1, 2]

def play(state, move):
    return (state[0] + move, state[1] + 1)

def outcome(state):
    if state[0] < 7:
        return None
    return 1 if state[1] % 2 else -1
"""

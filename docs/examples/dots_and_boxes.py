"""Dots and boxes: draw a line between two dots; whoever closes a box owns it and draws again."""

BOXES = 2
SIDE = 2 * BOXES + 1
EDGES = [(row, column) for row in range(SIDE) for column in range(SIDE) if (row + column) % 2]
CENTRES = [(row, column) for row in range(1, SIDE, 2) for column in range(1, SIDE, 2)]
scored = True
longest = len(EDGES)


def initial():
    return frozenset(), (), 0


def sides(box):
    row, column = box
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def legal_moves(state):
    return [edge for edge in EDGES if edge not in state[0]]


def play(state, move):
    drawn, owned, player = state
    drawn = drawn | {move}
    closed = [box for box in CENTRES if move in sides(box) and sides(box) <= drawn]
    return drawn, tuple(sorted((*owned, *((box, player) for box in closed)))), player if closed else 1 - player


def outcome(state):
    drawn, owned, _ = state
    return None if len(drawn) < len(EDGES) else sum(1 - 2 * player for _, player in owned)


def to_move(state):
    return state[2]


def evaluate(state, player):
    lead = sum(1 - 2 * owner for _, owner in state[1])
    return lead if player == 0 else -lead


def board(state):
    drawn, owned, _ = state
    owners = {box: "XO"[player] for box, player in owned}

    def cell(row, column):
        if (row + column) % 2:
            return ("-" if row % 2 == 0 else "|") if (row, column) in drawn else None
        return "+" if row % 2 == 0 else owners.get((row, column))

    return [[cell(row, column) for column in range(SIDE)] for row in range(SIDE)]


def cells(state, move):
    return [move]


def format_move(move):
    return f"{'abcdefgh'[move[1]]}{move[0] + 1}"

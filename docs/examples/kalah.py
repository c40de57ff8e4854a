"""Kalah: sow the seeds of a pit; the last one in your own store moves again, in your own empty pit it captures."""

PITS, SEEDS = 3, 2
FIRST_STORE, SECOND_STORE = PITS, 2 * PITS + 1
HOLES = 2 * PITS + 2
scored = True


def initial():
    return ((SEEDS,) * PITS + (0,)) * 2, 0


def own(player):
    """The holes of a player, without the store."""
    return range(PITS) if player == 0 else range(PITS + 1, SECOND_STORE)


def is_over(holes):
    return not any(holes[pit] for pit in own(0)) or not any(holes[pit] for pit in own(1))


def legal_moves(state):
    holes, player = state
    return [] if is_over(holes) else [number + 1 for number, pit in enumerate(own(player)) if holes[pit]]


def play(state, move):
    holes, player = list(state[0]), state[1]
    store, other_store = (FIRST_STORE, SECOND_STORE) if player == 0 else (SECOND_STORE, FIRST_STORE)
    hole = own(player)[move - 1]
    seeds, holes[hole] = holes[hole], 0
    while seeds:
        hole = (hole + 1) % HOLES
        if hole != other_store:
            holes[hole] += 1
            seeds -= 1
    opposite = 2 * PITS - hole
    if hole in own(player) and holes[hole] == 1 and holes[opposite]:
        holes[store] += holes[opposite] + 1
        holes[hole] = holes[opposite] = 0
    return tuple(holes), player if hole == store else 1 - player


def outcome(state):
    holes, _ = state
    if not is_over(holes):
        return None
    first = holes[FIRST_STORE] + sum(holes[pit] for pit in own(0))
    return first - (sum(holes) - first)


def to_move(state):
    return state[1]


def evaluate(state, player):
    lead = state[0][FIRST_STORE] - state[0][SECOND_STORE]
    return lead if player == 0 else -lead


def board(state):
    """The second player's pits above, from right to left, the stores at the sides."""
    holes, _ = state
    above = [holes[pit] for pit in reversed(own(1))]
    return [[holes[SECOND_STORE], *above, None], [None, *(holes[pit] for pit in own(0)), holes[FIRST_STORE]]]


def cells(state, move):
    return [(1, move)] if state[1] == 0 else [(0, PITS + 1 - move)]

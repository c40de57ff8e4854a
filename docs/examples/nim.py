"""Nim: take as many as you like from one heap; whoever takes the last one wins."""

HEAPS = (3, 4, 5)
style = "stones"


def initial():
    return HEAPS, 0


def legal_moves(state):
    heaps, _ = state
    return [(heap, count) for heap, size in enumerate(heaps) for count in range(1, size + 1)]


def play(state, move):
    heaps, player = state
    heap, count = move
    return (*heaps[:heap], heaps[heap] - count, *heaps[heap + 1 :]), 1 - player


def outcome(state):
    heaps, player = state
    if any(heaps):
        return None
    return -1 if player == 0 else 1


def to_move(state):
    return state[1]


def board(state):
    return ["●" * size + "." * (max(HEAPS) - size) for size in state[0]]


def cells(state, move):
    """The first of those that are taken."""
    heap, count = move
    return [(heap, state[0][heap] - count)]


def format_move(move):
    return f"{'abcdefgh'[move[0]]}{move[1]}"


def format_state(state):
    return f"{'-'.join(map(str, state[0]))} {state[1] + 1}"


def parse_state(text):
    heaps, player = text.split()
    sizes = tuple(int(size) for size in heaps.split("-"))
    if len(sizes) != len(HEAPS) or not all(0 <= size <= most for size, most in zip(sizes, HEAPS, strict=True)):
        raise ValueError(f"{len(HEAPS)} heaps of at most {HEAPS}")
    return sizes, ("1", "2").index(player)

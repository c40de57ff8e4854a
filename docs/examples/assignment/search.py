"""A solution of the assignment: the game comes in, and a pair (value, move) goes out."""

INFINITY = float("inf")


def minimax(game, state, depth):
    """The value for the first player, looking *depth* plies ahead, and the first of the best moves."""
    result = game.outcome(state)
    if result is not None:
        return result, None
    if depth == 0:
        return game.evaluate(state, 0), None
    maximises = game.to_move(state) == 0
    best, chosen = (-INFINITY if maximises else INFINITY), None
    for move in game.legal_moves(state):
        value, _ = minimax(game, game.play(state, move), depth - 1)
        if value > best if maximises else value < best:
            best, chosen = value, move
    return best, chosen


def alphabeta(game, state, depth, alpha=-INFINITY, beta=INFINITY):
    """The same, without the branches that cannot matter."""
    result = game.outcome(state)
    if result is not None:
        return result, None
    if depth == 0:
        return game.evaluate(state, 0), None
    maximises = game.to_move(state) == 0
    best, chosen = (-INFINITY if maximises else INFINITY), None
    for move in game.legal_moves(state):
        value, _ = alphabeta(game, game.play(state, move), depth - 1, alpha, beta)
        if value > best if maximises else value < best:
            best, chosen = value, move
        if best >= beta if maximises else best <= alpha:
            break
        if maximises:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best, chosen


def evaluate(state, player, game):
    """The lines still open to each side, as the game itself counts them."""
    return game.evaluate(state, player)

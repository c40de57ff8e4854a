"""The part of `peers.py` that runs in the peers' environment: takes positions as JSON, gives seconds by name."""

import json
import sys
import time

import aima3.games
import pyspiel
from bitbully import BitBully, Board
from easyAI import Negamax, TranspositionTable, TwoPlayerGame
from open_spiel.python.algorithms import minimax

LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


class Noughts(TwoPlayerGame):
    """Tic-tac-toe as easyAI's own documentation writes it."""

    def __init__(self):
        self.players, self.current_player, self.board = [None, None], 1, [0] * 9

    def possible_moves(self):
        return [cell for cell in range(1, 10) if self.board[cell - 1] == 0]

    def make_move(self, move):
        self.board[move - 1] = self.current_player

    def unmake_move(self, move):
        self.board[move - 1] = 0

    def lose(self):
        return any(all(self.board[cell - 1] == self.opponent_index for cell in line) for line in LINES)

    def is_over(self):
        return not self.possible_moves() or self.lose()

    def scoring(self):
        return -100 if self.lose() else 0

    def ttentry(self):
        return tuple(self.board), self.current_player


def aima_minimax():
    game = aima3.games.TicTacToe()
    aima3.games.minimax_decision(game.initial, game)


def aima_alphabeta():
    game = aima3.games.TicTacToe()
    aima3.games.alphabeta_search(game.initial, game)


def easy_alphabeta(table=None):
    Negamax(9, tt=table)(Noughts())


def spiel_alphabeta():
    minimax.alpha_beta_search(pyspiel.load_game("tic_tac_toe"))


def spiel_minimax():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    minimax.expectiminimax(state, 9, lambda state: 0, 0)


def bitbully(positions):
    """The seconds of solving alone: emptying the table between positions is not counted, nor is it for Enraya."""
    solver, seconds = BitBully(opening_book=None), 0.0
    for moves in positions:
        board = Board([int(column) - 1 for column in moves])
        solver.reset_transposition_table()
        began = time.perf_counter()
        solver.mtdf(board)
        seconds += time.perf_counter() - began
    return seconds / len(positions)


def main():
    positions = json.load(sys.stdin)
    found = {}
    for name, work in {
        "3×3 minimax · aima3": aima_minimax,
        "3×3 minimax · OpenSpiel": spiel_minimax,
        "3×3 alpha-beta · aima3": aima_alphabeta,
        "3×3 alpha-beta · easyAI": easy_alphabeta,
        "3×3 alpha-beta · easyAI, with its table": lambda: easy_alphabeta(TranspositionTable()),
        "3×3 alpha-beta · OpenSpiel": spiel_alphabeta,
    }.items():
        began = time.perf_counter()
        work()
        found[name] = time.perf_counter() - began
    found["Connect 4 exact score, a position · BitBully"] = bitbully(positions)
    print(json.dumps(found))


if __name__ == "__main__":
    main()

// Which moves of Connect 4 to try first: a sum of weights, tuned by counting the nodes of games played at
// random.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "connect_board.hpp"
#include "random.hpp"

namespace enraya {

struct ConnectWeights {
    int cell[2][4][6];  // of the 7 × 6 board: player, distance from the middle column, row from the bottom
    int win[2][2];      // a new winning cell: player, its cells up to the top even or odd in number
    int replies[8];     // the moves the opponent then has to choose from
    int own_moves[8];   // the moves the player has, where all replies are forced until then
    int forced;         // a forced reply
};

inline constexpr ConnectWeights kConnectWeights = {
    {{{70, 100, 130, 130, 100, 70},
      {50, 80, 110, 110, 80, 50},
      {40, 60, 80, 80, 60, 40},
      {30, 40, 50, 50, 40, 30}},
     {{70, 100, 130, 130, 100, 70},
      {50, 80, 110, 110, 80, 50},
      {40, 60, 80, 80, 60, 40},
      {30, 40, 50, 50, 40, 30}}},
    {{200, 200}, {200, 200}},
    {0, -60, -120, -180, -240, -300, -360, -420},
    {-400, -400, -400, -400, -400, -400, -400, -400},
    0,
};

template <class Shape>
class ConnectOrder {
  public:
    using Bits = typename Shape::Bits;

    // Variations other than 0 differ a little, so that threads do not all search the same.
    explicit ConnectOrder(const ConnectBoard<Shape>& board, int variation = 0,
                          const ConnectWeights& weights = kConnectWeights)
        : even_above_(board.even_above()), weights_(weights) {
        for (int player = 0; player < 2; ++player)
            for (int column = 0; column < board.columns(); ++column)
                for (int row = 0; row < board.rows(); ++row) {
                    const int bit = column * board.pitch() + row;
                    int& cell = cells_[player][bit];
                    if (board.columns() == 7 && board.rows() == 6)
                        cell = weights.cell[player][std::abs(column - 3)][row];
                    else
                        cell = 10 * count_fours(board, column, row);
                    if (variation) cell += static_cast<int>(random_number(variation * 256 + bit) % 40);
                }
    }

    // The weight of a move by the cell it takes and the winning cells it makes, then by whose turn it is (the
    // player's own again if sign is 1), with how many moves and after how many plies, when there is a choice
    // again.
    int weight(int player, int cell, Bits wins, int sign, int moves, int plies) const {
        moves = std::min(moves, 7);
        return cells_[player][cell] + weights_.win[player][0] * count_bits(wins & even_above_) +
               weights_.win[player][1] * count_bits(wins & ~even_above_) +
               (sign < 0 ? weights_.replies : weights_.own_moves)[moves] + weights_.forced * (plies - 1);
    }

  private:
    // How many lines of four go through a cell.
    static int count_fours(const ConnectBoard<Shape>& board, int column, int row) {
        static constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        const auto fits = [&](int x, int y) {
            return x >= 0 && x < board.columns() && y >= 0 && y < board.rows();
        };
        int count = 0;
        for (const auto& [dx, dy] : kSteps)
            for (int back = 0; back < 4; ++back)
                count += fits(column - back * dx, row - back * dy) &&
                         fits(column + (3 - back) * dx, row + (3 - back) * dy);
        return count;
    }

    Bits even_above_;
    ConnectWeights weights_;
    std::array<std::array<int, 128>, 2> cells_{};
};

}  // namespace enraya

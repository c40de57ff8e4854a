// Move ordering of Connect 4. The weights were chosen by the nodes that positions of random games
// take.
#pragma once

#include <array>
#include <utility>

#include "connect4/board.hpp"

namespace enraya {

template <class Shape>
class ConnectOrder {
  public:
    using Bits = typename Shape::Bits;

    explicit ConnectOrder(const ConnectBoard<Shape>& board) {
        for (int column = 0; column < board.columns(); ++column)
            for (int row = 0; row < board.rows(); ++row)
                cells_[column * board.pitch() + row] = count_fours(board, column, row);
    }

    // The weight of a move by the cell it takes and the winning cells it makes, then by whose turn it is when
    // there is a choice again (the player's own if sign is 1), and with how many moves to choose from. A move
    // that leaves few replies has a small tree, and is often good as well.
    int weight(int cell, Bits wins, int sign, int moves) const {
        return cells_[cell] + kWin * count_bits(wins) - (sign < 0 ? kReply * moves : kOwnTurn);
    }

  private:
    static constexpr int kWin = 20, kReply = 6, kOwnTurn = 40;

    // The number of lines of four through a cell.
    static int count_fours(const ConnectBoard<Shape>& board, int column, int row) {
        const auto fits = [&](int x, int y) {
            return x >= 0 && x < board.columns() && y >= 0 && y < board.rows();
        };
        int count = 0;
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}})
            for (int back = 0; back < 4; ++back)
                count += fits(column - back * dx, row - back * dy) &&
                         fits(column + (3 - back) * dx, row + (3 - back) * dy);
        return count;
    }

    std::array<int, 128> cells_{};
};

}  // namespace enraya

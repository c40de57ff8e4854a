// The moves of a position, one at a time, the likeliest first.
//
// Step 1: the move that the table remembers. Step 2: everything else, scored when it is first needed, by what
// a stone makes and prevents, by how often it cut before, and whether it answered the last move before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include "gomoku/board.hpp"

namespace enraya::gomoku {

// The moves that cut before, and so may cut again: killers and history.
class MoveMemory {
  public:
    // *depth* is that of a position where *cell* cut.
    void reward(const Board& board, int cell, int depth) {
        add(history_[board.turn()][cell], bonus(depth));
        if (const int last = board.last_move(); last != Board::kNoCell)
            answers_[board.turn()][last] = static_cast<std::int16_t>(cell);
    }
    // *cell* was tried before the move that cut.
    void punish(const Board& board, int cell, int depth) { add(history_[board.turn()][cell], -bonus(depth)); }

    int history(int side, int cell) const { return history_[side][cell]; }
    int answer(const Board& board) const {
        const int last = board.last_move();
        return last == Board::kNoCell ? Board::kNoCell : answers_[board.turn()][last];
    }
    void clear() {
        history_ = {};
        for (auto& side : answers_) side.fill(Board::kNoCell);
    }

  private:
    static constexpr int kMostHistory = 4096;
    static int bonus(int depth) { return depth * depth < 400 ? depth * depth : 400; }
    static void add(std::int16_t& score, int bonus) {
        score = static_cast<std::int16_t>(score + bonus - score * std::abs(bonus) / kMostHistory);
    }

    std::array<std::array<std::int16_t, Geometry::kMostCells>, 2> history_{};
    std::array<std::array<std::int16_t, Geometry::kMostCells>, 2> answers_{};
};

class MovePicker {
  public:
    // Among *cells*; *table_move* comes first if it is one of them.
    MovePicker(const Board& board, const MoveMemory& memory, const Board::Cells& cells, int table_move)
        : board_(board), memory_(memory), cells_(cells) {
        if (table_move >= 0 && table_move < board.geometry().cells() && cells.has(table_move))
            table_move_ = table_move;
    }

    // The next move, or kNoCell.
    int next() {
        if (!is_scored_) {
            if (table_move_ != Board::kNoCell) {
                cells_.remove(table_move_);
                return std::exchange(table_move_, Board::kNoCell);
            }
            score();
        }
        if (left_ == 0) return Board::kNoCell;
        --left_;
        // A plain loop over numbers: a compiler makes a few wide comparisons of it.
        int best = kGiven;
        for (int i = 0; i < size_; ++i) best = std::max(best, keys_[i]);
        const int at = kIndexMask - (best & kIndexMask);
        keys_[at] = kGiven;
        return places_[at];
    }

  private:
    static constexpr int kHistoryWeight = 32, kAnswerBonus = 40;
    // A key is a score with the index of the cell below it, the first cells highest.
    static constexpr int kIndexMask = 511, kGiven = std::numeric_limits<int>::min();
    static_assert(Geometry::kMostCells <= kIndexMask + 1);

    void score() {
        is_scored_ = true;
        const int own = board_.turn(), answer = memory_.answer(board_);
        cells_.for_each([&](int cell) {
            const int by_shape = board_.order(own, cell);
            const int score =
                by_shape + memory_.history(own, cell) / kHistoryWeight + (cell == answer ? kAnswerBonus : 0);
            places_[size_] = static_cast<std::int16_t>(cell);
            keys_[size_] = score * (kIndexMask + 1) + kIndexMask - size_;
            ++size_;
        });
        left_ = size_;
    }

    const Board& board_;
    const MoveMemory& memory_;
    Board::Cells cells_;
    int table_move_ = Board::kNoCell;
    bool is_scored_ = false;
    int size_ = 0, left_ = 0;
    std::array<std::int16_t, Geometry::kMostCells> places_;
    std::array<int, Geometry::kMostCells> keys_;
};

}  // namespace enraya::gomoku

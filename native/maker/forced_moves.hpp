// Forced moves, played at once: only quiet positions are searched.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "maker/board.hpp"

namespace enraya {

// A move, and every move that is forced after it, on the board until this goes out of scope.
template <class Set>
class ForcedMoves {
  public:
    using Board = MakerBoard<Set>;

    enum class End { None, Won, Held };  // by the maker, by the breaker

    // The forced moves of the position itself.
    ForcedMoves(Board& board, Side to_move) : board_(board), to_move_(to_move) { play_forced(); }
    ForcedMoves(Board& board, Side to_move, int cell) : board_(board), to_move_(to_move) {
        play(cell);
        play_forced();
    }
    ~ForcedMoves() {
        while (count_ > 0) {
            to_move_ = other(to_move_);
            board_.undo(to_move_, cells_[--count_]);
        }
    }
    ForcedMoves(const ForcedMoves&) = delete;
    ForcedMoves& operator=(const ForcedMoves&) = delete;

    End end() const { return end_; }
    Side to_move() const { return to_move_; }
    bool is_one_move() const { return end_ == End::None && count_ == 1; }

  private:
    void play(int cell) {
        board_.play(to_move_, cell);
        cells_[count_++] = static_cast<typename Board::Rules::CellNumber>(cell);
        to_move_ = other(to_move_);
    }
    void play_forced() {
        while (true) {
            if (board_.completing(to_move_)) {
                end_ = to_move_ == kMaker ? End::Won : End::Held;
                return;
            }
            const Set threats = board_.completing(other(to_move_));
            if (!threats) return;
            if (has_several(threats)) {
                end_ = to_move_ == kMaker ? End::Held : End::Won;
                return;
            }
            play(first_of(threats));
        }
    }

    Board& board_;
    Side to_move_;
    End end_ = End::None;
    int count_ = 0;
    std::array<typename Board::Rules::CellNumber, Board::Rules::kMostCells> cells_;
};

}  // namespace enraya

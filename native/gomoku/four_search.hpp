// Wins by fours only (VCF): each move threatens five at once, so that each answer is forced and the search is
// a path with branches, not a tree. What it says is exact: a win it finds is one, whatever the other side
// does.
#pragma once

#include <cstdint>
#include <vector>

#include "gomoku/board.hpp"

namespace enraya::gomoku {

class FourSearch {
  public:
    explicit FourSearch(Board& board) : board_(board), failed_(kRemembered) {}

    // In how many plies the side to move wins so, or 0 if it does not, or not within *nodes* stones.
    int plies_to_win(std::uint64_t nodes);
    // The stones put down by all calls.
    std::uint64_t all_nodes() const { return all_; }
    // The moves of the win just found, the other side's too, up to the one that makes an open four or five.
    const std::vector<int>& line() const { return line_; }
    // The first move of it.
    int move() const { return line_.empty() ? Board::kNoCell : line_.front(); }

  private:
    static constexpr std::size_t kRemembered = 1 << 14;

    int search();
    int try_four(int cell);

    Board& board_;
    std::vector<std::uint64_t> failed_;  // keys of positions without such a win, by their low bits
    std::vector<int> line_;
    std::uint64_t spent_ = 0, most_ = 0, all_ = 0;
};

}  // namespace enraya::gomoku

// Wins by fours only (VCF): each move threatens five at once, so that each answer is forced and the search is
// a path with branches, not a tree. What it says is exact: a win it finds is one, whatever the other side
// does.
#pragma once

#include <cstdint>
#include <vector>

#include "gomoku/board.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] FourSearch {
  public:
    explicit FourSearch(Board& board) : board_(board), failed_(kRemembered) {}

    // The fours to try: all, or those alone whose stone makes a three or more of another direction too.
    enum class Fours { All, ThatLeadOn };

    // In how many plies the side to move wins so, or 0 if it does not, or not within *nodes* stones.
    int plies_to_win(std::uint64_t nodes, Fours fours = Fours::All);
    // The stones put down by all calls.
    std::uint64_t all_nodes() const { return all_; }
    // The moves of the win just found, the other side's too, up to the one that makes an open four or five.
    const std::vector<int>& line() const { return line_; }
    // The first move of it.
    int move() const { return line_.empty() ? Board::kNoCell : line_.front(); }

  private:
    static constexpr std::uint64_t kRemembered = 1 << 16;
    static constexpr std::uint64_t kEveryFour = kRemembered - 1;  // no number of nodes would find a win

    int search();
    int try_four(int cell);

    Board& board_;
    // Positions without such a win, by the low bits of their key; in their place, with how many nodes it was
    // tried.
    std::vector<std::uint64_t> failed_;
    std::vector<int> line_;
    Fours fours_ = Fours::All;
    std::uint64_t spent_ = 0, most_ = 0, all_ = 0;
};

}  // namespace enraya::gomoku

// A game of lines as data: cells, the lines that end the game, and what follows from them.
//
// m,n,k-games, gomoku, cubes and Connect 4 are all this one thing; nothing below knows which it is playing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace enraya {

class LineRules {
  public:
    static constexpr int kMostCells = 361;
    static constexpr int kNone = -1;
    static constexpr int kLargeBoard = 100;

    // Throws std::invalid_argument for anything that is not a game. A symmetry takes cell c to symmetry[c].
    LineRules(int cells, std::vector<std::vector<int>> lines, std::vector<std::vector<int>> ends,
              std::vector<std::vector<int>> columns, bool misere, std::vector<std::vector<int>> symmetries);

    int cells() const { return cells_; }
    int line_count() const { return static_cast<int>(lines_.size()); }
    const std::vector<int>& line(int index) const { return lines_[index]; }
    bool is_misere() const { return misere_; }

    // True if a line counts only if none of the cells beyond its ends is its owner's: exactly five.
    bool has_ends() const { return has_ends_; }
    const std::vector<int>& ends(int line) const { return ends_[line]; }
    std::span<const std::uint16_t> lines_through(int cell) const {
        return {through_.data() + through_start_[cell], through_.data() + through_start_[cell + 1]};
    }

    // With gravity a move is a column; inside the search it is always the cell where the piece lands.
    bool has_gravity() const { return !columns_.empty(); }
    const std::vector<std::vector<int>>& columns() const { return columns_; }
    int above(int cell) const { return above_[cell]; }
    int move_of(int cell) const { return has_gravity() ? column_of_[cell] : cell; }

    // The cells next to a cell along a line.
    const std::vector<int>& adjacent(int cell) const { return adjacent_[cell]; }

    // On a large board a search under a clock can look only near the pieces: at the cells that share a line
    // with one, at most two steps along it.
    bool is_large() const { return cells_ > kLargeBoard && !has_gravity(); }
    const std::vector<int>& near(int cell) const { return near_[cell]; }
    int centre() const { return centre_; }

    // The board seen from each side. View 0 is the board as it stands.
    int views() const { return static_cast<int>(views_.size()); }
    int seen(int view, int cell) const { return views_[view][cell]; }
    int unseen(int view, int cell) const { return unviews_[view][cell]; }

    // A player's piece on a cell as a Zobrist number in each view.
    std::span<const std::uint64_t> keys(int player, int cell) const {
        return {keys_.data() + static_cast<std::size_t>(player * cells_ + cell) * views_.size(),
                views_.size()};
    }

    // The weight of a line open to one side by the pieces in it: each one more multiplies by four.
    std::int64_t worth(int count) const { return worth_[count]; }

    // The weight of two neighbouring pieces of one player.
    static constexpr std::int64_t kNeighbours = 2;

    // The chance that a line with this many cells to fill would come out whole if coins were tossed for them,
    // in units of 1 / kCertain and never rounded down to nothing: the Erdős–Selfridge weight.
    static constexpr std::int64_t kCertain = std::int64_t{1} << 40;
    std::int64_t chance(int to_fill) const { return to_fill < 40 ? kCertain >> to_fill : 1; }

  private:
    void check_lines() const;
    void check_columns();
    void check_symmetries(const std::vector<std::vector<int>>& symmetries) const;
    void index_lines();
    std::vector<std::vector<int>> find_cells_within(std::size_t steps) const;
    void find_centre();
    void make_keys();

    int cells_;
    std::vector<std::vector<int>> lines_, ends_, columns_;
    bool misere_;
    bool has_ends_ = false;
    std::vector<std::uint32_t> through_start_;
    std::vector<std::uint16_t> through_;
    std::vector<int> above_, column_of_;
    std::vector<std::vector<int>> adjacent_, near_;
    int centre_ = 0;
    std::vector<std::vector<int>> views_, unviews_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::int64_t> worth_;
};

}  // namespace enraya

// The search of one thread: principal variation search over the board, with the table that all threads share.
//
// A decisive value is a proof, at any depth: what is left out of the search (moves far from the stones, late
// and futile moves) is left out only while the game is not lost, and a position counts as lost only when
// every move has been tried or is known not to help.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/search.hpp"
#include "gomoku/board.hpp"
#include "gomoku/four_search.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/table.hpp"

namespace enraya::gomoku {

// The parts of the search that can be left out, to measure what each is worth.
struct Features {
    bool four_search = true;
    bool threat_search = true;
    bool history = true;
    bool reductions = true;
    bool futility = true;
    bool razoring = true;
    bool move_count = true;
    bool forced_extension = true;
    bool singular_extension = true;
    bool aspiration = true;
};

class Tree {
  public:
    // *look* is told the nodes so far and says at how many to tell it again; it may throw to end the search,
    // which leaves the board in the middle of it.
    using Look = std::function<std::uint64_t(std::uint64_t nodes)>;
    Tree(Board& board, Table& table, const Features& features, Look look);

    std::uint64_t nodes() const { return nodes_ + four_search_.all_nodes(); }

    // The moves to consider at the root, the likeliest first, and the others, which matter only if all those
    // lose.
    std::vector<int> root_moves() const;
    std::vector<int> reserve_moves() const;
    // The value of a root move for the player there, *depth* plies deep: exact inside the window (alpha,
    // beta), else a bound on the same side of it.
    int value_after(int move, int alpha, int beta, int depth);
    // The late-move reduction of the root's move of this number.
    int root_reduction(int depth, int number) const;
    // Back to the root, from wherever a search has ended.
    void rewind() { board_.rewind(root_plies_); }
    // The principal variation after *move*, from the table.
    std::vector<int> variation_after(int move);
    // Ready for another position.
    void begin();

  private:
    static constexpr int kMostPly = 500;

    int search(int alpha, int beta, int depth, int ply, bool is_cut, int excluded = Board::kNoCell);
    int leaf(int beta, int ply);
    int value_of(int cell, int alpha, int beta, int depth, int ply);
    float reduction(int depth, int number) const {
        return reductions_[std::min(depth, 63)][std::min(number, 63)];
    }
    Board::Cells candidates() const;
    void count_node() {
        ++nodes_;
        if (nodes() >= next_look_) next_look_ = look_(nodes());
    }

    Board& board_;
    Table& table_;
    Features features_;
    Look look_;
    FourSearch four_search_;
    MoveMemory memory_;
    std::array<int, kMostPly + 8> estimates_{};
    std::array<std::array<float, 64>, 64> reductions_{};
    std::array<int, 64> most_moves_{};  // tried at a depth before the rest are left out
    std::uint64_t nodes_ = 0, next_look_ = 0;
    int root_plies_ = 0, root_depth_ = 0;
};

}  // namespace enraya::gomoku

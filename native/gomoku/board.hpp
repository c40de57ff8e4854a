// The board of five in a row: stones, the shape of every empty cell for both sides, and the threats they add
// up to.
//
// A stone changes only the windows of the empty cells within reach along its four lines, so only those are
// looked up again; everything else that is known of a position (threats, estimate, key) is kept up to date
// with them.
//
//     *  .  .  .  *  .  .  .  *          the cells whose shape a stone at ( ) changes, one direction each
//     .  *  .  .  *  .  .  *  .
//     .  .  *  .  *  .  *  .  .
//     .  .  .  *  *  *  .  .  .
//     *  *  *  * ( ) *  *  *  *
//     .  .  .  *  *  *  .  .  .
//     …
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gomoku/evaluation.hpp"
#include "gomoku/geometry.hpp"
#include "gomoku/pattern.hpp"

namespace enraya::gomoku {

// The first player is side 0.
class [[gnu::visibility("default")]] Board {
  public:
    using Cells = Geometry::Cells;
    static constexpr int kNoCell = -1;

    // *geometry* and *evaluation* are kept, not copied.
    Board(const Geometry& geometry, Rule rule, const Evaluation& evaluation);

    // Starts over with these stones. std::invalid_argument if a cell has two, or if a row has been made
    // already.
    void set_up(const Cells& first, const Cells& second, int turn);

    const Geometry& geometry() const { return geometry_; }
    int turn() const { return turn_; }
    std::uint64_t key() const { return key_; }
    std::uint64_t key_after(int cell) const;
    int empties() const { return empties_; }
    // The number of moves that can be undone.
    int plies() const { return static_cast<int>(records_.size()); }
    bool is_empty(int cell) const { return colours_[cell] == Empty; }
    int last_move() const { return records_.empty() ? kNoCell : records_.back().cell; }

    // A stone of the side to move on an empty cell that makes no five: the game goes on.
    void play(int cell);
    void undo();
    // Undoes down to so many plies.
    void rewind(int plies) {
        while (this->plies() > plies) undo();
    }

    // The threat that a stone of *side* on *cell* would make, and whether it leads on.
    Threat threat(int side, int cell) const { return force(side, cell).threat(); }
    Force force(int side, int cell) const { return features_[cell].forces[side]; }
    // How early a stone of *side* on *cell* is tried.
    int order(int side, int cell) const {
        const std::uint32_t shapes = features_[cell].shapes;
        const auto first = static_cast<Shape>(shapes), second = static_cast<Shape>(shapes >> 16);
        return side == 0 ? evaluation_.order(first, second) : evaluation_.order(second, first);
    }
    Pattern pattern(int side, int cell, int direction) const {
        return static_cast<Pattern>(features_[cell].shapes >> (16 * side + 4 * direction) & 15);
    }
    // The shapes of both sides, the first one's in the low half.
    std::uint32_t shapes(int cell) const { return features_[cell].shapes; }
    const ThreatCounts& counts(int side) const { return counts_[side]; }
    int count(int side, Threat threat) const { return counts_[side][threat]; }
    // The cells where a stone of *side* makes this threat and none stronger. Not for NoThreat.
    const Cells& cells_of(int side, Threat threat) const { return threats_[side][threat]; }
    // The cells where a stone of *side* makes a four, and no more than one.
    Cells fours(int side) const { return cells_of(side, MakesFour) | cells_of(side, MakesFourThree); }

    // The empty cells near the stones; the centre if there are none.
    Cells near() const;
    Cells empty_cells() const;
    // Every cell where a stone of the other side may prevent that *attacker*, who has ways to make an open
    // four, can still make one. What is not among them does not help, unless it makes a four.
    Cells answers(int attacker) const;

    // The evaluation for the side to move.
    int estimate() const;

  private:
    // The cached features of a cell: the shapes of both sides, the first one's in the low half, and the
    // threats they make.
    struct CellFeatures {
        std::uint32_t shapes;
        std::array<Force, 2> forces;
    };
    // Of a change of a cell's shapes.
    struct Change {
        std::int16_t cell;
        std::array<Force, 2> before;
    };
    struct Record {
        int cell, changes;
        std::uint64_t key;
        std::array<ThreatCounts, 2> counts;
        Cells near;
    };

    void put(int cell, int side);
    void change_shapes(int cell, std::uint32_t shapes);
    void move_threat(int side, int cell, unsigned from, unsigned to) {
        threats_[side][from].remove(cell);
        threats_[side][to].add(cell);
    }
    bool has_row() const;
    const Network::Accumulator& accumulator() const;

    const Geometry& geometry_;
    const PatternTable& patterns_;
    const Evaluation& evaluation_;
    Rule rule_;
    std::vector<std::uint64_t> lines_;
    std::array<std::uint8_t, Geometry::kMostCells> colours_;
    std::array<CellFeatures, Geometry::kMostCells> features_;
    std::array<std::array<Cells, kThreats>, 2> threats_;
    std::array<ThreatCounts, 2> counts_;
    Cells stones_, near_;
    std::uint64_t key_ = 0;
    int turn_ = 0, empties_ = 0;
    std::vector<Record> records_;
    std::vector<Change> changes_;  // of which so many count
    std::vector<Network::CellChange> shape_changes_;
    int change_count_ = 0;
    // The network's accumulator of every ply where the estimate has been asked for.
    struct PlyAccumulator {
        Network::Accumulator sums;
        bool is_known = false;
    };
    mutable std::vector<PlyAccumulator> accumulators_;
};

}  // namespace enraya::gomoku

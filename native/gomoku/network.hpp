// The pattern network: the value of a position from the patterns of its cells.
//
// An empty cell has a pair of patterns in each direction, the viewer's own and the other side's. Every pair
// has a row of weights; the rows of the four directions are added up and clipped (clipped ReLU), and the
// cells are added up in the accumulator, once as the mover sees them and once as the other side does. Two
// small layers make a value of that:
//
//     pairs ↔ ↕ ↘ ↙ ─ rows, Σ, clip ─┐ accumulator
//     …  every cell                  Σ ─ 32 of the mover, 32 of the other ─ 32 hidden ─ value
//     pairs ↔ ↕ ↘ ↙ ─ rows, Σ, clip ─┘               threats of both ─────────┘
//
// A cell adds its numbers less those it has on an empty board, so cells far from the stones count nothing on
// a board of any size. All numbers are integers whose sums cannot overflow: every build computes the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gomoku/pattern.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] Network {
  public:
    static constexpr int kWidth = 32, kInputs = 2 * kWidth, kHidden = 32;
    static constexpr int kPairs = kPatterns * kPatterns;
    static constexpr int kThreatValues = 20;  // all values of all digits of a pair of threats

    // The numbers that stand for 1 in a row, a cell's clipped sum, the first layer and the hidden numbers;
    // the last layer's stand for kOutputUnit / estimate.
    static constexpr int kRowShift = 3, kMostClipped = 63, kRowUnit = kMostClipped << kRowShift;
    static constexpr int kInnerUnit = 128, kHiddenShift = 6, kOutputShift = 10;
    static constexpr double kHiddenUnit = double(kMostClipped * kInnerUnit) / (1 << kHiddenShift);
    // How large a number of a row, of the first layer, and of the last one may be.
    static constexpr int kMostRow = 4000, kMostInner = 1000, kMostOutput = 8191, kMostHidden = 8191;

    // The weights: rows of pairs, their bias, the first layer (all inputs of a hidden number after another),
    // its rows for values of threats, its bias, the last layer.
    static constexpr int kWeights =
        kPairs * kWidth + kWidth + kHidden * kInputs + kThreatValues * kHidden + kHidden + kHidden;

    // std::invalid_argument for another number of weights.
    explicit Network(std::span<const std::int16_t> weights);

    // The sums over all cells: as the first player sees them, then as the second does.
    struct alignas(32) Accumulator {
        std::array<std::int16_t, kInputs> sums{};
    };
    // A cell's shapes, the first player's in the low half.
    struct CellChange {
        std::uint32_t before, after;
    };
    void update(Accumulator& accumulator, std::span<const CellChange> changes) const;
    // The value for the side to move; its threats and the other side's have this number.
    int value(const Accumulator& accumulator, int turn, int threat_pair) const;

  private:
    struct alignas(64) Row {
        std::array<std::int16_t, kInputs> numbers;
    };
    struct alignas(64) HiddenRow {
        std::array<std::int32_t, kHidden> numbers;
    };

    const std::int16_t* row_of(std::uint32_t shapes, int direction) const {
        const std::uint32_t patterns = shapes >> 4 * direction;
        return rows_[(patterns & 15) | (patterns >> 12 & 240)].numbers.data();
    }

    // Of a pair as the first player sees it and as the second does: own pattern in the low nibble.
    std::vector<Row> rows_;
    Row bias_;
    std::array<Row, kHidden> inner_;
    std::vector<HiddenRow> threat_rows_;  // of each pair of threats, with the bias
    alignas(64) std::array<std::int32_t, kHidden> output_;
};

}  // namespace enraya::gomoku

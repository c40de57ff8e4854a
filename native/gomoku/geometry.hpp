// The board's lines: rows, columns and both diagonals, each one word of two bits a cell with walls on either
// side.
//
//     line     | wall × 5 | cell 0 | cell 1 | … | cell n−1 | wall … |        32 cells of two bits
//     bit        0          10       12
//
// A cell's window, the cells within reach on either side of it, is that word shifted: no edge needs a test.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "gomoku/evaluation.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] Geometry {
  public:
    static constexpr int kLeastSide = 5, kMostSide = 22;
    static constexpr int kMostCells = kMostSide * kMostSide;
    static constexpr int kWalls = 5;
    using Cells = CellSet<(kMostCells + 63) / 64>;

    // The index of a cell on its line of one direction.
    struct Place {
        std::uint8_t line, index;
        std::uint8_t before, after;  // how many cells of the line there are before and after it, up to five
    };

    // std::invalid_argument if a side is not within its limits.
    Geometry(int columns, int rows);

    int cells() const { return columns_ * rows_; }
    int lines() const { return static_cast<int>(empty_lines_.size()); }
    // From a cell to the next of its line.
    int step(int direction) const { return steps_[direction]; }
    const Place& place(int cell, int direction) const { return places_[cell][direction]; }
    std::uint64_t empty_line(int line) const { return empty_lines_[line]; }
    // The cells so near that a stone there is worth a thought: two steps away, or three along a line.
    const Cells& near(int cell) const { return near_[cell]; }
    const Cells& all() const { return all_; }
    int centre() const { return rows_ / 2 * columns_ + columns_ / 2; }

  private:
    void add_direction(int direction, int column_step, int row_step);
    bool has(int column, int row) const {
        return column >= 0 && column < columns_ && row >= 0 && row < rows_;
    }

    int columns_, rows_;
    std::array<int, kDirections> steps_;
    std::vector<std::array<Place, kDirections>> places_;
    std::vector<std::uint64_t> empty_lines_;
    std::vector<Cells> near_;
    Cells all_;
};

}  // namespace enraya::gomoku

#include "gomoku/geometry.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace enraya::gomoku {

Geometry::Geometry(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      steps_{1, columns, columns + 1, columns - 1},
      places_(std::max(0, columns * rows)),
      near_(std::max(0, columns * rows)) {
    if (std::min(columns, rows) < kLeastSide || std::max(columns, rows) > kMostSide)
        throw std::invalid_argument("a board has 5 to 22 columns and rows");
    add_direction(0, 1, 0);
    add_direction(1, 0, 1);
    add_direction(2, 1, 1);
    add_direction(3, -1, 1);
    for (int cell = 0; cell < cells(); ++cell) all_.add(cell);
    for (int cell = 0; cell < cells(); ++cell)
        for (int other = 0; other < cells(); ++other) {
            const int across = std::abs(cell % columns - other % columns),
                      down = std::abs(cell / columns - other / columns);
            const bool is_on_a_line = across == 0 || down == 0 || across == down;
            const int distance = std::max(across, down);
            if (distance > 0 && distance <= (is_on_a_line ? 3 : 2)) near_[cell].add(other);
        }
}

void Geometry::add_direction(int direction, int column_step, int row_step) {
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column) {
            // A line begins where there is no cell before.
            if (has(column - column_step, row - row_step)) continue;
            int length = 0;
            while (has(column + length * column_step, row + length * row_step)) ++length;
            std::uint64_t word = ~std::uint64_t{0};
            for (int i = 0; i < length; ++i) {
                word &= ~(std::uint64_t{Wall} << 2 * (i + kWalls));
                const int cell = (row + i * row_step) * columns_ + column + i * column_step;
                places_[cell][direction] = {static_cast<std::uint8_t>(lines()), static_cast<std::uint8_t>(i),
                                            static_cast<std::uint8_t>(std::min(i, kWalls)),
                                            static_cast<std::uint8_t>(std::min(length - 1 - i, kWalls))};
            }
            empty_lines_.push_back(word);
        }
}

}  // namespace enraya::gomoku

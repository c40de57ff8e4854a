// Alpha-beta of line games: principal variation search with a transposition table under iterative deepening.
#pragma once

#include <cstdint>
#include <span>

#include "core/search.hpp"
#include "core/transposition_table.hpp"
#include "lines/rules.hpp"

namespace enraya {

class LineSearch {
  public:
    LineSearch(LineRules rules, int table_megabytes);

    // The value is for the player to move: kWin − p for a win p plies away, −(kWin − p) for a loss, 0 for a
    // draw, and at the horizon the position's evaluation. With a new table it is the plain minimax value of
    // this depth. Sets of cells are bits, the lowest first. Throws std::invalid_argument for what is not a
    // position with a move to make.
    //
    // On a large board (see LineRules::is_large) only cells near the pieces are tried, unless all of them
    // lose: a value is then an approximation, and complete only if it is decisive.
    Report search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                  const Limits& limits, const Listener& listener);

    OpenTable open_to_read() { return {search_lock_.enter_to_read(), table_, layout()}; }
    OpenTable open_to_write() { return {search_lock_.enter(), table_, layout()}; }

    void stop() { search_lock_.stop(); }
    void clear();

  private:
    TableLayout layout() const { return {TableLayout::Kind::Depth, 1, rules_.cells(), rules_.line_count()}; }
    template <int Words>
    Report search_in(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                     const Limits& limits, const Listener& listener);

    LineRules rules_;
    TranspositionTable table_;
    SearchLock search_lock_;
};

}  // namespace enraya

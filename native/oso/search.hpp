// Alpha-beta of OSO: which letter, where, and how many points are still to come.
#pragma once

#include <cstdint>
#include <span>

#include "core/search.hpp"
#include "core/transposition_table.hpp"
#include "oso/position.hpp"

namespace enraya {

class OsoSearch {
  public:
    OsoSearch(int columns, int rows, int table_megabytes);

    // The value is the points still to come for the player to move, less the opponent's; with a new table,
    // the plain minimax value of this depth, nothing being to come at the horizon. Points so far do not
    // change it, nor does whose turn it is. Sets of cells are bits, the lowest first. Throws
    // std::invalid_argument for what is not a position with a move to make.
    Report search(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells, int turn,
                  const Limits& limits, const Listener& listener);

    OpenTable open_to_read() { return {search_lock_.enter_to_read(), table_, layout()}; }
    OpenTable open_to_write() { return {search_lock_.enter(), table_, layout()}; }

    void stop() { search_lock_.stop(); }
    void clear();

  private:
    TableLayout layout() const { return {TableLayout::Kind::Depth, 1, board_.columns(), board_.rows()}; }
    OsoBoard board_;
    TranspositionTable table_;
    SearchLock search_lock_;
};

}  // namespace enraya

// The textbook's minimax and alpha-beta, to the end of a line game on at most 64 cells: node for node what
// src/enraya/search/minimax.py and alphabeta.py do there, only faster.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "lines/rules.hpp"

namespace enraya {

class TextbookSearch {
  public:
    static constexpr int kMostCells = 64;

    // The cutoff rule of a node: never (minimax), once it reaches the bound, or once it goes beyond it.
    enum class Cut : std::uint8_t { Never, AtTheBound, BeyondTheBound };

    static bool fits(const LineRules& rules) { return rules.cells() <= kMostCells && !rules.has_ends(); }

    // Throws std::invalid_argument for rules that do not fit.
    explicit TextbookSearch(LineRules rules);

    // The moves at the root are tried in this order, all others as the rules give them. The value is for the
    // player to move: a win p plies away is worth win − p, or 1 if win is 0. Sets of cells are bits, the
    // lowest first. Throws std::invalid_argument for what is not a position with these moves to make.
    Report search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                  std::span<const int> root_moves, Cut cut, int win, const Limits& limits,
                  const Listener& listener);

    void stop() { search_lock_.stop(); }

  private:
    LineRules rules_;
    std::vector<std::vector<std::uint64_t>> through_;  // the lines through each cell, as bits
    SearchLock search_lock_;
};

}  // namespace enraya

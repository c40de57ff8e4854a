// The engine of five in a row: iterative deepening at the root over a shared table, on one thread or more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "gomoku/board.hpp"
#include "gomoku/table.hpp"
#include "gomoku/tree.hpp"

namespace enraya {

class [[gnu::visibility("default")]] GomokuSearch {
  public:
    static constexpr int kMostThreads = 64;

    // Five in a row on so many columns and rows, 5 to 22 each; with *exact*, a longer row does not win.
    // std::invalid_argument for other sizes.
    GomokuSearch(int columns, int rows, bool exact, int table_megabytes, int threads = 1,
                 const gomoku::Features& features = {}, std::span<const std::int16_t> weights = {});

    // As LineSearch::search. With one thread and without a limit of time, the same questions get the same
    // answers. A value that is not decisive is an estimate; a decisive one is proven, and its distance is one
    // that the winner can keep to.
    Report search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                  const Limits& limits, const Listener& listener);

    void stop() { search_lock_.stop(); }
    void clear();

  private:
    gomoku::Geometry geometry_;
    gomoku::Rule rule_;
    std::optional<gomoku::Evaluation> own_evaluation_;  // of weights that are not the built-in ones
    const gomoku::Evaluation& evaluation_;
    gomoku::Features features_;
    gomoku::Table table_;
    int threads_;
    SearchLock search_lock_;
};

}  // namespace enraya

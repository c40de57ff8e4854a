// Expectimax for line games against a weak opponent: for choosing among moves of the same value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "core/transposition_table.hpp"
#include "lines/rules.hpp"

namespace enraya {

// The opponent plays any move, each as likely as the next; but with the chance *guided* the one after
// which the position looks best to it, one ply ahead, or one of these where several look the same. An
// unfinished position that is not searched further is worth e / (|e| + half_way), e being its evaluation.
struct WeakPlayer {
    double guided = 0;
    double half_way = 64;

    bool operator==(const WeakPlayer&) const = default;
};

struct Expectation {
    int depth = 0;  // of the last pass that was finished; 0: none was
    std::uint64_t nodes = 0;
    bool complete = false;           // no unfinished position was met
    std::vector<double> of_moves{};  // for each move asked about, from −1 to 1, for who makes it
};

class ExpectationSearch {
  public:
    // The unit of results: 1 for a game won is this much, and a game lost is the same below zero.
    static constexpr int kUnit = 1'000'000;

    ExpectationSearch(LineRules rules, int table_megabytes);

    // The expected outcome of each move if its maker plays best replies against the opponent, looked at
    // two plies after the move, four, six … until a limit. Sets of cells are bits, the lowest first. Throws
    // std::invalid_argument for what is not a position with these moves to make.
    Expectation search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                       std::span<const int> moves, const WeakPlayer& opponent, const Limits& limits,
                       const Listener& listener);

    void stop() { search_lock_.stop(); }

  private:
    template <int Words>
    Expectation search_in(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                          std::span<const int> moves, const Limits& limits, const Listener& listener);

    LineRules rules_;
    TranspositionTable table_;
    WeakPlayer opponent_;  // the table is about
    SearchLock search_lock_;
};

}  // namespace enraya

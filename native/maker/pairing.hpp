// Pairing strategies: which pairs of cells the breaker chooses, to hold by pairs and the Erdős–Selfridge
// bound.
//
// One pair after the other, each the best at the moment by what it stops and what it costs. Most lines that a
// pair makes heavier are stopped by a later one, so their weight counts for less than it is; and the heavier
// a line, the more it matters that one is. What exactly counts for how much was chosen by nodes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "maker/erdos_selfridge.hpp"

namespace enraya {

// The result for the breaker. Pairs are cells that answer each other. The zone is all that the breaker counts
// on: it holds as well if the maker has more pieces elsewhere. Where it holds only if the maker passes first,
// that zone is the other. Left is what the lines still weigh together, at best.
template <class Set>
struct PairingResult {
    bool holds = false;
    int left = 0;
    Set zone{}, zone_after_pass{};
    int pair_count = 0;
    std::array<std::array<typename MakerRules<Set>::CellNumber, 2>, MakerRules<Set>::kMostCells / 2> pairs;
};

template <class Set>
class Pairing {
  public:
    using Rules = MakerRules<Set>;
    using Bounds = ErdosSelfridge<Set>;
    using Result = PairingResult<Set>;

    // Try to hold by pairs and weights. Where one way to choose pairs fails, but not by far, another is
    // tried.
    static Result hold(const Bounds& bounds, Side to_move) {
        Result holding = Pairing(bounds, kCareful).choose(to_move, Until::Last);
        if (holding.holds || 4 * holding.left >= 5 * bounds.full()) return holding;
        const Result other = Pairing(bounds, kBold).choose(to_move, Until::Last);
        if (other.holds) return other;
        holding.left = std::min(holding.left, other.left);
        if (!holding.zone_after_pass) holding.zone_after_pass = other.zone_after_pass;
        return holding;
    }

    // The same, but with the first pairs that will do, chosen in one way only.
    static Result hold_somehow(const Bounds& bounds, Side to_move) {
        return Pairing(bounds, kPlain).choose(to_move, Until::Held);
    }

  private:
    // Choose pairs until the breaker holds, or all of them, since each makes the zone smaller.
    enum class Until { Held, Last };

    // The cost of the lines through a cell of the pair, the gain of the lines through both, and how much a
    // line matters, by the pieces in it.
    struct PairWeights {
        std::int16_t cost, worth;
        std::array<std::int16_t, Rules::kLongestLine + 1> matter;

        constexpr bool fits() const {
            constexpr int kMost = std::numeric_limits<std::int16_t>::max();
            return cost * matter.back() * Rules::kMostThrough <= kMost &&
                   worth * matter.back() * Rules::kMostTogether <= kMost;
        }
    };
    static constexpr PairWeights kPlain{1, 3, {1, 2, 4, 8, 16, 32, 64, 128}},
        kCareful{2, 7, {2, 5, 12, 31, 78, 195, 195, 195}}, kBold{1, 16, {2, 5, 12, 31, 78, 195, 195, 195}};

    Pairing(const Bounds& bounds, const PairWeights& weights)
        : bounds_(bounds), weights_(weights), single_(bounds_.zone()) {
        static_assert(kPlain.fits() && kCareful.fits() && kBold.fits());
        for (Set cells = single_; cells;) worth_[take_first(cells)].fill(0);
        bounds_.for_lines([&](Set cells, int weight) { add(cells, matter(weight)); });
    }

    Result choose(Side to_move, Until until) {
        Result holding;
        holding.left = bounds_.sum();
        int chosen = 0;
        while (true) {
            holding.left = std::min(holding.left, bounds_.sum());
            if (bounds_.holds(to_move)) {
                holding.holds = true;
                holding.zone = bounds_.zone();
                holding.pair_count = chosen;
                if (until == Until::Held) return holding;
            } else if (bounds_.holds(kBreaker)) {
                holding.zone_after_pass = bounds_.zone();
            }
            // A weight that has grown by a quarter seldom comes down again.
            Set pair = best_pair();
            if (!pair || bounds_.sum() > 5 * holding.left / 4) return holding;
            add_pair(pair);
            const int one = take_first(pair), two = take_first(pair);
            holding.pairs[chosen++] = {static_cast<typename Rules::CellNumber>(one),
                                       static_cast<typename Rules::CellNumber>(two)};
        }
    }

    int matter(int weight) const { return weights_.matter[std::countr_zero(static_cast<unsigned>(weight))]; }

    // Adds a line to what its cells cost and to what every two of them are worth. A cell that is left in no
    // line leaves the single ones.
    void add(Set cells, int matter) {
        const auto add_to = [](std::int16_t& sum, int more) { sum = static_cast<std::int16_t>(sum + more); };
        const int cost = weights_.cost * matter, worth = weights_.worth * matter;
        while (cells) {
            const int one = take_first(cells);
            add_to(cost_[one], cost);
            if (cost_[one] == 0) single_ &= ~bit_of<Set>(one);
            for (Set others = cells; others;) add_to(worth_[one][take_first(others)], worth);
        }
    }

    // The pair that is worth most more than it costs, the first of several; or nothing. For each greater cell
    // the best lesser one is looked for, all at a time and without a branch: cells in no line together are
    // never worth it.
    Set best_pair() const {
        constexpr int kCells = Rules::kMostCells, kAtOnce = 16;
        Row change{};
        for (Set cells = single_; cells;) {
            const int one = take_first(cells);
            const Row& row = worth_[one];
            const std::int16_t cost = cost_[one];
            for (int two = kCells == 64 ? 0 : one / kAtOnce * kAtOnce; two < kCells; ++two)
                change[two] = std::min(change[two], static_cast<std::int16_t>(cost - row[two]));
        }
        std::int16_t best = 0, number = 0, greater = 0;
        for (int two = 0; two < kCells; ++two) {
            change[two] = static_cast<std::int16_t>(change[two] + cost_[two]);
            best = std::min(best, change[two]);
        }
        if (best == 0) return {};
        for (int two = 0; two < kCells; ++two) {
            const bool is_best = change[two] == best;
            number = static_cast<std::int16_t>(number + is_best);
            greater = static_cast<std::int16_t>(greater + (is_best ? two : 0));
        }
        if (number == 1) return bit_of<Set>(lesser_of(greater, best)) | bit_of<Set>(greater);
        int lesser = kCells;
        for (int two = 0; two < kCells; ++two) {
            if (change[two] != best) continue;
            if (const int one = lesser_of(two, best); one < lesser)
                lesser = one, greater = static_cast<std::int16_t>(two);
        }
        return bit_of<Set>(lesser) | bit_of<Set>(greater);
    }

    // The first cell that makes a pair worth this with a greater one.
    int lesser_of(int greater, int change) const {
        Set cells = single_;
        int one = take_first(cells);
        while (cost_[one] - worth_[one][greater] + cost_[greater] != change) one = take_first(cells);
        return one;
    }

    void add_pair(Set pair) {
        bounds_.add_pair(pair, [&](Set cells, int before, int after) {
            add(cells, (after ? matter(after) : 0) - matter(before));
        });
        single_ &= ~pair;
        for (Set cells = pair; cells;) cost_[take_first(cells)] = kPaired;
    }

    using Row = std::array<std::int16_t, Rules::kMostCells>;
    // More than any pair is worth: no other pair has the cell.
    static constexpr std::int16_t kPaired = std::numeric_limits<std::int16_t>::max();

    Bounds bounds_;
    const PairWeights& weights_;
    Set single_;  // the cells that a pair might have
    // The cost of the lines through a cell, and the worth of those through two: the greater cell stands in
    // the row of the lesser.
    Row cost_{};
    std::array<Row, Rules::kMostCells> worth_;
};

}  // namespace enraya

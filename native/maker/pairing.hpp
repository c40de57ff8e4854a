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

    Pairing(const Bounds& bounds, const PairWeights& weights) : bounds_(bounds), weights_(weights) {
        static_assert(kPlain.fits() && kCareful.fits() && kBold.fits());
        for (Set cells = bounds_.zone(); cells;) together_[take_first(cells)].fill(0);
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

    // Adds a line to what is known of its cells and of every two of them.
    void add(Set cells, int matter) {
        const auto add_to = [matter](std::int16_t& sum) { sum = static_cast<std::int16_t>(sum + matter); };
        while (cells) {
            const int one = take_first(cells);
            add_to(through_[one]);
            for (Set others = cells; others;) add_to(together_[one][take_first(others)]);
        }
    }

    // The pair that is worth most more than it costs, or nothing. A row at a time, without a branch: cells in
    // no line together are never worth it.
    Set best_pair() const {
        int best = 0;
        Set pair{};
        for (Set cells = bounds_.zone() & ~bounds_.paired(); cells;) {
            const int one = take_first(cells);
            const auto& row = together_[one];
            const auto change = [&](int two) {
                return static_cast<std::int16_t>(weights_.cost * through_[two] - weights_.worth * row[two]);
            };
            const int from = one & ~7;
            std::int16_t least = 0;
            for (int two = from; two < Rules::kMostCells; ++two) least = std::min(least, change(two));
            const int whole = weights_.cost * through_[one] + least;
            if (whole >= best) continue;
            best = whole;
            int two = from;
            while (change(two) != least) ++two;
            pair = bit_of<Set>(one) | bit_of<Set>(two);
        }
        return pair;
    }

    void add_pair(Set pair) {
        bounds_.add_pair(pair, [&](Set cells, int before, int after) {
            add(cells, (after ? matter(after) : 0) - matter(before));
        });
        for (Set cells = pair; cells;) {
            const int cell = take_first(cells);
            through_[cell] = 0;
            for (int row = 0; row < cell; ++row) together_[row][cell] = 0;
        }
    }

    Bounds bounds_;
    const PairWeights& weights_;
    // The weight of the lines through a cell, and of those through two: the greater cell stands in the row of
    // the lesser.
    std::array<std::int16_t, Rules::kMostCells> through_{};
    std::array<std::array<std::int16_t, Rules::kMostCells>, Rules::kMostCells> together_;
};

}  // namespace enraya

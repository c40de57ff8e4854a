// Reasons why the maker cannot win that need no search.
//
// Weights are Erdős and Selfridge's: a line open to the maker weighs 2 to the number of the maker's pieces in
// it, and a full line 2^length. A breaker who always takes the cell of the greatest weight keeps the sum from
// growing after each pair of moves, so it never reaches that of a full line if it began below. Some lines the
// breaker may stop by a pair instead: two empty cells of the line, of which it takes one as soon as the maker
// takes the other. A pair costs: in the other lines through its cells the breaker counts on neither, as if
// the maker had them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "maker_board.hpp"

namespace enraya {

class MakerBounds {
  public:
    // What the breaker can hold. Pairs are cells that answer each other.
    struct Holding {
        bool holds = false;
        int pair_count = 0;
        std::array<std::array<std::uint8_t, 2>, MakerRules::kMostCells / 2> pairs;
    };

    // Sums up the lines open to the maker.
    explicit MakerBounds(const MakerBoard& board) : full_(1 << board.rules().length()) {
        board.for_open(kMaker, [&](int line) {
            const int weight = 1 << board.count(kMaker, line);
            lines_[count_++] = {board.rules().line(line) & board.empty(), weight};
            sum_ += weight;
        });
        for (int i = 0; i < count_; ++i)
            for (Word cells = lines_[i].cells; cells;) weights_[take_first(cells)] += lines_[i].weight;
    }

    int sum() const { return sum_; }

    // The most that a move of the maker can add.
    int most_added() const { return *std::max_element(weights_.begin(), weights_.end()); }

    // Whether the breaker holds with the weights alone.
    bool holds_by_weight(Side to_move) const {
        if (sum_ >= full_) return false;
        return to_move == kBreaker || sum_ + most_added() < full_;
    }

    // Chooses pairs as long as they lighten the sum, until the breaker holds or no pair helps.
    Holding hold(Side to_move) {
        Holding holding;
        weigh_pairs();
        while (true) {
            if (holds_by_weight(to_move)) {
                holding.holds = true;
                return holding;
            }
            const Word pair = best_pair();
            if (!pair) return holding;
            add_pair(pair);
            Word cells = pair;
            const int one = take_first(cells), two = take_first(cells);
            holding.pairs[holding.pair_count++] = {static_cast<std::uint8_t>(one),
                                                   static_cast<std::uint8_t>(two)};
        }
    }

  private:
    struct Line {
        Word cells;  // those that are empty and in no pair
        int weight;
    };

    // Calls visit(one, two) for every two cells.
    template <class Visit>
    static void for_pairs(Word cells, const Visit& visit) {
        while (cells) {
            const int one = take_first(cells);
            for (Word others = cells; others;) visit(one, take_first(others));
        }
    }

    // How much each pair of cells that some line goes through weighs together.
    void weigh_pairs() {
        for (int i = 0; i < count_; ++i)
            for_pairs(lines_[i].cells, [&](int one, int two) { together_[one][two] = 0; });
        for (int i = 0; i < count_; ++i)
            for_pairs(lines_[i].cells, [&](int one, int two) {
                together_[one][two] = static_cast<std::int16_t>(together_[one][two] + lines_[i].weight);
            });
    }

    // The pair that lightens the sum most, or nothing. Lines with both cells go; those with one are as heavy
    // again.
    Word best_pair() const {
        int best = 0;
        Word pair = 0;
        for (int i = 0; i < count_; ++i)
            for_pairs(lines_[i].cells, [&](int one, int two) {
                const int change = weights_[one] + weights_[two] - 3 * together_[one][two];
                if (change < best) best = change, pair = bit_of(one) | bit_of(two);
            });
        return pair;
    }

    void add_pair(Word pair) {
        int kept = 0;
        for (int i = 0; i < count_; ++i) {
            Line line = lines_[i];
            if (const Word shared = line.cells & pair; shared) {
                const bool is_stopped = shared == pair;
                const int change = is_stopped ? -line.weight : line.weight;
                sum_ += change;
                for (Word cells = line.cells; cells;) weights_[take_first(cells)] += change;
                for_pairs(line.cells, [&](int one, int two) {
                    together_[one][two] = static_cast<std::int16_t>(together_[one][two] + change);
                });
                if (is_stopped) continue;
                line.weight *= 2;
                line.cells &= ~pair;
            }
            lines_[kept++] = line;
        }
        count_ = kept;
        for (Word cells = pair; cells;) weights_[take_first(cells)] = 0;
    }

    const int full_;
    int sum_ = 0, count_ = 0;
    std::array<Line, MakerRules::kMostLines> lines_;
    std::array<int, MakerRules::kMostCells> weights_{};
    std::array<std::array<std::int16_t, MakerRules::kMostCells>, MakerRules::kMostCells> together_;
};

}  // namespace enraya

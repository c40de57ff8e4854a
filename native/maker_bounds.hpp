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
    // What the breaker can hold. Pairs are cells that answer each other. The zone is all that the breaker
    // counts on: it holds as well if the maker has more pieces elsewhere. Where it holds only if the maker
    // passes first, that zone is the other.
    struct Holding {
        bool holds = false, holds_after_pass = false;
        Word zone = 0, zone_after_pass = 0;
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
        for (int i = 0; i < count_; ++i) add_weight(lines_[i].cells, lines_[i].weight);
    }

    // What the lines weigh together, or what they still do after the pairs that were chosen.
    int sum() const { return sum_; }

    // The most that a move of the maker can add.
    int most_added() const { return *std::max_element(weights_.begin(), weights_.end()); }

    // Whether the breaker holds with the weights alone.
    bool holds_by_weight(Side to_move) const {
        if (sum_ >= full_) return false;
        return to_move == kBreaker || sum_ + most_added() < full_;
    }

    // Chooses pairs as long as they lighten the sum: until the breaker holds, or to the last, since each
    // makes the zone smaller.
    enum class Until { Held, Last };
    Holding hold(Side to_move, Until until) {
        Holding holding;
        if (sum_ > kMostToPair) return holding;
        weigh_pairs();
        int chosen = 0;
        while (true) {
            if (holds_by_weight(to_move)) {
                holding.holds = true;
                holding.zone = zone();
                holding.pair_count = chosen;
                if (until == Until::Held) return holding;
            } else if (holds_by_weight(kBreaker)) {
                holding.holds_after_pass = true;
                holding.zone_after_pass = zone();
            }
            const Word pair = best_pair();
            if (!pair) return holding;
            add_pair(pair);
            Word cells = pair;
            const int one = take_first(cells), two = take_first(cells);
            holding.pairs[chosen++] = {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(two)};
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

    void add_weight(Word cells, int weight) {
        while (cells) {
            std::int16_t& sum = weights_[take_first(cells)];
            sum = static_cast<std::int16_t>(sum + weight);
        }
    }
    void add_weight_of_pairs(Word cells, int weight) {
        for_pairs(cells, [&](int one, int two) {
            together_[one][two] = static_cast<std::int16_t>(together_[one][two] + weight);
        });
    }

    // The cells of pairs, and those of the lines that are held by weight.
    Word zone() const {
        Word cells = paired_;
        for (int i = 0; i < count_; ++i) cells |= lines_[i].cells;
        return cells;
    }

    // How much each pair of cells that some line goes through weighs together: 0 for all others.
    void weigh_pairs() {
        for (Word cells = zone(); cells;) together_[take_first(cells)].fill(0);
        for (int i = 0; i < count_; ++i) add_weight_of_pairs(lines_[i].cells, lines_[i].weight);
    }

    // The pair that lightens the sum most, or nothing. Lines with both cells go; those with one are as heavy
    // again. A row at a time, without a branch: cells in no line together never lighten it.
    Word best_pair() const {
        int best = 0;
        Word pair = 0;
        for (Word cells = zone() & ~paired_; cells;) {
            const int one = take_first(cells);
            const auto& row = together_[one];
            const auto change = [&](int two) {
                return static_cast<std::int16_t>(weights_[two] - 3 * row[two]);
            };
            std::int16_t least = 0;
            for (int two = 0; two < MakerRules::kMostCells; ++two) least = std::min(least, change(two));
            if (weights_[one] + least >= best) continue;
            best = weights_[one] + least;
            int two = 0;
            while (change(two) != least) ++two;
            pair = bit_of(one) | bit_of(two);
        }
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
                add_weight(line.cells, change);
                add_weight_of_pairs(line.cells, change);
                if (is_stopped) continue;
                line.weight *= 2;
                line.cells &= ~pair;
            }
            lines_[kept++] = line;
        }
        count_ = kept;
        paired_ |= pair;
        for (Word cells = pair; cells;) {
            const int cell = take_first(cells);
            weights_[cell] = 0;
            for (int row = 0; row < cell; ++row) together_[row][cell] = 0;
        }
    }

    // Below this, three times a weight fits 16 bits; and it is far more than pairs could make up for.
    static constexpr int kMostToPair = 10'000;

    const int full_;
    int sum_ = 0, count_ = 0;
    Word paired_ = 0;
    std::array<Line, MakerRules::kMostLines> lines_;
    std::array<std::int16_t, MakerRules::kMostCells> weights_{};
    std::array<std::array<std::int16_t, MakerRules::kMostCells>, MakerRules::kMostCells> together_;
};

}  // namespace enraya

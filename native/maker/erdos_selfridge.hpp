// The Erdős–Selfridge bound: how heavy the maker's lines are, and whether that is too little to win.
//
// A line open to the maker weighs 2 to the number of the maker's pieces in
// it, and a full line 2^length. A breaker who always takes the cell of the greatest weight keeps the sum from
// growing after each pair of moves, so it never reaches that of a full line if it began below. Some lines the
// breaker may stop by a pair instead: two empty cells of the line, of which it takes one as soon as the maker
// takes the other. A pair costs: in the other lines through its cells the breaker counts on neither, as if
// the maker had them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "maker/board.hpp"

namespace enraya {

template <class Set>
class ErdosSelfridge {
  public:
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;

    // Sums up the lines open to the maker.
    explicit ErdosSelfridge(const Board& board) : full_(1 << board.rules().length()) {
        board.for_open(kMaker, [&](int line) {
            const int weight = 1 << board.count(kMaker, line);
            lines_[count_++] = {board.rules().line(line) & board.empty(), weight};
            sum_ += weight;
        });
        for (int i = 0; i < count_; ++i) add_weight(lines_[i].cells, lines_[i].weight);
    }
    ErdosSelfridge(const ErdosSelfridge& other)
        : full_(other.full_),
          sum_(other.sum_),
          count_(other.count_),
          paired_(other.paired_),
          weights_(other.weights_) {
        std::copy_n(other.lines_.begin(), count_, lines_.begin());
    }
    ErdosSelfridge& operator=(const ErdosSelfridge&) = delete;

    // The weight of a full line, and the total weight of the lines that no pair stops.
    int full() const { return full_; }
    int sum() const { return sum_; }

    // The most that a move of the maker can add.
    int most_added() const { return *std::max_element(weights_.begin(), weights_.end()); }

    // True if the breaker holds with the pairs there are and the weights.
    bool holds(Side to_move) const {
        if (sum_ >= full_) return false;
        return to_move == kBreaker || sum_ + most_added() < full_;
    }

    // The cells of pairs, and all that the breaker counts on: those of the lines held by weight, too.
    Set paired() const { return paired_; }
    Set zone() const {
        Set cells = paired_;
        for (int i = 0; i < count_; ++i) cells |= lines_[i].cells;
        return cells;
    }

    // Calls visit(cells, weight) for every line that no pair stops: its cells that are empty and in no pair.
    template <class Visit>
    void for_lines(const Visit& visit) const {
        for (int i = 0; i < count_; ++i) visit(lines_[i].cells, lines_[i].weight);
    }

    // Lines with both cells go; those with one are as heavy again. Calls change(cells, weight before, weight
    // after) for each of them.
    template <class Change>
    void add_pair(Set pair, const Change& change) {
        int kept = 0;
        for (int i = 0; i < count_; ++i) {
            Line line = lines_[i];
            if (const Set shared = line.cells & pair; shared) {
                const int after = shared == pair ? 0 : 2 * line.weight;
                sum_ += after - line.weight;
                add_weight(line.cells, after - line.weight);
                change(line.cells, line.weight, after);
                if (!after) continue;
                line = {line.cells & ~pair, after};
            }
            lines_[kept++] = line;
        }
        count_ = kept;
        paired_ |= pair;
        for (Set cells = pair; cells;) weights_[take_first(cells)] = 0;
    }

  private:
    struct Line {
        Set cells;
        int weight;
    };

    void add_weight(Set cells, int weight) {
        while (cells) weights_[take_first(cells)] += weight;
    }

    const int full_;
    int sum_ = 0, count_ = 0;
    Set paired_{};
    std::array<Line, Rules::kMostLines> lines_;
    std::array<std::int32_t, Rules::kMostCells> weights_{};
};

}  // namespace enraya

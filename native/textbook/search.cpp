#include "textbook/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace enraya {

namespace {

using Word = std::uint64_t;
using Cut = TextbookSearch::Cut;
using Through = std::vector<std::vector<Word>>;

constexpr int kNoBound = kInfinity;

bool fills_line(const Through& through, Word pieces, int cell) {
    for (Word line : through[cell])
        if ((pieces & line) == line) return true;
    return false;
}

// One search: a position that moves are made and taken back on.
template <Cut kCut, bool kGravity>
class TextbookTree {
  public:
    TextbookTree(const LineRules& rules, const Through& through, Word own, Word other, int win, Watch& watch)
        : rules_(rules),
          through_(through),
          win_(win),
          watch_(watch),
          full_(~Word{0} >> (TextbookSearch::kMostCells - rules.cells())),
          sign_of_line_(rules.is_misere() ? -1 : 1) {
        for (std::size_t column = 0; column < rules.columns().size(); ++column)
            for (int cell : rules.columns()[column]) heights_[column] += (own | other) >> cell & 1;
    }

    int cell_of(int move) const { return kGravity ? rules_.columns()[move][heights_[move]] : move; }

    // The value of a move for who makes it, with the line that follows.
    int value_after(int move, Word own, Word other, int ply, int alpha, int beta) {
        watch_.count_node();
        const int cell = cell_of(move);
        own |= Word{1} << cell;
        lengths_[ply + 1] = ply + 1;
        if (fills_line(through_, own, cell)) return (win_ ? win_ - (ply + 1) : 1) * sign_of_line_;
        if ((own | other) == full_) return 0;
        if constexpr (kGravity) ++heights_[move];
        const int value = -value_of(other, own, ply + 1, -beta, -alpha);
        if constexpr (kGravity) --heights_[move];
        return value;
    }

    // Puts a move before the line that follows it.
    void keep_line(int move, int ply) {
        lines_[ply][ply] = move;
        std::copy(lines_[ply + 1].begin() + ply + 1, lines_[ply + 1].begin() + lengths_[ply + 1],
                  lines_[ply].begin() + ply + 1);
        lengths_[ply] = lengths_[ply + 1];
    }

    std::vector<int> principal_variation() const {
        return {lines_[0].begin(), lines_[0].begin() + lengths_[0]};
    }

    static bool cuts(int best, int beta) {
        return (kCut == Cut::AtTheBound && best >= beta) || (kCut == Cut::BeyondTheBound && best > beta);
    }

  private:
    int value_of(Word own, Word other, int ply, int alpha, int beta) {
        int best = -kNoBound;
        // Returns true if nothing more is to be tried.
        const auto tries = [&](int move) {
            const int value = value_after(move, own, other, ply, alpha, beta);
            if (value <= best) return false;
            best = value;
            keep_line(move, ply);
            if (cuts(best, beta)) return true;
            if constexpr (kCut != Cut::Never) alpha = std::max(alpha, best);
            return false;
        };
        if constexpr (kGravity) {
            const int columns = static_cast<int>(rules_.columns().size());
            for (int column = 0; column < columns; ++column)
                if (heights_[column] < static_cast<int>(rules_.columns()[column].size()) && tries(column))
                    break;
        } else {
            for (Word left = full_ & ~(own | other); left; left &= left - 1)
                if (tries(std::countr_zero(left))) break;
        }
        return best;
    }

    static constexpr int kMost = TextbookSearch::kMostCells;

    const LineRules& rules_;
    const Through& through_;
    const int win_;
    Watch& watch_;
    const Word full_;
    const int sign_of_line_;
    std::array<int, kMost> heights_{};
    std::array<std::array<int, kMost + 1>, kMost + 1> lines_;
    std::array<int, kMost + 2> lengths_{};
};

template <Cut kCut, bool kGravity>
Report search_with(const LineRules& rules, const Through& through, Word own, Word other,
                   std::span<const int> root_moves, int win, Watch& watch) {
    TextbookTree<kCut, kGravity> tree(rules, through, own, other, win, watch);
    Report report;
    int alpha = -kNoBound;
    report.value = -kNoBound;
    try {
        watch.count_node();
        for (int move : root_moves) {
            const int value = tree.value_after(move, own, other, 0, alpha, kNoBound);
            const bool is_better = value > report.value;
            report.roots.push_back(
                {move, value, is_better || kCut == Cut::Never ? Bound::Exact : Bound::Upper, true});
            if (!is_better) continue;
            report.value = value;
            report.move = move;
            tree.keep_line(move, 0);
            if constexpr (kCut != Cut::Never) alpha = value;
        }
        report.complete = true;
    } catch (const Stopped&) {
        report.stopped = true;
    }
    if (!report.roots.empty()) report.principal_variation = tree.principal_variation();
    report.nodes = watch.nodes();
    return report;
}

template <bool kGravity>
Report search_as(Cut cut, const LineRules& rules, const Through& through, Word own, Word other,
                 std::span<const int> root_moves, int win, Watch& watch) {
    const auto run = cut == Cut::Never        ? search_with<Cut::Never, kGravity>
                     : cut == Cut::AtTheBound ? search_with<Cut::AtTheBound, kGravity>
                                              : search_with<Cut::BeyondTheBound, kGravity>;
    return run(rules, through, own, other, root_moves, win, watch);
}

Word word_of(std::span<const std::uint8_t> bytes, int cells) {
    Word word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (int bit = 0; bit < 8; ++bit) {
            if (!(bytes[i] >> bit & 1)) continue;
            const int cell = static_cast<int>(8 * i) + bit;
            if (cell >= cells) throw std::invalid_argument("a cell is not on the board");
            word |= Word{1} << cell;
        }
    return word;
}

}  // namespace

TextbookSearch::TextbookSearch(LineRules rules) : rules_(std::move(rules)) {
    if (!fits(rules_)) throw std::invalid_argument("only line games on at most 64 cells");
    through_.resize(rules_.cells());
    for (int index = 0; index < rules_.line_count(); ++index) {
        Word line = 0;
        for (int cell : rules_.line(index)) line |= Word{1} << cell;
        for (int cell : rules_.line(index)) through_[cell].push_back(line);
    }
}

Report TextbookSearch::search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                              int turn, std::span<const int> root_moves, Cut cut, int win,
                              const Limits& limits, const Listener& listener) {
    const auto lock = search_lock_.enter();
    Word own = word_of(first, rules_.cells()), other = word_of(second, rules_.cells());
    if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
    if (own & other) throw std::invalid_argument("a cell is taken twice");
    if (win != 0 && win <= rules_.cells())
        throw std::invalid_argument("a win must be worth more than a way to it");
    if (root_moves.empty()) throw std::invalid_argument("there is no move to make");
    for (int move : root_moves) {
        const int moves = rules_.has_gravity() ? static_cast<int>(rules_.columns().size()) : rules_.cells();
        const int cell = move < 0 || move >= moves ? -1
                         : rules_.has_gravity()    ? rules_.columns()[move].back()
                                                   : move;
        if (cell < 0 || (own | other) >> cell & 1) throw std::invalid_argument("a move cannot be made");
    }
    if (turn) std::swap(own, other);
    Watch watch(limits, listener, search_lock_.told_to_stop());
    const auto run = rules_.has_gravity() ? search_as<true> : search_as<false>;
    return run(cut, rules_, through_, own, other, root_moves, win, watch);
}

}  // namespace enraya

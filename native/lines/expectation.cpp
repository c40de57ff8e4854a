#include "lines/expectation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"
#include "lines/position.hpp"

namespace enraya {

namespace {

constexpr int kUnit = ExpectationSearch::kUnit;

// Expectations are integers in the tree, as the table keeps them.
template <int Words>
class ExpectationTree {
  public:
    using Cells = typename LinePosition<Words>::Cells;

    ExpectationTree(const LineRules& rules, TranspositionTable& table, const WeakPlayer& opponent,
                    Watch& watch, LinePosition<Words>& position)
        : rules_(rules),
          table_(table),
          opponent_(opponent),
          watch_(watch),
          position_(position),
          player_(position.turn()),
          of_line_(rules.is_misere() ? -kUnit : kUnit) {}

    std::uint64_t unfinished() const { return unfinished_; }

    int after_move(int cell, int depth) {
        position_.rewind();  // a pass before may have ended in the middle
        return after(cell, depth);
    }

  private:
    // The expected outcome once the player to move has placed a piece there, *depth* plies being left.
    int after(int cell, int depth) {
        const bool is_own = position_.turn() == player_;
        if (position_.completes(position_.turn(), cell)) {
            watch_.count_node();
            return is_own ? of_line_ : -of_line_;
        }
        position_.play(cell);
        const int value = expect(depth);
        position_.undo();
        return value;
    }

    int expect(int depth) {
        watch_.count_node();
        // Nobody can fill a line any more, in misère nobody need fear to.
        if (position_.empties() == 0 || (position_.open_lines(0) == 0 && position_.open_lines(1) == 0))
            return 0;
        const bool is_own = position_.turn() == player_;
        if (depth == 0) {
            ++unfinished_;
            return looks(is_own ? position_.evaluation() : -position_.evaluation());
        }
        if (is_own && !rules_.is_misere() && !position_.completing(player_).is_empty()) return kUnit;
        if (is_own && depth == 1) return best_by_looks();
        const std::uint64_t key = position_.key().first ^ (player_ == 0 ? 0 : kSecondAsks);
        if (const TableEntry* entry = table_.find(key); entry && (entry->depth == depth || entry->proven)) {
            if (!entry->proven) ++unfinished_;
            return entry->value;
        }
        const std::uint64_t unfinished_before = unfinished_;
        const int value = is_own ? best(depth) : mean(depth);
        table_.store(key, value, TableEntry::kNoMove, depth, Bound::Exact, unfinished_ == unfinished_before);
        return value;
    }

    int best(int depth) {
        int best = -kUnit;
        for (Cells left = position_.near(); !left.is_empty() && best < kUnit;)
            best = std::max(best, after(left.take_first(), depth - 1));
        return best;
    }

    // One ply above the horizon the moves need not be made to be judged.
    int best_by_looks() {
        int best = -kUnit;
        if (position_.empties() > 1) ++unfinished_;
        for (Cells left = position_.near(); !left.is_empty();) {
            watch_.count_node();
            const int cell = left.take_first();
            if (position_.completes(player_, cell))
                best = std::max(best, of_line_);
            else
                best = std::max(best, position_.empties() == 1 ? 0 : looks(position_.evaluation_after(cell)));
        }
        return best;
    }

    int mean(int depth) {
        const int opponent = position_.turn();
        std::int64_t of_all = 0, of_best = 0;
        int all = 0, best = 0;
        std::int64_t looks_best = 0;
        for (Cells left = position_.near(); !left.is_empty();) {
            const int cell = left.take_first();
            std::int64_t looks =
                position_.completes(opponent, cell) ? kWin : position_.evaluation_after(cell);
            if (rules_.is_misere()) looks = -looks;
            const int value = after(cell, depth - 1);
            of_all += value, ++all;
            if (best == 0 || looks > looks_best) looks_best = looks, of_best = 0, best = 0;
            if (looks == looks_best) of_best += value, ++best;
        }
        const double by_chance = static_cast<double>(of_all) / all,
                     by_looks = static_cast<double>(of_best) / best;
        return static_cast<int>(
            std::lround((1 - opponent_.guided) * by_chance + opponent_.guided * by_looks));
    }

    // An evaluation for the player as an expectation.
    int looks(int evaluation) const {
        const double seen = rules_.is_misere() ? -evaluation : evaluation;
        return static_cast<int>(std::lround(kUnit * seen / (std::abs(seen) + opponent_.half_way)));
    }

    static constexpr std::uint64_t kSecondAsks = random_number(2 * LineRules::kMostCells + 1);

    const LineRules& rules_;
    TranspositionTable& table_;
    const WeakPlayer& opponent_;
    Watch& watch_;
    LinePosition<Words>& position_;
    const int player_;
    const int of_line_;  // what it is worth to the player to fill a line
    std::uint64_t unfinished_ = 0;
};

}  // namespace

ExpectationSearch::ExpectationSearch(LineRules rules, int table_megabytes)
    : rules_(std::move(rules)), table_(table_megabytes, {kUnit, rules_.cells()}) {
}

Expectation ExpectationSearch::search(std::span<const std::uint8_t> first,
                                      std::span<const std::uint8_t> second, int turn,
                                      std::span<const int> moves, const WeakPlayer& opponent,
                                      const Limits& limits, const Listener& listener) {
    if (!(opponent.guided >= 0 && opponent.guided <= 1))
        throw std::invalid_argument("a chance is from 0 to 1");
    if (!(opponent.half_way > 0)) throw std::invalid_argument("half_way is above 0");
    const auto lock = search_lock_.enter();
    if (opponent != opponent_) table_.clear();
    opponent_ = opponent;
    if (rules_.cells() <= 64) return search_in<1>(first, second, turn, moves, limits, listener);
    if (rules_.cells() <= 128) return search_in<2>(first, second, turn, moves, limits, listener);
    return search_in<6>(first, second, turn, moves, limits, listener);
}

template <int Words>
Expectation ExpectationSearch::search_in(std::span<const std::uint8_t> first,
                                         std::span<const std::uint8_t> second, int turn,
                                         std::span<const int> moves, const Limits& limits,
                                         const Listener& listener) {
    LinePosition<Words> position(rules_, first, second, turn);
    std::vector<int> cells;
    for (int move : moves) cells.push_back(position.landing(move));

    table_.begin_search();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    ExpectationTree<Words> tree(rules_, table_, opponent_, watch, position);
    Expectation found;
    const int longest = position.empties() - 1;
    try {
        for (int depth = 2; !found.complete; depth += 2) {
            const std::uint64_t before = tree.unfinished();
            std::vector<double> pass;
            for (int cell : cells)
                pass.push_back(static_cast<double>(tree.after_move(cell, std::min(depth, longest))) / kUnit);
            found.of_moves = std::move(pass);
            found.depth = std::min(depth, longest);
            found.complete = tree.unfinished() == before;
            if (depth >= std::min(limits.depth, longest)) break;
        }
    } catch (const Stopped&) {
        // The last whole pass stands.
    }
    found.nodes = watch.nodes();
    return found;
}

}  // namespace enraya

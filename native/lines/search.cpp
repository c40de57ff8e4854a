#include "lines/search.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/iterative_deepening.hpp"
#include "lines/position.hpp"

namespace enraya {

namespace {

// Values inside the tree count plies from the root; in the table they count from the position itself, which
// may be met at another ply in another search.
int value_to_table(int value, int ply) {
    return value >= kDecisive ? value + ply : value <= -kDecisive ? value - ply : value;
}
int value_from_table(int value, int ply) {
    return value_to_table(value, -ply);
}

// True if a bound found at one depth holds at every greater one: who wins within the horizon wins.
bool is_forced(int value, Bound bound) {
    return (value >= kDecisive && bound != Bound::Upper) || (value <= -kDecisive && bound != Bound::Lower);
}

template <int Words>
class LineTree {
  public:
    using Cells = typename LinePosition<Words>::Cells;

    LineTree(const LineRules& rules, TranspositionTable& table, Watch& watch, LinePosition<Words>& position)
        : rules_(rules), table_(table), watch_(watch), position_(position), killers_(rules.cells() + 2) {}

    std::vector<int> root_moves() const { return in_order(position_.near()); }
    std::vector<int> reserve_moves() const { return in_order(position_.playable() - position_.near()); }
    int longest() const { return position_.empties(); }
    bool is_provable() const { return !rules_.is_large(); }
    std::uint64_t unfinished() const { return unfinished_; }

    // To the end of the game only the question of the draw is asked: how far away a win is, the iterations
    // say.
    std::pair<int, int> proof_window() const { return {-1, 1}; }

    int value_after(int move, int alpha, int beta, int depth) {
        position_.rewind();  // a search before may have ended in the middle
        return value_of_move(position_.landing(move), alpha, beta, depth, 0);
    }

    // The moves that the table, and what is forced, expect after this one.
    std::vector<int> variation_after(int move) {
        position_.rewind();
        std::vector<int> moves;
        for (int cell = position_.landing(move); cell != TableEntry::kNoMove; cell = expected_cell()) {
            moves.push_back(rules_.move_of(cell));
            if (position_.completes(position_.turn(), cell)) break;
            position_.play(cell);
        }
        position_.rewind();
        return moves;
    }

  private:
    // Moves with their promise, taken the most promising first.
    class MoveList {
      public:
        template <class Promise>
        void fill(Cells cells, const Promise& promise) {
            for (size_ = 0; !cells.is_empty(); ++size_) {
                const int cell = cells.take_first();
                moves_[size_] = {promise(cell), cell};
            }
        }
        bool is_empty() const { return size_ == 0; }
        int take_best() {
            int best = 0;
            for (int i = 1; i < size_; ++i)
                if (moves_[i].first > moves_[best].first ||
                    (moves_[i].first == moves_[best].first && moves_[i].second < moves_[best].second))
                    best = i;
            const int cell = moves_[best].second;
            moves_[best] = moves_[--size_];
            return cell;
        }

      private:
        std::array<std::pair<std::int64_t, int>, Words * 64> moves_;
        int size_ = 0;
    };

    // A visit to a position: what is asked, and the best found so far.
    struct Visit {
        int alpha, beta, depth, ply;
        int best_value;
        int best_cell = TableEntry::kNoMove;
        int table_cell = TableEntry::kNoMove;
    };

    std::vector<int> in_order(const Cells& cells) const {
        MoveList list;
        list.fill(cells, [this](int cell) { return position_.gain(cell); });
        std::vector<int> moves;
        while (!list.is_empty()) moves.push_back(rules_.move_of(list.take_best()));
        return moves;
    }

    int value_of_move(int cell, int alpha, int beta, int depth, int ply) {
        if (position_.completes(position_.turn(), cell)) {
            watch_.count_node();
            return rules_.is_misere() ? -(kWin - (ply + 1)) : kWin - (ply + 1);
        }
        position_.play(cell);
        const int value = -search(-beta, -alpha, depth - 1, ply + 1);
        position_.undo();
        return value;
    }

    // The value of the position for its mover, *depth* plies deep: exact inside the window (alpha, beta),
    // otherwise a bound on the same side of it. The game is not over by a full line.
    int search(int alpha, int beta, int depth, int ply) {
        // Step 1. Count the node; this is where a search is stopped.
        watch_.count_node();

        // Step 2. A full board is a draw.
        if (position_.empties() == 0) return 0;

        // Step 3. At the horizon, judge by looks.
        if (depth == 0) {
            ++unfinished_;
            return rules_.is_misere() ? -position_.evaluation() : position_.evaluation();
        }

        // Step 4. Fill a line if one can be filled; if the opponent could fill one, only a piece there helps.
        Cells candidates = position_.playable();
        if (!rules_.is_misere()) {
            if (!position_.completing(position_.turn()).is_empty()) return kWin - (ply + 1);
            if (depth >= 2 && !keep_what_does_not_lose_at_once(candidates)) return -(kWin - (ply + 2));
        }

        // Step 5. What is certain without a search: nobody wins sooner than this, nor lines that are closed.
        auto [least, most] = certain_bounds(ply, depth >= position_.empties());
        if (most <= alpha) return most;
        if (least >= beta || least >= most) return least;

        // Step 6. One ply above the horizon the moves need not be made to be judged.
        if (depth == 1) return search_frontier(candidates, beta, ply);

        // Step 7. Ask the table. Only the same depth will do, unless the entry holds at any.
        Visit visit{std::max(alpha, least), std::min(beta, most), depth, ply, least};
        const auto [key, view] = position_.key();
        if (const TableEntry* entry = table_.find(key)) {
            const int value = value_from_table(entry->value, ply);
            if ((entry->depth == depth || entry->proven) && entry->settles(value, visit.alpha, visit.beta)) {
                if (!entry->proven) ++unfinished_;
                return value;
            }
            if (entry->move != TableEntry::kNoMove) visit.table_cell = rules_.unseen(view, entry->move);
        }

        // Step 8. Try the moves: on a large board first those near the pieces, and the others only if none of
        // these saves the game, so that a forced win or loss is no guess.
        const std::uint64_t unfinished_before = unfinished_;
        const Cells left_out = rules_.is_large() ? candidates - position_.near() : Cells{};
        try_moves(candidates - left_out, visit);
        if (!left_out.is_empty() && visit.best_value < visit.beta) {
            if (visit.best_value <= -kDecisive)
                try_moves(left_out, visit);
            else
                ++unfinished_;
        }

        // Step 9. Remember. A win that the table knew of beyond the horizon may not be the nearest.
        const int value = visit.best_value;
        const bool all_finished = unfinished_ == unfinished_before;
        Bound bound = value >= most    ? Bound::Exact
                      : value >= beta  ? Bound::Lower
                      : value <= alpha ? Bound::Upper
                                       : Bound::Exact;
        if (bound == Bound::Exact && !all_finished && is_decisive(value) &&
            kWin - std::abs(value) - ply > depth)
            bound = value > 0 ? Bound::Lower : Bound::Upper;
        const bool proven = all_finished || is_forced(value, bound);
        const int cell = visit.best_cell == TableEntry::kNoMove ? visit.table_cell : visit.best_cell;
        table_.store(key, value_to_table(value, ply),
                     cell == TableEntry::kNoMove ? cell : rules_.seen(view, cell), depth, bound, proven);
        return value;
    }

    // Takes out the moves after which the opponent fills a line at once. False if none are left: the game is
    // lost in two plies. With a depth of two or more this changes no value, since nothing loses sooner.
    bool keep_what_does_not_lose_at_once(Cells& candidates) {
        const int opponent = 1 - position_.turn();
        const Cells threats = position_.completing(opponent);
        if (!threats.is_empty()) {
            if (threats.count() > 1) return false;
            candidates = threats;
        }
        if (rules_.has_gravity())
            for (Cells left = candidates; !left.is_empty();) {
                const int cell = left.take_first(), above = rules_.above(cell);
                if (above != LineRules::kNone && position_.completes(opponent, above))
                    candidates.remove(cell);
            }
        return !candidates.is_empty();
    }

    // The least and the most the position can be worth at this and every greater depth. Step 4 has gone by.
    std::pair<int, int> certain_bounds(int ply, bool to_the_end) const {
        const int mover = position_.turn(), opponent = 1 - mover;
        const bool misere = rules_.is_misere();
        int least = -(kWin - (ply + (misere ? 1 : 2))), most = kWin - (ply + (misere ? 2 : 3));
        // A player who cannot fill a line any more does not win, or in misère does not lose. But short of the
        // end of the game the evaluation may still say otherwise, and it is its value that is asked for.
        if (to_the_end) {
            if (cannot_fill(mover)) (misere ? least : most) = 0;
            if (cannot_fill(opponent)) (misere ? most : least) = 0;
        }
        return {least, most};
    }

    // True if every line is closed to a player, or the other can close each in time just by answering. That
    // takes a free choice of cells, and wanting to.
    bool cannot_fill(int player) const {
        return position_.open_lines(player) == 0 ||
               (!rules_.has_gravity() && !rules_.is_misere() && position_.is_held(player));
    }

    int search_frontier(Cells candidates, int beta, int ply) {
        int best = -kInfinity;
        if (rules_.is_large()) candidates = position_.near();
        if (position_.empties() > 1) ++unfinished_;
        while (!candidates.is_empty() && best < beta) {
            watch_.count_node();
            const int cell = candidates.take_first();
            int value = 0;
            if (rules_.is_misere() && position_.completes(position_.turn(), cell))
                value = -(kWin - (ply + 1));
            else if (position_.empties() > 1)
                value =
                    rules_.is_misere() ? -position_.evaluation_after(cell) : position_.evaluation_after(cell);
            best = std::max(best, value);
        }
        return best;
    }

    // Principal variation search: the first move is believed to be the best, and the others are only asked
    // whether they are better, until one is.
    void try_moves(const Cells& cells, Visit& visit) {
        const int mover = position_.turn();
        auto& killers = killers_[visit.ply];
        MoveList list;
        list.fill(cells, [&](int cell) { return promise(cell, visit, killers); });
        int alpha = visit.alpha;
        for (bool is_first = true; !list.is_empty(); is_first = false) {
            const int cell = list.take_best();
            int value = value_of_move(cell, alpha, is_first ? visit.beta : alpha + 1, visit.depth, visit.ply);
            if (!is_first && value > alpha && value < visit.beta)
                value = value_of_move(cell, alpha, visit.beta, visit.depth, visit.ply);
            if (value <= visit.best_value) continue;
            visit.best_value = value;
            if (value <= alpha) continue;
            visit.best_cell = cell;
            alpha = value;
            if (value < visit.beta) continue;
            if (killers[0] != cell) killers = {cell, killers[0]};
            history_[mover][cell] += visit.depth * visit.depth;
            return;
        }
    }

    // The move-ordering score: the effect on the lines, a killer counting for a little more,
    // and among equals by how often it cut. Letting history weigh against the lines costs hundreds of times
    // the nodes.
    std::int64_t promise(int cell, const Visit& visit, const std::array<int, 2>& killers) const {
        constexpr std::int64_t first = std::int64_t{1} << 60, most_gain = std::int64_t{1} << 19;
        const int mover = position_.turn();
        if (cell == visit.table_cell) return first;
        if (rules_.is_misere() && position_.completes(mover, cell)) return -first;
        std::int64_t gain = std::min(position_.gain(cell), most_gain);
        if (rules_.is_misere()) gain = -gain;
        if (cell == killers[0] || cell == killers[1]) gain += 2;
        return (gain << 40) + history_[mover][cell];
    }

    int expected_cell() const {
        const int mover = position_.turn();
        if (!rules_.is_misere())
            for (int player : {mover, 1 - mover})
                if (Cells cells = position_.completing(player); !cells.is_empty()) return cells.take_first();
        const auto [key, view] = position_.key();
        const TableEntry* entry = table_.find(key);
        if (!entry || entry->move == TableEntry::kNoMove) return TableEntry::kNoMove;
        const int cell = rules_.unseen(view, entry->move);
        return position_.playable().has(cell) ? cell : TableEntry::kNoMove;
    }

    const LineRules& rules_;
    TranspositionTable& table_;
    Watch& watch_;
    LinePosition<Words>& position_;
    std::uint64_t unfinished_ = 0;
    std::vector<std::array<int, 2>> killers_;
    std::array<std::array<std::int64_t, Words * 64>, 2> history_{};
};

}  // namespace

LineSearch::LineSearch(LineRules rules, int table_megabytes)
    : rules_(std::move(rules)), table_(table_megabytes, {kWin, rules_.cells()}) {
}

void LineSearch::clear() {
    const auto lock = search_lock_.enter();
    table_.clear();
}

Report LineSearch::search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                          const Limits& limits, const Listener& listener) {
    if (rules_.cells() <= 64) return search_in<1>(first, second, turn, limits, listener);
    if (rules_.cells() <= 128) return search_in<2>(first, second, turn, limits, listener);
    return search_in<6>(first, second, turn, limits, listener);
}

template <int Words>
Report LineSearch::search_in(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                             int turn, const Limits& limits, const Listener& listener) {
    LinePosition<Words> position(rules_, first, second, turn);

    const auto lock = search_lock_.enter();
    table_.begin_search();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    LineTree<Words> tree(rules_, table_, watch, position);
    return Deepening(tree, limits, watch).run();
}

}  // namespace enraya

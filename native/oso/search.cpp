#include "oso/search.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/iterative_deepening.hpp"

namespace enraya {

namespace {

class OsoTree {
  public:
    // In the table all spare moves are one, since positions with the same key may have them on other cells.
    static constexpr int kSpareMove = 2 * OsoBoard::kMostCells;

    OsoTree(const OsoBoard& board, TranspositionTable& table, Watch& watch, OsoPosition& position)
        : board_(board), table_(table), watch_(watch), position_(position) {}

    std::vector<int> root_moves() const {
        MoveList list;
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (position_.is_blank(cell))
                for (int letter : {S, O})
                    list.add(2 * cell + letter, promise(2 * cell + letter, TableEntry::kNoMove));
        std::vector<int> moves;
        while (!list.is_empty()) moves.push_back(list.take_best());
        return moves;
    }

    std::vector<int> reserve_moves() const { return {}; }
    int longest() const { return position_.empties(); }
    bool is_provable() const { return true; }
    std::uint64_t unfinished() const { return unfinished_; }
    std::pair<int, int> proof_window() const { return {-kInfinity, kInfinity}; }

    int value_after(int move, int alpha, int beta, int depth) {
        position_.rewind();  // a search before may have ended in the middle
        return value_of_move(move, alpha, beta, depth);
    }

    std::vector<int> variation_after(int move) {
        position_.rewind();
        std::vector<int> moves;
        for (; move != TableEntry::kNoMove; move = expected_move()) {
            moves.push_back(move);
            position_.play(move);
        }
        position_.rewind();
        return moves;
    }

  private:
    // Moves with their promise, taken the most promising first.
    class MoveList {
      public:
        void add(int move, std::int64_t promise) { moves_[size_++] = {promise, move}; }
        bool is_empty() const { return size_ == 0; }
        int take_best() {
            const auto best = std::max_element(moves_.begin(), moves_.begin() + size_);
            const int move = best->second;
            *best = moves_[--size_];
            return move;
        }

      private:
        std::array<std::pair<std::int64_t, int>, 2 * OsoBoard::kMostCells> moves_;
        int size_ = 0;
    };

    // A player who scores moves again: only when the turn passes is the value the opponent's, with the sign
    // turned.
    int value_of_move(int move, int alpha, int beta, int depth) {
        const int points = position_.points(move);
        position_.play(move);
        const int value = points > 0 ? points + search(alpha - points, beta - points, depth - 1)
                                     : -search(-beta, -alpha, depth - 1);
        position_.undo();
        return value;
    }

    // The points to come for the mover less the opponent's, *depth* plies deep: exact inside the window
    // (alpha, beta), otherwise a bound on the same side of it.
    int search(int alpha, int beta, int depth) {
        // Step 1. Count the node; this is where a search is stopped.
        watch_.count_node();

        // Step 2. With nothing left to score the rest is filling in.
        const int most = position_.live_triples();
        if (most == 0) return 0;

        // Step 3. At the horizon nothing is taken to be still to come.
        if (depth == 0) {
            ++unfinished_;
            return 0;
        }

        // Step 4. Nobody can score more than there is.
        if (most <= alpha) return most;
        if (-most >= beta) return -most;

        // Step 5. One ply above the horizon, only the points at once count.
        if (depth == 1) return search_frontier();

        // Step 6. Ask the table. Only the same depth will do, unless the entry holds at any.
        const bool to_the_end = depth >= position_.empties();
        const auto [key, view] = position_.key(to_the_end);
        int table_move = TableEntry::kNoMove;
        if (const TableEntry* entry = table_.find(key)) {
            if ((entry->depth == depth || entry->proven) && entry->settles(entry->value, alpha, beta)) {
                if (!entry->proven) ++unfinished_;
                return entry->value;
            }
            table_move = unseen(view, entry->move);
        }

        // Step 7. List the moves that differ: one spare move stands for all, and to the end of the game it is
        // only worth a try if their number is odd, since the opponent would answer with another.
        MoveList list;
        for (auto left = position_.live_cells(); !left.is_empty();) {
            const int cell = left.take_first();
            for (int letter : {S, O}) list.add(2 * cell + letter, promise(2 * cell + letter, table_move));
        }
        const int spare_moves = position_.spare_moves();
        if (to_the_end ? spare_moves % 2 == 1 : spare_moves > 0)
            list.add(kSpareMove, promise(kSpareMove, table_move));

        // Step 8. Try them, the first with the whole window, the others only asked whether they are better.
        const std::uint64_t unfinished_before = unfinished_;
        int best = -most, best_move = TableEntry::kNoMove, floor = alpha;
        const int ceiling = std::min(beta, most);
        for (bool is_first = true; !list.is_empty() && best < ceiling; is_first = false) {
            const int listed = list.take_best();
            const int move = listed == kSpareMove ? 2 * position_.first_spare_cell() : listed;
            int value = value_of_move(move, floor, is_first ? beta : floor + 1, depth);
            if (!is_first && value > floor && value < beta) value = value_of_move(move, floor, beta, depth);
            if (value <= best) continue;
            best = value;
            if (value <= floor) continue;
            floor = value;
            best_move = listed;
        }
        if (best >= ceiling && best_move != TableEntry::kNoMove) history_[best_move] += depth * depth;

        // Step 9. Remember.
        const Bound bound = best >= most    ? Bound::Exact
                            : best >= beta  ? Bound::Lower
                            : best <= alpha ? Bound::Upper
                                            : Bound::Exact;
        if (best_move == TableEntry::kNoMove) best_move = table_move;
        table_.store(key, best, seen(view, best_move), depth, bound, unfinished_ == unfinished_before);
        return best;
    }

    int search_frontier() {
        int best = 0;
        for (auto left = position_.live_cells(); !left.is_empty();) {
            const int cell = left.take_first();
            for (int letter : {S, O}) best = std::max(best, position_.points(2 * cell + letter));
        }
        // The last letter of a board leaves nothing to come.
        if (position_.empties() > 1) ++unfinished_;
        return best;
    }

    // The move-ordering score: scoring moves first, moves that offer points to the opponent last.
    std::int64_t promise(int move, int table_move) const {
        if (move == table_move) return std::int64_t{1} << 60;
        if (move == kSpareMove) return history_[kSpareMove];
        const std::int64_t points = position_.points(move), offers = points > 0 ? 0 : position_.offers(move);
        return ((points - offers) << 40) + history_[move];
    }

    int seen(int view, int move) const {
        if (move == TableEntry::kNoMove || move == kSpareMove) return move;
        return 2 * board_.seen(view, OsoPosition::cell_of(move)) + OsoPosition::letter_of(move);
    }
    int unseen(int view, int move) const {
        if (move == TableEntry::kNoMove || move == kSpareMove) return move;
        return 2 * board_.unseen(view, OsoPosition::cell_of(move)) + OsoPosition::letter_of(move);
    }

    int expected_move() const {
        for (bool to_the_end : {true, false}) {
            const auto [key, view] = position_.key(to_the_end);
            const TableEntry* const entry = table_.find(key);
            if (!entry || entry->move == TableEntry::kNoMove) continue;
            if (entry->move == kSpareMove) {
                if (position_.spare_moves() > 0) return 2 * position_.first_spare_cell();
                continue;
            }
            const int move = unseen(view, entry->move);
            if (position_.is_blank(OsoPosition::cell_of(move))) return move;
        }
        return TableEntry::kNoMove;
    }

    const OsoBoard& board_;
    TranspositionTable& table_;
    Watch& watch_;
    OsoPosition& position_;
    std::uint64_t unfinished_ = 0;
    std::array<std::int64_t, kSpareMove + 1> history_{};
};

}  // namespace

OsoSearch::OsoSearch(int columns, int rows, int table_megabytes)
    : board_(columns, rows),
      table_(table_megabytes,
             {static_cast<int>(board_.triples().size()), 2 * board_.cells(), OsoTree::kSpareMove}) {
}

void OsoSearch::clear() {
    const auto lock = search_lock_.enter();
    table_.clear();
}

Report OsoSearch::search(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                         int turn, const Limits& limits, const Listener& listener) {
    if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
    const auto s_set = OsoPosition::Cells::of_bytes(s_cells, board_.cells()),
               o_set = OsoPosition::Cells::of_bytes(o_cells, board_.cells());
    if (!(s_set & o_set).is_empty()) throw std::invalid_argument("a cell has two letters");
    OsoPosition position(board_, s_set, o_set);
    if (position.empties() == 0) throw std::invalid_argument("the game is over");

    const auto lock = search_lock_.enter();
    table_.begin_search();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    OsoTree tree(board_, table_, watch, position);
    return Deepening(tree, limits, watch).run();
}

}  // namespace enraya

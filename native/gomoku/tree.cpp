#include "gomoku/tree.hpp"

#include <algorithm>
#include <cmath>

namespace enraya::gomoku {

namespace {

// Wins are counted from the root in the search, and from the position in the table.
int to_table(int value, int ply) {
    return value >= kDecisive ? value + ply : value <= -kDecisive ? value - ply : value;
}
int from_table(int value, int ply) {
    return value >= kDecisive ? value - ply : value <= -kDecisive ? value + ply : value;
}

constexpr std::uint64_t kLeafFours = 60, kInnerFours = 400;  // nodes for the fours of one position

// By how much a position may look worse than it is.
constexpr int futility_margin(int depth, bool is_improving) {
    return std::max(0, 60 * (depth - 1 - is_improving));
}
constexpr int kRazoringDepth = 3;
constexpr int razoring_margin(int depth) {
    return 60 + 40 * depth;
}
// A move that neither makes nor prevents more than this is left out near the horizon.
constexpr int kTrivialOrder = 20, kTrivialDepth = 4;

// Plies off a late move for each unit of log(depth) · log(number).
constexpr float kReduction = 1.15f;

constexpr int kSingularDepth = 7, kVerySingular = 25;
constexpr int singular_margin(int depth) {
    return depth * 3 / 2;
}

}  // namespace

Tree::Tree(Board& board, Table& table, const Features& features, Look look)
    : board_(board), table_(table), features_(features), look_(std::move(look)), four_search_(board) {
    for (int depth = 1; depth < 64; ++depth)
        for (int number = 1; number < 64; ++number)
            reductions_[depth][number] = static_cast<float>(std::log(depth) * std::log(number));
    for (int depth = 1; depth < 64; ++depth) most_moves_[depth] = static_cast<int>(4 + std::pow(depth, 1.4));
    begin();
}

void Tree::begin() {
    root_plies_ = board_.plies();
    memory_.clear();
}

Board::Cells Tree::candidates() const {
    const int own = board_.turn(), other = 1 - own;
    if (board_.count(own, MakesFive)) return board_.cells_of(own, MakesFive);
    if (board_.count(other, MakesFive)) return board_.cells_of(other, MakesFive);
    if (board_.count(own, MakesOpenFour)) return board_.cells_of(own, MakesOpenFour);
    if (board_.count(other, MakesOpenFour)) {
        const Board::Cells cells = board_.answers(other) | board_.fours(own);
        if (!cells.is_empty()) return cells;
    }
    return board_.near();
}

std::vector<int> Tree::root_moves() const {
    std::vector<int> moves;
    MovePicker picker(board_, memory_, candidates(), Board::kNoCell);
    for (int cell = picker.next(); cell != Board::kNoCell; cell = picker.next()) moves.push_back(cell);
    return moves;
}

std::vector<int> Tree::reserve_moves() const {
    std::vector<int> moves;
    for (Board::Cells cells = board_.empty_cells() - candidates(); !cells.is_empty();)
        moves.push_back(cells.take_first());
    return moves;
}

int Tree::value_after(int move, int alpha, int beta, int depth) {
    rewind();  // a search before may have ended in the middle
    root_depth_ = depth;
    estimates_[0] = board_.estimate();
    return value_of(move, alpha, beta, depth, 0);
}

int Tree::root_reduction(int depth, int number) const {
    if (!features_.reductions || depth < 2) return 0;
    return std::clamp(static_cast<int>(std::lround(reduction(depth, number + 1))) - 1, 0, depth - 2);
}

int Tree::value_of(int cell, int alpha, int beta, int depth, int ply) {
    if (board_.threat(board_.turn(), cell) == MakesFive) {
        count_node();
        return kWin - (ply + 1);
    }
    table_.prefetch(board_.key_after(cell));
    board_.play(cell);
    const int value = -search(-beta, -alpha, depth - 1, ply + 1, beta - alpha == 1);
    board_.undo();
    return value;
}

// At the horizon: a win by fours, or what the position looks worth.
int Tree::leaf(int beta, int ply) {
    const int own = board_.turn(), other = 1 - own;
    if (!board_.count(other, MakesFive) && board_.count(other, MakesOpenFour) &&
        (board_.answers(other) | board_.fours(own)).is_empty())
        return -(kWin - (ply + 4));
    const int estimate = std::clamp(board_.estimate(), -kMostUndecided, kMostUndecided);
    if (estimate >= beta && !is_decisive(beta)) return estimate;
    if (features_.four_search && (board_.count(own, MakesFour) || board_.count(own, MakesFourThree)))
        if (const int plies = four_search_.plies_to_win(kLeafFours, FourSearch::Fours::ThatLeadOn))
            return kWin - (ply + plies);
    return estimate;
}

// The value of the position for its mover: exact inside the window (alpha, beta), otherwise a bound on the
// same side of it. With *excluded* that move is left out, and the table is neither asked nor told.
int Tree::search(int alpha, int beta, int depth, int ply, bool is_cut, int excluded) {
    const int own = board_.turn(), other = 1 - own;
    const bool is_open_window = beta - alpha > 1;

    // Step 1. Count the node; this is where a search is stopped.
    count_node();

    // Step 2. What the threats decide without a search: a full board, five, an open four.
    if (board_.empties() == 0) return 0;
    if (board_.count(own, MakesFive)) return kWin - (ply + 1);
    const int fives = board_.count(other, MakesFive);
    if (fives > 1) return -(kWin - (ply + 2));
    if (fives == 0 && board_.count(own, MakesOpenFour)) return kWin - (ply + 3);

    // Step 3. Nobody wins sooner than this.
    alpha = std::max(alpha, -(kWin - (ply + 2)));
    beta = std::min(beta, kWin - (ply + 3));
    if (alpha >= beta) return alpha;

    // Step 4. An answer that is forced costs no depth; the horizon is for positions where something can be
    // chosen.
    if (fives && features_.forced_extension) ++depth;
    if ((depth <= 0 && !fives) || ply >= kMostPly) return leaf(beta, ply);
    depth = std::max(depth, 1);

    // Step 5. Ask the table. A decisive bound holds at every depth.
    const bool is_threatened = !fives && board_.count(other, MakesOpenFour);
    const bool is_quiet = !fives && !is_threatened;
    int table_move = Board::kNoCell, estimate = 0;
    std::optional<Entry> entry;
    if (excluded == Board::kNoCell && (entry = table_.find(board_.key()))) {
        const int value = from_table(entry->value, ply);
        const bool settles =
            entry->bound == Bound::Exact || (entry->bound == Bound::Lower ? value >= beta : value <= alpha);
        if (settles && (entry->depth >= depth || is_decisive(value)) &&
            (!is_open_window || is_decisive(value)))
            return value;
        if (entry->move != Entry::kNoMove) table_move = entry->move;
        estimate = entry->estimate;
    } else if (is_quiet || ply <= 1) {  // otherwise it is not asked for
        estimate = std::clamp(board_.estimate(), -16000, 16000);
    }

    // Step 6. The other side threatens an open four: only some cells help.
    Board::Cells cells;
    if (fives)
        cells = board_.cells_of(other, MakesFive);
    else if (is_threatened)
        cells = board_.answers(other) | board_.fours(own);
    if (is_threatened && cells.is_empty()) return -(kWin - (ply + 4));

    // Under a threat the position is worth what it was a ply ago; a bound from the table is better still.
    estimates_[ply] = !is_quiet && ply > 1 ? -estimates_[ply - 1] : estimate;
    const bool is_improving = ply >= 3 && is_quiet && estimate > estimates_[ply - 2];
    int expected = estimate;
    if (entry && !is_decisive(entry->value) &&
        (entry->bound == Bound::Exact || (entry->bound == Bound::Lower) == (entry->value > estimate)))
        expected = entry->value;

    // Step 7. A win by fours ends the matter at any depth.
    if (features_.four_search && excluded == Board::kNoCell && !entry && !fives &&
        (board_.count(own, MakesFour) || board_.count(own, MakesFourThree)))
        if (const int plies = four_search_.plies_to_win(kInnerFours, FourSearch::Fours::ThatLeadOn)) {
            const int value = kWin - (ply + plies);
            table_.store(board_.key(),
                         {to_table(value, ply), estimate, four_search_.move(), depth, Bound::Lower});
            return value;
        }

    if (!is_open_window && is_quiet && excluded == Board::kNoCell && !is_decisive(alpha) &&
        !is_decisive(beta)) {
        // Step 8. Razoring: what looks bad near the horizon is not searched.
        if (features_.razoring && depth <= kRazoringDepth && expected + razoring_margin(depth) <= alpha)
            return expected;
        // Step 9. Futility: what looks good enough is good enough.
        if (features_.futility && expected - futility_margin(depth, is_improving) >= beta) return expected;
    }

    // Step 10. Without a move from the table a shallower search will do to find one.
    if (depth >= 6 && table_move == Board::kNoCell && excluded == Board::kNoCell && !fives) --depth;

    // Step 11. Is the move from the table the only good one? Then it is searched deeper.
    int singular = 0;
    if (features_.singular_extension && depth >= kSingularDepth && entry && table_move != Board::kNoCell &&
        !fives && excluded == Board::kNoCell && entry->bound != Bound::Upper && entry->depth >= depth - 3 &&
        !is_decisive(entry->value)) {
        const int bar = entry->value - singular_margin(depth);
        const int without = search(bar - 1, bar, depth / 2, ply, is_cut, table_move);
        if (without < bar)
            singular = !is_open_window && without < bar - kVerySingular && ply < 2 * root_depth_ ? 2 : 1;
        else if (bar >= beta)
            return bar;
        else if (entry->value >= beta)
            singular = -1;
    }

    // Step 12. Try the moves.
    if (is_quiet) cells = board_.near();
    int best = -kInfinity, best_move = Board::kNoCell, number = 0, low = alpha;
    std::array<int, 64> tried;
    int tried_count = 0;
    const int most = most_moves_[std::min(depth, 63)] / (is_improving ? 1 : 2) + 1;
    MovePicker picker(board_, memory_, cells, table_move);
    for (int cell = picker.next(); cell != Board::kNoCell; cell = picker.next()) {
        if (cell == excluded) continue;
        ++number;
        const Threat made = board_.threat(own, cell), prevented = board_.threat(other, cell);

        // Step 13. Late and hopeless moves are left out, unless all is lost so far.
        if (!fives && number > 1 && best > -kDecisive) {
            if (features_.move_count && number > most) break;
            if (features_.move_count && depth <= kTrivialDepth && is_quiet && !is_open_window &&
                board_.order(own, cell) <= kTrivialOrder)
                continue;
        }

        // Step 14. Late moves are searched less deep, and again if they turn out well.
        int deep = depth - 1 + (cell == table_move ? singular : 0);
        int value = -kInfinity;
        if (made == MakesFive) {
            value = kWin - (ply + 1);
        } else {
            table_.prefetch(board_.key_after(cell));
            board_.play(cell);
            bool is_verified = false;
            if (number > 1) {
                if (features_.reductions && depth >= 2 && !fives) {
                    float less = kReduction * reduction(depth, number);
                    if (made >= MakesThree) less -= 0.7f;
                    if (prevented >= MakesFour) less -= 0.7f;
                    if (is_open_window) less -= 1;
                    if (!is_improving) less += 0.7f;
                    if (is_cut) less += 1;
                    less -= static_cast<float>(memory_.history(own, cell)) / 2048;
                    const int reduced =
                        std::clamp(deep - static_cast<int>(std::lround(less)), std::min(1, deep), deep);
                    value = -search(-low - 1, -low, reduced, ply + 1, true);
                    is_verified = reduced == deep || value <= low;
                }
                if (!is_verified) value = -search(-low - 1, -low, deep, ply + 1, !is_cut);
            }
            if (number == 1 || (value > low && value < beta))
                value = -search(-beta, -low, deep, ply + 1, is_open_window ? false : !is_cut);
            board_.undo();
        }

        if (value > best) {
            best = value;
            if (value > low) {
                best_move = cell;
                low = value;
                if (value >= beta) {
                    // Step 15. It cut: remember that.
                    if (features_.history && excluded == Board::kNoCell) {
                        memory_.reward(board_, cell, depth);
                        for (int i = 0; i < tried_count; ++i) memory_.punish(board_, tried[i], depth);
                    }
                    break;
                }
            }
        }
        if (tried_count < 64) tried[tried_count++] = cell;
    }

    // Step 16. Lost, as far as the moves near the stones go: any other that is not lost will do.
    if (is_quiet && best <= -kDecisive && excluded == Board::kNoCell)
        for (Board::Cells rest = board_.empty_cells() - cells; best <= -kDecisive && !rest.is_empty();) {
            const int cell = rest.take_first();
            best = std::max(best, value_of(cell, low, std::max(beta, low + 1), std::max(1, depth - 4), ply));
            if (best > low) best_move = cell;
        }
    if (best == -kInfinity) return excluded == Board::kNoCell ? 0 : alpha;

    // Step 17. Remember.
    if (excluded == Board::kNoCell) {
        const Bound bound = best >= beta ? Bound::Lower : best > alpha ? Bound::Exact : Bound::Upper;
        table_.store(board_.key(), {to_table(best, ply), estimate,
                                    best_move != Board::kNoCell    ? best_move
                                    : table_move != Board::kNoCell ? table_move
                                                                   : Entry::kNoMove,
                                    std::min(depth, 511), bound});
    }
    return best;
}

std::vector<int> Tree::variation_after(int move) {
    rewind();
    std::vector<int> moves;
    for (int cell = move; cell != Board::kNoCell && moves.size() < 60;) {
        moves.push_back(cell);
        if (board_.threat(board_.turn(), cell) == MakesFive) break;
        board_.play(cell);
        cell = Board::kNoCell;
        const int own = board_.turn();
        for (auto [side, threat] : {std::pair{own, MakesFive}, {1 - own, MakesFive}, {own, MakesOpenFour}})
            if (board_.count(side, threat) && cell == Board::kNoCell) {
                Board::Cells cells = board_.cells_of(side, threat);
                cell = cells.take_first();
            }
        if (cell != Board::kNoCell) continue;
        const auto entry = table_.find(board_.key());
        if (entry && entry->move < board_.geometry().cells() && board_.is_empty(entry->move))
            cell = entry->move;
    }
    rewind();
    return moves;
}

}  // namespace enraya::gomoku

// Can the maker fill a line, whatever the breaker does? Depth-first proof-number search (df-pn) with a table.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/search.hpp"
#include "maker/board.hpp"
#include "maker/canonical_key.hpp"
#include "maker/df_pn.hpp"
#include "maker/forced_moves.hpp"
#include "maker/move_cache.hpp"
#include "maker/pairing.hpp"
#include "maker/promise.hpp"
#include "maker/proof_number_table.hpp"
#include "maker/threat_space_search.hpp"

namespace enraya {

// The moves that the maker may play. A limited maker makes no threats except in sequences that win, and from
// its piece number *length* on makes only moves after which it would win by threats if the breaker passed. If
// it wins, the maker wins; if it does not, nothing is known.
enum class Manner { Free, Limited };

template <class Set>
class WinTree {
  public:
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;
    using Threats = ThreatSpaceSearch<Set>;
    using Forced = ForcedMoves<Set>;
    using Live = LiveCells<Set>;

    static constexpr int kNone = -1;

    WinTree(const Rules& rules, Manner manner, ProofNumberTable& table, Threats& threats,
            MoveCache<Set>& memory, Watch& watch)
        : rules_(rules),
          is_limited_(manner == Manner::Limited),
          table_(table),
          threats_(threats),
          memory_(memory),
          watch_(watch) {
        for (auto& cells : worked_) cells.fill(kNone);
        threats_.set_in_order(is_limited_);
    }

    // True if the maker wins, playing in this manner.
    bool is_won(Board& board, Side to_move) {
        const Forced forced(board, to_move);
        PositionKey key;
        ProofNumbers numbers = numbers_of(board, forced, key);
        while (!numbers.is_settled()) numbers = search(board, forced.to_move(), key, kNoThresholds, 1);
        return numbers.is_proven();
    }

    // A move that wins for the maker, or holds for the breaker; the side to move is the one whose claim is
    // true.
    int winning_move(Board& board, Side to_move) {
        for (Side side : {to_move, other(to_move)})
            if (const Set cells = board.completing(side)) return first_of(cells);
        if (threats_.wins(board, to_move)) return threats_.first_move();
        const Live live(board);
        if (!live.of[kMaker]) return first_of(board.empty());
        const PositionKey key = key_of(board, live, to_move, salt());
        chosen_ = kNone;
        const ProofNumbers numbers = search(board, to_move, key, kNoThresholds, 1);
        if (chosen_ == kNone || numbers.is_proven() != (to_move == kMaker)) throw Contradiction();
        return chosen_;
    }

  private:
    struct Child {
        int cell;
        ProofNumbers numbers;
        PositionKey key;
        bool is_hinted = false;
    };

    struct Children {
        std::array<Child, Rules::kMostCells> all;
        int count = 0;
    };

    // A position lost to a limited maker may be won by another: the two have separate entries.
    Word salt() const { return is_limited_ ? 0x9e3779b97f4a7c15u : 0; }
    int maker_pieces(const Board& board) const { return count_of(board.pieces(kMaker)); }

    // The entry of a position where nothing is forced; one that the table lacks is estimated.
    ProofNumbers numbers_of(Board& board, const Forced& forced, PositionKey& key) {
        if (forced.end() == Forced::End::Won) return ProofNumbers::proven();
        if (forced.end() == Forced::End::Held) return ProofNumbers::disproven();
        watch_.count_node();
        const Live live(board);
        if (!live.of[kMaker]) return ProofNumbers::disproven();
        key = key_of(board, live, forced.to_move(), salt());
        ProofNumbers numbers;
        if (table_.find(key, numbers)) return numbers;
        numbers = judge(board, forced.to_move(), live);
        table_.store(key, numbers, 1);
        return numbers;
    }

    // Settles a position without a search, or guesses how far it is from being settled.
    ProofNumbers judge(Board& board, Side to_move, const Live& live) {
        // Step 1. The breaker holds by weight, by threats of its own or by pairs; the maker wins by threats.
        const ErdosSelfridge<Set> bounds(board);
        const int full = bounds.full();
        int left = bounds.sum();
        if (bounds.holds(to_move)) return ProofNumbers::disproven();
        if (threats_.wins(board, to_move))
            return to_move == kMaker ? ProofNumbers::proven() : ProofNumbers::disproven();
        if (!is_limited_ && left < kWorthPairing * full) {
            const PairingResult<Set> holding = Pairing<Set>::hold_somehow(bounds, to_move);
            if (holding.holds) return ProofNumbers::disproven();
            left = holding.left;
        }

        // Step 2. The heavier the maker's lines, the nearer a proof; and every choice of the side that has to
        // answer is one thing more to prove.
        Set moves = board.empty() & live.all();
        int farther = 0;
        if (!is_limited_ || to_move == kBreaker) {
            if (threats_.wins(board, other(to_move)))
                moves &= threats_.zone(board, other(to_move));
            else if (is_limited_ && maker_pieces(board) >= rules_.length())
                return ProofNumbers::disproven();
            else if (is_limited_)
                farther = kNoThreat;
        }
        const auto choices = static_cast<std::uint32_t>(count_of(moves) + farther);
        const auto to_prove = static_cast<std::uint32_t>(std::max(1, kGuess * full / left)),
                   to_disprove = static_cast<std::uint32_t>(std::max(1, kGuess * left / full));
        return to_move == kMaker ? ProofNumbers{to_prove, to_disprove + choices}
                                 : ProofNumbers{to_prove + choices, to_disprove};
    }

    // The moves that may matter: if the other side, given one more move, would win by threats, only those
    // that could do something about it.
    Set candidates(Board& board, Side to_move) {
        Set moves = board.empty() & Live(board).all();
        if (threats_.wins(board, other(to_move))) moves &= threats_.zone(board, other(to_move));
        if (is_limited_ && to_move == kMaker)
            board.for_open(kMaker, rules_.length() - 2, [&](int line) { moves &= ~rules_.line(line); });
        return moves;
    }

    // A position that is being searched, as search_df_pn() wants it.
    class Node {
      public:
        Node(WinTree& tree, Board& board, Side to_move, const PositionKey& key, int depth)
            : tree_(tree), board_(board), to_move_(to_move), key_(key), depth_(depth) {
            tree_.expand(board_, to_move_, children_);
        }

        Choice choose() const { return tree_.choose(children_, to_move_); }
        void follow(const Choice& choice, const ProofNumbers& thresholds) {
            if (depth_ == 1) tell_first_moves();
            Child& child = children_.all[choice.best];
            const std::uint32_t patience =
                to_move_ == kMaker
                    ? times(std::min(thresholds.to_prove, tree_.patience(choice.rival, board_)), ease(child))
                    : std::min(thresholds.to_disprove, WinTree::patience(choice.rival));
            const Forced forced(board_, to_move_, child.cell);
            child.numbers = tree_.search(
                board_, forced.to_move(), child.key,
                child_thresholds(to_move_, thresholds, choice, child.numbers, patience), depth_ + 1);
        }
        ProofNumbers keep(const Choice& choice) const {
            const ProofNumbers& numbers = choice.numbers;
            tree_.table_.store(key_, numbers, tree_.watch_.nodes() - before_);
            const bool has_settled = numbers.is_settled() && children_.count > 0;
            tree_.chosen_ = has_settled ? children_.all[choice.best].cell : kNone;
            if (to_move_ == kMaker && numbers.is_proven()) tree_.remember(board_, tree_.chosen_);
            return numbers;
        }

      private:
        void tell_first_moves() {
            int decided = 0;
            for (int i = 0; i < children_.count; ++i) decided += children_.all[i].numbers.is_settled();
            tree_.progress_.tell_first_moves(decided, children_.count);
        }

        WinTree& tree_;
        Board& board_;
        const Side to_move_;
        const PositionKey& key_;
        const int depth_;
        const std::uint64_t before_ = tree_.watch_.nodes();
        Children children_;
    };

    // Searches until the position is settled or one of its numbers reaches its threshold.
    ProofNumbers search(Board& board, Side to_move, const PositionKey& key, const ProofNumbers& thresholds,
                        int depth) {
        progress_.tell_depth(depth);
        Node node(*this, board, to_move, key, depth);
        return search_df_pn(node, thresholds);
    }

    // Finds the children, heavy cells first; or only the one that settles the position.
    void expand(Board& board, Side to_move, Children& children) {
        const Word name = MoveCache<Set>::name(board, to_move, salt());
        Set moves;
        const bool is_new = !memory_.find(name, moves);
        if (is_new) moves = candidates(board, to_move);
        CellOrder<Set> order;
        const int count = sort_by_promise(board, moves, order);
        for (int i = 0; i < count; ++i) {
            const int cell = order[i];
            if (!(moves & bit_of<Set>(cell))) continue;
            const Forced forced(board, to_move, cell);
            if (is_new && to_move == kBreaker && is_answered(board, forced, cell, moves)) continue;
            Child& child = children.all[children.count];
            child.cell = cell;
            child.numbers = numbers_of(board, forced, child.key);
            child.is_hinted = is_limited_ && to_move == kMaker && has_worked(board, cell);
            if (to_move == kMaker ? child.numbers.is_proven() : child.numbers.is_disproven()) {
                children.all[0] = child;
                children.count = 1;
                memory_.store(name, bit_of<Set>(cell));
                return;
            }
            if (!child.numbers.is_settled()) ++children.count;
        }
        keep(children, moves);
        Set left{};
        for (int i = 0; i < children.count; ++i) left |= bit_of<Set>(children.all[i].cell);
        memory_.store(name, left);
    }

    // True if the maker answers the breaker's move by threats. These answer all moves outside their zone as
    // well, which are taken out of *moves*.
    bool is_answered(Board& board, const Forced& forced, int cell, Set& moves) {
        if (!forced.is_one_move()) return false;
        if (!threats_.wins(board, kMaker)) return false;
        watch_.count_node();
        moves &= threats_.zone(board, kMaker, bit_of<Set>(cell)) & ~bit_of<Set>(cell);
        return true;
    }

    static void keep(Children& children, Set moves) {
        int kept = 0;
        for (int i = 0; i < children.count; ++i)
            if (moves & bit_of<Set>(children.all[i].cell)) children.all[kept++] = children.all[i];
        children.count = kept;
    }

    // For the other side the children are counted by the hardest of them and one for each further: positions
    // reached in several ways would make a sum far too large. A limited maker has few ways: the sum is
    // better.
    Choice choose(const Children& children, Side to_move) const {
        ChildNumbers numbers(to_move);
        for (int i = 0; i < children.count; ++i)
            numbers.add(i, children.all[i].numbers, ease(children.all[i]));
        const std::uint64_t open = numbers.open();
        return numbers.choice(open == 0 ? 0 : is_limited_ ? numbers.sum() : numbers.hardest() + open - 1);
    }

    // A quiet move that has worked lately, in a position with as many pieces, is tried first.
    void remember(const Board& board, int cell) {
        auto& cells = worked_[maker_pieces(board)];
        if (cells[0] == cell) return;
        cells[1] = cells[0];
        cells[0] = cell;
    }
    bool has_worked(const Board& board, int cell) const {
        const auto& cells = worked_[maker_pieces(board)];
        return cells[0] == cell || cells[1] == cell;
    }
    static std::uint32_t ease(const Child& child) { return child.is_hinted ? kHint : 1; }

    // The margin by which a child's number may grow beyond that of its rival. Among the first moves of a
    // limited maker there are many that win: to change from one to another costs more than to go on.
    static std::uint32_t patience(std::uint32_t rival) { return rival + 1 + rival / kPatience; }
    std::uint32_t patience(std::uint32_t rival, const Board& board) const {
        return is_limited_ && maker_pieces(board) < rules_.length() - 2 ? times(rival + 1, kOpeningPatience)
                                                                        : patience(rival);
    }

    static std::uint32_t times(std::uint32_t number, std::uint32_t factor) {
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{number} * factor, ProofNumbers::kNever));
    }

    static constexpr int kWorthPairing = 3;  // no pairs make up for a sum of more than this many full lines
    static constexpr int kGuess = 8, kNoThreat = 40;
    static constexpr std::uint32_t kPatience = 4, kOpeningPatience = 16, kHint = 4;

    const Rules& rules_;
    const bool is_limited_;
    ProofNumberTable& table_;
    Threats& threats_;
    MoveCache<Set>& memory_;
    Watch& watch_;
    std::array<std::array<int, 2>, Rules::kMostCells + 1> worked_;
    TreeProgress progress_{watch_};
    int chosen_ = kNone;
};

}  // namespace enraya

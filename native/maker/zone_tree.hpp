// Can the breaker keep the maker from filling a line, without any help of its own lines? Depth-first
// proof-number search (df-pn) with a relevance zone for every answer.
//
// With the breaker's lines left out a piece more never hurts its owner. So an answer to a move holds
// against every move outside the zone of the answer as well (docs/mnk.md, "A breaker without lines").
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/search.hpp"
#include "maker/board.hpp"
#include "maker/canonical_key.hpp"
#include "maker/df_pn.hpp"
#include "maker/pairing.hpp"
#include "maker/threat_space_search.hpp"
#include "maker/zone_table.hpp"

namespace enraya {

template <class Set>
class ZoneTree {
  public:
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;
    using Table = ZoneTable<Set>;
    using Threats = ThreatSpaceSearch<Set>;
    using Found = Finding<Set>;

    static constexpr int kNone = -1;

    ZoneTree(const Rules& rules, Table& table, Threats& threats, Watch& watch)
        : rules_(rules), table_(table), threats_(threats), watch_(watch) {
        threats_.set_in_order(false);
        threats_.set_defender_without_lines(true);
    }
    ~ZoneTree() { threats_.set_defender_without_lines(false); }
    ZoneTree(const ZoneTree&) = delete;
    ZoneTree& operator=(const ZoneTree&) = delete;

    // True if the breaker holds the position, in which the maker has no line to fill next, and the cells that
    // it counts on. False: it does not without lines of its own.
    bool is_held(Board& board, Side to_move, Set& zone) {
        NamedView named;
        Found found = finding_of(board, to_move, named);
        while (!found.numbers.is_settled()) found = search(board, to_move, named, found, kNoThresholds, 1);
        zone = found.zone;
        return found.numbers.is_disproven();
    }

    // A move with which the breaker, to move, holds what it does hold.
    int holding_move(Board& board) {
        const Set live = live_cells(board);
        if (!live) return first_of(board.empty());
        const NamedView named = key_of_open_lines(board, live, kBreaker);
        Found found;
        if (table_.find(rules_, named, board.empty(), found) && found.numbers.is_disproven() && found.moves)
            return first_of(found.moves);
        Found all;
        all.moves = board.empty() & live;
        found = search(board, kBreaker, named, all, kNoThresholds, 1);
        if (!found.numbers.is_disproven() || !found.moves) throw Contradiction();
        return first_of(found.moves);
    }

  private:
    static constexpr int kWorthPairing = 3;  // no pairs make up for a sum of more than this many full lines
    static constexpr int kGuess = 16, kFarthest = 1 << 20;
    static constexpr int kMakerChildren = 4, kBreakerChildren = 16;

    // A move, and the reply if the maker's move forces one, on the board until this goes out of scope.
    class Step {
      public:
        Step(Board& board, Side to_move, int cell) : board_(board), to_move_(to_move), cell_(cell) {
            board_.play(to_move_, cell_);
            threats_ = board_.completing(kMaker);
            if (threats_ && !wins()) board_.play(kBreaker, first_of(threats_));
        }
        ~Step() {
            if (threats_ && !wins()) board_.undo(kBreaker, first_of(threats_));
            board_.undo(to_move_, cell_);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

        bool wins() const { return has_several(threats_); }
        Set threats() const { return threats_; }
        Side next() const { return threats_ ? kMaker : other(to_move_); }

      private:
        Board& board_;
        const Side to_move_;
        const int cell_;
        Set threats_;
    };

    struct Child {
        int cell;
        Set reply;
        Found finding;
        NamedView named;
    };

    Set live_cells(const Board& board) const {
        Set live{};
        board.for_open(kMaker, [&](int line) { live |= rules_.line(line); });
        return live;
    }

    // The entry of a position; one that the table lacks is estimated.
    Found finding_of(Board& board, Side to_move, NamedView& named) {
        watch_.count_node();
        const Set live = live_cells(board);
        if (!live) return {ProofNumbers::disproven(), {}, {}};
        named = key_of_open_lines(board, live, to_move);
        Found finding;
        if (table_.find(rules_, named, board.empty(), finding)) return finding;
        finding = judge(board, to_move, board.empty() & live);
        table_.store(rules_, named, finding, 1);
        return finding;
    }

    // Settles a position without a search, or guesses how far it is from being settled.
    Found judge(Board& board, Side to_move, Set moves) {
        // Step 1. The breaker holds by weights and pairs, or the maker wins by threats.
        const ErdosSelfridge<Set> bounds(board);
        PairingResult<Set> holding;
        holding.left = bounds.sum();
        if (bounds.sum() < kWorthPairing * bounds.full()) holding = Pairing<Set>::hold(bounds, to_move);
        if (holding.holds) return {ProofNumbers::disproven(), holding.zone, {}};
        Set zone{};
        if (threats_.wins(board, kMaker)) {
            zone = threats_.zone(board, kMaker);
            if (to_move == kMaker) return {ProofNumbers::proven(), zone, {}};
        }

        // Step 2. If the side to move would lose by passing, only moves in that zone can help.
        if (to_move == kMaker) zone = holding.zone_after_pass;
        if (zone) moves &= zone;

        // Step 3. The nearer to a full line what is left after the pairs, the nearer a proof: by the third
        // power.
        const auto choices = static_cast<std::uint32_t>(count_of(moves));
        const std::int64_t left = holding.left, whole = bounds.full();
        const auto guess = [](std::int64_t one, std::int64_t two) {
            return static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(kGuess * one * one * one / (two * two * two), 1, kFarthest));
        };
        const std::uint32_t to_prove = guess(whole, left), to_disprove = guess(left, whole);
        return {to_move == kMaker ? ProofNumbers{to_prove, to_disprove + choices}
                                  : ProofNumbers{to_prove + choices, to_disprove},
                zone, moves};
    }

    // A position that is being searched, as search_df_pn() wants it: the moves that may still help the mover,
    // the zone of the answers to all others, and the children that were opened.
    class Node {
      public:
        Node(ZoneTree& tree, Board& board, Side to_move, const NamedView& named, const Found& found,
             int depth)
            : tree_(tree),
              board_(board),
              to_move_(to_move),
              named_(named),
              depth_(depth),
              left_(found.moves),
              zone_(found.zone) {
            order_moves(found.moves);
            moves_ = count_of(left_);
        }

        bool open() {
            keep_what_is_left();
            const int enough = to_move_ == kMaker ? kMakerChildren : kBreakerChildren;
            while (!is_settled_ && count_ < enough && next_ < ordered_) {
                const int cell = order_[next_++];
                if (left_ & bit_of<Set>(cell)) open(cell);
            }
            if (!is_settled_ && count_ == 0)
                settle({to_move_ == kMaker ? ProofNumbers::disproven() : ProofNumbers::proven(), zone_, {}});
            return is_settled_;
        }

        // For the other side only the hardest child counts: its answer will do for most of the others.
        Choice choose() const {
            ChildNumbers numbers(to_move_);
            for (int i = 0; i < count_; ++i) numbers.add(i, children_[i].finding.numbers);
            return numbers.choice(numbers.hardest());
        }

        // Searches the child, unless something new is known of it from elsewhere.
        void follow(const Choice& choice, const ProofNumbers& thresholds) {
            if (depth_ == 1) tree_.progress_.tell_first_moves(moves_ - count_of(left_), moves_);
            Child& child = children_[choice.best];
            const ProofNumbers last = child.finding.numbers;
            const Set empty = board_.empty() & ~bit_of<Set>(child.cell) & ~child.reply;
            const bool is_found = tree_.table_.find(tree_.rules_, child.named, empty, child.finding);
            const ProofNumbers& now = child.finding.numbers;
            if (!is_found || (now.to_prove == last.to_prove && now.to_disprove == last.to_disprove)) {
                const std::uint32_t patience = std::min(
                    to_move_ == kMaker ? thresholds.to_prove : thresholds.to_disprove, 2 * choice.rival + 1);
                const Step step(board_, to_move_, child.cell);
                child.finding =
                    tree_.search(board_, step.next(), child.named, child.finding,
                                 child_thresholds(to_move_, thresholds, choice, last, patience), depth_ + 1);
            }
            if (now.is_settled()) take_in(child);
        }

        Found keep(const Choice& choice) const { return stored({choice.numbers, zone_, left_}); }
        Found keep_settled() const { return stored(settled_); }

      private:
        // Heavy cells first. A cell all of whose open lines go through another cell is worth no more than
        // that one: to leave it out the maker's answers count on the other.
        void order_moves(Set moves) {
            std::array<Set, Rules::kMostCells> common;
            std::array<int, Rules::kMostCells> weights{};
            common.fill(moves);
            board_.for_open(kMaker, [&](int line) {
                const int weight = 1 << 2 * board_.count(kMaker, line);
                for (Set cells = tree_.rules_.line(line) & board_.empty(); cells;) {
                    const int cell = take_first(cells);
                    common[cell] &= tree_.rules_.line(line);
                    weights[cell] += weight;
                }
            });
            for (Set cells = moves; cells;) {
                const int cell = take_first(cells);
                if (common[cell] & left_ & ~bit_of<Set>(cell)) left_ &= ~bit_of<Set>(cell);
            }
            if (to_move_ == kMaker)
                for (Set cells = moves & ~left_; cells;) zone_ |= common[take_first(cells)] & left_;
            for (Set cells = left_; cells;)
                order_[ordered_++] = static_cast<typename Rules::CellNumber>(take_first(cells));
            std::stable_sort(order_.begin(), order_.begin() + ordered_,
                             [&](int one, int two) { return weights[one] > weights[two]; });
        }

        void open(int cell) {
            Child& child = children_[count_];
            child.cell = cell;
            {
                const Step step(board_, to_move_, cell);
                child.reply = step.threats();
                if (step.wins())
                    child.finding = {ProofNumbers::proven(), {}, {}};
                else
                    child.finding = tree_.finding_of(board_, step.next(), child.named);
            }
            if (!child.finding.numbers.is_settled()) {
                ++count_;
            } else {
                take_in(child);
                keep_what_is_left();
            }
        }

        // Draws the conclusion from a settled child. If it does not settle the node, its answer is one to
        // every move outside its zone.
        void take_in(const Child& child) {
            const Set zone = child.finding.zone | child.reply;
            if (child.finding.numbers.is_proven() == (to_move_ == kMaker))
                return settle(
                    {child.finding.numbers, zone | bit_of<Set>(child.cell), bit_of<Set>(child.cell)});
            zone_ |= zone;
            left_ &= zone & ~bit_of<Set>(child.cell);
        }
        void settle(const Found& finding) {
            settled_ = finding;
            is_settled_ = true;
        }

        void keep_what_is_left() {
            int kept = 0;
            for (int i = 0; i < count_; ++i)
                if (left_ & bit_of<Set>(children_[i].cell)) children_[kept++] = children_[i];
            count_ = kept;
        }

        Found stored(const Found& finding) const {
            tree_.table_.store(tree_.rules_, named_, finding, tree_.watch_.nodes() - before_ + 1);
            return finding;
        }

        ZoneTree& tree_;
        Board& board_;
        const Side to_move_;
        const NamedView& named_;
        const int depth_;
        const std::uint64_t before_ = tree_.watch_.nodes();
        Set left_, zone_;
        int moves_;  // as many may help, of which those in left_ are not decided
        std::array<typename Rules::CellNumber, Rules::kMostCells> order_;
        int ordered_ = 0, next_ = 0;
        std::array<Child, std::max(kMakerChildren, kBreakerChildren)> children_;
        int count_ = 0;
        Found settled_;
        bool is_settled_ = false;
    };

    // Searches until the position is settled or one of its numbers reaches its threshold.
    Found search(Board& board, Side to_move, const NamedView& named, const Found& found,
                 const ProofNumbers& thresholds, int depth) {
        progress_.tell_depth(depth);
        Node node(*this, board, to_move, named, found, depth);
        return search_df_pn(node, thresholds);
    }

    const Rules& rules_;
    Table& table_;
    Threats& threats_;
    Watch& watch_;
    TreeProgress progress_{watch_};
};

}  // namespace enraya

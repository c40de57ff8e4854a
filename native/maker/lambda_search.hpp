// Does the maker win by order? Lambda search (Thomsen 2000), by depth-first proof-number search (df-pn) with
// relevance zones.
//
// A win of order 1 is a sequence of threats. In a win of order n every move of the maker is one after which
// it would win by order n - 1 if the breaker passed, so that only the breaker's moves in the zone of that win
// can help (docs/mnk.md, "Zones of longer wins").
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/search.hpp"
#include "maker/board.hpp"
#include "maker/df_pn.hpp"
#include "maker/lambda_table.hpp"
#include "maker/promise.hpp"
#include "maker/threat_space_search.hpp"

namespace enraya {

template <class Set>
class LambdaSearch {
  public:
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;
    using Threats = ThreatSpaceSearch<Set>;
    using Table = LambdaTable<Set>;
    using Found = LambdaFinding<Set>;
    using Zones = WinZones<Set>;

    static constexpr int kNone = -1;

    LambdaSearch(const Rules& rules, Table& table, Threats& threats, Watch& watch)
        : rules_(rules), table_(table), threats_(threats), watch_(watch) {
        threats_.set_in_order(false);
        threats_.set_defender_without_lines(false);
    }

    // True if the maker wins by this order.
    bool is_won(Board& board, Side to_move, int order) {
        const PositionKey key = key_of(board, to_move, order);
        Found found = finding_of(board, to_move, order, key);
        while (!found.numbers.is_settled()) found = search(board, to_move, order, key, kNoThresholds, 1);
        return found.numbers.is_proven();
    }

    // A move with which the maker, who is to move and wins by this order, does so.
    int winning_move(Board& board, int order) {
        if (const Set cells = board.completing(kMaker)) return first_of(cells);
        if (threats_.wins(board, kMaker)) return threats_.first_move();
        const PositionKey key = key_of(board, kMaker, order);
        Found found;
        if (!table_.find(key, found) || found.move == kNone)
            found = search(board, kMaker, order, key, kNoThresholds, 1);
        if (found.move == kNone || !found.numbers.is_proven()) throw Contradiction();
        return found.move;
    }

  private:
    struct Child {
        int cell;  // kNone: a pass
        int order;
        PositionKey key;
        Found found;
    };

    static PositionKey key_of(const Set& maker, const Set& breaker, Side to_move, int order) {
        const Word what = random_number(static_cast<Word>(2 * order + to_move));
        const Word name = mix_sum(mix_xor(what, maker), breaker);
        return {name, random_number(name)};
    }
    static PositionKey key_of(const Board& board, Side to_move, int order) {
        return key_of(board.pieces(kMaker), board.pieces(kBreaker), to_move, order);
    }

    // The entry of a position; one that the table lacks is estimated.
    Found finding_of(Board& board, Side to_move, int order, const PositionKey& key) {
        watch_.count_node();
        Found found;
        if (table_.find(key, found)) return found;
        found = to_move == kMaker ? judge_attack(board, order) : judge_defence(board, order);
        table_.store(key, found, 1);
        return found;
    }

    static Found lost() { return {ProofNumbers::disproven()}; }
    static Found won(const Set& zone) {
        Found found{ProofNumbers::proven()};
        found.zones.add(zone);
        return found;
    }

    // The maker moves and wins with these zones.
    static Found won_by(const Board& board, int cell, const Zones& zones) {
        Found found{ProofNumbers::proven(), zones, cell};
        found.zones.add(bit_of<Set>(cell));
        add_lines(board, found.zones);
        return found;
    }

    // Settles a position with the maker to move without a search, or guesses.
    Found judge_attack(Board& board, int order) {
        if (const Set cells = board.completing(kMaker)) return won(bit_of<Set>(first_of(cells)));
        if (has_several(board.completing(kBreaker))) return lost();
        if (threats_.wins(board, kMaker)) return {ProofNumbers::proven(), zones_of_threats(board)};
        if (order == 1) return lost();
        // The heavier the maker's lines, the nearer a proof.
        int heavy = 0;
        for (int pieces = 2; pieces < rules_.length(); ++pieces)
            board.for_open(kMaker, pieces, [&](int) { heavy += 1 << 2 * (pieces - 2); });
        const auto to_prove = static_cast<std::uint32_t>(std::max(1, kGuess * order / (1 + heavy)));
        return {{to_prove, static_cast<std::uint32_t>(1 + heavy)}};
    }

    // The same with the breaker to move.
    Found judge_defence(Board& board, int order) {
        if (board.completing(kBreaker)) return lost();
        if (const Set threats = board.completing(kMaker))
            return has_several(threats) ? won(threats) : Found{{1, 1}};
        if (threats_.wins(board, kBreaker)) return lost();
        if (threats_.wins(board, kMaker)) {
            const Set zone = threats_.zone(board, kMaker);
            return {{static_cast<std::uint32_t>(std::max(1, count_of(zone) / 4)), 1}};
        }
        if (order <= 2) return lost();
        return {{static_cast<std::uint32_t>(kNoThreat * (order - 2)), 1}};
    }

    Zones zones_of_threats(const Board& board) const {
        Zones zones;
        for (int more = 1; more <= Zones::kLevels; ++more)
            zones.add(more, threats_.zone(board, kMaker, {}, more));
        return zones;
    }

    // The cells of the breaker's open lines that so many pieces more would bring to a threat.
    static void add_lines(const Board& board, Zones& zones) {
        for (int more = 1; more <= Zones::kLevels; ++more)
            for (int pieces = std::max(0, board.rules().length() - 1 - more); pieces < board.rules().length();
                 ++pieces)
                board.for_open(kBreaker, pieces,
                               [&](int line) { zones.add(more, board.rules().line(line)); });
    }

    // A position that is being searched, as search_df_pn() wants it.
    class Node {
      public:
        Node(LambdaSearch& tree, Board& board, Side to_move, int order, const PositionKey& key, int depth)
            : tree_(tree),
              board_(board),
              to_move_(to_move),
              order_(order),
              key_(key),
              depth_(depth),
              left_(board.empty()) {
            if (to_move_ == kMaker)
                open_attack();
            else
                answer_pass();
        }

        bool open() {
            if (!is_settled_ && to_move_ == kBreaker && !has_opened_ && children_.empty()) open_defence();
            if (!is_settled_ && children_.empty())
                to_move_ == kMaker ? settle(lost()) : settle({ProofNumbers::proven(), zones_});
            return is_settled_;
        }

        Choice choose() const {
            ChildNumbers numbers(to_move_);
            for (std::size_t i = 0; i < children_.size(); ++i)
                numbers.add(static_cast<int>(i), children_[i].found.numbers);
            // To a threat there are few replies, and the sum is better; else their answers are much the same.
            const std::uint64_t feared = order_ <= 2 ? numbers.sum() : numbers.hardest() + numbers.open() - 1;
            Choice choice = numbers.choice(feared);
            // The replies are opened when the win after a pass is found.
            if (to_move_ == kBreaker && !has_opened_)
                choice.numbers.to_prove =
                    std::min(choice.numbers.to_prove + kReplies, ProofNumbers::kNever - 1);
            return choice;
        }

        // Searches the child, unless something new is known of it from elsewhere.
        void follow(const Choice& choice, const ProofNumbers& thresholds) {
            if (depth_ == 1) tell_first_moves();
            const auto number = static_cast<std::size_t>(choice.best);
            Child& child = children_[number];
            const ProofNumbers last = child.found.numbers;
            const bool is_found = tree_.table_.find(child.key, child.found);
            const ProofNumbers now = child.found.numbers;
            if (!is_found || (now.to_prove == last.to_prove && now.to_disprove == last.to_disprove)) {
                const std::uint32_t patience =
                    std::min(to_move_ == kMaker ? thresholds.to_prove : thresholds.to_disprove,
                             choice.rival + 1 + choice.rival / kPatience);
                const Step step(board_, to_move_, child.cell);
                child.found =
                    tree_.search(board_, other(to_move_), child.order, child.key,
                                 child_thresholds(to_move_, thresholds, choice, last, patience), depth_ + 1);
            }
            if (child.found.numbers.is_settled()) {
                const Child settled = child;
                children_.erase(children_.begin() + choice.best);
                take_in(settled);
                if (to_move_ == kBreaker && settled.cell != kNone && settled.found.numbers.is_proven()) {
                    answered_ = settled.cell;
                    imitate_others();
                }
            }
        }

        Found keep(const Choice& choice) const { return stored({choice.numbers}); }
        Found keep_settled() const { return stored(settled_); }

      private:
        // A move, or a pass, on the board until this goes out of scope.
        class Step {
          public:
            Step(Board& board, Side side, int cell) : board_(board), side_(side), cell_(cell) {
                if (cell_ != kNone) board_.play(side_, cell_);
            }
            ~Step() {
                if (cell_ != kNone) board_.undo(side_, cell_);
            }
            Step(const Step&) = delete;
            Step& operator=(const Step&) = delete;

          private:
            Board& board_;
            const Side side_;
            const int cell_;
        };

        void open_attack() {
            CellOrder<Set> order;
            const int count = sort_by_promise(board_, tree_.attacks(board_, order_), order);
            for (int i = 0; i < count && !is_settled_; ++i) add(order[i], order_);
        }

        // The breaker's move is forced, or is left to those in the zone of the win after a pass.
        void answer_pass() {
            const Set board = tree_.rules_.board();
            if (const Set forced = board_.completing(kMaker)) {
                if (has_several(forced)) return settle(won(forced));
                left_ = forced;
                has_opened_ = true;
                add(first_of(forced), order_);
            } else if (tree_.threats_.wins(board_, kMaker)) {
                const Zones zones = tree_.zones_of_threats(board_);
                zones_.add_after_pass(zones, board);
                left_ &= zones.of(1, board);
            } else if (order_ > 2) {
                add(kNone, order_ - 1);
            } else {
                settle(lost());
            }
        }

        void open_defence() {
            has_opened_ = true;
            CellOrder<Set> order;
            const int count = sort_by_promise(board_, left_, order);
            for (int i = 0; i < count && !is_settled_; ++i)
                if (left_ & bit_of<Set>(order[i])) add(order[i], order_);
        }

        void add(int cell, int order) {
            Child child{cell, order, {}, {}};
            {
                const Step step(board_, to_move_, cell);
                child.key = key_of(board_, other(to_move_), order);
                child.found = tree_.finding_of(board_, other(to_move_), order, child.key);
            }
            if (!child.found.numbers.is_settled() && to_move_ == kBreaker && cell != kNone) imitate(child);
            if (child.found.numbers.is_settled())
                take_in(child);
            else
                children_.push_back(child);
        }

        // Answers a reply as a pass was answered, or as the last reply was.
        void imitate(Child& child) {
            const Set cell = bit_of<Set>(child.cell);
            const Step step(board_, kBreaker, child.cell);
            if (order_ > 2 && tree_.imitates(board_, kMaker, order_ - 1, cell))
                tree_.table_.find(key_of(board_, kMaker, order_ - 1), child.found);
            else if (answered_ != kNone &&
                     tree_.imitates(board_, kMaker, order_, cell | bit_of<Set>(answered_)))
                tree_.table_.find(child.key, child.found);
        }
        // What is answered in a new way may be an answer to the others.
        void imitate_others() {
            for (std::size_t i = 0; i < children_.size();) {
                imitate(children_[i]);
                if (children_[i].found.numbers.is_proven()) {
                    const Child settled = children_[i];
                    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
                    take_in(settled);
                } else {
                    ++i;
                }
            }
        }

        // Draws the conclusion from a settled child.
        void take_in(const Child& child) {
            const Set all = tree_.rules_.board();
            const Zones& zones = child.found.zones;
            if (to_move_ == kMaker) {
                if (!child.found.numbers.is_proven()) return;
                return settle(won_by(board_, child.cell, zones));
            }
            if (!child.found.numbers.is_proven()) return settle(lost());
            if (child.cell == kNone) {
                zones_.add_after_pass(zones, all);
                left_ &= zones.of(1, all);
                return;
            }
            left_ &= ~bit_of<Set>(child.cell);
            zones_.add(bit_of<Set>(child.cell));
            zones_.add(zones);
        }
        void settle(const Found& found) {
            settled_ = found;
            is_settled_ = true;
        }

        void tell_first_moves() {
            const int all = count_of(board_.empty());
            tree_.progress_.tell_first_moves(all - static_cast<int>(children_.size()), all);
        }

        Found stored(const Found& found) const {
            tree_.table_.store(key_, found, tree_.watch_.nodes() - before_ + 1);
            return found;
        }

        LambdaSearch& tree_;
        Board& board_;
        const Side to_move_;
        const int order_;
        const PositionKey& key_;
        const int depth_;
        const std::uint64_t before_ = tree_.watch_.nodes();
        Set left_;     // the breaker's moves that are not answered
        Zones zones_;  // of the answers to the others
        std::vector<Child> children_;
        bool has_opened_ = false, is_settled_ = false;
        int answered_ = kNone;  // the last reply that a search answered
        Found settled_;
    };

    // True if the maker wins by the moves of a win that was found without the breaker's pieces in *changed*,
    // or with them where they are not on the board (Kawano's simulation).
    bool imitates(Board& board, Side to_move, int order, const Set& changed) {
        const PositionKey key = key_of(board, to_move, order);
        Found found = finding_of(board, to_move, order, key);
        if (found.numbers.is_settled()) return found.numbers.is_proven();
        const std::uint64_t before = watch_.nodes();
        const bool is_won = to_move == kMaker ? imitates_attack(board, order, changed, found)
                                              : imitates_defence(board, order, changed, found);
        if (is_won) table_.store(key, found, watch_.nodes() - before + 1);
        return is_won;
    }

    bool imitates_attack(Board& board, int order, const Set& changed, Found& found) {
        Found model;
        if (!table_.find(key_of(board.pieces(kMaker), board.pieces(kBreaker) ^ changed, kMaker, order),
                         model))
            return false;
        if (!model.numbers.is_proven() || model.move == kNone) return false;
        const Set to_stop = board.completing(kBreaker);
        const int cell = to_stop ? first_of(to_stop) : model.move;
        if (!(board.empty() & bit_of<Set>(cell))) return false;
        board.play(kMaker, cell);
        const bool is_won = imitates(board, kBreaker, order, changed);
        Found after;
        if (is_won) table_.find(key_of(board, kBreaker, order), after);
        board.undo(kMaker, cell);
        if (!is_won || !after.numbers.is_proven()) return false;
        found = won_by(board, cell, after.zones);
        return true;
    }

    bool imitates_defence(Board& board, int order, const Set& changed, Found& found) {
        Found held{ProofNumbers::proven()};
        Set left = board.completing(kMaker);
        if (!left) {
            left = board.empty();
            Zones zones;
            if (threats_.wins(board, kMaker)) {
                zones = zones_of_threats(board);
            } else {
                if (order <= 2 || !imitates(board, kMaker, order - 1, changed)) return false;
                Found passed;
                table_.find(key_of(board, kMaker, order - 1), passed);
                if (!passed.numbers.is_proven()) return false;
                zones = passed.zones;
            }
            held.zones.add_after_pass(zones, rules_.board());
            left &= zones.of(1, rules_.board());
        }
        while (left) {
            const int cell = take_first(left);
            board.play(kBreaker, cell);
            const bool is_answered = imitates(board, kMaker, order, changed);
            Found after;
            if (is_answered) table_.find(key_of(board, kMaker, order), after);
            board.undo(kBreaker, cell);
            if (!is_answered || !after.numbers.is_proven()) return false;
            held.zones.add(bit_of<Set>(cell));
            held.zones.add(after.zones);
        }
        found = held;
        return true;
    }

    // The maker's moves that can threaten anything of that order.
    Set attacks(Board& board, int order) {
        if (const Set to_stop = board.completing(kBreaker)) return to_stop;
        Set moves{};
        const int length = rules_.length();
        bool has_threats = false;
        board.for_open(kMaker, length - 2, [&](int) { has_threats = true; });
        const int least = order > 2 || has_threats ? 1 : length - 3;
        for (int pieces = least; pieces < length - 2; ++pieces)
            board.for_open(kMaker, pieces, [&](int line) { moves |= rules_.line(line); });
        board.for_open(kMaker, length - 2, [&](int line) { moves |= rules_.line(line); });
        moves &= board.empty();
        if (threats_.wins(board, kBreaker)) moves &= threats_.zone(board, kBreaker);
        return moves;
    }

    // Searches until the position is settled or one of its numbers reaches its threshold.
    Found search(Board& board, Side to_move, int order, const PositionKey& key,
                 const ProofNumbers& thresholds, int depth) {
        progress_.tell_depth(depth);
        Node node(*this, board, to_move, order, key, depth);
        return search_df_pn(node, thresholds);
    }

    static constexpr int kGuess = 8, kNoThreat = 40;
    static constexpr std::uint32_t kPatience = 4, kReplies = 8;

    const Rules& rules_;
    Table& table_;
    Threats& threats_;
    Watch& watch_;
    TreeProgress progress_{watch_};
};

}  // namespace enraya

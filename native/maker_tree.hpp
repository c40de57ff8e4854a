// Can the maker fill a line, whatever the breaker does? Proof-number search, depth first, with a table.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "maker_board.hpp"
#include "maker_bounds.hpp"
#include "proof_table.hpp"
#include "random.hpp"
#include "search.hpp"
#include "threat_search.hpp"

namespace enraya {

// A move, and every move that is forced after it, on the board until this goes out of scope.
class Descent {
  public:
    enum class End { None, Won, Held };  // by the maker, by the breaker

    // What is forced with nothing played first.
    Descent(MakerBoard& board, Side to_move) : board_(board), to_move_(to_move) { play_forced(); }
    Descent(MakerBoard& board, Side to_move, int cell) : board_(board), to_move_(to_move) {
        play(cell);
        play_forced();
    }
    ~Descent() {
        while (count_ > 0) {
            to_move_ = other(to_move_);
            board_.undo(to_move_, cells_[--count_]);
        }
    }
    Descent(const Descent&) = delete;
    Descent& operator=(const Descent&) = delete;

    End end() const { return end_; }
    Side to_move() const { return to_move_; }

  private:
    void play(int cell) {
        board_.play(to_move_, cell);
        cells_[count_++] = static_cast<std::uint8_t>(cell);
        to_move_ = other(to_move_);
    }
    void play_forced() {
        while (true) {
            if (board_.completing(to_move_)) {
                end_ = to_move_ == kMaker ? End::Won : End::Held;
                return;
            }
            const Word threats = board_.completing(other(to_move_));
            if (!threats) return;
            if (threats & (threats - 1)) {
                end_ = to_move_ == kMaker ? End::Held : End::Won;
                return;
            }
            play(std::countr_zero(threats));
        }
    }

    MakerBoard& board_;
    Side to_move_;
    End end_ = End::None;
    int count_ = 0;
    std::array<std::uint8_t, MakerRules::kMostCells> cells_;
};

class MakerTree {
  public:
    static constexpr int kNone = -1;

    MakerTree(const MakerRules& rules, ProofTable& table, ThreatSearch& threats, Watch& watch)
        : rules_(rules), table_(table), threats_(threats), watch_(watch) {}

    // Whether the maker wins.
    bool is_won(MakerBoard& board, Side to_move) {
        const Descent forced(board, to_move);
        PositionKey key;
        ProofNumbers numbers = numbers_of(board, forced, key);
        while (!numbers.is_settled())
            numbers = search(board, forced.to_move(), key, ProofNumbers::kNever, ProofNumbers::kNever, 1);
        return numbers.is_proven();
    }

    // A move that wins for the maker, or holds for the breaker; the side to move is the one whose claim is
    // true.
    int winning_move(MakerBoard& board, Side to_move) {
        for (Side side : {to_move, other(to_move)})
            if (const Word cells = board.completing(side)) return std::countr_zero(cells);
        if (threats_.wins(board, to_move)) return threats_.first_move();
        const LiveCells live = live_cells(board);
        if (!live.of[kMaker]) return std::countr_zero(board.empty());
        const PositionKey key = key_of(board, live, to_move);
        chosen_ = kNone;
        while (chosen_ == kNone) search(board, to_move, key, ProofNumbers::kNever, ProofNumbers::kNever, 1);
        return chosen_;
    }

  private:
    struct Child {
        int cell;
        ProofNumbers numbers;
        PositionKey key;
    };

    struct Children {
        std::array<Child, MakerRules::kMostCells> all;
        int count = 0;
    };

    // The cells of lines open to a side. A piece or an empty cell outside changes nothing any more.
    struct LiveCells {
        Word of[2] = {0, 0};
        Word all() const { return of[kMaker] | of[kBreaker]; }
    };

    LiveCells live_cells(const MakerBoard& board) const {
        LiveCells live;
        for (Side side : {kMaker, kBreaker})
            board.for_open(side, [&](int line) { live.of[side] |= rules_.line(line); });
        return live;
    }

    // The same for all positions that differ in nothing but what is dead or in the side they are seen from.
    // On boards with many views only positions with few pieces are looked at from all sides: later ones are
    // too many to meet again.
    PositionKey key_of(const MakerBoard& board, const LiveCells& live, Side to_move) const {
        const Word maker = board.pieces(kMaker) & live.of[kMaker],
                   breaker = board.pieces(kBreaker) & live.of[kBreaker], empty = board.empty() & live.all();
        Word best_maker = maker, best_breaker = breaker, best_empty = empty;
        const bool all_views =
            rules_.views() <= kFewViews || std::popcount(maker | breaker) <= kPiecesForManyViews;
        for (int view = 1; view < (all_views ? rules_.views() : 1); ++view) {
            const Word seen_maker = rules_.seen(view, maker);
            if (seen_maker > best_maker) continue;
            const Word seen_breaker = rules_.seen(view, breaker);
            if (seen_maker == best_maker && seen_breaker > best_breaker) continue;
            const Word seen_empty = rules_.seen(view, empty);
            if (seen_maker == best_maker && seen_breaker == best_breaker && seen_empty >= best_empty)
                continue;
            best_maker = seen_maker, best_breaker = seen_breaker, best_empty = seen_empty;
        }
        const Word turn = to_move == kMaker ? 0x2545f4914f6cdd1du : 0;
        return {random_number(random_number(random_number(best_maker + turn) ^ best_breaker) + best_empty),
                random_number(random_number(random_number(best_empty ^ turn) + best_maker) ^ best_breaker)};
    }

    // What is known of a position where nothing is forced any more; what the table does not hold is judged.
    ProofNumbers numbers_of(MakerBoard& board, const Descent& descent, PositionKey& key) {
        if (descent.end() == Descent::End::Won) return ProofNumbers::proven();
        if (descent.end() == Descent::End::Held) return ProofNumbers::disproven();
        watch_.count_node();
        const LiveCells live = live_cells(board);
        if (!live.of[kMaker]) return ProofNumbers::disproven();
        key = key_of(board, live, descent.to_move());
        ProofNumbers numbers;
        if (table_.find(key, numbers)) return numbers;
        numbers = judge(board, descent.to_move(), live);
        table_.store(key, numbers, 1);
        return numbers;
    }

    // Settles a position without a search, or guesses how far it is from being settled.
    ProofNumbers judge(MakerBoard& board, Side to_move, const LiveCells& live) {
        // Step 1. The breaker holds by weight, by threats of its own or by pairs; the maker wins by threats.
        MakerBounds bounds(board);
        const int full = 1 << rules_.length();
        if (bounds.holds_by_weight(to_move)) return ProofNumbers::disproven();
        if (threats_.wins(board, to_move))
            return to_move == kMaker ? ProofNumbers::proven() : ProofNumbers::disproven();
        if (bounds.sum() < kWorthPairing * full && bounds.hold(to_move).holds)
            return ProofNumbers::disproven();

        // Step 2. The heavier the maker's lines, the nearer a proof; and every choice of the side that has to
        // answer is one thing more to prove.
        const auto choices = static_cast<std::uint32_t>(std::popcount(candidates(board, to_move, live)));
        const auto to_prove = static_cast<std::uint32_t>(std::max(1, kGuess * full / bounds.sum())),
                   to_disprove = static_cast<std::uint32_t>(std::max(1, kGuess * bounds.sum() / full));
        return to_move == kMaker ? ProofNumbers{to_prove, to_disprove + choices}
                                 : ProofNumbers{to_prove + choices, to_disprove};
    }

    // The moves that may matter: if the other side, given one more move, would win by threats, only those
    // that could do something about it.
    Word candidates(MakerBoard& board, Side to_move, const LiveCells& live) {
        Word moves = board.empty() & live.all();
        if (threats_.wins(board, other(to_move))) moves &= threats_.zone(board, other(to_move));
        return moves;
    }

    // Searches until the position is settled or one of its numbers reaches its limit.
    ProofNumbers search(MakerBoard& board, Side to_move, const PositionKey& key, std::uint32_t most_to_prove,
                        std::uint32_t most_to_disprove, int depth) {
        const std::uint64_t before = watch_.nodes();
        if (depth > deepest_) watch_.show(deepest_ = depth, 0, 0);
        Children children;
        expand(board, to_move, children);
        while (true) {
            // Step 1. Sum up: the mover needs one child, the other side all of them.
            const Choice choice = choose(children, to_move);
            const ProofNumbers& numbers = choice.numbers;
            if (numbers.is_settled() || numbers.to_prove >= most_to_prove ||
                numbers.to_disprove >= most_to_disprove) {
                table_.store(key, numbers, watch_.nodes() - before);
                chosen_ = numbers.is_settled() ? children.all[choice.best].cell : kNone;
                return numbers;
            }

            // Step 2. Follow the most promising child until another is clearly more so.
            Child& child = children.all[choice.best];
            const std::uint32_t patience = choice.rival + 1 + choice.rival / kPatience;
            std::uint32_t child_to_prove, child_to_disprove;
            if (to_move == kMaker) {
                child_to_prove = std::min(most_to_prove, patience);
                child_to_disprove = room(most_to_disprove, numbers.to_disprove, child.numbers.to_disprove);
            } else {
                child_to_disprove = std::min(most_to_disprove, patience);
                child_to_prove = room(most_to_prove, numbers.to_prove, child.numbers.to_prove);
            }
            const Descent descent(board, to_move, child.cell);
            child.numbers =
                search(board, descent.to_move(), child.key, child_to_prove, child_to_disprove, depth + 1);
        }
    }

    // Finds the children, heavy cells first; or only the one that settles the position.
    void expand(MakerBoard& board, Side to_move, Children& children) {
        std::array<int, MakerRules::kMostCells> promise{};
        for (Side side : {kMaker, kBreaker})
            board.for_open(side, [&](int line) {
                const int weight = 1 << 2 * board.count(side, line);
                for (Word cells = rules_.line(line) & board.empty(); cells;)
                    promise[take_first(cells)] += weight;
            });
        std::array<std::uint8_t, MakerRules::kMostCells> order;
        int count = 0;
        for (Word left = candidates(board, to_move, live_cells(board)); left;)
            order[count++] = static_cast<std::uint8_t>(take_first(left));
        std::stable_sort(order.begin(), order.begin() + count,
                         [&](int one, int two) { return promise[one] > promise[two]; });
        for (int i = 0; i < count; ++i) {
            Child& child = children.all[children.count++];
            child.cell = order[i];
            const Descent descent(board, to_move, child.cell);
            child.numbers = numbers_of(board, descent, child.key);
            if (to_move == kMaker ? child.numbers.is_proven() : child.numbers.is_disproven()) {
                children.all[0] = child;
                children.count = 1;
                return;
            }
        }
    }

    struct Choice {
        ProofNumbers numbers;
        int best;             // the child nearest to what the mover wants
        std::uint32_t rival;  // how near the next one is
    };

    // For the other side the children are counted by the hardest of them and one for each further: positions
    // reached in several ways would make a sum far too large.
    Choice choose(const Children& children, Side to_move) const {
        std::uint32_t least = ProofNumbers::kNever, rival = ProofNumbers::kNever, hardest = 0, open = 0;
        int best = 0;
        for (int i = 0; i < children.count; ++i) {
            const ProofNumbers& numbers = children.all[i].numbers;
            const std::uint32_t wanted = to_move == kMaker ? numbers.to_prove : numbers.to_disprove,
                                feared = to_move == kMaker ? numbers.to_disprove : numbers.to_prove;
            hardest = std::max(hardest, feared);
            if (feared > 0) ++open;
            if (wanted < least)
                rival = least, least = wanted, best = i;
            else
                rival = std::min(rival, wanted);
        }
        std::uint32_t all = 0;
        if (open > 0) all = std::min(hardest + open - 1, ProofNumbers::kNever - 1);
        if (least == 0) all = ProofNumbers::kNever;
        return {to_move == kMaker ? ProofNumbers{least, all} : ProofNumbers{all, least}, best,
                std::min(rival, ProofNumbers::kNever / 2)};
    }

    // How far a child's number may grow before that of its parent reaches its limit.
    static std::uint32_t room(std::uint32_t most, std::uint32_t parent, std::uint32_t child) {
        return most == ProofNumbers::kNever ? most : most - parent + child;
    }

    static constexpr int kFewViews = 8, kPiecesForManyViews = 12;
    static constexpr int kWorthPairing = 3;  // no pairs make up for a sum of more than this many full lines
    static constexpr int kGuess = 8;
    static constexpr std::uint32_t kPatience = 4;

    const MakerRules& rules_;
    ProofTable& table_;
    ThreatSearch& threats_;
    Watch& watch_;
    int deepest_ = 0;
    int chosen_ = kNone;
};

}  // namespace enraya

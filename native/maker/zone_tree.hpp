// Can the breaker keep the maker from filling a line, without any help of its own lines? Proof-number search,
// depth first, with a zone for every answer.
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
#include "maker/pairing.hpp"
#include "maker/threat_space_search.hpp"
#include "maker/zone_table.hpp"

namespace enraya {

class HoldTree {
  public:
    static constexpr int kNone = -1;

    HoldTree(const MakerRules& rules, ZoneTable& table, ThreatSearch& threats, Watch& watch)
        : rules_(rules), table_(table), threats_(threats), watch_(watch) {
        threats_.set_in_order(false);
        threats_.set_defender_without_lines(true);
    }
    ~HoldTree() { threats_.set_defender_without_lines(false); }
    HoldTree(const HoldTree&) = delete;
    HoldTree& operator=(const HoldTree&) = delete;

    // Whether the breaker holds the position, in which the maker has no line to fill next, and the cells that
    // it counts on. False: it does not without lines of its own.
    bool is_held(MakerBoard& board, Side to_move, Word& zone) {
        NamedView named;
        Finding found = finding_of(board, to_move, named);
        while (!found.numbers.is_settled()) found = search(board, to_move, named, found, kNoLimits, 1);
        zone = found.zone;
        return found.numbers.is_disproven();
    }

    // A move with which the breaker, to move, holds what it does hold.
    int holding_move(MakerBoard& board) {
        const Word live = live_cells(board);
        if (!live) return std::countr_zero(board.empty());
        const NamedView named = key_of_open_lines(board, live, kBreaker);
        Finding found;
        if (table_.find(rules_, named, board.empty(), found) && found.numbers.is_disproven() && found.moves)
            return std::countr_zero(found.moves);
        Finding all;
        all.moves = board.empty() & live;
        found = search(board, kBreaker, named, all, kNoLimits, 1);
        if (!found.numbers.is_disproven() || !found.moves) throw Contradiction();
        return std::countr_zero(found.moves);
    }

  private:
    static constexpr std::uint32_t kNever = ProofNumbers::kNever;
    static constexpr ProofNumbers kNoLimits{kNever, kNever};

    // A move, and the reply if the maker's move forces one, on the board until this goes out of scope.
    class Step {
      public:
        Step(MakerBoard& board, Side to_move, int cell) : board_(board), to_move_(to_move), cell_(cell) {
            board_.play(to_move_, cell_);
            threats_ = board_.completing(kMaker);
            if (threats_ && !wins()) board_.play(kBreaker, std::countr_zero(threats_));
        }
        ~Step() {
            if (threats_ && !wins()) board_.undo(kBreaker, std::countr_zero(threats_));
            board_.undo(to_move_, cell_);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

        bool wins() const { return threats_ & (threats_ - 1); }
        Word threats() const { return threats_; }
        Side next() const { return threats_ ? kMaker : other(to_move_); }

      private:
        MakerBoard& board_;
        const Side to_move_;
        const int cell_;
        Word threats_;
    };

    struct Child {
        int cell;
        Word reply;
        Finding finding;
        NamedView named;
    };

    // A position that is being searched: the moves that may still help the mover, the zone of the answers to
    // all others, and the children that were opened.
    struct Node {
        Word left, zone;
        std::array<std::uint8_t, MakerRules::kMostCells> order;
        int ordered = 0, next = 0;
        std::array<Child, MakerRules::kMostCells> children;
        int count = 0;

        void keep_what_is_left() {
            int kept = 0;
            for (int i = 0; i < count; ++i)
                if (left & bit_of(children[i].cell)) children[kept++] = children[i];
            count = kept;
        }
    };

    Word live_cells(const MakerBoard& board) const {
        Word live = 0;
        board.for_open(kMaker, [&](int line) { live |= rules_.line(line); });
        return live;
    }

    // What is known of a position; what the table does not hold is judged.
    Finding finding_of(MakerBoard& board, Side to_move, NamedView& named) {
        watch_.count_node();
        const Word live = live_cells(board);
        if (!live) return {ProofNumbers::disproven(), 0, 0};
        named = key_of_open_lines(board, live, to_move);
        Finding finding;
        if (table_.find(rules_, named, board.empty(), finding)) return finding;
        finding = judge(board, to_move, board.empty() & live);
        table_.store(rules_, named, finding, 1);
        return finding;
    }

    // Settles a position without a search, or guesses how far it is from being settled.
    Finding judge(MakerBoard& board, Side to_move, Word moves) {
        // Step 1. The breaker holds by weights and pairs, or the maker wins by threats.
        const MakerBounds bounds(board);
        Holding holding;
        holding.left = bounds.sum();
        if (bounds.sum() < kWorthPairing * bounds.full()) holding = Pairing::hold(bounds, to_move);
        if (holding.holds) return {ProofNumbers::disproven(), holding.zone, 0};
        Word zone = 0;
        if (threats_.wins(board, kMaker)) {
            zone = threats_.zone(board, kMaker);
            if (to_move == kMaker) return {ProofNumbers::proven(), zone, 0};
        }

        // Step 2. If the side to move would lose by passing, only moves in that zone can help.
        if (to_move == kMaker) zone = holding.zone_after_pass;
        if (zone) moves &= zone;

        // Step 3. The nearer to a full line what is left after the pairs, the nearer a proof: by the third
        // power.
        const auto choices = static_cast<std::uint32_t>(std::popcount(moves));
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

    // Searches until the position is settled or one of its numbers reaches its limit.
    Finding search(MakerBoard& board, Side to_move, const NamedView& named, const Finding& found,
                   const ProofNumbers& limits, int depth) {
        const std::uint64_t before = watch_.nodes();
        if (depth > deepest_) watch_.show(deepest_ = depth, 0, 0);
        Node node;
        prepare(board, to_move, found, node);
        const auto keep = [&](const Finding& finding) {
            table_.store(rules_, named, finding, watch_.nodes() - before + 1);
            return finding;
        };
        Finding settled;
        while (true) {
            // Step 1. Open more children, and sum up: the mover needs one, the other side all of them.
            if (open(board, to_move, node, settled)) return keep(settled);
            if (node.count == 0)
                return keep(
                    {to_move == kMaker ? ProofNumbers::disproven() : ProofNumbers::proven(), node.zone, 0});
            const Choice choice = choose(node, to_move);
            if (choice.numbers.to_prove >= limits.to_prove ||
                choice.numbers.to_disprove >= limits.to_disprove)
                return keep({choice.numbers, node.zone, node.left});

            // Step 2. Follow the most promising child until another is clearly more so, unless something
            // new is known of it from elsewhere.
            Child& child = node.children[choice.best];
            const ProofNumbers last = child.finding.numbers;
            const Word empty = board.empty() & ~bit_of(child.cell) & ~child.reply;
            const bool is_found = table_.find(rules_, child.named, empty, child.finding);
            const ProofNumbers& now = child.finding.numbers;
            if (!is_found || (now.to_prove == last.to_prove && now.to_disprove == last.to_disprove)) {
                const Step step(board, to_move, child.cell);
                child.finding = search(board, step.next(), child.named, child.finding,
                                       limits_of(to_move, limits, choice, last), depth + 1);
            }
            if (now.is_settled() && take_in(to_move, child, node, settled)) return keep(settled);
        }
    }

    // Finds the moves worth trying, heavy cells first. A cell all of whose open lines go through another cell
    // is worth no more than that one: to leave it out the maker's answers count on the other.
    void prepare(const MakerBoard& board, Side to_move, const Finding& found, Node& node) const {
        node.left = found.moves;
        node.zone = found.zone;
        std::array<Word, MakerRules::kMostCells> common;
        std::array<int, MakerRules::kMostCells> weights{};
        common.fill(found.moves);
        board.for_open(kMaker, [&](int line) {
            const int weight = 1 << 2 * board.count(kMaker, line);
            for (Word cells = rules_.line(line) & board.empty(); cells;) {
                const int cell = take_first(cells);
                common[cell] &= rules_.line(line);
                weights[cell] += weight;
            }
        });
        for (Word cells = found.moves; cells;) {
            const int cell = take_first(cells);
            if (common[cell] & node.left & ~bit_of(cell)) node.left &= ~bit_of(cell);
        }
        if (to_move == kMaker)
            for (Word cells = found.moves & ~node.left; cells;)
                node.zone |= common[take_first(cells)] & node.left;
        for (Word cells = node.left; cells;)
            node.order[node.ordered++] = static_cast<std::uint8_t>(take_first(cells));
        std::stable_sort(node.order.begin(), node.order.begin() + node.ordered,
                         [&](int one, int two) { return weights[one] > weights[two]; });
    }

    // Opens children until there are enough; true if one of them settles the position.
    bool open(MakerBoard& board, Side to_move, Node& node, Finding& settled) {
        node.keep_what_is_left();
        const int enough = to_move == kMaker ? kMakerChildren : kBreakerChildren;
        while (node.count < enough && node.next < node.ordered) {
            const int cell = node.order[node.next++];
            if (!(node.left & bit_of(cell))) continue;
            Child& child = node.children[node.count];
            child.cell = cell;
            {
                const Step step(board, to_move, cell);
                child.reply = step.threats();
                if (step.wins())
                    child.finding = {ProofNumbers::proven(), 0, 0};
                else
                    child.finding = finding_of(board, step.next(), child.named);
            }
            if (!child.finding.numbers.is_settled())
                ++node.count;
            else if (take_in(to_move, child, node, settled))
                return true;
            else
                node.keep_what_is_left();
        }
        return false;
    }

    // Draws the conclusion from a settled child: true if it settles the position. If not, its answer is one
    // to every move outside its zone.
    static bool take_in(Side to_move, const Child& child, Node& node, Finding& settled) {
        const Word zone = child.finding.zone | child.reply;
        if (child.finding.numbers.is_proven() == (to_move == kMaker)) {
            settled = {child.finding.numbers, zone | bit_of(child.cell), bit_of(child.cell)};
            return true;
        }
        node.zone |= zone;
        node.left &= zone & ~bit_of(child.cell);
        return false;
    }

    struct Choice {
        ProofNumbers numbers;
        int best;             // the child nearest to what the mover wants
        std::uint32_t rival;  // how near the next one is
    };

    // For the other side only the hardest child counts: its answer will do for most of the others.
    static Choice choose(const Node& node, Side to_move) {
        std::uint32_t least = kNever, rival = kNever, hardest = 0;
        int best = 0;
        for (int i = 0; i < node.count; ++i) {
            std::uint32_t wanted = node.children[i].finding.numbers.to_disprove,
                          feared = node.children[i].finding.numbers.to_prove;
            if (to_move == kMaker) std::swap(wanted, feared);
            hardest = std::max(hardest, feared);
            if (wanted < least)
                rival = least, least = wanted, best = i;
            else
                rival = std::min(rival, wanted);
        }
        return {to_move == kMaker ? ProofNumbers{least, hardest} : ProofNumbers{hardest, least}, best,
                std::min(rival, kNever / 2)};
    }

    // How far the numbers of the chosen child may grow.
    static ProofNumbers limits_of(Side to_move, const ProofNumbers& limits, const Choice& choice,
                                  const ProofNumbers& child) {
        const std::uint32_t patience = 2 * choice.rival + 1;
        const auto room = [](std::uint32_t most, std::uint32_t parent, std::uint32_t own) {
            return most == kNever ? most : most - parent + own;
        };
        if (to_move == kMaker)
            return {std::min(limits.to_prove, patience),
                    room(limits.to_disprove, choice.numbers.to_disprove, child.to_disprove)};
        return {room(limits.to_prove, choice.numbers.to_prove, child.to_prove),
                std::min(limits.to_disprove, patience)};
    }

    static constexpr int kWorthPairing = 3;  // no pairs make up for a sum of more than this many full lines
    static constexpr int kGuess = 16, kFarthest = 1 << 20;
    static constexpr int kMakerChildren = 4, kBreakerChildren = 16;

    const MakerRules& rules_;
    ZoneTable& table_;
    ThreatSearch& threats_;
    Watch& watch_;
    int deepest_ = 0;
};

}  // namespace enraya

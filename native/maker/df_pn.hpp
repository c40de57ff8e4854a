// Depth-first proof-number search (df-pn): what every tree of it shares.
//
// A node is searched until its proof or disproof number reaches a threshold that its parent gave, always
// following the child that is nearest to what the mover wants. The trees say what a child is, how it is
// opened and how the numbers of the children combine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/search.hpp"
#include "maker/board.hpp"
#include "maker/proof_number_table.hpp"

namespace enraya {

inline constexpr ProofNumbers kNoThresholds{ProofNumbers::kNever, ProofNumbers::kNever};

// True if a search with these thresholds ends. Settled numbers always reach theirs.
inline bool reach(const ProofNumbers& numbers, const ProofNumbers& thresholds) {
    return numbers.to_prove >= thresholds.to_prove || numbers.to_disprove >= thresholds.to_disprove;
}

// The numbers of a node by those of its children, and the child to follow.
struct Choice {
    ProofNumbers numbers;
    int best;             // the child nearest to what the mover wants
    std::uint32_t rival;  // how near the next one is
};

// Sums up the children of a node: the maker proves, the breaker disproves. *Wanted* is the number that the
// mover brings to zero with one child, *feared* the one that the other side brings to zero with all of them.
class ChildNumbers {
  public:
    explicit ChildNumbers(Side to_move) : to_move_(to_move) {}

    // A child that is worth *ease* times the patience of another counts as nearer.
    void add(int child, const ProofNumbers& numbers, std::uint32_t ease = 1) {
        std::uint32_t wanted = numbers.to_disprove, feared = numbers.to_prove;
        if (to_move_ == kMaker) std::swap(wanted, feared);
        if (wanted < ProofNumbers::kNever) wanted = (wanted + ease - 1) / ease;
        hardest_ = std::max(hardest_, feared);
        sum_ += feared;
        if (feared > 0) ++open_;
        if (wanted < least_)
            rival_ = least_, least_ = wanted, best_ = child;
        else
            rival_ = std::min(rival_, wanted);
    }

    std::uint32_t hardest() const { return hardest_; }
    std::uint64_t sum() const { return sum_; }
    // The number of children that the other side has still to settle.
    std::uint32_t open() const { return open_; }

    // With *feared* as the number of all children together.
    Choice choice(std::uint64_t feared) const {
        auto all = static_cast<std::uint32_t>(std::min<std::uint64_t>(feared, ProofNumbers::kNever - 1));
        if (least_ == 0) all = ProofNumbers::kNever;
        return {to_move_ == kMaker ? ProofNumbers{least_, all} : ProofNumbers{all, least_}, best_,
                std::min(rival_, ProofNumbers::kNever / 2)};
    }

  private:
    const Side to_move_;
    std::uint32_t least_ = ProofNumbers::kNever, rival_ = ProofNumbers::kNever, hardest_ = 0, open_ = 0;
    std::uint64_t sum_ = 0;
    int best_ = 0;
};

// The thresholds of the chosen child: the number that the mover wants may grow to *patience*, the other until
// that of the node reaches its own threshold.
inline ProofNumbers child_thresholds(Side to_move, const ProofNumbers& thresholds, const Choice& choice,
                                     const ProofNumbers& child, std::uint32_t patience) {
    const auto other_threshold = [](std::uint32_t most, std::uint32_t node, std::uint32_t own) {
        return most == ProofNumbers::kNever ? most : most - node + own;
    };
    if (to_move == kMaker)
        return {patience,
                other_threshold(thresholds.to_disprove, choice.numbers.to_disprove, child.to_disprove)};
    return {other_threshold(thresholds.to_prove, choice.numbers.to_prove, child.to_prove), patience};
}

// What the listener is told of a tree: its depth, and how many of the first moves are decided.
class TreeProgress {
  public:
    explicit TreeProgress(Watch& watch) : watch_(watch) {}

    void tell_depth(int depth) {
        if (depth > deepest_) watch_.show(deepest_ = depth, decided_, all_);
    }
    void tell_first_moves(int decided, int all) {
        if (decided == decided_ && all == all_) return;
        watch_.show(deepest_, decided_ = decided, all_ = all);
    }

  private:
    Watch& watch_;
    int deepest_ = 0, decided_ = 0, all_ = 0;
};

// Searches a node until it is settled or its numbers reach the thresholds. A node has
//
//     Choice choose()                    sums up the children
//     void follow(choice, thresholds)    searches the chosen child
//     auto keep(choice)                  stores what is known of the node, and returns it
//
// and, where it opens its children little by little,
//
//     bool open()                        opens some more; true if the node is settled by those it knows
//     auto keep_settled()                as keep(), if it is
template <class Node>
auto search_df_pn(Node& node, const ProofNumbers& thresholds) {
    while (true) {
        if constexpr (requires { node.open(); })
            if (node.open()) return node.keep_settled();
        const Choice choice = node.choose();
        if (reach(choice.numbers, thresholds)) return node.keep(choice);
        node.follow(choice, thresholds);
    }
}

}  // namespace enraya

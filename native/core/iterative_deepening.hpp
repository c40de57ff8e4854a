// Iterative deepening over the moves at the root, the same for every game.
//
// A Tree gives
//
//     vector<int> root_moves()                      every move to consider, the likeliest first
//     vector<int> reserve_moves()                   the moves to consider only when all those lose
//     int longest()                                 the most plies play can still last
//     int value_after(move, alpha, beta, depth)     for the player at the root, depth plies deep
//     uint64_t unfinished()                         how many unfinished leaves were met so far
//     bool is_provable()                            whether a search to the end leaves no move out
//     pair<int, int> proof_window()                 see prove() below
//     vector<int> variation_after(move)                  what the table expects from the root on
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/search.hpp"

namespace enraya {

template <class Tree>
class Deepening {
  public:
    Deepening(Tree& tree, const Limits& limits, Watch& watch) : tree_(tree), limits_(limits), watch_(watch) {
        provable_ = limits.depth >= tree.longest() && tree.is_provable();
        for (int move : tree.root_moves()) roots_.push_back({move});
        reserve_ = tree.reserve_moves();
    }

    Report run() {
        Report report;
        report.move = roots_.front().move;
        const int last = std::min(limits_.depth, tree_.longest());
        try {
            for (int depth = 1; depth <= last && !report.complete; ++depth) {
                const std::uint64_t before = watch_.nodes();
                iterate(depth, -kInfinity, kInfinity, report);
                iteration_nodes_ += watch_.nodes() - before;
                // With leave to go on to the end of the game, try for it now and then: often it is nearer
                // than the horizon of the next iterations. What that takes must not keep them from coming.
                if (!report.complete && provable_ && depth < last && proof_nodes_ <= iteration_nodes_)
                    prove(report);
            }
        } catch (const Stopped&) {
            report.stopped = true;
        }
        report.nodes = watch_.nodes();
        report.principal_variation = tree_.variation_after(report.move);
        report.roots = roots_;
        return report;
    }

  private:
    static constexpr std::uint64_t kLeastProofBudget = 20'000;

    // Searches every root move once and writes what came out into the report. If the search is stopped on the
    // way, the best of the moves already searched stands: the first is the best of the iteration before.
    void iterate(int depth, int alpha, int beta, Report& report) {
        const bool whole_window = alpha == -kInfinity;
        const std::uint64_t unfinished_before = tree_.unfinished();
        std::vector<RootMove> roots = roots_;
        RootMove best{.value = -kInfinity};
        for (std::size_t i = 0; i < roots.size() && alpha < beta; ++i) {
            const std::uint64_t before = tree_.unfinished();
            RootMove& root = roots[i];
            root = search_root_move(root.move, i == 0, alpha, beta, depth);
            root.proven = is_decided(root.value, depth) || tree_.unfinished() == before;
            if (root.value > best.value) best = root;
            alpha = std::max(alpha, best.value);
            if (whole_window) report.move = best.move, report.value = best.value;
            if (i + 1 == roots.size() && best.value <= -kDecisive)
                for (int move : std::exchange(reserve_, {})) roots.push_back({move});
        }

        if (!whole_window && best.bound != Bound::Exact) {
            provable_ = false;
            return;
        }
        // While moves are held in reserve nothing but a win is proven.
        const bool is_proven = limits_.every_root_move
                                   ? std::ranges::all_of(roots, &RootMove::proven)
                                   : is_decided(best.value, depth) || tree_.unfinished() == unfinished_before;
        report.complete = is_proven && (reserve_.empty() || best.value >= kDecisive);
        report.move = best.move, report.value = best.value, report.depth = depth;
        // The best move is tried first in the next iteration; the rest keep their order.
        const auto at = std::ranges::find(roots, best.move, &RootMove::move);
        std::rotate(roots.begin(), at, at + 1);
        roots_ = std::move(roots);
        watch_.show(depth, report.value, report.move);
    }

    // True if a win or a loss lies within the horizon. The table may know of one beyond it, but perhaps not
    // of the nearest.
    static bool is_decided(int value, int depth) {
        return is_decisive(value) && kWin - std::abs(value) <= depth;
    }

    RootMove search_root_move(int move, bool is_first, int alpha, int beta, int depth) {
        if (limits_.every_root_move)
            return {move, tree_.value_after(move, -kInfinity, kInfinity, depth), Bound::Exact};
        int value = tree_.value_after(move, alpha, is_first ? beta : alpha + 1, depth);
        if (!is_first && value > alpha && value < beta) value = tree_.value_after(move, alpha, beta, depth);
        return {move, value, value <= alpha ? Bound::Upper : value >= beta ? Bound::Lower : Bound::Exact};
    }

    // Tries to search to the end of the game with no more nodes than all the iterations so far, so that
    // attempts in vain take at most about twice what the iterations do. The window may be narrower than all
    // values: a result outside it only says that the iterations will come to a decisive value, and no more
    // attempts are made.
    void prove(Report& report) {
        watch_.set_budget(std::max(kLeastProofBudget, iteration_nodes_));
        const std::uint64_t nodes_before = watch_.nodes();
        const Report before = report;
        try {
            const auto [alpha, beta] =
                limits_.every_root_move ? std::pair{-kInfinity, kInfinity} : tree_.proof_window();
            iterate(tree_.longest(), alpha, beta, report);
        } catch (const BudgetSpent&) {
            report = before;
        } catch (const Stopped&) {
            report = before;
            throw;
        }
        proof_nodes_ += watch_.nodes() - nodes_before;
        watch_.lift_budget();
    }

    Tree& tree_;
    const Limits& limits_;
    Watch& watch_;
    std::vector<RootMove> roots_;
    std::vector<int> reserve_;
    bool provable_;
    std::uint64_t iteration_nodes_ = 0, proof_nodes_ = 0;
};

}  // namespace enraya

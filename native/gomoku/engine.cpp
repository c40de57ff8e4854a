#include "gomoku/engine.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "gomoku/threat_search.hpp"

namespace enraya {

using namespace gomoku;

namespace {

constexpr std::uint64_t kNodesBetweenLooks = 512;
// A search for wins by threats may take this part of the nodes, and no fewer than some hundreds at a time.
constexpr int kThreatShare = 4;
constexpr std::uint64_t kLeastThreats = 300;
constexpr int kLeastDepthForThreats = 4;
constexpr int kLeastDepthIfForced = 8;

// Iterative deepening over the root moves of one tree.
class Root {
  public:
    Root(Tree& tree, const Limits& limits, bool aspiration)
        : tree_(tree), limits_(limits), aspiration_(aspiration && !limits.every_root_move) {
        for (int move : tree.root_moves()) moves_.push_back({move});
        reserve_ = tree.reserve_moves();
    }

    const std::vector<RootMove>& moves() const { return moves_; }
    // The same, with a value for *move* that was proven elsewhere.
    std::vector<RootMove> moves_with(int move, int value) const {
        std::vector<RootMove> moves = moves_;
        for (RootMove& each : moves)
            if (each.move == move && is_decisive(value)) each = judged(move, value, Bound::Exact);
        return moves;
    }
    bool is_forced() const { return moves_.size() == 1; }
    // True if every move is decided.
    bool is_known() const { return reserve_.empty() && std::ranges::all_of(moves_, &RootMove::proven); }

    // One more ply; what came out goes to the report. A search that is stopped on the way leaves the best of
    // the moves searched so far, of which the first was the best of the iteration before.
    void iterate(int depth, Report& report) {
        int alpha = -kInfinity, beta = kInfinity;
        if (aspiration_ && depth >= 4 && !is_decisive(report.value)) {
            alpha = report.value - kWindow;
            beta = report.value + kWindow;
        }
        for (int width = kWindow;; width *= 3) {
            const int value = pass(depth, alpha, beta, report);
            if (value <= alpha && alpha > -kInfinity)
                alpha = width > kWidest ? -kInfinity : value - width;
            else if (value >= beta && beta < kInfinity)
                beta = width > kWidest ? kInfinity : value + width;
            else
                break;
        }
        report.depth = depth;
    }

  private:
    static constexpr int kWindow = 40, kWidest = 1000;

    int pass(int depth, int alpha, int beta, Report& report) {
        std::vector<RootMove> moves = moves_;
        RootMove best{.value = -kInfinity};
        int low = alpha;
        for (std::size_t i = 0; i < moves.size() && low < beta; ++i) {
            moves[i] = value_of(moves[i].move, i, low, beta, depth);
            if (moves[i].value > best.value) {
                best = moves[i];
                if (best.value > alpha) report.move = best.move, report.value = best.value;
            }
            if (!limits_.every_root_move) low = std::max(low, best.value);
            if (i + 1 == moves.size() && best.value <= -kDecisive)
                for (int move : std::exchange(reserve_, {})) moves.push_back({move});
        }
        // The best move is tried first next time; the rest keep their order, as do all if none was better
        // than alpha.
        if (best.value > alpha) {
            const auto at = std::ranges::find(moves, best.move, &RootMove::move);
            std::rotate(moves.begin(), at, at + 1);
        }
        moves_ = std::move(moves);
        if (best.value > alpha || alpha == -kInfinity) report.move = best.move, report.value = best.value;
        return best.value;
    }

    RootMove value_of(int move, std::size_t number, int low, int beta, int depth) {
        if (limits_.every_root_move)
            return judged(move, tree_.value_after(move, -kInfinity, kInfinity, depth), Bound::Exact);
        const int less = number > 0 ? tree_.root_reduction(depth, static_cast<int>(number)) : 0;
        int value = tree_.value_after(move, low, number == 0 ? beta : low + 1, depth - less);
        if (less && value > low) value = tree_.value_after(move, low, low + 1, depth);
        if (number > 0 && value > low && value < beta) value = tree_.value_after(move, low, beta, depth);
        return judged(move, value, value <= low ? Bound::Upper : value >= beta ? Bound::Lower : Bound::Exact);
    }

    // A decisive value is proven, unless it says no more than that a win is not nearer, or a loss not nearer,
    // than it can be: then nothing is known of the move.
    static RootMove judged(int move, int value, Bound bound) {
        if (!is_decisive(value)) return {move, value, bound};
        const bool is_proven = bound != (value > 0 ? Bound::Upper : Bound::Lower);
        return {move, value, is_proven ? Bound::Exact : Bound::None, is_proven};
    }

    Tree& tree_;
    const Limits& limits_;
    bool aspiration_;
    std::vector<RootMove> moves_;
    std::vector<int> reserve_;
};

// A thread that fills the shared table until it is told to stop.
class HelperThread {
  public:
    HelperThread(const Board& board, Table& table, const Features& features, int number,
                 const std::atomic<bool>& stop)
        : board_(board), tree_(board_, table, features, [&stop](std::uint64_t nodes) {
              if (stop.load(std::memory_order_relaxed)) throw Stopped{};
              return nodes + kNodesBetweenLooks;
          }) {
        thread_ = std::thread([this, number, &features] { run(number, features); });
    }
    ~HelperThread() { join(); }
    void join() {
        if (thread_.joinable()) thread_.join();
    }
    // Once it has joined.
    std::uint64_t nodes() const { return nodes_; }

  private:
    void run(int number, const Features& features) {
        const Limits limits;
        Report report;
        try {
            Root root(tree_, limits, features.aspiration);
            for (int depth = 1 + number % 2; depth < Geometry::kMostCells; ++depth)
                root.iterate(depth, report);
        } catch (const Stopped&) {
        }
        nodes_ = tree_.nodes();
    }

    Board board_;
    Tree tree_;
    std::uint64_t nodes_ = 0;
    std::thread thread_;
};

// Looks for a win by threats in between, with a part of the nodes that the iterations take.
class RootThreats {
  public:
    RootThreats(Board& board, std::function<void()> look, std::uint64_t nodes)
        : board_(board), look_(std::move(look)), positions_(nodes ? nodes / 2 : ~std::uint64_t{0}) {}

    std::uint64_t nodes() const { return search_ ? search_->nodes() : 0; }

    void go_on(Tree& tree, Report& report) {
        if (is_over_ || nodes() * kThreatShare > tree.nodes()) return;
        tree.rewind();
        // Its memory is not worth clearing for a search that ends before it is asked.
        if (!search_) search_.emplace(board_, look_, positions_);
        const auto answer = search_->search(std::max(kLeastThreats, tree.nodes() / kThreatShare - nodes()));
        is_over_ = answer != ThreatSearch::Answer::Unknown;
        if (answer != ThreatSearch::Answer::Wins) return;
        report.move = search_->move();
        report.value = kWin - search_->plies();
    }

  private:
    Board& board_;
    std::function<void()> look_;
    std::uint64_t positions_;
    std::optional<ThreatSearch> search_;
    bool is_over_ = false;
};

}  // namespace

GomokuSearch::GomokuSearch(int columns, int rows, bool exact, int table_megabytes, int threads,
                           const Features& features, std::span<const std::int16_t> weights)
    : geometry_(columns, rows),
      rule_(exact ? Rule::ExactlyFive : Rule::Freestyle),
      own_evaluation_(weights.empty() ? std::nullopt : std::optional<Evaluation>(std::in_place, weights)),
      evaluation_(own_evaluation_ ? *own_evaluation_ : Evaluation::built_in()),
      features_(features),
      table_(table_megabytes),
      threads_(threads) {
    if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("threads are 1 to 64");
    pattern_table(rule_);  // made now, and not in the time of the first move
}

void GomokuSearch::clear() {
    const auto lock = search_lock_.enter();
    table_.clear();
}

Report GomokuSearch::search(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                            int turn, const Limits& limits, const Listener& listener) {
    if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
    Board board(geometry_, rule_, evaluation_);
    board.set_up(Board::Cells::of_bytes(first, geometry_.cells()),
                 Board::Cells::of_bytes(second, geometry_.cells()), turn);
    if (board.empties() == 0) throw std::invalid_argument("the game is over");

    const auto lock = search_lock_.enter();
    table_.begin_search();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    const Board start = board;
    const Tree* searched = nullptr;
    RootThreats threats(board, [&] { watch.set_nodes(searched->nodes() + threats.nodes()); }, limits.nodes);
    Tree tree(board, table_, features_, [&](std::uint64_t nodes) {
        const std::uint64_t all = nodes + threats.nodes();
        watch.set_nodes(all);
        return nodes +
               (limits.nodes ? std::min(kNodesBetweenLooks, limits.nodes + 1 - all) : kNodesBetweenLooks);
    });
    searched = &tree;
    Root root(tree, limits, features_.aspiration);
    Report report;
    report.move = root.moves().front().move;

    std::atomic<bool> is_done = false;
    std::vector<std::unique_ptr<HelperThread>> helpers;
    for (int number = 1; number < threads_; ++number)
        helpers.push_back(std::make_unique<HelperThread>(start, table_, features_, number, is_done));
    const auto end_helpers = [&] {
        is_done = true;
        std::uint64_t nodes = 0;
        for (const auto& each : helpers) {
            each->join();
            nodes += each->nodes();
        }
        return nodes;
    };
    try {
        const int last = std::min(limits.depth, board.empties());
        for (int depth = 1; depth <= last; ++depth) {
            root.iterate(depth, report);
            watch.show(depth, report.value, report.move);
            if (root.is_known()) break;
            if (limits.every_root_move) continue;
            if (features_.threat_search && depth >= kLeastDepthForThreats && !is_decisive(report.value))
                threats.go_on(tree, report);
            // A decided or forced move needs little time.
            if (is_decisive(report.value) || (root.is_forced() && depth >= kLeastDepthIfForced)) break;
        }
    } catch (const Stopped&) {
        report.stopped = true;
    } catch (...) {
        end_helpers();
        throw;
    }
    report.nodes = std::min(tree.nodes() + threats.nodes(), limits.nodes ? limits.nodes : ~std::uint64_t{0}) +
                   end_helpers();
    report.complete = limits.every_root_move ? root.is_known() : is_decisive(report.value);
    report.principal_variation = tree.variation_after(report.move);
    report.roots = root.moves_with(report.move, report.value);
    return report;
}

}  // namespace enraya

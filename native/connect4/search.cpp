#include "connect4/search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "connect4/tree.hpp"

namespace enraya {

class ConnectSearch::Solver {
  public:
    virtual ~Solver() = default;
    virtual ConnectReport solve(const ConnectPosition& position, ConnectQuestion question, Watch& watch) = 0;
    virtual void clear() = 0;
    virtual CheckpointTable& table() = 0;
    virtual TableLayout layout() const = 0;
};

namespace {

// Counts the nodes of one thread of several, and tells the others. On a cache line of its own: a count next
// to that of another thread would take that line from it at every node.
class alignas(64) ThreadWatch {
  public:
    explicit ThreadWatch(const std::atomic<bool>& ended) : ended_(ended) {}

    void count_node() {
        if (++nodes_ % kNodesBetweenLooks == 0) {
            seen_.store(nodes_, std::memory_order_relaxed);
            if (ended_.load(std::memory_order_relaxed)) throw Stopped{};
        }
    }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t seen() const { return seen_.load(std::memory_order_relaxed); }
    void end() { seen_.store(nodes_, std::memory_order_relaxed); }

  private:
    static constexpr std::uint64_t kNodesBetweenLooks = 1024;
    const std::atomic<bool>& ended_;
    std::uint64_t nodes_ = 0;
    std::atomic<std::uint64_t> seen_ = 0;
};

template <class Shape>
class SolverOf final : public ConnectSearch::Solver {
  public:
    SolverOf(Shape shape, int table_megabytes, int threads, std::uint64_t nodes_alone)
        : board_(shape),
          order_(board_),
          table_(board_.pitch() * board_.columns(), (board_.count() + 1) / 2, table_megabytes),
          threads_(threads),
          nodes_alone_(nodes_alone) {}

    void clear() override { table_.clear(); }
    CheckpointTable& table() override { return table_; }
    TableLayout layout() const override {
        return {TableLayout::Kind::Connect, 1, board_.columns(), board_.rows()};
    }

    ConnectReport solve(const ConnectPosition& position, ConnectQuestion question, Watch& watch) override {
        if (position.turn != 0 && position.turn != 1) throw std::invalid_argument("turn is 0 or 1");
        Bits own = bits_of(position.first), other = bits_of(position.second);
        check(own, other);
        if (position.turn) std::swap(own, other);

        ConnectReport report;
        const int most = question == ConnectQuestion::Outcome ? 1 : board_.count();
        report.bounds = {std::clamp(position.known.lower, -most, most),
                         std::clamp(position.known.upper, -most, most)};
        if (report.bounds.lower > report.bounds.upper)
            throw std::invalid_argument("nothing is between the bounds");
        reported_ = &report.bounds;
        is_promised_ = report.bounds.lower > -most;
        try {
            narrow(own, other, report.bounds, watch);
            if (question >= ConnectQuestion::BestMove) look_at_moves(own, other, question, report, watch);
            report.complete = true;
        } catch (const Stopped&) {
            report.moves.clear();
        }
        report.nodes = watch.nodes();
        return report;
    }

  private:
    using Board = ConnectBoard<Shape>;
    using Bits = typename Shape::Bits;
    using Tree = ConnectTree<Shape, Watch>;
    using State = typename Tree::State;
    using Node = typename Tree::Node;

    Bits bits_of(std::span<const std::uint8_t> bytes) const {
        Bits bits = 0;
        const int columns = board_.columns();
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (unsigned left = bytes[i]; left; left &= left - 1) {
                const int cell = static_cast<int>(8 * i) + std::countr_zero(left);
                if (cell >= board_.count()) throw std::invalid_argument("a cell is not on the board");
                bits |= Bits{1} << (cell % columns * board_.pitch() + board_.rows() - 1 - cell / columns);
            }
        return bits;
    }

    void check(Bits first, Bits second) const {
        const Bits mask = first | second;
        if (first & second) throw std::invalid_argument("a cell is taken twice");
        if (mask & board_.landings(mask)) throw std::invalid_argument("a piece floats");
        if (mask == board_.cells() || board_.has_four(first) || board_.has_four(second))
            throw std::invalid_argument("the game is over");
    }

    // Narrows the bounds of a position's score until they meet: its score, or the one of them that is
    // nearest.
    void narrow(Bits own, Bits other, ConnectBounds& bounds, Watch& watch, bool may_search = true) {
        const Tree tree(board_, order_, table_, watch);
        State state = tree.state(own, other);
        int sign = 1, value = 0;
        if (state.own_wins & board_.playable(state.mask()))
            value = tree.win_after(state.stones);
        else if (tree.play_forced(state, sign, value))
            return narrow_quiet(state, sign, bounds, watch, may_search);
        bounds.lower = bounds.upper = std::clamp(value, bounds.lower, bounds.upper);
    }

    void narrow_quiet(const State& state, int sign, ConnectBounds& bounds, Watch& watch, bool may_search) {
        ConnectBounds mine = sign < 0 ? ConnectBounds{-bounds.upper, -bounds.lower} : bounds;
        Tree tree(board_, order_, table_, watch);
        Node node = tree.node(state);
        mine.upper = std::max(mine.lower, std::min(mine.upper, node.bounds.upper));
        mine.lower = std::min(mine.upper, std::max(mine.lower, node.bounds.lower));
        const auto put_and_tell = [&] {
            bounds = sign < 0 ? ConnectBounds{-mine.upper, -mine.lower} : mine;
            if (&bounds == reported_) watch.show(1, bounds.lower, bounds.upper);
        };
        put_and_tell();
        // A lower bound comes from the positions before, which promise it. Four times in ten it is exact, and
        // seldom far off, so ask for little more each time.
        const bool is_near = &bounds == reported_ && is_promised_;
        while (may_search && mine.lower < mine.upper) {
            const int more = sign < 0 ? mine.upper : mine.lower + 1;
            const int target = is_near ? more : next_target(mine);
            // The questions are put so that the likely answer settles the score (next_target).
            const bool expects_yes = mine.lower < 0;
            const int found = search(tree, node, target, expects_yes, watch);
            // The node keeps both bounds, too: its entry may give way before the next answer is stored.
            if (found >= target) {
                mine.lower = std::min(mine.upper, found);
                node.bounds.lower = std::max(node.bounds.lower, found);
            } else {
                mine.upper = std::max(mine.lower, found);
                node.bounds.upper = std::min(node.bounds.upper, found);
            }
            put_and_tell();
        }
    }

    // A question about a near end of the game is answered sooner than one about a far end. So while either
    // may win, and by much, ask for most of the greater bound, then for the middle. Once it is known who does
    // not win, ask next to a draw: a score is near it more often than not, and one question too many about a
    // few points is dear. The parts were chosen by nodes.
    static int next_target(ConnectBounds bounds) {
        const auto [lower, upper] = bounds;
        const int step = upper - lower > 7 ? (upper - lower) / 4 : 0;
        if (lower >= 0) return lower + step + 1;
        if (upper <= 0) return upper - step;
        const auto part = [](int bound) { return std::abs(bound) > 8 ? bound * 7 / 8 : 0; };
        const int middle = (lower + upper) / 2;
        return (middle >= 0 ? std::max(middle, part(upper)) : std::min(middle, part(lower))) + 1;
    }

    void look_at_moves(Bits own, Bits other, ConnectQuestion question, ConnectReport& report, Watch& watch) {
        if (question == ConnectQuestion::BestMove) {
            // A search that knows the score knows a best move; only if the score was known before, it is
            // asked for again, and the answer leaves a best move in the table.
            if (try_moves(own, other, question, false, report, watch)) return;
            ConnectBounds again{report.bounds.lower - 1, report.bounds.lower};
            narrow(own, other, again, watch);
            if (try_moves(own, other, question, false, report, watch)) return;
        }
        try_moves(own, other, question, true, report, watch);
    }

    // Adds the moves that were asked for, of those known without a search or of all; whether there are any.
    bool try_moves(Bits own, Bits other, ConnectQuestion question, bool may_search, ConnectReport& report,
                   Watch& watch) {
        const Bits mask = own | other;
        const Bits wins = board_.winning_cells(own, mask);
        for (Bits moves = board_.playable(mask); moves; moves &= moves - 1) {
            const Bits cell = moves & -moves;
            const bool every = question == ConnectQuestion::EveryMove;
            // No move is better than the best one: whether it is as good needs one step less.
            ConnectBounds after{-report.bounds.lower, every ? board_.count() : 1 - report.bounds.lower};
            if (cell & wins)
                after.lower = after.upper = -(board_.count() + 1 - count_bits(mask)) / 2;
            else if ((mask | cell) == board_.cells())
                after.lower = after.upper = 0;
            else
                narrow(other, own | cell, after, watch, may_search);
            if (after.lower < after.upper) continue;
            if (every || -after.lower == report.bounds.lower)
                report.moves.push_back({board_.column_of(cell), -after.lower});
            if (question == ConnectQuestion::BestMove && !report.moves.empty()) return true;
        }
        return !report.moves.empty();
    }

    // By one thread, and by all if that takes long.
    int search(Tree& tree, const Node& node, int target, bool expects_yes, Watch& watch) {
        if (threads_ == 1 || board_.count() - node.state.stones < Tree::kLeastShared)
            return tree.search(node, target);
        if (nodes_alone_) {
            watch.set_budget(nodes_alone_);
            try {
                const int found = tree.search(node, target);
                watch.lift_budget();
                return found;
            } catch (const BudgetSpent&) {
                watch.lift_budget();
            }
        }
        return search_together(node, target, expects_yes, watch);
    }

    // Every thread asks the same question; they share its moves and meet in the table, and the first that
    // knows the answer ends the others.
    int search_together(const Node& node, int target, bool expects_yes, Watch& watch) {
        std::atomic<bool> ended = false;
        std::mutex mutex;
        std::condition_variable answered;
        int answer = 0;
        bool known = false;
        std::deque<ThreadWatch> watches;
        ConnectClaims claims;
        std::vector<std::thread> threads;
        const auto end = [&] {
            ended = true;
            for (std::thread& thread : threads) thread.join();
        };
        const int parity = (node.state.stones & 1) ^ (expects_yes ? 0 : 1);
        const std::uint64_t before = watch.nodes();
        table_.make_room_for(~std::uint64_t{0});
        const auto nodes = [&] {
            std::uint64_t sum = before;
            for (const ThreadWatch& each : watches) sum += each.seen();
            return sum;
        };
        for (int i = 0; i < threads_; ++i) watches.emplace_back(ended);
        try {
            for (int i = 0; i < threads_; ++i)
                threads.emplace_back([&, i] {
                    ConnectTree<Shape, ThreadWatch> tree(board_, order_, table_, watches[i], &claims, parity);
                    try {
                        const int found = tree.search(node, target);
                        const std::lock_guard lock(mutex);
                        if (!known) answer = found;
                        known = true;
                    } catch (const Stopped&) {
                    }
                    watches[i].end();
                    answered.notify_one();
                });
            std::unique_lock lock(mutex);
            while (!answered.wait_for(lock, std::chrono::milliseconds(20), [&] { return known; })) {
                lock.unlock();
                watch.set_nodes(nodes());
                lock.lock();
            }
        } catch (...) {
            end();
            throw;
        }
        end();
        watch.set_nodes(nodes());
        return answer;
    }

    const Board board_;
    const ConnectOrder<Shape> order_;
    typename Tree::Table table_;
    const int threads_;
    const std::uint64_t nodes_alone_;
    const ConnectBounds* reported_ = nullptr;  // the bounds that the listener is called with
    bool is_promised_ = false;                 // whether the caller knows a lower bound of it
};

template <class Shape>
std::unique_ptr<ConnectSearch::Solver> make_if(const Shape& shape, int columns, int rows, int megabytes,
                                               int threads, std::uint64_t nodes_alone) {
    if (shape.columns() != columns || shape.rows() != rows) return nullptr;
    return std::make_unique<SolverOf<Shape>>(shape, megabytes, threads, nodes_alone);
}

// The first solver of these shapes that is for this board.
template <class... Shapes>
std::unique_ptr<ConnectSearch::Solver> make_one_of(int columns, int rows, int megabytes, int threads,
                                                   std::uint64_t nodes_alone) {
    std::unique_ptr<ConnectSearch::Solver> solver;
    static_cast<void>(((solver = make_if(Shapes{}, columns, rows, megabytes, threads, nodes_alone)) || ...));
    return solver;
}

// Boards that people play or that take long get a solver compiled for them; the general ones are slower.
std::unique_ptr<ConnectSearch::Solver> make_solver(int columns, int rows, int megabytes, int threads,
                                                   std::uint64_t nodes_alone) {
    auto solver =
        make_one_of<FixedShape<7, 6>, FixedShape<6, 5>, FixedShape<6, 6>, FixedShape<6, 7>, FixedShape<7, 5>,
                    FixedShape<7, 7>, FixedShape<8, 4>, FixedShape<8, 5>, FixedShape<8, 6>, FixedShape<8, 7>>(
            columns, rows, megabytes, threads, nodes_alone);
    if (solver) return solver;
    const int bits = connect_pitch(columns, rows) * columns;
    if (bits <= kMostNarrowBits)
        return std::make_unique<SolverOf<AnyShape<std::uint64_t>>>(AnyShape<std::uint64_t>{columns, rows},
                                                                   megabytes, threads, nodes_alone);
    return std::make_unique<SolverOf<AnyShape<Wide>>>(AnyShape<Wide>{columns, rows}, megabytes, threads,
                                                      nodes_alone);
}

}  // namespace

bool ConnectSearch::fits(int columns, int rows) {
    return columns >= 1 && rows >= 1 && columns <= kMostConnectColumns && columns * (rows + 1) <= 128;
}

ConnectSearch::ConnectSearch(int columns, int rows, int table_megabytes, int threads,
                             std::uint64_t nodes_alone) {
    if (!fits(columns, rows)) throw std::invalid_argument("columns × (rows + 1) is at most 128");
    if (threads < 1 || threads > 256) throw std::invalid_argument("threads must be 1 to 256");
    solver_ = make_solver(columns, rows, table_megabytes, threads, nodes_alone);
}

ConnectSearch::~ConnectSearch() = default;

ConnectReport ConnectSearch::solve(const ConnectPosition& position, ConnectQuestion question,
                                   const Limits& limits, const Listener& listener) {
    const auto lock = search_lock_.enter();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    return solver_->solve(position, question, watch);
}

std::vector<ConnectReport> ConnectSearch::solve_each(std::span<const ConnectPosition> positions,
                                                     ConnectQuestion question, bool keeps,
                                                     const Limits& limits, const Listener& listener) {
    const auto lock = search_lock_.enter();
    Watch watch(limits, listener, search_lock_.told_to_stop());
    std::vector<ConnectReport> reports;
    reports.reserve(positions.size());
    for (const ConnectPosition& position : positions) {
        if (!keeps) solver_->clear();
        try {
            watch.begin_next();
        } catch (const Stopped&) {
            reports.emplace_back();
            break;
        }
        reports.push_back(solver_->solve(position, question, watch));
        if (!reports.back().complete) break;
    }
    return reports;
}

OpenTable ConnectSearch::open_to_read() {
    return {search_lock_.enter_to_read(), solver_->table(), solver_->layout()};
}

OpenTable ConnectSearch::open_to_write() {
    return {search_lock_.enter(), solver_->table(), solver_->layout()};
}

void ConnectSearch::clear() {
    const auto lock = search_lock_.enter();
    solver_->clear();
}

}  // namespace enraya

#include "oso/solver.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "core/bits.hpp"
#include "oso/tree.hpp"

namespace enraya {

namespace {

// Thrown through the tree of a thread when another has found the answer.
struct Answered {};

// The state shared by the threads that look for one answer.
struct SharedAnswer {
    std::atomic<bool> is_over = false;
    std::atomic<int> answer = 0;
};

// Each thread's own, on a cache line of its own. The first one has the watch too, which keeps the limits.
class alignas(64) ThreadClock {
  public:
    void begin(SharedAnswer& shared, Watch* watch) { shared_ = &shared, watch_ = watch; }
    void count_node() {
        if (watch_) watch_->count_node();
        const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(nodes, std::memory_order_relaxed);
        if (nodes % kNodesBetweenLooks == 0 && shared_->is_over.load(std::memory_order_relaxed))
            throw Answered{};
    }
    // Since ever; may be asked while others count.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    static constexpr std::uint64_t kNodesBetweenLooks = 256;
    SharedAnswer* shared_ = nullptr;
    Watch* watch_ = nullptr;
    std::atomic<std::uint64_t> nodes_ = 0;
};

}  // namespace

// Answers the solver's questions, and knows what it does not: how many cells fit in a word.
class OsoBoundSearch {
  public:
    struct Move {
        OsoRoot root;
        int points;
        int promise;
        std::uint64_t s_cells, o_cells;  // after it
    };

    virtual ~OsoBoundSearch() = default;
    // Every legal move, with the bounds that can be seen at once, the most promising first.
    virtual std::vector<Move> moves(std::uint64_t s_cells, std::uint64_t o_cells) const = 0;
    // A bound of the value of a position for its mover, on the side of *asked* where the value is.
    virtual int ask(std::uint64_t s_cells, std::uint64_t o_cells, int asked, Watch& watch) = 0;
    // Forgets which moves were often right.
    virtual void forget() = 0;
    // The nodes of all threads since the beginning.
    virtual std::uint64_t nodes() const = 0;
};

namespace {

template <class Word>
class WordBoundSearch : public OsoBoundSearch {
  public:
    WordBoundSearch(int columns, int rows, OsoTable& table, int threads)
        : grid_(columns, rows), clocks_(static_cast<std::size_t>(threads)) {
        for (int number = 0; number < threads; ++number)
            trees_.emplace_back(grid_, table, clocks_[number], number);
    }

    std::vector<Move> moves(std::uint64_t s_cells, std::uint64_t o_cells) const override {
        const Word s = static_cast<Word>(s_cells), o = static_cast<Word>(o_cells);
        std::vector<Move> moves;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            const Word bit = Word{1} << cell;
            if ((s | o) & bit) continue;
            for (int letter : {0, 1}) {
                const Word next_s = letter ? s : s | bit, next_o = letter ? o | bit : o;
                const Shape shape(grid_, next_s, next_o);
                const int points = scored(next_s, next_o) - scored(s, o);
                const int least = shape.empty ? shape.least() : shape.most();
                const bool offers = !points && (shape.scoring() || shape.prize || shape.taken);
                moves.push_back({{2 * cell + letter, points ? points + least : -shape.most(),
                                  points ? points + shape.most() : -least},
                                 points,
                                 (points - offers) * 1024 - shape.live_triples,
                                 next_s,
                                 next_o});
            }
        }
        std::ranges::stable_sort(moves, std::ranges::greater{}, &Move::promise);
        return moves;
    }

    int ask(std::uint64_t s_cells, std::uint64_t o_cells, int asked, Watch& watch) override {
        const Shape shape(grid_, static_cast<Word>(s_cells), static_cast<Word>(o_cells));
        SharedAnswer shared;
        // The others end, and are joined, however this thread comes to its end.
        struct Ending {
            SharedAnswer& shared;
            std::vector<std::jthread> others;
            ~Ending() { shared.is_over = true; }
        };
        int answer = 0;
        try {
            Ending ending{shared, {}};
            for (std::size_t number = 1; number < trees_.size(); ++number)
                ending.others.emplace_back(
                    [this, &shared, &shape, asked, number] { help(shared, shape, asked, number); });
            clocks_[0].begin(shared, &watch);
            answer = trees_[0].search(shape, asked);
        } catch (const Answered&) {
            answer = shared.answer;
        }
        return answer;
    }

    void forget() override {
        for (auto& tree : trees_) tree.forget();
    }

    std::uint64_t nodes() const override {
        std::uint64_t sum = 0;
        for (const ThreadClock& clock : clocks_) sum += clock.nodes();
        return sum;
    }

  private:
    using Shape = OsoShape<Word>;

    void help(SharedAnswer& shared, const Shape& shape, int asked, std::size_t number) {
        clocks_[number].begin(shared, nullptr);
        try {
            const int found = trees_[number].search(shape, asked);
            shared.answer = found;
            shared.is_over = true;
        } catch (const Answered&) {
        }
    }

    int scored(Word s, Word o) const {
        int sum = 0;
        for (const auto [step, starts] : grid_.directions())
            sum += std::popcount(static_cast<Word>(starts & o & (s >> step) & (o >> 2 * step)));
        return sum;
    }

    const OsoGrid<Word> grid_;
    std::vector<ThreadClock> clocks_;
    std::vector<OsoTree<Word, ThreadClock>> trees_;
};

// One solve: asks about move after move until the goal is reached.
class RootSolve {
  public:
    RootSolve(OsoBoundSearch& asker, std::vector<OsoBoundSearch::Move> moves, const OsoListener& listener)
        : asker_(asker), moves_(std::move(moves)), listener_(listener), nodes_before_(asker.nodes()) {}

    // Is the value at least so much? The answers narrow the bounds until they meet.
    void find_value(Watch& watch) {
        for (int asked = 1; lower() < upper();) {
            for (auto& move : moves_)
                if (lower() < asked) ask(move, asked, watch);
            asked = lower() >= asked ? lower() + 1 : upper();
        }
    }

    void find_best_moves(Watch& watch) {
        const int value = lower();
        for (auto& move : moves_) ask(move, value, watch);
    }

    // Forgets all moves but one, and asks only of that.
    void find_one(int move, int asked, Watch& watch) {
        std::erase_if(moves_, [move](const auto& each) { return each.root.move != move; });
        if (moves_.empty()) throw std::invalid_argument("there is no such move");
        ask(moves_.front(), asked, watch);
    }

    void find_every_move(Watch& watch) {
        for (auto& move : moves_)
            for (int asked = std::clamp(lower(), move.root.lower + 1, move.root.upper);
                 move.root.lower < move.root.upper;
                 asked = move.root.lower >= asked ? move.root.lower + 1 : move.root.upper)
                ask(move, asked, watch);
    }

    // At a pulse of the watch.
    void tell() const {
        if (!listener_) return;
        const auto open = std::ranges::count_if(moves_, [this](const auto& each) {
            return each.root.lower < asked_ && each.root.upper >= asked_;
        });
        listener_({asked_, move_, static_cast<int>(open), static_cast<int>(moves_.size()), lower(), upper(),
                   nodes()});
    }

    OsoSolution solution() const {
        OsoSolution solution{lower(), upper(), false, nodes(), {}};
        for (const auto& move : moves_) solution.roots.push_back(move.root);
        std::ranges::sort(solution.roots, {}, &OsoRoot::move);
        return solution;
    }

  private:
    void ask(OsoBoundSearch::Move& move, int asked, Watch& watch) {
        auto& [number, lower, upper] = move.root;
        if (lower >= asked || upper < asked) return;
        asked_ = asked, move_ = number;
        tell();
        // A player who scores moves again: only when the turn passes is the question the opponent's.
        const int points = move.points;
        const int found = points ? points + asker_.ask(move.s_cells, move.o_cells, asked - points, watch)
                                 : -asker_.ask(move.s_cells, move.o_cells, 1 - asked, watch);
        (found >= asked ? lower : upper) = found;
    }

    int lower() const { return std::ranges::max_element(moves_, {}, lower_of)->root.lower; }
    int upper() const { return std::ranges::max_element(moves_, {}, upper_of)->root.upper; }
    static int lower_of(const OsoBoundSearch::Move& move) { return move.root.lower; }
    static int upper_of(const OsoBoundSearch::Move& move) { return move.root.upper; }
    std::uint64_t nodes() const { return asker_.nodes() - nodes_before_; }

    OsoBoundSearch& asker_;
    std::vector<OsoBoundSearch::Move> moves_;
    const OsoListener& listener_;
    const std::uint64_t nodes_before_;
    int asked_ = 0, move_ = 0;
};

int checked_cells(int columns, int rows) {
    if (columns < 1 || rows < 1 || columns > OsoSolver::kMostCells || rows > OsoSolver::kMostCells ||
        columns * rows > OsoSolver::kMostCells)
        throw std::invalid_argument("the OSO solver takes boards of 1 to 64 cells");
    return columns * rows;
}

std::uint64_t word_of(std::span<const std::uint8_t> bytes, int cells) {
    std::uint64_t word = 0;
    for (auto set = CellSet<1>::of_bytes(bytes, cells); !set.is_empty();)
        word |= std::uint64_t{1} << set.take_first();
    return word;
}

}  // namespace

OsoSolver::OsoSolver(int columns, int rows, int table_megabytes, int threads)
    : columns_(columns), rows_(rows), table_(table_megabytes, checked_cells(columns, rows)) {
    if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("threads must be 1 to 256");
    if (columns * rows <= OsoGrid<std::uint32_t>::kMostCells)
        asker_ = std::make_unique<WordBoundSearch<std::uint32_t>>(columns, rows, table_, threads);
    else
        asker_ = std::make_unique<WordBoundSearch<std::uint64_t>>(columns, rows, table_, threads);
}

OsoSolver::~OsoSolver() = default;

template <class Work>
OsoSolution OsoSolver::run(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                           const Limits& limits, const OsoListener& listener, const Work& work) {
    const int cells = columns_ * rows_;
    const std::uint64_t s = word_of(s_cells, cells), o = word_of(o_cells, cells);
    if (s & o) throw std::invalid_argument("a cell has two letters");
    if (std::popcount(s | o) == cells) throw std::invalid_argument("the game is over");

    const auto lock = search_lock_.enter();
    RootSolve solve(*asker_, asker_->moves(s, o), listener);
    const Listener pulse{{}, [&solve] { solve.tell(); }};
    Watch watch(limits, pulse, search_lock_.told_to_stop());
    bool stopped = false;
    try {
        work(solve, watch);
    } catch (const Stopped&) {
        stopped = true;
    }
    OsoSolution solution = solve.solution();
    solution.stopped = stopped;
    return solution;
}

OsoSolution OsoSolver::solve(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                             OsoGoal goal, const Limits& limits, const OsoListener& listener) {
    return run(s_cells, o_cells, limits, listener, [goal](RootSolve& solve, Watch& watch) {
        solve.find_value(watch);
        if (goal == OsoGoal::BestMoves) solve.find_best_moves(watch);
        if (goal == OsoGoal::EveryMove) solve.find_every_move(watch);
    });
}

OsoSolution OsoSolver::ask(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                           int move, int asked, const Limits& limits, const OsoListener& listener) {
    return run(s_cells, o_cells, limits, listener,
               [move, asked](RootSolve& solve, Watch& watch) { solve.find_one(move, asked, watch); });
}

void OsoSolver::clear() {
    const auto lock = search_lock_.enter();
    table_.clear();
    asker_->forget();
}

}  // namespace enraya

// Solves OSO: the exact difference of the points still to come, on boards of up to 64 cells.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "oso/table.hpp"

namespace enraya {

// The question: the value, every move that keeps it, or the value of every move.
enum class OsoGoal { Value, BestMoves, EveryMove };

// The proven bounds of one move (2 × cell + letter, S 0 and O 1) for the player to make it.
struct OsoRoot {
    int move, lower, upper;
};

struct OsoSolution {
    int lower = 0, upper = 0;  // the same unless the solve was stopped
    bool stopped = false;      // by a limit or stop(), before the goal was reached
    std::uint64_t nodes = 0;
    std::vector<OsoRoot> roots;
};

// The progress of a solve: it asks whether *move* is worth at least *asked*, of *moves* moves it has still
// to ask that of *open*, and the value lies between the bounds.
struct OsoProgress {
    int asked, move, open, moves, lower, upper;
    std::uint64_t nodes;
};

// A progress callback; may throw, which ends the solve. Called at every question and about every half second.
using OsoListener = std::function<void(const OsoProgress&)>;

// The solver of boards of one word size.
class OsoBoundSearch;

class OsoSolver {
  public:
    static constexpr int kMostCells = 64, kMostThreads = 256;

    static bool fits(int columns, int rows) { return columns * rows <= kMostCells; }

    // Throws std::invalid_argument for other sizes, std::bad_alloc if there is no room for the table.
    OsoSolver(int columns, int rows, int table_megabytes, int threads);
    ~OsoSolver();

    // Sets of cells are bits, the lowest first. The limit of nodes is for the first thread; with one thread,
    // a solve after clear() can be repeated exactly. Throws std::invalid_argument for what is not a position
    // with a move to make.
    OsoSolution solve(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                      OsoGoal goal, const Limits& limits, const OsoListener& listener);

    // Only: is this one move worth at least *asked*? The solution's bounds, and its only root, are the
    // move's. Throws as solve() does, and for what is not a move here.
    OsoSolution ask(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells, int move,
                    int asked, const Limits& limits, const OsoListener& listener);

    // A solve that finds in the table what another has proven goes on where that was. Any thread may read it
    // at any time.
    OpenTable open_to_read() { return {{}, table_, layout()}; }
    OpenTable open_to_write() { return {search_lock_.enter(), table_, layout()}; }

    void stop() { search_lock_.stop(); }
    void clear();

  private:
    TableLayout layout() const { return {TableLayout::Kind::Oso, 0, columns_, rows_}; }

    template <class Work>
    OsoSolution run(std::span<const std::uint8_t> s_cells, std::span<const std::uint8_t> o_cells,
                    const Limits& limits, const OsoListener& listener, const Work& work);

    int columns_, rows_;
    OsoTable table_;
    std::unique_ptr<OsoBoundSearch> asker_;
    SearchLock search_lock_;
};

}  // namespace enraya

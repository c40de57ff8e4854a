// The exact solver of Connect 4: any columns × rows whose cells and spare bits fit into 128.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "connect4/table.hpp"
#include "core/search.hpp"

namespace enraya {

// The question. Each asks for the score or the outcome first, then for what it says of the moves.
enum class ConnectQuestion : std::uint8_t { Outcome, Score, BestMove, BestMoves, EveryMove };

// The bounds of a score of which nothing is known.
inline constexpr ConnectBounds kAnyConnectScore{-128, 128};

struct ConnectMove {
    int column;
    int score;
};

// Whose cells are whose, as bits in rows from the top; whose turn it is, 0 or 1; and what is known of the
// score.
struct ConnectPosition {
    std::span<const std::uint8_t> first, second;
    int turn;
    ConnectBounds known;
};

struct ConnectReport {
    ConnectBounds
        bounds;  // of the score, equal when it is known; of the outcome −1, 0, 1 if only that was asked
    std::uint64_t nodes = 0;
    bool complete = false;           // the question is answered; else a limit or stop() ended the search
    std::vector<ConnectMove> moves;  // one of the best, those, or all, where asked for
};

// In a library of its own (CMakeLists.txt).
class [[gnu::visibility("default")]] ConnectSearch {
  public:
    static bool fits(int columns, int rows);

    // With several threads the answer is the same and the number of nodes is not. Of each question one thread
    // looks at so many nodes alone: most are answered before it is worth to start the others.
    ConnectSearch(int columns, int rows, int table_megabytes, int threads, std::uint64_t nodes_alone = 0);
    ~ConnectSearch();

    // The score is for the player to move: the stones the winner has left when the last one falls, that one
    // included, negative for a loss. Throws std::invalid_argument for what is not a position with a move to
    // make. The listener is called with 0, nodes, the lower and the upper bound. What is known of the score
    // already saves the search from finding it out.
    ConnectReport solve(const ConnectPosition& position, ConnectQuestion question, const Limits& limits,
                        const Listener& listener);

    // Each of several positions within the limits of its own, as if the table had been cleared before it
    // unless *keeps*. The last report is not complete if a limit or stop() came first; the rest are missing.
    std::vector<ConnectReport> solve_each(std::span<const ConnectPosition> positions,
                                          ConnectQuestion question, bool keeps, const Limits& limits,
                                          const Listener& listener);

    OpenTable open_to_read();
    OpenTable open_to_write();

    void stop() { search_lock_.stop(); }
    void clear();

    class Solver;

  private:
    SearchLock search_lock_;
    std::unique_ptr<Solver> solver_;
};

}  // namespace enraya

// The exact solver of Connect 4.
#include <tuple>
#include <vector>

#include "connect4/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

ConnectReport solve_connect(ConnectSearch& search, const PythonCells& first, const PythonCells& second,
                            int turn, ConnectQuestion question, int lower, int upper, std::int64_t nodes,
                            double seconds, const Progress& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.solve({first.bytes(), second.bytes(), turn, {lower, upper}}, question, limits, listener);
}

using PythonPosition = std::tuple<PythonCells, PythonCells, int, int, int>;

std::vector<ConnectReport> solve_each(ConnectSearch& search, const std::vector<PythonPosition>& asked,
                                      ConnectQuestion question, bool keeps, std::int64_t nodes,
                                      double seconds) {
    const Listener listener = listener_of({});
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    std::vector<ConnectPosition> positions;
    positions.reserve(asked.size());
    for (const auto& [first, second, turn, lower, upper] : asked)
        positions.push_back({first.bytes(), second.bytes(), turn, {lower, upper}});
    return search.solve_each(positions, question, keeps, limits, listener);
}

std::vector<std::tuple<int, int>> moves_of(const ConnectReport& report) {
    std::vector<std::tuple<int, int>> moves;
    for (const ConnectMove& move : report.moves) moves.emplace_back(move.column, move.score);
    return moves;
}

}  // namespace

void bind_connect4(nb::module_& module) {
    nb::enum_<ConnectQuestion>(
        module, "ConnectQuestion",
        "What to find out of a Connect 4 position; the first asks less than the score, the last three more.")
        .value("OUTCOME", ConnectQuestion::Outcome)
        .value("SCORE", ConnectQuestion::Score)
        .value("BEST_MOVE", ConnectQuestion::BestMove)
        .value("BEST_MOVES", ConnectQuestion::BestMoves)
        .value("EVERY_MOVE", ConnectQuestion::EveryMove);
    nb::class_<ConnectReport>(module, "ConnectReport", "What the exact solver of Connect 4 found.")
        .def_prop_ro(
            "lower", [](const ConnectReport& report) { return report.bounds.lower; },
            "No less than this, and no more than upper: of the score, or of −1, 0, 1 if the outcome was "
            "asked "
            "for.")
        .def_prop_ro("upper", [](const ConnectReport& report) { return report.bounds.upper; })
        .def_ro("nodes", &ConnectReport::nodes)
        .def_ro("complete", &ConnectReport::complete,
                "Whether the question is answered; if not, a limit or stop() came first.")
        .def_prop_ro("moves", &moves_of,
                     "Columns from 0 with their scores: one of the best, all the best or all, as was asked "
                     "for.");
    nb::class_<ConnectSearch> connect(
        module, "ConnectSearch",
        "Solves Connect 4, four in a row, exactly.\n\n"
        "With several threads, which share the table, the answers are the same and the numbers of nodes are "
        "not. Of each\nquestion one thread looks at nodes_alone before the others join.");
    bind_table(connect);
    connect
        .def(nb::init<int, int, int, int, std::uint64_t>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64,
             "threads"_a = 1, "nodes_alone"_a = 0)
        .def_static("fits", &ConnectSearch::fits, "columns"_a, "rows"_a,
                    "Whether there is a solver for boards of this size.")
        .def(
            "solve", &solve_connect, "first"_a, "second"_a, "turn"_a, "question"_a, nb::kw_only(),
            "lower"_a = kAnyConnectScore.lower, "upper"_a = kAnyConnectScore.upper, "nodes"_a = 0,
            "seconds"_a = 0.0, "progress"_a = nb::none(),
            "Answer for the player to move, within so many nodes or seconds where they are not 0.\n\n"
            "The score is the number of stones the winner has left when the last one falls, that one "
            "included; negative\nfor a loss. What is known of it already, lower and upper, need not be found "
            "out. Progress is called with 1, the\nnodes, and the bounds of the score so far.")
        .def("solve_each", &solve_each, "positions"_a, "question"_a, nb::kw_only(), "keeps"_a = true,
             "nodes"_a = 0, "seconds"_a = 0.0,
             "The answers for several positions in one call: (first, second, turn, lower, upper) each.\n\n"
             "Each has the whole of the limits. Unless it keeps what it learns, each begins with a cleared "
             "table. The last\nreport is not complete if a limit or stop() came first; the rest are missing "
             "then.");
}

}  // namespace enraya

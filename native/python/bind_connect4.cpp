// The exact solver of Connect 4.
#include <tuple>
#include <vector>

#include "connect4/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

ConnectReport solve_connect(ConnectSearch& search, const nb::bytes& first, const nb::bytes& second, int turn,
                            ConnectQuestion question, int lower, int upper, std::int64_t nodes,
                            double seconds, const nb::object& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.solve(bytes_of(first), bytes_of(second), turn, question, {lower, upper}, limits, listener);
}

}  // namespace

void bind_connect4(nb::module_& module) {
    nb::enum_<ConnectQuestion>(module, "ConnectQuestion")
        .value("OUTCOME", ConnectQuestion::Outcome)
        .value("SCORE", ConnectQuestion::Score)
        .value("BEST_MOVE", ConnectQuestion::BestMove)
        .value("BEST_MOVES", ConnectQuestion::BestMoves)
        .value("EVERY_MOVE", ConnectQuestion::EveryMove);
    nb::class_<ConnectReport>(module, "ConnectReport")
        .def_prop_ro("lower", [](const ConnectReport& report) { return report.bounds.lower; })
        .def_prop_ro("upper", [](const ConnectReport& report) { return report.bounds.upper; })
        .def_ro("nodes", &ConnectReport::nodes)
        .def_ro("complete", &ConnectReport::complete)
        .def_prop_ro("moves", [](const ConnectReport& report) {
            std::vector<std::tuple<int, int>> moves;
            for (const ConnectMove& move : report.moves) moves.emplace_back(move.column, move.score);
            return moves;
        });
    nb::class_<ConnectSearch> connect(module, "ConnectSearch");
    bind_keeping(connect);
    connect
        .def(nb::init<int, int, int, int, std::uint64_t>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64,
             "threads"_a = 1, "nodes_alone"_a = 0)
        .def_static("fits", &ConnectSearch::fits, "columns"_a, "rows"_a)
        .def("solve", &solve_connect, "first"_a, "second"_a, "turn"_a, "question"_a, nb::kw_only(),
             "lower"_a = kAnyConnectScore.lower, "upper"_a = kAnyConnectScore.upper, "nodes"_a = 0,
             "seconds"_a = 0.0, "progress"_a = nb::none())
        .def("stop", &ConnectSearch::stop)
        .def("clear", &ConnectSearch::clear);
}

}  // namespace enraya

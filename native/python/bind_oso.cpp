// OSO: the alpha-beta search and the exact solver.
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "oso/search.hpp"
#include "oso/solver.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

OsoGoal goal_of(const std::string& goal) {
    if (goal == "value") return OsoGoal::Value;
    if (goal == "best") return OsoGoal::BestMoves;
    if (goal == "every") return OsoGoal::EveryMove;
    throw std::invalid_argument("goal is value, best or every");
}

OsoListener oso_listener_of(const nb::object& progress) {
    return [&progress](const OsoNews& news) {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none())
            progress(news.asked, news.move, news.open, news.moves, news.lower, news.upper, news.nodes);
    };
}

OsoSolution ask(OsoSolver& solver, const nb::bytes& s_cells, const nb::bytes& o_cells, int move, int asked,
                std::int64_t nodes, double seconds, const nb::object& progress) {
    const OsoListener listener = oso_listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return solver.ask(bytes_of(s_cells), bytes_of(o_cells), move, asked, limits, listener);
}

OsoSolution solve(OsoSolver& solver, const nb::bytes& s_cells, const nb::bytes& o_cells,
                  const std::string& goal, std::int64_t nodes, double seconds, const nb::object& progress) {
    const OsoListener listener = oso_listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    const OsoGoal wanted = goal_of(goal);
    nb::gil_scoped_release free;
    return solver.solve(bytes_of(s_cells), bytes_of(o_cells), wanted, limits, listener);
}

std::vector<std::tuple<int, int, int>> bounds_of(const OsoSolution& solution) {
    std::vector<std::tuple<int, int, int>> bounds;
    for (const OsoRoot& root : solution.roots) bounds.emplace_back(root.move, root.lower, root.upper);
    return bounds;
}

}  // namespace

void bind_oso(nb::module_& module) {
    nb::class_<OsoSearch> oso(module, "OsoSearch");
    oso.def(nb::init<int, int, int>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64);
    bind_search(oso, "s_cells", "o_cells");

    nb::class_<OsoSolution>(module, "OsoSolution")
        .def_ro("lower", &OsoSolution::lower)
        .def_ro("upper", &OsoSolution::upper)
        .def_ro("nodes", &OsoSolution::nodes)
        .def_ro("stopped", &OsoSolution::stopped)
        .def_prop_ro("roots", &bounds_of);

    nb::class_<OsoSolver> oso_solver(module, "OsoSolver");
    bind_keeping(oso_solver);
    oso_solver
        .def(nb::init<int, int, int, int>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64, "threads"_a = 1)
        .def("solve", &solve, "s_cells"_a, "o_cells"_a, nb::kw_only(), "goal"_a = "value", "nodes"_a = 0,
             "seconds"_a = 0.0, "progress"_a = nb::none())
        .def("ask", &ask, "s_cells"_a, "o_cells"_a, "move"_a, "asked"_a, nb::kw_only(), "nodes"_a = 0,
             "seconds"_a = 0.0, "progress"_a = nb::none())
        .def("stop", &OsoSolver::stop)
        .def("clear", &OsoSolver::clear)
        .def_ro_static("MOST_CELLS", &OsoSolver::kMostCells)
        .def_ro_static("MOST_THREADS", &OsoSolver::kMostThreads);
}

}  // namespace enraya

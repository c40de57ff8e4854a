// OSO: the alpha-beta search and the exact solver.
#include <functional>
#include <tuple>
#include <vector>

#include "oso/search.hpp"
#include "oso/solver.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

using SolveProgress = std::function<void(int, int, int, int, int, int, std::uint64_t)>;

OsoListener oso_listener_of(const SolveProgress& progress) {
    return [&progress](const OsoProgress& now) {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress) progress(now.asked, now.move, now.open, now.moves, now.lower, now.upper, now.nodes);
    };
}

OsoSolution ask(OsoSolver& solver, const PythonCells& s_cells, const PythonCells& o_cells, int move,
                int asked, std::int64_t nodes, double seconds, const SolveProgress& progress) {
    const OsoListener listener = oso_listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return solver.ask(s_cells.bytes(), o_cells.bytes(), move, asked, limits, listener);
}

OsoSolution solve(OsoSolver& solver, const PythonCells& s_cells, const PythonCells& o_cells, OsoGoal goal,
                  std::int64_t nodes, double seconds, const SolveProgress& progress) {
    const OsoListener listener = oso_listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return solver.solve(s_cells.bytes(), o_cells.bytes(), goal, limits, listener);
}

std::vector<std::tuple<int, int, int>> bounds_of(const OsoSolution& solution) {
    std::vector<std::tuple<int, int, int>> bounds;
    for (const OsoRoot& root : solution.roots) bounds.emplace_back(root.move, root.lower, root.upper);
    return bounds;
}

}  // namespace

void bind_oso(nb::module_& module) {
    nb::class_<OsoSearch> oso(
        module, "OsoSearch",
        "Iterative deepening over an OsoKernel; a value is the difference of the points still to come.");
    oso.def(nb::init<int, int, int>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64);
    bind_search(oso, "s_cells", "o_cells");

    nb::enum_<OsoGoal>(module, "OsoGoal", "How much to find out of a position.")
        .value("VALUE", OsoGoal::Value, "Its value.")
        .value("BEST_MOVES", OsoGoal::BestMoves, "Its value, and every move that keeps it.")
        .value("EVERY_MOVE", OsoGoal::EveryMove, "The value of every move.");
    nb::class_<OsoSolution>(module, "OsoSolution", "What a solve found.")
        .def_ro("lower", &OsoSolution::lower, "The value is no less than this.")
        .def_ro("upper", &OsoSolution::upper,
                "The value is no more than this; the same as lower unless the solve was stopped.")
        .def_ro("nodes", &OsoSolution::nodes)
        .def_ro("stopped", &OsoSolution::stopped,
                "Whether a limit of nodes or seconds, or stop(), came before the goal was reached.")
        .def_prop_ro("roots", &bounds_of, "Every move, with the bounds of its value.");

    nb::class_<OsoSolver> solver(
        module, "OsoSolver",
        "Solves an OsoKernel of up to 64 cells: the exact difference of the points still to come.\n\n"
        "Progress is called with the value asked for, the move it is asked of, how many of how many moves it "
        "has "
        "still "
        "to be asked of,\nthe bounds of the position's value so far, and nodes.");
    bind_table(solver);
    solver
        .def(nb::init<int, int, int, int>(), "columns"_a, "rows"_a, "table_megabytes"_a = 64, "threads"_a = 1)
        .def_static("fits", &OsoSolver::fits, "columns"_a, "rows"_a, "Whether it takes boards of this size.")
        .def("solve", &solve, "s_cells"_a, "o_cells"_a, nb::kw_only(), "goal"_a = OsoGoal::Value,
             "nodes"_a = 0, "seconds"_a = 0.0, "progress"_a = nb::none(),
             "Answer for the player to move, within so many nodes or seconds where they are not 0.")
        .def("ask", &ask, "s_cells"_a, "o_cells"_a, "move"_a, "asked"_a, nb::kw_only(), "nodes"_a = 0,
             "seconds"_a = 0.0, "progress"_a = nb::none(),
             "Whether this one move is worth at least so much: the bounds, and the only root, are the "
             "move's.");
}

}  // namespace enraya

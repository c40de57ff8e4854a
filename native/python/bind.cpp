// The only file that knows Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "connect4/search.hpp"
#include "core/search.hpp"
#include "lines/search.hpp"
#include "maker/search.hpp"
#include "oso/search.hpp"
#include "oso/solver.hpp"
#include "textbook/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace enraya;

namespace {

std::span<const std::uint8_t> bytes_of(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

Limits limits_of(std::int64_t depth, std::int64_t nodes, double seconds, bool every_root_move) {
    if (depth < 1) throw std::invalid_argument("a search is at least 1 ply deep");
    if (nodes < 0 || !(seconds >= 0)) throw std::invalid_argument("nodes and seconds are not negative");
    // No game lasts longer than a board has cells.
    return {static_cast<int>(std::min<std::int64_t>(depth, LineRules::kMostCells)),
            static_cast<std::uint64_t>(nodes), seconds, every_root_move};
}

// Hears of a search in Python, which has to be asked for the interpreter first.
Listener listener_of(const nb::object& progress) {
    Listener listener;
    listener.pulse = [] {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
    if (!progress.is_none())
        listener.progress = [&progress](int depth, std::uint64_t nodes, int value, int move) {
            nb::gil_scoped_acquire held;
            progress(depth, nodes, value, move);
        };
    return listener;
}

// Runs a search with the interpreter free for other threads, and takes it back to tell of progress.
template <class Search>
Report search(Search& search, const nb::bytes& one, const nb::bytes& other, int turn, std::int64_t depth,
              std::int64_t nodes, double seconds, bool every_root_move, const nb::object& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(depth, nodes, seconds, every_root_move);
    nb::gil_scoped_release free;
    return search.search(bytes_of(one), bytes_of(other), turn, limits, listener);
}

// Cuts by number: 0 never, 1 at the bound, 2 beyond it.
Report search_as_textbook(TextbookSearch& search, const nb::bytes& first, const nb::bytes& second, int turn,
                          const std::vector<int>& root_moves, int cut, int win, std::int64_t nodes,
                          double seconds) {
    if (cut < 0 || cut > 2) throw std::invalid_argument("cut is 0, 1 or 2");
    const Limits limits = limits_of(1, nodes, seconds, false);
    const Listener listener = listener_of(nb::none());
    nb::gil_scoped_release free;
    return search.search(bytes_of(first), bytes_of(second), turn, root_moves, TextbookSearch::Cut(cut), win,
                         limits, listener);
}

ConnectReport solve_connect(ConnectSearch& search, const nb::bytes& first, const nb::bytes& second, int turn,
                            ConnectQuestion question, int lower, int upper, std::int64_t nodes,
                            double seconds, const nb::object& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.solve(bytes_of(first), bytes_of(second), turn, question, {lower, upper}, limits, listener);
}

// Root moves as (move, value, bound): 0 exact, −1 no more than this, +1 no less.
std::vector<std::tuple<int, int, int>> roots_of(const Report& report) {
    std::vector<std::tuple<int, int, int>> roots;
    for (const RootMove& root : report.roots)
        if (root.bound != Bound::None)
            roots.emplace_back(root.move, root.value,
                               root.bound == Bound::Exact   ? 0
                               : root.bound == Bound::Upper ? -1
                                                            : 1);
    return roots;
}

// The root moves whose value, or bound, holds at every greater depth too.
std::vector<int> proven_of(const Report& report) {
    std::vector<int> moves;
    for (const RootMove& root : report.roots)
        if (root.bound != Bound::None && root.proven) moves.push_back(root.move);
    return moves;
}

// Known, won, a move or −1, nodes: see MakerSearch::Answer.
std::tuple<bool, bool, int, std::uint64_t> can_win(MakerSearch& search, const nb::bytes& first,
                                                   const nb::bytes& second, int turn, int player,
                                                   bool with_move, std::int64_t nodes, double seconds,
                                                   const nb::object& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    const auto answer =
        search.can_win(bytes_of(first), bytes_of(second), turn, player, with_move, limits, listener);
    return {answer.known, answer.wins, answer.move, answer.nodes};
}

// The pairs, or None if there is no holding this way.
nb::object hold(const MakerSearch& search, const nb::bytes& first, const nb::bytes& second, int turn,
                int player) {
    std::vector<std::array<int, 2>> pairs;
    if (!search.hold(bytes_of(first), bytes_of(second), turn, player, pairs)) return nb::none();
    nb::list listed;
    for (const auto& pair : pairs) listed.append(nb::make_tuple(pair[0], pair[1]));
    return listed;
}

// Known, held, a move or −1, the zone, nodes: see MakerSearch::Held.
std::tuple<bool, bool, int, std::vector<int>, std::uint64_t> hold_alone(MakerSearch& search,
                                                                        const nb::bytes& first,
                                                                        const nb::bytes& second, int turn,
                                                                        int player, bool light,
                                                                        std::int64_t nodes, double seconds) {
    const Listener listener = listener_of(nb::none());
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    auto held = search.hold_alone(bytes_of(first), bytes_of(second), turn, player, light, limits, listener);
    return {held.known, held.holds, held.move, std::move(held.zone), held.nodes};
}

// The moves and the zone, or None if there is no win by threats.
nb::object threaten(MakerSearch& search, const nb::bytes& first, const nb::bytes& second, int player) {
    std::vector<int> zone;
    const std::vector<int> moves = search.threaten(bytes_of(first), bytes_of(second), player, zone);
    if (moves.empty()) return nb::none();
    return nb::make_tuple(moves, zone);
}

// The table of a search, kept in a file.
template <class Search>
void bind_keeping(nb::class_<Search>& type) {
    type.def("save", &save<Search>, "path"_a, "text"_a = "", nb::call_guard<nb::gil_scoped_release>())
        .def("load", &load<Search>, "path"_a, nb::call_guard<nb::gil_scoped_release>());
}

template <class Search>
void bind_search(nb::class_<Search>& type, const char* one, const char* other) {
    bind_keeping(type);
    type.def("search", &search<Search>, nb::arg(one), nb::arg(other), "turn"_a, nb::kw_only(), "depth"_a,
             "nodes"_a = 0, "seconds"_a = 0.0, "every_root_move"_a = false, "progress"_a = nb::none())
        .def("stop", &Search::stop)
        .def("clear", &Search::clear);
}

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

NB_MODULE(_native, module) {
    module.doc() = "The native search of Enraya.";
    module.attr("WIN") = kWin;
    nb::exception<Contradiction>(module, "Contradiction", PyExc_RuntimeError);

    nb::class_<Report>(module, "Report")
        .def_ro("move", &Report::move)
        .def_ro("value", &Report::value)
        .def_ro("depth", &Report::depth)
        .def_ro("nodes", &Report::nodes)
        .def_ro("complete", &Report::complete)
        .def_ro("stopped", &Report::stopped)
        .def_ro("line", &Report::line)
        .def_prop_ro("roots", &roots_of)
        .def_prop_ro("proven", &proven_of);

    using Cells = std::vector<int>;
    nb::class_<LineSearch> lines(module, "LineSearch");
    lines.def(
        "__init__",
        [](LineSearch* self, int cells, std::vector<Cells> lines, std::vector<Cells> ends,
           std::vector<Cells> columns, bool misere, std::vector<Cells> symmetries, int table_megabytes) {
            new (self) LineSearch(
                {cells, std::move(lines), std::move(ends), std::move(columns), misere, std::move(symmetries)},
                table_megabytes);
        },
        "cells"_a, "lines"_a, "ends"_a, "columns"_a, "misere"_a, "symmetries"_a, "table_megabytes"_a = 64);
    bind_search(lines, "first", "second");

    nb::class_<TextbookSearch>(module, "TextbookSearch")
        .def(
            "__init__",
            [](TextbookSearch* self, int cells, std::vector<Cells> lines, std::vector<Cells> ends,
               std::vector<Cells> columns, bool misere, std::vector<Cells> symmetries) {
                new (self) TextbookSearch(LineRules(cells, std::move(lines), std::move(ends),
                                                    std::move(columns), misere, std::move(symmetries)));
            },
            "cells"_a, "lines"_a, "ends"_a, "columns"_a, "misere"_a, "symmetries"_a)
        .def("search", &search_as_textbook, "first"_a, "second"_a, "turn"_a, "root_moves"_a, nb::kw_only(),
             "cut"_a, "win"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0)
        .def("stop", &TextbookSearch::stop);

    nb::class_<MakerSearch> maker(module, "MakerSearch");
    bind_keeping(maker);
    maker
        .def(
            "__init__",
            [](MakerSearch* self, int cells, std::vector<Cells> lines, std::vector<Cells> ends,
               std::vector<Cells> columns, bool misere, std::vector<Cells> symmetries, int table_megabytes) {
                new (self) MakerSearch(LineRules(cells, std::move(lines), std::move(ends), std::move(columns),
                                                 misere, std::move(symmetries)),
                                       table_megabytes);
            },
            "cells"_a, "lines"_a, "ends"_a, "columns"_a, "misere"_a, "symmetries"_a, "table_megabytes"_a = 64)
        .def("can_win", &can_win, "first"_a, "second"_a, "turn"_a, "player"_a, nb::kw_only(),
             "with_move"_a = false, "nodes"_a = 0, "seconds"_a = 0.0, "progress"_a = nb::none())
        .def("hold", &hold, "first"_a, "second"_a, "turn"_a, "player"_a)
        .def("hold_alone", &hold_alone, "first"_a, "second"_a, "turn"_a, "player"_a, nb::kw_only(),
             "light"_a = false, "nodes"_a = 0, "seconds"_a = 0.0)
        .def("threaten", &threaten, "first"_a, "second"_a, "player"_a)
        .def("stop", &MakerSearch::stop)
        .def("clear", &MakerSearch::clear);

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

// The module `enraya._native`. Only this folder knows Python.
#include "python/bind.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace enraya {

Limits limits_of(std::int64_t depth, std::int64_t nodes, double seconds, bool every_root_move) {
    if (depth < 1) throw std::invalid_argument("a search is at least 1 ply deep");
    if (nodes < 0 || !(seconds >= 0)) throw std::invalid_argument("nodes and seconds are not negative");
    // No game lasts longer than a board has cells.
    return {static_cast<int>(std::min<std::int64_t>(depth, LineRules::kMostCells)),
            static_cast<std::uint64_t>(nodes), seconds, every_root_move};
}

Listener listener_of(const Progress& progress) {
    Listener listener;
    listener.pulse = [] {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
    listener.progress = progress;
    return listener;
}

namespace {

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

void bind_core(nb::module_& module) {
    module.attr("WIN") = kWin;
    nb::class_<Report>(module, "Report", "What a search found.")
        .def_ro("move", &Report::move)
        .def_ro("value", &Report::value, "For the player to move; a win p plies away is WIN − p.")
        .def_ro("depth", &Report::depth, "How deep the last finished iteration went; 0 if none was finished.")
        .def_ro("nodes", &Report::nodes)
        .def_ro("complete", &Report::complete,
                "Whether the value is the game's own, and more depth would not change it.")
        .def_ro("stopped", &Report::stopped,
                "Whether a limit of nodes or seconds, or stop(), ended the search.")
        .def_ro("principal_variation", &Report::principal_variation,
                "The move and what is expected after it.")
        .def_prop_ro("roots", &roots_of,
                     "Move, value and bound of each move of the last finished iteration.\n\n"
                     "A bound of 0 is an exact value, −1 means no more than it and +1 no less.")
        .def_prop_ro("proven", &proven_of,
                     "The moves of roots whose value, or bound, is the game's own, whatever the depth.");
}

}  // namespace
}  // namespace enraya

NB_MODULE(_native, module) {
    // A cache may still hold a search when the program ends. The system takes the memory back, and a user of
    // the command line is not to read a list of it on standard error.
    nanobind::set_leak_warnings(false);
    module.doc() =
        "The native searches of Enraya, as native/python gives them to Python.\n\n"
        "Sets of cells are integers, a bit a cell. Values are for the player to move; a win p plies away is "
        "worth WIN − p to\nwhoever wins, and a loss the same below zero. A bad argument is a ValueError; a "
        "search while another runs on the\nsame object is a RuntimeError.";
    enraya::bind_core(module);
    enraya::bind_lines(module);
    enraya::bind_textbook(module);
    enraya::bind_maker(module);
    enraya::bind_oso(module);
    enraya::bind_connect4(module);
    enraya::bind_gomoku(module);
}

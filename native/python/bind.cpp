// The module `enraya._native`. Python is known in this folder only.
#include "python/bind.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "lines/rules.hpp"

namespace enraya {

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
}

}  // namespace
}  // namespace enraya

NB_MODULE(_native, module) {
    module.doc() = "The native search of Enraya.";
    enraya::bind_core(module);
    enraya::bind_lines(module);
    enraya::bind_textbook(module);
    enraya::bind_maker(module);
    enraya::bind_oso(module);
    enraya::bind_connect4(module);
}

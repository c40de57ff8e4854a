// Who can win a game of free lines, by df-pn.
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "maker/proof_number_table.hpp"
#include "maker/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

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

}  // namespace

void bind_maker(nb::module_& module) {
    nb::exception<Contradiction>(module, "Contradiction", PyExc_RuntimeError);
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
}

}  // namespace enraya

// The binding of the maker–breaker solver (df-pn) of games of free lines.
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "maker/proof_number_table.hpp"
#include "maker/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

bool fits(int cells, std::vector<Cells> lines, std::vector<Cells> ends, std::vector<Cells> columns,
          bool misere, std::vector<Cells> symmetries) {
    return MakerSearch::fits(LineRules(cells, std::move(lines), std::move(ends), std::move(columns), misere,
                                       std::move(symmetries)));
}

MakerSearch::Answer can_win(MakerSearch& search, const PythonCells& first, const PythonCells& second,
                            int turn, int player, bool with_move, std::int64_t nodes, double seconds,
                            const Progress& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.core().can_win(first.bytes(), second.bytes(), turn, player, with_move, limits, listener);
}

MakerSearch::Answer win_by_order(MakerSearch& search, const PythonCells& first, const PythonCells& second,
                                 int turn, int player, int order, bool with_move, std::int64_t nodes,
                                 double seconds, const Progress& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.core().win_by_order(first.bytes(), second.bytes(), turn, player, order, with_move, limits,
                                      listener);
}

using Pairs = std::vector<std::pair<int, int>>;

std::optional<Pairs> hold(const MakerSearch& search, const PythonCells& first, const PythonCells& second,
                          int turn, int player) {
    std::vector<std::array<int, 2>> found;
    if (!search.core().hold(first.bytes(), second.bytes(), turn, player, found)) return std::nullopt;
    Pairs pairs;
    for (const auto& pair : found) pairs.emplace_back(pair[0], pair[1]);
    return pairs;
}

MakerSearch::BreakerAnswer hold_by_zone(MakerSearch& search, const PythonCells& first,
                                        const PythonCells& second, int turn, int player, bool light,
                                        std::int64_t nodes, double seconds) {
    const Listener listener = listener_of({});
    const Limits limits = limits_of(1, nodes, seconds, false);
    nb::gil_scoped_release free;
    return search.core().hold_by_zone(first.bytes(), second.bytes(), turn, player, light, limits, listener);
}

std::optional<MakerSearch::ThreatSequence> threaten(MakerSearch& search, const PythonCells& first,
                                                    const PythonCells& second, int player) {
    auto found = search.core().threaten(first.bytes(), second.bytes(), player);
    if (found.moves.empty()) return std::nullopt;
    return found;
}

void bind_answers(nb::module_& module) {
    nb::class_<MakerSearch::Answer>(module, "MakerAnswer", "Whether a player can win.")
        .def_ro("known", &MakerSearch::Answer::known, "Whether the answer was found within the limits.")
        .def_ro("wins", &MakerSearch::Answer::wins)
        .def_ro("move", &MakerSearch::Answer::move,
                "−1 unless it was asked for and the mover gets what they want: then one that keeps it so.")
        .def_ro("order", &MakerSearch::Answer::order, "Of the win, if it was found to be one by order; or 0.")
        .def_ro("nodes", &MakerSearch::Answer::nodes);
    nb::class_<MakerSearch::BreakerAnswer>(module, "BreakerAnswer",
                                           "Whether a player holds a position without lines of its own.")
        .def_ro("known", &MakerSearch::BreakerAnswer::known,
                "Whether the answer was found within the limits.")
        .def_ro("holds", &MakerSearch::BreakerAnswer::holds)
        .def_ro("move", &MakerSearch::BreakerAnswer::move,
                "A move with which it does, or −1 if the other is to move.")
        .def_prop_ro(
            "zone", [](const MakerSearch::BreakerAnswer& held) { return integer_of(held.zone); },
            "The relevance zone, a set of cells: the other may have more pieces in any cell outside it.")
        .def_ro("nodes", &MakerSearch::BreakerAnswer::nodes);
    nb::class_<MakerSearch::ThreatSequence>(module, "ThreatSequence", "A win by threats alone.")
        .def_ro("moves", &MakerSearch::ThreatSequence::moves, "The moves of the player who wins.")
        .def_prop_ro(
            "zone", [](const MakerSearch::ThreatSequence& found) { return integer_of(found.zone); },
            "The set of cells in which the other could have stopped it.");
}

}  // namespace

void bind_maker(nb::module_& module) {
    nb::exception<Contradiction> contradiction(module, "Contradiction", PyExc_RuntimeError);
    contradiction.attr("__doc__") =
        "A table that was put back from a file says of a position what it denies of the moves there.";
    bind_answers(module);
    nb::class_<MakerSearch> maker(
        module, "MakerSearch",
        "Asks of a LineKernel whether a player can win: depth-first proof-number search (df-pn).\n\n"
        "For rules that do not fit it is a ValueError.");
    bind_rules(maker, "table_megabytes"_a = 64);
    bind_table(maker);
    maker
        .def_static("fits", &fits, "cells"_a, "lines"_a, "ends"_a, "columns"_a, "misere"_a, "symmetries"_a,
                    "Whether it answers for these rules: free choice of cells, lines of one length (2 to 7) "
                    "that win, at most 256\ncells.")
        .def("can_win", &can_win, "first"_a, "second"_a, "turn"_a, "player"_a, nb::kw_only(),
             "with_move"_a = false, "nodes"_a = 0, "seconds"_a = 0.0, "progress"_a = nb::none(),
             "Whether a player wins, within so many nodes or seconds where they are not 0.")
        .def("win_by_order", &win_by_order, "first"_a, "second"_a, "turn"_a, "player"_a, "order"_a,
             nb::kw_only(), "with_move"_a = false, "nodes"_a = 0, "seconds"_a = 0.0,
             "progress"_a = nb::none(),
             "Whether a player wins by an order of two or more: each move is one after which it would win by "
             "one order less\nif the other passed, and a win of order one is by threats alone. No does not "
             "mean that it does not win.")
        .def(
            "hold", &hold, "first"_a, "second"_a, "turn"_a, "player"_a,
            "Pairs of cells, and by them and by weight a way for a player to keep the other from winning, if "
            "one is seen.\n\n"
            "A move in a pair is answered by its other cell. The lines open to the other that hold no pair "
            "weigh together\nless than a full line: 2 to the number of the other's pieces in each, the cells "
            "of pairs counting as such\n(Erdős–Selfridge).")
        .def("hold_by_zone", &hold_by_zone, "first"_a, "second"_a, "turn"_a, "player"_a, nb::kw_only(),
             "light"_a = false, "nodes"_a = 0, "seconds"_a = 0.0,
             "Whether a player keeps the other from winning without lines of its own, and how.\n\n"
             "No too if the other can fill a line at once and, if light, where its lines are so heavy that "
             "the "
             "answer is\nhardly worth looking for. Full lines of the player are allowed and end nothing.")
        .def("threaten", &threaten, "first"_a, "second"_a, "player"_a,
             "How a player, to move, wins by threats alone (threat-space search), if it does.");
}

}  // namespace enraya

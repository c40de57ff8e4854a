// The alpha-beta search of games of lines, and what can be expected of them against a weak opponent.
#include <vector>

#include "lines/expectation.hpp"
#include "lines/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

Expectation expect(ExpectationSearch& search, const PythonCells& first, const PythonCells& second, int turn,
                   const std::vector<int>& moves, double guided, double half_way, std::int64_t depth,
                   std::int64_t nodes, double seconds) {
    const Limits limits = limits_of(depth, nodes, seconds, false);
    const Listener listener = listener_of({});
    nb::gil_scoped_release free;
    return search.search(first.bytes(), second.bytes(), turn, moves, {guided, half_way}, limits, listener);
}

void bind_expectation(nb::module_& module) {
    nb::class_<Expectation>(module, "Expectation", "What moves bring against a weak opponent.")
        .def_ro("depth", &Expectation::depth,
                "How many plies after the moves the last finished pass went; 0 if none was finished.")
        .def_ro("nodes", &Expectation::nodes)
        .def_ro("complete", &Expectation::complete,
                "Whether no unfinished position had to be judged by its evaluation.")
        .def_ro("of_moves", &Expectation::of_moves,
                "For each move asked about, from −1 to 1, for who makes it; empty if no pass was finished.");
    nb::class_<ExpectationSearch> expectation(
        module, "ExpectationSearch",
        "What can be expected of a LineKernel against a weak opponent.\n\n"
        "On a board of more than 100 cells without gravity only cells near the pieces are tried.");
    bind_rules(expectation, "table_megabytes"_a = 16);
    expectation
        .def(
            "search", &expect, "first"_a, "second"_a, "turn"_a, "moves"_a, nb::kw_only(), "guided"_a,
            "half_way"_a, "depth"_a, "nodes"_a = 0, "seconds"_a = 0.0,
            "What each of the moves brings, looked at two plies after it, then four, six … until a limit.\n\n"
            "The opponent plays any move, but with the chance guided the one that looks best to it one ply "
            "ahead. An\nunfinished position is worth e / (|e| + half_way), e being its evaluation.")
        .def("stop", &ExpectationSearch::stop,
             "Make the search that runs in another thread return soon with what it has.");
}

}  // namespace

void bind_lines(nb::module_& module) {
    nb::class_<LineSearch> lines(
        module, "LineSearch",
        "Iterative deepening over a LineKernel.\n\n"
        "A value at the horizon is the game's evaluation, held within ±(WIN − 1000). On a board of more than "
        "100 cells\nwithout gravity only cells near the pieces are tried, unless they all lose; a value is "
        "then an approximation, and\ncomplete only if it is a win or a loss.");
    bind_rules(lines, "table_megabytes"_a = 64);
    bind_search(lines, "first", "second");
    bind_expectation(module);
}

}  // namespace enraya

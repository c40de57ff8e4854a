// The alpha-beta search of games of lines.
#include "lines/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {

void bind_lines(nb::module_& module) {
    nb::class_<LineSearch> lines(
        module, "LineSearch",
        "Iterative deepening over a LineKernel.\n\n"
        "A value at the horizon is the game's evaluation, held within ±(WIN − 1000). On a board of more than "
        "100 cells\nwithout gravity only cells near the pieces are tried, unless they all lose; a value is "
        "then an approximation, and\ncomplete only if it is a win or a loss.");
    bind_rules(lines, "table_megabytes"_a = 64);
    bind_search(lines, "first", "second");
}

}  // namespace enraya

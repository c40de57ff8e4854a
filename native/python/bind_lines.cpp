// The alpha-beta search of games of lines.
#include <utility>
#include <vector>

#include "lines/search.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {

void bind_lines(nb::module_& module) {
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
}

}  // namespace enraya

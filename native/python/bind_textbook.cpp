// Plain minimax and alpha-beta of games of lines.
#include <stdexcept>
#include <utility>
#include <vector>

#include "python/bind.hpp"
#include "textbook/search.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

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

}  // namespace

void bind_textbook(nb::module_& module) {
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
}

}  // namespace enraya

// Plain minimax and alpha-beta of games of lines.
#include <stdexcept>
#include <vector>

#include "python/bind.hpp"
#include "textbook/search.hpp"

using namespace nanobind::literals;

namespace enraya {
namespace {

// Cuts by number: 0 never, 1 at the bound, 2 beyond it.
Report search_as_textbook(TextbookSearch& search, const PythonCells& first, const PythonCells& second,
                          int turn, const std::vector<int>& root_moves, int cut, int win, std::int64_t nodes,
                          double seconds) {
    if (cut < 0 || cut > 2) throw std::invalid_argument("cut is 0, 1 or 2");
    const Limits limits = limits_of(1, nodes, seconds, false);
    const Listener listener = listener_of({});
    nb::gil_scoped_release free;
    return search.search(first.bytes(), second.bytes(), turn, root_moves, TextbookSearch::Cut(cut), win,
                         limits, listener);
}

}  // namespace

void bind_textbook(nb::module_& module) {
    nb::class_<TextbookSearch> textbook(
        module, "TextbookSearch",
        "Minimax and alpha-beta to the end of a LineKernel on at most 64 cells, without rows that are too "
        "long.\n\nAnything else is a ValueError.");
    bind_rules(textbook);
    textbook
        .def("search", &search_as_textbook, "first"_a, "second"_a, "turn"_a, "root_moves"_a, nb::kw_only(),
             "cut"_a, "win"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0,
             "Search with the root's moves in this order.\n\n"
             "Nodes are left never (cut 0), once they reach the bound (1) or once they go beyond it (2). A "
             "win "
             "p plies away\nis worth win − p, or 1 if that is 0.")
        .def("stop", &TextbookSearch::stop,
             "Make the search that runs in another thread return soon with what it has.");
}

}  // namespace enraya

// The shared parts of the bindings: each bind_*.cpp gives Python one core, and bind.cpp makes the module
// of them. The docstrings here become those of the stub `enraya/_native.pyi`, which is generated while
// building.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/search.hpp"
#include "lines/rules.hpp"
#include "python/cells.hpp"

namespace nb = nanobind;

namespace enraya {

void bind_connect4(nb::module_& module);
void bind_gomoku(nb::module_& module);
void bind_lines(nb::module_& module);
void bind_maker(nb::module_& module);
void bind_oso(nb::module_& module);
void bind_textbook(nb::module_& module);

// Cells by number, as lines, columns and permutations of `LineKernel` hold them.
using Cells = std::vector<int>;

// Called with depth, nodes, value and move after every iteration and about every half second.
using Progress = std::function<void(int, std::uint64_t, int, int)>;

// The limits of a search: 0 nodes or seconds are any number of them. Throws std::invalid_argument for what no
// search can keep to.
Limits limits_of(std::int64_t depth, std::int64_t nodes, double seconds, bool every_root_move);

// Tells *progress*, if there is one, and lets Python handle its signals.
Listener listener_of(const Progress& progress);

// Runs a search with the interpreter free for other threads.
template <class Search>
Report search(Search& search, const PythonCells& one, const PythonCells& other, int turn, std::int64_t depth,
              std::int64_t nodes, double seconds, bool every_root_move, const Progress& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(depth, nodes, seconds, every_root_move);
    nb::gil_scoped_release free;
    return search.search(one.bytes(), other.bytes(), turn, limits, listener);
}

// The methods of every core: its table can be kept in a file and forgotten, its search stopped.
template <class Search>
void bind_table(nb::class_<Search>& type) {
    type.def("save", &save<Search>, nb::arg("path"), nb::arg("text") = "",
             nb::call_guard<nb::gil_scoped_release>(),
             "Write the table to a file, after a text. In the middle of a search only its progress may ask "
             "for that,\nexcept of OsoSolver. RuntimeError: it cannot be written.")
        .def("load", &load<Search>, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>(),
             "Put back what such a file holds. RuntimeError: unreadable or damaged. ValueError: of another "
             "board.\nOverflowError: more than there is room for.")
        .def("stop", &Search::stop,
             "Make the search that runs in another thread return soon with what it has.")
        .def("clear", &Search::clear, "Forget what earlier searches found.");
}

template <class Search>
void bind_search(nb::class_<Search>& type, const char* one, const char* other) {
    bind_table(type);
    type.def(
        "search", &search<Search>, nb::arg(one), nb::arg(other), nb::arg("turn"), nb::kw_only(),
        nb::arg("depth"), nb::arg("nodes") = 0, nb::arg("seconds") = 0.0, nb::arg("every_root_move") = false,
        nb::arg("progress") = nb::none(),
        "The best move up to a depth, or within so many nodes or seconds where they are not 0.\n\n"
        "With every_root_move each move at the root gets its exact value, and not only the best. Progress "
        "is called with depth,\nnodes, value and move after every iteration and about every half second.");
}

// The constructor of a core that takes the fields of a `LineKernel`.
template <class Search, class... Rest>
void bind_rules(nb::class_<Search>& type, const Rest&... rest) {
    constexpr bool has_table = sizeof...(Rest) > 0;
    const auto fields = [&type, &rest...](auto&& construct) {
        type.def("__init__", construct, nb::arg("cells"), nb::arg("lines"), nb::arg("ends"),
                 nb::arg("columns"), nb::arg("misere"), nb::arg("symmetries"), rest...);
    };
    if constexpr (has_table)
        fields([](Search* self, int cells, std::vector<Cells> lines, std::vector<Cells> ends,
                  std::vector<Cells> columns, bool misere, std::vector<Cells> symmetries,
                  int table_megabytes) {
            new (self) Search(LineRules(cells, std::move(lines), std::move(ends), std::move(columns), misere,
                                        std::move(symmetries)),
                              table_megabytes);
        });
    else
        fields([](Search* self, int cells, std::vector<Cells> lines, std::vector<Cells> ends,
                  std::vector<Cells> columns, bool misere, std::vector<Cells> symmetries) {
            new (self) Search(LineRules(cells, std::move(lines), std::move(ends), std::move(columns), misere,
                                        std::move(symmetries)));
        });
}

}  // namespace enraya

// What the bindings of the cores share: each bind_*.cpp gives Python one core, and bind.cpp makes the module
// of them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/search.hpp"

namespace nb = nanobind;

namespace enraya {

void bind_connect4(nb::module_& module);
void bind_lines(nb::module_& module);
void bind_maker(nb::module_& module);
void bind_oso(nb::module_& module);
void bind_textbook(nb::module_& module);

// Cells by number, as lines, columns and permutations of `LineKernel` hold them.
using Cells = std::vector<int>;

std::span<const std::uint8_t> bytes_of(const nb::bytes& bytes);

// No depth, nodes or seconds are 0; ValueError for what no search can keep to.
Limits limits_of(std::int64_t depth, std::int64_t nodes, double seconds, bool every_root_move);

// Hears of a search in Python, which has to be asked for the interpreter first.
Listener listener_of(const nb::object& progress);

// Runs a search with the interpreter free for other threads, and takes it back to tell of progress.
template <class Search>
Report search(Search& search, const nb::bytes& one, const nb::bytes& other, int turn, std::int64_t depth,
              std::int64_t nodes, double seconds, bool every_root_move, const nb::object& progress) {
    const Listener listener = listener_of(progress);
    const Limits limits = limits_of(depth, nodes, seconds, every_root_move);
    nb::gil_scoped_release free;
    return search.search(bytes_of(one), bytes_of(other), turn, limits, listener);
}

// The table of a search, kept in a file.
template <class Search>
void bind_keeping(nb::class_<Search>& type) {
    type.def("save", &save<Search>, nb::arg("path"), nb::arg("text") = "",
             nb::call_guard<nb::gil_scoped_release>())
        .def("load", &load<Search>, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>());
}

template <class Search>
void bind_search(nb::class_<Search>& type, const char* one, const char* other) {
    bind_keeping(type);
    type.def("search", &search<Search>, nb::arg(one), nb::arg(other), nb::arg("turn"), nb::kw_only(),
             nb::arg("depth"), nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
             nb::arg("every_root_move") = false, nb::arg("progress") = nb::none())
        .def("stop", &Search::stop)
        .def("clear", &Search::clear);
}

}  // namespace enraya

// The engine of five in a row: its search, its board and the fitting of its network.
#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gomoku/engine.hpp"
#include "gomoku/four_search.hpp"
#include "gomoku/network_fit.hpp"
#include "gomoku/self_play.hpp"
#include "gomoku/threat_search.hpp"
#include "gomoku/weights.hpp"
#include "python/bind.hpp"

using namespace nanobind::literals;

namespace enraya {

namespace {

using gomoku::Board;
using Weights = std::vector<std::int16_t>;

using Features = gomoku::Features;
constexpr std::pair<std::string_view, bool Features::*> kFeatures[] = {
    {"four_search", &Features::four_search},
    {"threat_search", &Features::threat_search},
    {"history", &Features::history},
    {"reductions", &Features::reductions},
    {"futility", &Features::futility},
    {"razoring", &Features::razoring},
    {"move_count", &Features::move_count},
    {"forced_extension", &Features::forced_extension},
    {"singular_extension", &Features::singular_extension},
    {"aspiration", &Features::aspiration},
};

// All but those named. Throws std::invalid_argument for a name that none has.
Features features_without(const std::vector<std::string>& names) {
    Features features;
    for (const std::string& name : names) {
        const auto* const found =
            std::ranges::find(kFeatures, name, [](const auto& each) { return each.first; });
        if (found == std::end(kFeatures)) throw std::invalid_argument("no such feature: " + name);
        features.*found->second = false;
    }
    return features;
}

// A board with what it needs, for looking at single positions.
struct SinglePosition {
    SinglePosition(int columns, int rows, bool exact)
        : geometry(columns, rows),
          board(geometry, exact ? gomoku::Rule::ExactlyFive : gomoku::Rule::Freestyle,
                gomoku::Evaluation::built_in()) {}

    void set_up(const PythonCells& first, const PythonCells& second, int turn) {
        if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
        board.set_up(Board::Cells::of_bytes(first.bytes(), geometry.cells()),
                     Board::Cells::of_bytes(second.bytes(), geometry.cells()), turn);
    }
    void check(int side, int cell) const {
        if (side < 0 || side > 1 || cell < 0 || cell >= geometry.cells())
            throw std::invalid_argument("no such cell");
    }

    gomoku::Geometry geometry;
    Board board;
};

std::vector<int> list_of(Board::Cells cells) {
    std::vector<int> list;
    while (!cells.is_empty()) list.push_back(cells.take_first());
    return list;
}

void bind_board(nb::module_& module) {
    nb::class_<SinglePosition>(
        module, "GomokuBoard",
        "A position of five in a row as the engine sees it. Sides are 0 and 1; patterns and threats are the "
        "numbers of\nnative/gomoku/pattern.hpp and evaluation.hpp.")
        .def(nb::init<int, int, bool>(), "columns"_a, "rows"_a, "exact"_a)
        .def("set_up", &SinglePosition::set_up, "first"_a, "second"_a, "turn"_a)
        .def(
            "play",
            [](SinglePosition& self, int cell) {
                self.check(0, cell);
                if (!self.board.is_empty(cell)) throw std::invalid_argument("the cell is taken");
                if (self.board.threat(self.board.turn(), cell) == gomoku::MakesFive)
                    throw std::invalid_argument("the move ends the game");
                self.board.play(cell);
            },
            "cell"_a)
        .def("undo",
             [](SinglePosition& self) {
                 if (self.board.plies() == 0) throw std::invalid_argument("nothing to undo");
                 self.board.undo();
             })
        .def(
            "patterns",
            [](const SinglePosition& self, int side, int cell) {
                self.check(side, cell);
                std::vector<int> patterns;
                for (int direction = 0; direction < gomoku::kDirections; ++direction)
                    patterns.push_back(self.board.pattern(side, cell, direction));
                return patterns;
            },
            "side"_a, "cell"_a)
        .def(
            "threat",
            [](const SinglePosition& self, int side, int cell) {
                self.check(side, cell);
                return static_cast<int>(self.board.threat(side, cell));
            },
            "side"_a, "cell"_a)
        .def(
            "cells_of",
            [](const SinglePosition& self, int side, int threat) {
                self.check(side, 0);
                if (threat < 1 || threat >= gomoku::kThreats) throw std::invalid_argument("no such threat");
                return list_of(self.board.cells_of(side, static_cast<gomoku::Threat>(threat)));
            },
            "side"_a, "threat"_a)
        .def(
            "answers",
            [](const SinglePosition& self, int attacker) {
                self.check(attacker, 0);
                return list_of(self.board.answers(attacker));
            },
            "attacker"_a, "The cells where the other side may prevent every open four of the attacker.")
        .def("estimate", [](const SinglePosition& self) { return self.board.estimate(); })
        .def(
            "win_by_fours",
            [](SinglePosition& self, std::uint64_t nodes) {
                gomoku::FourSearch search(self.board);
                const int plies = search.plies_to_win(nodes);
                return std::pair{plies, search.line()};
            },
            "nodes"_a,
            "The plies in which the side to move wins by fours alone, or 0, and the moves up to an open four "
            "or "
            "five.")
        .def(
            "win_by_threats",
            [](SinglePosition& self, std::uint64_t nodes) {
                gomoku::ThreatSearch search(self.board);
                using Answer = gomoku::ThreatSearch::Answer;
                const Answer answer = search.search(nodes);
                return std::tuple{answer != Answer::Unknown, answer == Answer::Wins ? search.plies() : 0,
                                  answer == Answer::Wins ? search.move() : Board::kNoCell};
            },
            "nodes"_a,
            "Whether it is known if the side to move wins by fours and threes; the plies it takes at most, "
            "and a "
            "move.");
}

void bind_fit(nb::module_& module) {
    using Fit = gomoku::NetworkFit;
    nb::class_<Fit>(module, "GomokuNetworkFit", "Fits the pattern network to games, by gradient descent.")
        .def(nb::init<int, std::uint64_t>(), "side"_a, "seed"_a)
        .def(
            "add",
            [](Fit& self, const std::vector<int>& moves, const std::vector<float>& targets) {
                self.add(moves, targets);
            },
            "moves"_a, "targets"_a,
            "A game, and for the position before each move the chance of the side to move, or -1 for one not "
            "to look at.")
        .def_prop_ro("positions", &Fit::positions)
        .def("epoch", &Fit::epoch, "first_rate"_a, "last_rate"_a, "seed"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("loss", &Fit::loss, "network"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The mean loss of another fit's network on the games of this one.")
        .def("weights", &Fit::weights);
    nb::class_<gomoku::SelfPlay>(module, "GomokuSelfPlay",
                                 "Games of the engine against itself, freestyle, as lines of text.")
        .def(
            "__init__",
            [](gomoku::SelfPlay* self, int side, const Weights& weights) {
                new (self) gomoku::SelfPlay(side, weights);
            },
            "side"_a, "weights"_a = Weights{})
        .def("game", &gomoku::SelfPlay::game, "seed"_a, "number"_a, "nodes"_a,
             "The result for the first player, how many stones the dice placed, and the moves, each from "
             "there on\nwith the value that the search gave to the position before it.",
             nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace

void bind_gomoku(nb::module_& module) {
    bind_board(module);
    bind_fit(module);
    nb::class_<GomokuSearch>(
        module, "GomokuSearch",
        "The engine of five in a row on 5 to 22 columns and rows; with exact, a longer row does not win.\n\n"
        "A decisive value is proven, and the winner needs no more plies than it says; every other value is "
        "an "
        "estimate.\nOnly cells near the stones are tried, unless they all lose. Without names parts of the "
        "search "
        "to leave out.")
        .def(
            "__init__",
            [](GomokuSearch* self, int columns, int rows, bool exact, int table_megabytes, int threads,
               const std::vector<std::string>& without, const Weights& weights) {
                new (self) GomokuSearch(columns, rows, exact, table_megabytes, threads,
                                        features_without(without), weights);
            },
            "columns"_a, "rows"_a, "exact"_a, "table_megabytes"_a = 64, nb::kw_only(), "threads"_a = 1,
            "without"_a = std::vector<std::string>{}, "weights"_a = Weights{})
        .def("search", &search<GomokuSearch>, "first"_a, "second"_a, "turn"_a, nb::kw_only(), "depth"_a,
             "nodes"_a = 0, "seconds"_a = 0.0, "every_root_move"_a = false, "progress"_a = nb::none())
        .def("stop", &GomokuSearch::stop, "As LineSearch.stop.")
        .def("clear", &GomokuSearch::clear, "As LineSearch.clear.")
        .def_static("built_in_weights",
                    [] { return Weights(gomoku::kWeights.begin(), gomoku::kWeights.end()); });
}

}  // namespace enraya

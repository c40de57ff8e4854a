// The order in which moves are tried: those whose open lines are heaviest first.
#pragma once

#include <algorithm>
#include <array>

#include "maker/board.hpp"

namespace enraya {

template <class Set>
using CellOrder = std::array<typename MakerRules<Set>::CellNumber, MakerRules<Set>::kMostCells>;

// Puts *moves* into *order*, the most promising for either side first, and returns how many they are.
template <class Set>
int sort_by_promise(const MakerBoard<Set>& board, Set moves, CellOrder<Set>& order) {
    using Rules = MakerRules<Set>;
    std::array<int, Rules::kMostCells> promise{};
    for (Side side : {kMaker, kBreaker})
        board.for_open(side, [&](int line) {
            const int weight = 1 << 2 * board.count(side, line);
            for (Set cells = board.rules().line(line) & board.empty(); cells;)
                promise[take_first(cells)] += weight;
        });
    int count = 0;
    while (moves) order[count++] = static_cast<typename Rules::CellNumber>(take_first(moves));
    std::stable_sort(order.begin(), order.begin() + count,
                     [&](int one, int two) { return promise[one] > promise[two]; });
    return count;
}

}  // namespace enraya

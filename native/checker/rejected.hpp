// Why a certificate proves nothing.
#pragma once

#include <vector>

#include "checker/cells.hpp"

namespace enraya::certificate {

// Thrown at the first position where a strategy does not do what it claims.
struct Rejected {
    const char* code;
    std::vector<int> first{}, second{};  // the cells of the pieces
    int turn = 0, player = 0;
};

template <int kWords>
[[noreturn]] void reject(const char* code, const SetPair<kWords>& pieces, int turn, int player) {
    Rejected rejected{code};
    for (CellSet<kWords> left = pieces[0]; left; left = left.without_first())
        rejected.first.push_back(left.first());
    for (CellSet<kWords> left = pieces[1]; left; left = left.without_first())
        rejected.second.push_back(left.first());
    rejected.turn = turn, rejected.player = player;
    throw rejected;
}

}  // namespace enraya::certificate

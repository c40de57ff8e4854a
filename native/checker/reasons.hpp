// What a certificate may give as a reason in one step: pairs with weights, and sequences of threats.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "checker/proof.hpp"

namespace enraya::certificate {

// The cells that pairs and weights count on, if they show that the attacker fills no line (docs/mnk.md).
//
// Whoever takes one cell of a pair is answered in the other. The lines that no pair stops weigh 2 to the
// attacker's pieces in them, where the cells of pairs count as pieces. Their sum stays below a full line if
// it is below after the attacker's next move.
inline std::optional<Set> zone_of_pairs(const Board& board, Set attacker, Set holder, const Cells& pairs,
                                        bool attacker_moves) {
    std::array<bool, 256> is_paired{};
    Set paired = 0;
    std::vector<Set> whole;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        const int one = pairs[i], two = pairs[i + 1];
        if (one == two || is_paired[one] || is_paired[two]) return {};
        is_paired[one] = is_paired[two] = true;
        const Set cells = cell_set(one) | cell_set(two);
        if (cells & (attacker | holder)) return {};
        paired |= cells;
        // A pair with a cell beyond the board stops no line.
        if (!has_one_at_most(cells)) whole.push_back(cells);
    }
    Set zone = paired;
    std::uint64_t sum = 0;
    std::array<std::uint64_t, 64> added{};
    for (const Set line : board.lines()) {
        if (line & holder) continue;
        if (std::any_of(whole.begin(), whole.end(), [&](Set pair) { return (line & pair) == pair; }))
            continue;
        const std::uint64_t weight = std::uint64_t{1} << std::popcount(line & (attacker | paired));
        sum += weight;
        const Set free = line & ~(attacker | paired);
        zone |= free;
        for (Set left = free; left; left &= left - 1) added[std::countr_zero(left)] += weight;
    }
    if (attacker_moves) sum += *std::max_element(added.begin(), added.end());
    if (sum >= std::uint64_t{1} << board.length()) return {};
    return zone;
}

// Where the defender, to move first, could stop these threats of the attacker; nothing unless they win.
//
// Each move leaves one cell that has to be taken, and the last leaves two. A piece outside the zone stops
// none of them, takes no reply away and completes nothing in time.
inline std::optional<Set> zone_of_threats(const Board& board, Set attacker, Set defender,
                                          const Cells& moves) {
    const Set attacker_before = attacker, defender_before = defender;
    if (Board::completing(board.lines(), attacker, defender)) return {};
    Set to_stop = Board::completing(board.lines(), defender, attacker), used = 0;
    for (const int cell : moves) {
        if (cell >= board.cells()) return {};
        const Set taken = cell_set(cell);
        if (taken & (attacker | defender) || to_stop & ~taken) return {};
        attacker |= taken;
        used |= taken;
        const Set threats = Board::completing(board.through(cell), attacker, defender);
        if (!threats) return {};
        if (has_one_at_most(threats)) {
            defender |= threats;
            to_stop = Board::completing(board.through(std::countr_zero(threats)), defender, attacker);
            continue;
        }
        Set zone = used | threats | (defender & ~defender_before);
        for (const Set line : board.lines())
            if (!(line & attacker_before) && std::popcount(line & defender) >= board.length() - 2)
                zone |= line;
        return zone & ~(attacker_before | defender_before);
    }
    return {};
}

}  // namespace enraya::certificate

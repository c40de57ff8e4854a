// What a certificate may give as a reason in one step: pairs with weights, and sequences of threats.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "checker/advice.hpp"
#include "checker/board.hpp"

namespace enraya::certificate {

// The cells that pairs and weights count on, if they show that the attacker fills no line (docs/mnk.md).
//
// Whoever takes one cell of a pair is answered in the other. The lines that no pair stops weigh 2 to the
// attacker's pieces in them, where the cells of pairs count as pieces. Their sum stays below a full line if
// it is below after the attacker's next move. A pair that stops no line is none.
template <int kWords>
std::optional<CellSet<kWords>> zone_of_pairs(const Board<kWords>& board, const CellSet<kWords>& attacker,
                                             const CellSet<kWords>& holder, const Cells& pairs,
                                             bool attacker_moves) {
    using Set = CellSet<kWords>;
    std::array<bool, 256> is_paired{};
    Set paired;
    std::vector<Set> whole;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        const int one = pairs[i], two = pairs[i + 1];
        if (one == two || is_paired[one] || is_paired[two]) return {};
        is_paired[one] = is_paired[two] = true;
        const Set cells = Set(one) | Set(two);
        if (cells & (attacker | holder)) return {};
        paired |= cells;
        // A pair with a cell beyond the board stops no line.
        if (!cells.has_one_at_most()) whole.push_back(cells);
    }
    Set zone = paired, stopping;
    std::uint64_t sum = 0;
    std::array<std::uint64_t, Set::kMostCells> added{};
    for (const Set& line : board.lines()) {
        if (line & holder) continue;
        bool is_stopped = false;
        for (const Set& pair : whole)
            if ((line & pair) == pair) is_stopped = true, stopping |= pair;
        if (is_stopped) continue;
        const std::uint64_t weight = std::uint64_t{1} << (line & (attacker | paired)).size();
        sum += weight;
        const Set free = line & ~(attacker | paired);
        zone |= free;
        for (Set left = free; left; left = left.without_first()) added[left.first()] += weight;
    }
    if (stopping != paired) return {};
    if (attacker_moves) sum += *std::max_element(added.begin(), added.end());
    if (sum >= std::uint64_t{1} << board.length()) return {};
    return zone;
}

// Where the defender, to move first, could stop these threats of the attacker; nothing unless they win.
//
// Each move leaves one cell that has to be taken, and the last leaves two. A piece outside the zone stops
// none of them, takes no reply away and completes nothing in time; nor do *more* pieces together. *Concise*:
// the last move has to be needed.
template <int kWords>
std::optional<CellSet<kWords>> zone_of_threats(const Board<kWords>& board, CellSet<kWords> attacker,
                                               CellSet<kWords> defender, const Cells& moves, bool is_concise,
                                               int more = 1) {
    using Set = CellSet<kWords>;
    const Set attacker_before = attacker, defender_before = defender;
    if (board.completing(board.lines(), attacker, defender)) return {};
    Set to_stop = board.completing(board.lines(), defender, attacker), used;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        const int cell = moves[number];
        if (cell >= board.cells()) return {};
        const Set taken(cell);
        if (taken & (attacker | defender) || to_stop & ~taken) return {};
        attacker |= taken;
        used |= taken;
        const Set threats = board.completing(board.through(cell), attacker, defender);
        if (!threats) return {};
        if (threats.has_one_at_most()) {
            defender |= threats;
            to_stop = board.completing(board.through(threats.first()), defender, attacker);
            continue;
        }
        if (is_concise && number + 1 < moves.size()) return {};
        Set zone = used | threats | (defender & ~defender_before);
        for (const Set& line : board.lines())
            if (!(line & attacker_before) && (line & defender).size() + more >= board.length() - 1)
                zone |= line;
        return zone & ~(attacker_before | defender_before);
    }
    return {};
}

}  // namespace enraya::certificate

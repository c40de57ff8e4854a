// What is held by a player whose own lines count for nothing: the relevance zones, from the bottom up.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "checker/reasons.hpp"
#include "checker/views.hpp"

namespace enraya::certificate {

// Thrown at the first position where a strategy does not do what it claims.
struct Rejected {
    const char* code;
    Two pieces{};
    int turn = 0, player = 0;
};

// The zone of a position is a set of empty cells such that the holder holds as well with more pieces of the
// attacker anywhere outside it.
class ZoneCheck {
  public:
    ZoneCheck(const Board& board, const Views& views, const Strategy& strategy, std::uint64_t& positions)
        : board_(board), views_(views), strategy_(strategy), positions_(positions) {}

    Set zone(Set attacker, Set holder, int turn) {
        const auto [form, view] = views_.canonical({attacker, holder});
        const Set found = zone_of_form(form[0], form[1], turn);
        return view ? Views::carried_back(*view, found) : found;
    }

  private:
    Set zone_of_form(Set attacker, Set holder, int turn) {
        Set live = 0, to_fill = 0;
        for (const Set line : board_.lines()) {
            if (line & holder) continue;
            live |= line;
            const Set missing = line & ~attacker;
            if (!missing) refuse("proof.lost", attacker, holder, turn);
            if (has_one_at_most(missing)) to_fill |= missing;
        }
        if (!live) return 0;
        const Two position{attacker & live, live & ~attacker};
        if (const auto known = known_[turn].find(position); known != known_[turn].end()) return known->second;
        ++positions_;
        const Set found = to_fill ? after_forced(to_fill, attacker, holder, turn)
                                  : by_strategy(position, attacker, holder, turn);
        known_[turn][position] = found;
        return found;
    }

    // One cell has to be taken at once.
    Set after_forced(Set to_fill, Set attacker, Set holder, int turn) {
        if (turn != strategy_.player || !has_one_at_most(to_fill))
            refuse("proof.lost", attacker, holder, turn);
        return to_fill | zone(attacker, holder | to_fill, 1 - turn);
    }

    Set by_strategy(const Two& position, Set attacker, Set holder, int turn) {
        const bool holder_moves = turn == strategy_.player;
        const auto& pairings = strategy_.zone_pairings[turn];
        if (const auto pairs = pairings.find(position); pairs != pairings.end()) {
            const auto found = zone_of_pairs(board_, attacker, holder, pairs->second, !holder_moves);
            if (!found) refuse("proof.not_held", attacker, holder, turn);
            return *found;
        }
        if (!holder_moves) return after_attacks(position, attacker, holder, turn);
        const auto reply = strategy_.zone_replies.find(position);
        if (reply == strategy_.zone_replies.end()) refuse("proof.no_reply", attacker, holder, turn);
        const Set taken = cell_set(reply->second);
        if (!(taken & position[1])) refuse("proof.no_such_move", attacker, holder, turn);
        return taken | zone(attacker, holder | taken, 1 - turn);
    }

    // After each answer only the moves in its zone are left; what is left in the end must be dominated.
    Set after_attacks(const Two& position, Set attacker, Set holder, int turn) {
        Set left = position[1], found = 0;
        if (const auto attacks = strategy_.zone_attacks.find(position);
            attacks != strategy_.zone_attacks.end())
            for (const int cell : attacks->second) {
                if (!left) break;
                const Set taken = cell_set(cell);
                if (!(taken & left)) refuse("proof.unanswered", attacker, holder, turn);
                const Set counted_on = zone(attacker | taken, holder, 1 - turn);
                found |= counted_on;
                left &= counted_on & ~taken;
            }
        const Set answered = position[1] & ~left;
        for (; left; left &= left - 1) {
            const Set shared = shared_by_open_lines(position, left & -left) & answered;
            if (!shared) refuse("proof.unanswered", attacker, holder, turn);
            if (!(shared & found)) found |= shared & -shared;
        }
        return found;
    }

    // The cells that all open lines through a cell run through.
    Set shared_by_open_lines(const Two& position, Set cell) const {
        Set shared = position[0] | position[1];
        for (const Set line : board_.lines())
            if (line & cell && !(line & ~(position[0] | position[1]))) shared &= line;
        return shared;
    }

    [[noreturn]] void refuse(const char* code, Set attacker, Set holder, int turn) const {
        const Two pieces = strategy_.player == 0 ? Two{holder, attacker} : Two{attacker, holder};
        throw Rejected{code, pieces, turn, strategy_.player};
    }

    const Board& board_;
    const Views& views_;
    const Strategy& strategy_;
    std::uint64_t& positions_;
    std::array<By<Set>, 2> known_;
};

}  // namespace enraya::certificate

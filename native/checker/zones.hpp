// What is held by a player whose own lines count for nothing: the relevance zones, from the bottom up.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "checker/reasons.hpp"
#include "checker/rejected.hpp"
#include "checker/views.hpp"

namespace enraya::certificate {

// The zone of a position is a set of empty cells such that the holder holds as well with more pieces of the
// attacker anywhere outside it.
template <int kWords>
class ZoneCheck {
  public:
    using Set = CellSet<kWords>;
    using Position = SetPair<kWords>;

    ZoneCheck(const Board<kWords>& board, const Views<kWords>& views, int holder, Advice<kWords>& advice,
              std::uint64_t& positions)
        : board_(board), views_(views), holder_(holder), advice_(advice), positions_(positions) {}

    Set zone(const Set& attacker, const Set& holder, int turn) {
        const auto [form, view] = views_.canonical({attacker, holder});
        const Set found = zone_of_form(form[0], form[1], turn);
        return view ? Views<kWords>::carried_back(*view, found) : found;
    }

  private:
    Set zone_of_form(const Set& attacker, const Set& holder, int turn) {
        Set live, to_fill;
        for (const Set& line : board_.lines()) {
            if (line & holder) continue;
            live |= line;
            const Set missing = line & ~attacker;
            if (!missing) refuse("proof.lost", attacker, holder, turn);
            if (missing.has_one_at_most()) to_fill |= missing;
        }
        if (!live) return {};
        const Position position{attacker & live, live & ~attacker};
        if (const auto known = known_[turn].find(position); known != known_[turn].end()) return known->second;
        ++positions_;
        const Set found = to_fill ? after_forced(to_fill, attacker, holder, turn)
                                  : by_strategy(position, attacker, holder, turn);
        known_[turn][position] = found;
        return found;
    }

    // One cell has to be taken at once.
    Set after_forced(const Set& to_fill, const Set& attacker, const Set& holder, int turn) {
        if (turn != holder_ || !to_fill.has_one_at_most()) refuse("proof.lost", attacker, holder, turn);
        return to_fill | zone(attacker, holder | to_fill, 1 - turn);
    }

    Set by_strategy(const Position& position, const Set& attacker, const Set& holder, int turn) {
        if (const auto pairs = advice_.zone_pairing(position, turn)) {
            const auto found = zone_of_pairs(board_, attacker, holder, *pairs, turn != holder_);
            if (!found) refuse("proof.not_held", attacker, holder, turn);
            return *found;
        }
        if (turn != holder_) return after_attacks(position, attacker, holder, turn);
        const auto reply = advice_.zone_reply(position);
        if (!reply) refuse("proof.no_reply", attacker, holder, turn);
        const Set taken(*reply);
        if (!(taken & position[1])) refuse("proof.no_such_move", attacker, holder, turn);
        return taken | zone(attacker, holder | taken, 1 - turn);
    }

    // After each answer only the moves in its zone are left; what is left in the end must be dominated.
    Set after_attacks(const Position& position, const Set& attacker, const Set& holder, int turn) {
        Set left = position[1], found;
        for (std::size_t number = 0; left; ++number) {
            const auto cell = advice_.zone_attack(position, number);
            if (!cell) break;
            const Set taken(*cell);
            if (!(taken & left)) refuse("proof.unanswered", attacker, holder, turn);
            const Set counted_on = zone(attacker | taken, holder, 1 - turn);
            found |= counted_on;
            left &= counted_on & ~taken;
        }
        const Set answered = position[1] & ~left;
        for (; left; left = left.without_first()) {
            const Set shared = shared_by_open_lines(position, Set(left.first())) & answered;
            if (!shared) refuse("proof.unanswered", attacker, holder, turn);
            if (!(shared & found)) found |= Set(shared.first());
        }
        return found;
    }

    // The cells that all open lines through a cell run through.
    Set shared_by_open_lines(const Position& position, const Set& cell) const {
        Set shared = position[0] | position[1];
        for (const Set& line : board_.lines())
            if (line & cell && !(line & ~(position[0] | position[1]))) shared &= line;
        return shared;
    }

    [[noreturn]] void refuse(const char* code, const Set& attacker, const Set& holder, int turn) const {
        const Position pieces = holder_ == 0 ? Position{holder, attacker} : Position{attacker, holder};
        reject<kWords>(code, pieces, turn, holder_);
    }

    const Board<kWords>& board_;
    const Views<kWords>& views_;
    int holder_;
    Advice<kWords>& advice_;
    std::uint64_t& positions_;
    std::array<std::unordered_map<Position, Set, SetPairHash<kWords>>, 2> known_;
};

}  // namespace enraya::certificate

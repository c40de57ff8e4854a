// Wins after a pass of the other side, and their zones: where the other side, if it moves instead, could do
// something about it.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "checker/reasons.hpp"
#include "checker/rejected.hpp"
#include "checker/views.hpp"

namespace enraya::certificate {

// A position has a zone for each number of pieces that the other side may have elsewhere: so many in any
// cells outside it, and the win goes through as it stands.
template <int kWords>
class PassCheck {
  public:
    using Set = CellSet<kWords>;
    using Position = SetPair<kWords>;

    PassCheck(const Board<kWords>& board, int player, Advice<kWords>& advice, std::uint64_t& positions)
        : board_(board), player_(player), advice_(advice), positions_(positions) {}

    Set zone(const Position& pieces) { return zones(pieces, player_)[0]; }

  private:
    static constexpr int kLevels = 3;
    using Zones = std::array<Set, kLevels>;

    Zones zones(const Position& pieces, int turn) {
        if (const auto known = known_[turn].find(pieces); known != known_[turn].end()) return known->second;
        ++positions_;
        const Zones found = turn == player_ ? attack(pieces) : defence(pieces);
        known_[turn][pieces] = found;
        return found;
    }

    Zones attack(const Position& pieces) {
        const Set &own = pieces[player_], &others = pieces[1 - player_];
        if (const Set fills = board_.completing(board_.lines(), own, others))
            return everywhere(Set(fills.first()));
        const auto sequences = advice_.sequences(pieces);
        if (!sequences || sequences->size() > 1) refuse("proof.no_sequence", pieces, player_);
        if (!sequences->empty()) return by_threats(pieces, (*sequences)[0], player_);
        const auto reply = advice_.reply(pieces);
        if (!reply) refuse("proof.no_reply", pieces, player_);
        const Set taken(*reply);
        if (!(taken & board_.all() & ~(own | others))) refuse("proof.no_such_move", pieces, player_);
        Zones found = zones(after(pieces, player_, taken), 1 - player_);
        add(found, everywhere(taken));
        for (const Set& line : board_.lines()) {
            if (line & own) continue;
            for (int more = 1; more <= kLevels; ++more)
                if ((line & others).size() + more >= board_.length() - 1) found[more - 1] |= line;
        }
        return found;
    }

    Zones defence(const Position& pieces) {
        const int turn = 1 - player_;
        const Set &own = pieces[player_], &others = pieces[turn];
        if (board_.completing(board_.lines(), others, own)) refuse("proof.lost", pieces, turn);
        const Set threats = board_.completing(board_.lines(), own, others);
        if (!threats.has_one_at_most()) return everywhere(threats);
        Zones found{};
        Set left = threats;
        if (!threats) {
            left = board_.all() & ~(own | others);
            const auto sequences = advice_.sequences(pieces);
            const auto answer = [&](const Zones& passed) {
                left &= passed[0];
                for (int level = 0; level + 1 < kLevels; ++level) found[level] |= passed[level + 1];
                found[kLevels - 1] |= board_.all();
            };
            if (!sequences) answer(zones(pieces, player_));
            if (sequences)
                for (const Cells& moves : *sequences) answer(by_threats(pieces, moves, turn));
        }
        for (; left; left = left.without_first()) {
            const Set taken(left.first());
            add(found, zones(after(pieces, turn, taken), player_));
            add(found, everywhere(taken));
        }
        return found;
    }

    Zones by_threats(const Position& pieces, const Cells& moves, int turn) const {
        Zones found;
        for (int more = 1; more <= kLevels; ++more) {
            const auto zone = zone_of_threats(board_, pieces[player_], pieces[1 - player_], moves,
                                              advice_.is_concise(), more);
            if (!zone) refuse("proof.no_sequence", pieces, turn);
            found[more - 1] = *zone;
        }
        return found;
    }

    static Zones everywhere(const Set& cells) {
        Zones found;
        found.fill(cells);
        return found;
    }
    static void add(Zones& found, const Zones& zones) {
        for (int level = 0; level < kLevels; ++level) found[level] |= zones[level];
    }
    static Position after(Position pieces, int turn, const Set& taken) {
        pieces[turn] |= taken;
        return pieces;
    }
    [[noreturn]] void refuse(const char* code, const Position& pieces, int turn) const {
        reject<kWords>(code, pieces, turn, player_);
    }

    const Board<kWords>& board_;
    int player_;
    Advice<kWords>& advice_;
    std::uint64_t& positions_;
    std::array<std::unordered_map<Position, Zones, SetPairHash<kWords>>, 2> known_;
};

}  // namespace enraya::certificate

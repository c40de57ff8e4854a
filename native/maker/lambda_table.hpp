// The transposition table of wins by order: proof numbers, and the zones of what is won, with the move that
// wins.
//
//     bucket   | entry | entry |        the less worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm) | zones | move
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "maker/board.hpp"
#include "maker/proof_number_table.hpp"

namespace enraya {

// The zones of a win of the maker, by how many pieces of the breaker may be added: as many as its number,
// anywhere outside it, and the win goes through as it stands (docs/mnk.md, "Zones of longer wins").
template <class Set>
class WinZones {
  public:
    static constexpr int kLevels = 3;

    // With more pieces than are reckoned with, every cell may matter.
    Set of(int more, const Set& board) const { return more <= kLevels ? zones_[more - 1] : board; }

    void add(const Set& cells) {
        for (Set& zone : zones_) zone |= cells;
    }
    void add(int more, const Set& cells) { zones_[more - 1] |= cells; }
    void add(const WinZones& other) {
        for (int i = 0; i < kLevels; ++i) zones_[i] |= other.zones_[i];
    }
    // The zones of a win that has to do with one piece more already.
    void add_after_pass(const WinZones& other, const Set& board) {
        for (int more = 1; more <= kLevels; ++more) zones_[more - 1] |= other.of(more + 1, board);
    }

  private:
    std::array<Set, kLevels> zones_{};
};

template <class Set>
struct LambdaFinding {
    ProofNumbers numbers;
    WinZones<Set> zones{};
    int move = -1;  // of the maker, to move, that wins
};

template <class Set>
struct OrderEntry : ProofNumberEntry {
    WinZones<Set> zones;
    std::int64_t move;
};

template <class Set>
class LambdaTable : public ProofNumberEntries<OrderEntry<Set>> {
  public:
    using Entry = OrderEntry<Set>;
    using ProofNumberEntries<Entry>::ProofNumberEntries;

    bool find(const PositionKey& key, LambdaFinding<Set>& finding) const {
        const Entry* const entry = this->entry_of(key);
        if (entry) finding = {entry->numbers(), entry->zones, static_cast<int>(entry->move)};
        return entry;
    }

    // An entry keeps its greatest work, even if the last visit was short.
    void store(const PositionKey& key, const LambdaFinding<Set>& finding, std::uint64_t work) {
        Entry& slot = this->slot_for(key);
        std::uint64_t dear = worth_of(work, finding.numbers);
        if (slot.name == key.name) dear = std::max<std::uint64_t>(dear, slot.work);
        slot = {{key.name, finding.numbers.to_prove, finding.numbers.to_disprove, dear},
                finding.zones,
                finding.move};
    }
};

}  // namespace enraya

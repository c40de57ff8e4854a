// The transposition table of df-pn with relevance zones.
//
//     bucket   | entry | entry |        the less worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm) | zone | moves
//
// Zone and moves are sets of cells: 64 bits each on boards of at most 64 cells, where two entries are one
// cache line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/checkpoint.hpp"
#include "maker/board.hpp"
#include "maker/canonical_key.hpp"
#include "maker/proof_number_table.hpp"

namespace enraya {

// An entry of the table. Once it is settled the loser may have more pieces anywhere outside the zone,
// and it stays so. Until then: the moves that the mover may still try, all others being answered with this
// zone.
template <class Set>
struct Finding {
    ProofNumbers numbers;
    Set zone{}, moves{};
};

template <class Set>
struct ZoneEntry : ProofNumberEntry {
    Set zone, moves;
};
static_assert(sizeof(ZoneEntry<Word>) == 32);

template <class Set>
class ZoneTable : public ProofNumberEntries<ZoneEntry<Set>> {
  public:
    using Entry = ZoneEntry<Set>;
    using Entries = ProofNumberEntries<Entry>;
    using Rules = MakerRules<Set>;

    ZoneTable(int megabytes, const Set& board) : Entries(megabytes), board_(board) {}

    // The entry of a position with these empty cells. An entry with moves that cannot be made there is
    // another position's, or was never written by a search.
    bool find(const Rules& rules, const NamedView& named, const Set& empty, Finding<Set>& finding) const {
        const Entry* const entry = this->entry_of(named.key);
        if (!entry) return false;
        const Set moves = rules.seen_back(named.view, entry->moves);
        if (moves & ~empty) return false;
        finding = {entry->numbers(), rules.seen_back(named.view, entry->zone), moves};
        return true;
    }

    // An entry keeps its greatest work, even if the last visit was short.
    void store(const Rules& rules, const NamedView& named, const Finding<Set>& finding, std::uint64_t work) {
        Entry& slot = this->slot_for(named.key);
        std::uint64_t dear = worth_of(work, finding.numbers);
        if (slot.name == named.key.name) dear = std::max<std::uint64_t>(dear, slot.work);
        slot = {{named.key.name, finding.numbers.to_prove, finding.numbers.to_disprove, dear},
                rules.seen(named.view, finding.zone),
                rules.seen(named.view, finding.moves)};
    }

  protected:
    bool is_possible(const Entry& entry) const override {
        const bool has_moves = static_cast<bool>(entry.moves) || entry.numbers().is_settled();
        return Entries::is_possible(entry) && has_moves && !((entry.zone | entry.moves) & ~board_);
    }

  private:
    Set board_;
};

// Two tables of one size, kept in one file: the sections of the zones come after those of the others.
template <class Set>
class ProofAndZoneTables : public CheckpointTable {
  public:
    ProofAndZoneTables(ProofNumberTable& proofs, ZoneTable<Set>& zones) : proofs_(proofs), zones_(zones) {}

    void visit(const RunSink& sink) const override {
        proofs_.visit(sink);
        zones_.visit([&sink](std::uint64_t section, std::span<const std::uint64_t> words) {
            sink(section + kZones, words);
        });
    }
    bool accepts(std::uint64_t section, std::span<const std::uint64_t> words) const override {
        return section < kZones ? proofs_.accepts(section, words) : zones_.accepts(section - kZones, words);
    }
    void make_room_for_words(std::uint64_t words) override { proofs_.make_room_for_words((words + 1) / 2); }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override {
        if (section < kZones)
            proofs_.put_back(section, words);
        else
            zones_.put_back(section - kZones, words);
    }

  private:
    static constexpr std::uint64_t kZones = std::uint64_t{1} << ProofNumberTable::kSectionBits;

    ProofNumberTable& proofs_;
    ZoneTable<Set>& zones_;
};

}  // namespace enraya

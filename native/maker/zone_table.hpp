// The transposition table of df-pn with relevance zones.
//
//     bucket   | entry | entry |        one cache line; the less worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm) | zone 64 | moves 64
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
struct Finding {
    ProofNumbers numbers;
    Word zone = 0, moves = 0;
};

struct ZoneEntry : ProofNumberEntry {
    Word zone, moves;
};
static_assert(sizeof(ZoneEntry) == 32);

class ZoneTable : public ProofNumberEntries<ZoneEntry> {
  public:
    ZoneTable(int megabytes, Word board) : ProofNumberEntries(megabytes), board_(board) {}

    // The entry of a position with these empty cells. An entry with moves that cannot be made there is
    // another position's, or was never written by a search.
    bool find(const MakerRules& rules, const NamedView& named, Word empty, Finding& finding) const {
        const ZoneEntry* const entry = entry_of(named.key);
        if (!entry) return false;
        const Word moves = rules.seen_back(named.view, entry->moves);
        if (moves & ~empty) return false;
        finding = {entry->numbers(), rules.seen_back(named.view, entry->zone), moves};
        return true;
    }

    // An entry keeps its greatest work, even if the last visit was short.
    void store(const MakerRules& rules, const NamedView& named, const Finding& finding, std::uint64_t work) {
        ZoneEntry& slot = slot_for(named.key);
        std::uint64_t dear = worth_of(work, finding.numbers);
        if (slot.name == named.key.name) dear = std::max<std::uint64_t>(dear, slot.work);
        slot = {{named.key.name, finding.numbers.to_prove, finding.numbers.to_disprove, dear},
                rules.seen(named.view, finding.zone),
                rules.seen(named.view, finding.moves)};
    }

  protected:
    bool is_possible(const ZoneEntry& entry) const override {
        const bool has_moves = entry.moves || entry.numbers().is_settled();
        return ProofNumberEntries::is_possible(entry) && has_moves && !((entry.zone | entry.moves) & ~board_);
    }

  private:
    Word board_;
};

// Two tables of one size, kept in one file: the sections of the zones come after those of the others.
class ProofAndZoneTables : public CheckpointTable {
  public:
    ProofAndZoneTables(ProofNumberTable& proofs, ZoneTable& zones) : proofs_(proofs), zones_(zones) {}

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
    static constexpr std::uint64_t kZones = std::uint64_t{1} << ZoneTable::kSectionBits;

    ProofNumberTable& proofs_;
    ZoneTable& zones_;
};

}  // namespace enraya

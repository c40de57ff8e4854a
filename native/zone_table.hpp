// What a search with zones remembers of positions.
//
//     bucket   | entry | entry |        one cache line; the less worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm) | zone 64 | moves 64
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "buckets.hpp"
#include "maker_board.hpp"
#include "maker_key.hpp"
#include "proof_table.hpp"

namespace enraya {

// What is known of a position. Once it is settled the loser may have more pieces anywhere outside the zone,
// and it stays so. Until then: the moves that the mover may still try, all others being answered with this
// zone.
struct Finding {
    ProofNumbers numbers;
    Word zone = 0, moves = 0;
};

class ZoneTable {
  public:
    explicit ZoneTable(int megabytes) : buckets_(megabytes) {}

    void clear() { buckets_.clear(); }

    bool find(const MakerRules& rules, const NamedView& named, Finding& finding) const {
        for (const Entry& entry : buckets_[named.key.place].entries)
            if (entry.name == named.key.name && (entry.to_prove | entry.to_disprove)) {
                finding = {{static_cast<std::uint32_t>(entry.to_prove),
                            static_cast<std::uint32_t>(entry.to_disprove)},
                           rules.seen_back(named.view, entry.zone),
                           rules.seen_back(named.view, entry.moves)};
                return true;
            }
        return false;
    }

    // What was worked for once stays dear, even if the last visit was short.
    void store(const MakerRules& rules, const NamedView& named, const Finding& finding, std::uint64_t work) {
        auto& [one, two] = buckets_[named.key.place].entries;
        Entry& slot = one.name == named.key.name                          ? one
                      : two.name == named.key.name || two.work < one.work ? two
                                                                          : one;
        std::uint64_t dear =
            3 * static_cast<std::uint64_t>(std::bit_width(work)) + (finding.numbers.is_settled() ? 1 : 0);
        if (slot.name == named.key.name) dear = std::max<std::uint64_t>(dear, slot.work);
        slot = {named.key.name,
                finding.numbers.to_prove,
                finding.numbers.to_disprove,
                dear,
                rules.seen(named.view, finding.zone),
                rules.seen(named.view, finding.moves)};
    }

  private:
    struct Entry {
        std::uint64_t name;
        std::uint64_t to_prove : 28, to_disprove : 28, work : 8;
        Word zone, moves;
    };
    static_assert(sizeof(Entry) == 32);
    struct alignas(64) Bucket {
        Entry entries[2];
    };

    Buckets<Bucket> buckets_;
};

}  // namespace enraya

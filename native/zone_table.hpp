// What a search with zones remembers of positions.
//
//     bucket   | entry | entry |        one cache line; the less worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm) | zone 64 | moves 64
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "buckets.hpp"
#include "kept.hpp"
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

class ZoneTable : public KeptTable {
  public:
    explicit ZoneTable(int megabytes) : buckets_(megabytes) {}

    void clear() { buckets_.clear(); }

    bool find(const MakerRules& rules, const NamedView& named, Finding& finding) const {
        for (const Entry& entry : bucket(named.key).entries)
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
        Entry& slot = slot_for(named.key);
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

    void visit(const RunSink& sink) const override {
        Runs runs(sink);
        for (std::size_t number = 0; number < buckets_.count(); ++number)
            for (const Entry& entry : buckets_[number].entries)
                if (entry.work >= kLeastWorkKept) {
                    const auto [name, numbers, zone, moves] = std::bit_cast<Words>(entry);
                    runs.add(number >> bits_in_section(), name, numbers, zone, moves);
                }
        runs.end();
    }
    void make_room_for_words(std::uint64_t words) override { buckets_.require_room_for_words(words); }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override {
        for (std::size_t i = 0; i + 3 < words.size(); i += 4) {
            const auto entry =
                std::bit_cast<Entry>(Words{words[i], words[i + 1], words[i + 2], words[i + 3]});
            Entry& slot = slot_for({entry.name, section});
            if (slot.work <= entry.work) slot = entry;
        }
    }

    static constexpr int kSectionBits = 14;  // as many as the smallest table has buckets

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
    using Words = std::array<std::uint64_t, 4>;
    static constexpr std::uint64_t kLeastWorkKept = 4;  // as of a ProofTable

    int bits_in_section() const { return buckets_.bits() - kSectionBits; }
    Bucket& bucket(const PositionKey& key) const {
        return buckets_[key.place << bits_in_section() |
                        (key.name & ((std::uint64_t{1} << bits_in_section()) - 1))];
    }
    // The position's own, or the one that gives way to it.
    Entry& slot_for(const PositionKey& key) {
        auto& [one, two] = bucket(key).entries;
        if (one.name == key.name) return one;
        return two.name == key.name || two.work < one.work ? two : one;
    }

    Buckets<Bucket> buckets_;
};

// Two tables of one size, kept in one file: the sections of the zones come after those of the others.
class ProofAndZoneTables : public KeptTable {
  public:
    ProofAndZoneTables(ProofTable& proofs, ZoneTable& zones) : proofs_(proofs), zones_(zones) {}

    void visit(const RunSink& sink) const override {
        proofs_.visit(sink);
        zones_.visit([&sink](std::uint64_t section, std::span<const std::uint64_t> words) {
            sink(section + kZones, words);
        });
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

    ProofTable& proofs_;
    ZoneTable& zones_;
};

}  // namespace enraya

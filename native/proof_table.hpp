// What proof-number search remembers of positions: how far from proven, and how far from disproven.
//
//     bucket   | entry | entry | entry | entry |        one cache line; the least worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm)
//
// A key has a name, which is stored, and a place, some bits of which choose a section of the table; within
// the section the bucket is chosen by the name. So an entry can be put into a table of another size.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "buckets.hpp"
#include "kept.hpp"

namespace enraya {

// The least numbers of positions still to be proven for the claim to be true, or to be false. 0 and kNever:
// it is.
struct ProofNumbers {
    static constexpr std::uint32_t kNever = (1u << 28) - 1;

    std::uint32_t to_prove = 1, to_disprove = 1;

    bool is_proven() const { return to_prove == 0; }
    bool is_disproven() const { return to_disprove == 0; }
    bool is_settled() const { return is_proven() || is_disproven(); }

    static ProofNumbers proven() { return {0, kNever}; }
    static ProofNumbers disproven() { return {kNever, 0}; }
};

struct PositionKey {
    std::uint64_t name, place;
};

class ProofTable : public KeptTable {
  public:
    explicit ProofTable(int megabytes) : buckets_(megabytes) {}

    void clear() { buckets_.clear(); }

    bool find(const PositionKey& key, ProofNumbers& numbers) const {
        for (const Entry& entry : bucket(key).entries)
            if (entry.name == key.name && (entry.to_prove | entry.to_disprove)) {
                numbers = {static_cast<std::uint32_t>(entry.to_prove),
                           static_cast<std::uint32_t>(entry.to_disprove)};
                return true;
            }
        return false;
    }

    // What is settled outlasts what is not, given the same work.
    void store(const PositionKey& key, const ProofNumbers& numbers, std::uint64_t work) {
        const int logarithm = 3 * std::bit_width(work) + (numbers.is_settled() ? 1 : 0);
        slot_for(key) = {key.name, numbers.to_prove, numbers.to_disprove,
                         static_cast<std::uint64_t>(logarithm)};
    }

    void visit(const RunSink& sink) const override {
        Runs runs(sink);
        for (std::size_t number = 0; number < buckets_.count(); ++number)
            for (const Entry& entry : buckets_[number].entries)
                if (entry.work >= kLeastWorkKept) {
                    const auto [name, rest] = std::bit_cast<Words>(entry);
                    runs.add(number >> bits_in_section(), name, rest);
                }
        runs.end();
    }
    void make_room_for_words(std::uint64_t words) override { buckets_.require_room_for_words(words); }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override {
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            const auto entry = std::bit_cast<Entry>(Words{words[i], words[i + 1]});
            Entry& slot = slot_for({entry.name, section});
            if (slot.work <= entry.work) slot = entry;
        }
    }

  private:
    struct Entry {
        std::uint64_t name;
        std::uint64_t to_prove : 28, to_disprove : 28, work : 8;
    };
    static_assert(sizeof(Entry) == 16);
    struct alignas(64) Bucket {
        Entry entries[4];
    };
    using Words = std::array<std::uint64_t, 2>;
    // A position that was looked at once and is not settled is soon looked at again.
    static constexpr std::uint64_t kLeastWorkKept = 4;
    static constexpr int kSectionBits = 14;  // as many as the smallest table has buckets

    int bits_in_section() const { return buckets_.bits() - kSectionBits; }
    Bucket& bucket(const PositionKey& key) const {
        return buckets_[key.place << bits_in_section() |
                        (key.name & ((std::uint64_t{1} << bits_in_section()) - 1))];
    }
    // The position's own, or the one that gives way to it.
    Entry& slot_for(const PositionKey& key) {
        Entry* slot = nullptr;
        for (Entry& entry : bucket(key).entries) {
            if (entry.name == key.name) return entry;
            if (!slot || entry.work < slot->work) slot = &entry;
        }
        return *slot;
    }

    Buckets<Bucket> buckets_;
};

}  // namespace enraya

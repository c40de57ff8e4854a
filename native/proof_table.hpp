// What proof-number search remembers of positions: how far from proven, and how far from disproven.
//
//     bucket   | entry | entry | entry | entry |        one cache line; the least worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm)
//
// The key that is stored and the number that chooses the bucket are independent halves of 128 bits.
#pragma once

#include <bit>
#include <cstdint>

#include "buckets.hpp"

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

class ProofTable {
  public:
    explicit ProofTable(int megabytes) : buckets_(megabytes) {}

    void clear() { buckets_.clear(); }

    bool find(const PositionKey& key, ProofNumbers& numbers) const {
        for (const Entry& entry : buckets_[key.place].entries)
            if (entry.name == key.name && (entry.to_prove | entry.to_disprove)) {
                numbers = {static_cast<std::uint32_t>(entry.to_prove),
                           static_cast<std::uint32_t>(entry.to_disprove)};
                return true;
            }
        return false;
    }

    // What is settled outlasts what is not, given the same work.
    void store(const PositionKey& key, const ProofNumbers& numbers, std::uint64_t work) {
        Entry* slot = nullptr;
        for (Entry& entry : buckets_[key.place].entries) {
            if (entry.name == key.name) {
                slot = &entry;
                break;
            }
            if (!slot || entry.work < slot->work) slot = &entry;
        }
        const int logarithm = 3 * std::bit_width(work) + (numbers.is_settled() ? 1 : 0);
        *slot = {key.name, numbers.to_prove, numbers.to_disprove, static_cast<std::uint64_t>(logarithm)};
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

    Buckets<Bucket> buckets_;
};

}  // namespace enraya

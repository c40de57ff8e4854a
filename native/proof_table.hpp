// What proof-number search remembers of positions: how far from proven, and how far from disproven.
//
//     bucket   | entry | entry | entry | entry |        one cache line; the least worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm)
//
// The key that is stored and the number that chooses the bucket are independent halves of 128 bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

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
    explicit ProofTable(int megabytes) {
        if (megabytes < 1 || megabytes > 1 << 20)
            throw std::invalid_argument("table_megabytes must be 1 to 1048576");
        while (count_ * 2 * sizeof(Bucket) <= static_cast<std::size_t>(megabytes) << 20) count_ *= 2;
        clear();
    }

    void clear() {
        memory_.reset();
        memory_.reset(std::calloc(count_ + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc();
        void* start = memory_.get();
        std::size_t space = (count_ + 1) * sizeof(Bucket);
        buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), count_ * sizeof(Bucket), start, space));
    }

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
        Entry* slot = nullptr;
        for (Entry& entry : bucket(key).entries) {
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
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket& bucket(const PositionKey& key) const { return buckets_[key.place & (count_ - 1)]; }

    std::size_t count_ = 1;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace enraya

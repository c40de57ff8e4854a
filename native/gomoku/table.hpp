// The transposition table of the Gomoku search, shared by its threads without locks.
//
//     bucket   | entry | entry | entry | entry |        one cache line
//     entry    key ^ facts 64 | facts: value 22 · estimate 15 · move 9 · depth 9 · bound 2 · age 6 (from the
//     low bits)
//
// An entry is two words, written one after the other: a reader who meets half of one and half of another
// finds that they do not belong together, and takes it for empty.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/buckets.hpp"
#include "core/transposition_table.hpp"

namespace enraya::gomoku {

struct Entry {
    static constexpr int kNoMove = 511;

    int value, estimate;
    int move = kNoMove;
    int depth;
    Bound bound;
};

class Table {
  public:
    explicit Table(int megabytes) : buckets_(megabytes, Pages::Recycled) {}

    void clear() { buckets_.clear(); }
    // Entries of earlier searches are still found, but give way first.
    void begin_search() { age_ = (age_ + 1) % 64; }
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key]); }

    std::optional<Entry> find(std::uint64_t key) const {
        for (Slot& slot : buckets_[key].slots) {
            const std::uint64_t facts = word(slot.facts);
            if ((word(slot.locked_key) ^ facts) == key && bound_of(facts) != Bound::None)
                return unpacked(facts);
        }
        return std::nullopt;
    }

    void store(std::uint64_t key, const Entry& entry) {
        Bucket& bucket = buckets_[key];
        Slot* worst = nullptr;
        int least = 1 << 20;
        for (Slot& slot : bucket.slots) {
            const std::uint64_t facts = word(slot.facts);
            const bool is_same = (word(slot.locked_key) ^ facts) == key;
            // A shallow bound does not push out what is known much deeper of the same position in this
            // search.
            if (is_same && entry.bound != Bound::Exact && age_of(facts) == age_ &&
                static_cast<int>(facts >> 46 & 511) > entry.depth + 3)
                return;
            const int worth = is_same ? -1
                              : bound_of(facts) == Bound::None
                                  ? 0
                                  : static_cast<int>(facts >> 46 & 511) + (age_of(facts) == age_ ? 512 : 1);
            if (worth < least) least = worth, worst = &slot;
        }
        const std::uint64_t facts = packed(entry);
        put(worst->locked_key, key ^ facts);
        put(worst->facts, facts);
    }

  private:
    struct Slot {
        std::uint64_t locked_key, facts;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };
    static constexpr int kValueBias = 1 << 21, kEstimateMost = (1 << 14) - 1;

    static std::uint64_t word(std::uint64_t& at) {
        return std::atomic_ref(at).load(std::memory_order_relaxed);
    }
    static void put(std::uint64_t& at, std::uint64_t word) {
        std::atomic_ref(at).store(word, std::memory_order_relaxed);
    }
    static Bound bound_of(std::uint64_t facts) { return static_cast<Bound>(facts >> 55 & 3); }
    static int age_of(std::uint64_t facts) { return static_cast<int>(facts >> 57 & 63); }

    std::uint64_t packed(const Entry& entry) const {
        const auto value = static_cast<std::uint64_t>(entry.value + kValueBias);
        const auto estimate = static_cast<std::uint64_t>(
            std::clamp(entry.estimate, -kEstimateMost, kEstimateMost) + kEstimateMost);
        return value | estimate << 22 | static_cast<std::uint64_t>(entry.move) << 37 |
               static_cast<std::uint64_t>(entry.depth) << 46 | static_cast<std::uint64_t>(entry.bound) << 55 |
               static_cast<std::uint64_t>(age_) << 57;
    }
    static Entry unpacked(std::uint64_t facts) {
        return {static_cast<int>(facts & ((1 << 22) - 1)) - kValueBias,
                static_cast<int>(facts >> 22 & ((1 << 15) - 1)) - kEstimateMost,
                static_cast<int>(facts >> 37 & 511), static_cast<int>(facts >> 46 & 511), bound_of(facts)};
    }

    Buckets<Bucket> buckets_;
    int age_ = 0;
};

}  // namespace enraya::gomoku

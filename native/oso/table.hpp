// The transposition table of the OSO solver: for each position a lower and an upper bound of its value.
//
//     bucket   | slot | slot | slot | slot |        one cache line
//     kept      `---- most work ----' `- newest
//
//     slot     key ^ facts 64 | facts: check 32 · lower 8 · upper 8 · move 8 · work 8
//
// Threads share the table without locks. A slot is two words, written one after the other: a reader who meets
// half of one and half of another finds that they do not belong together, and takes it for empty.
#pragma once

#include <cstdint>
#include <optional>

#include "core/buckets.hpp"
#include "core/checkpoint.hpp"
#include "oso/grid.hpp"

namespace enraya {

struct OsoFacts {
    static constexpr int kNoMove = 255, kNoCell = 252;
    static constexpr int kNoBound = 1000;

    int lower, upper;
    int move = kNoMove;  // the one that proved the lower bound; from kNoCell on it takes no cell
    int work = 1;        // about the logarithm of the nodes it took; never 0
};

class OsoTable : public CheckpointTable {
  public:
    // Throws std::invalid_argument unless there is at least one megabyte, and std::bad_alloc.
    OsoTable(int megabytes, int cells) : buckets_(megabytes, Pages::Large), cells_(cells) {}

    void clear() { buckets_.clear(); }
    void prefetch(const OsoKey& key) const { __builtin_prefetch(&buckets_[key.key]); }
    std::optional<OsoFacts> find(const OsoKey& key) const;
    // Adds to what is known of the position.
    void store(const OsoKey& key, OsoFacts facts);

    // The facts that took some work; a search may be going on.
    void visit(const RunSink& sink) const override;
    bool accepts(std::uint64_t section, std::span<const std::uint64_t> words) const override;
    void make_room_for_words(std::uint64_t words) override { buckets_.require_room_for_words(words); }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override;

  private:
    static constexpr int kSlots = 4;
    struct Slot {
        std::uint64_t locked_key, facts;
    };
    struct alignas(64) Bucket {
        Slot slots[kSlots];
    };

    static Slot read(Slot& slot);
    void put(std::uint64_t key, std::uint64_t facts);

    Buckets<Bucket> buckets_;
    int cells_;
};

}  // namespace enraya

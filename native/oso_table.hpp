// What a solve has proven so far: for each position a lower and an upper bound of its value.
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
#include <string>

#include "buckets.hpp"
#include "oso_grid.hpp"

namespace enraya {

struct OsoFacts {
    static constexpr int kNoMove = 255;
    static constexpr int kNoBound = 1000;

    int lower, upper;
    int move = kNoMove;  // the one that proved the lower bound
    int work = 1;        // about the logarithm of the nodes it took; never 0
};

class OsoTable {
  public:
    // Throws std::invalid_argument unless there is at least one megabyte, and std::bad_alloc.
    explicit OsoTable(int megabytes) : buckets_(megabytes, Pages::Large) {}

    void clear() { buckets_.clear(); }
    void prefetch(const OsoKey& key) const { __builtin_prefetch(&buckets_[key.key]); }
    std::optional<OsoFacts> find(const OsoKey& key) const;
    // Adds to what is known of the position.
    void store(const OsoKey& key, OsoFacts facts);

    // Writes the facts that took some work to a file, which takes its name when it is complete; a search may
    // be going on. Throws std::runtime_error if it cannot be written.
    void save(const std::string& path, int columns, int rows) const;
    // Adds the facts of such a file. Adds nothing and throws std::runtime_error if it cannot be read or is
    // damaged, std::invalid_argument if it belongs to another board.
    void load(const std::string& path, int columns, int rows);

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
};

}  // namespace enraya

// The transposition table of df-pn: the proof and the disproof number of each position.
//
//     bucket   | entry | entry | entry | entry |        one cache line; the least worked-for gives way
//     entry    key 64 | to prove 28 · to disprove 28 · work 8 (its logarithm)
//
// A key has a name, which is stored, and a place, some bits of which choose a section of the table; within
// the section the bucket is chosen by the name. So an entry can be put into a table of another size.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>

#include "core/buckets.hpp"
#include "core/checkpoint.hpp"

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

    // True if a search can come to these: settled, or neither.
    bool are_possible() const {
        const bool is_open = to_prove > 0 && to_prove < kNever && to_disprove > 0 && to_disprove < kNever;
        return is_open || (is_proven() && to_disprove == kNever) || (is_disproven() && to_prove == kNever);
    }
};

// Thrown where entries say of a position what the entries of its children deny. No search stores such: they
// were put back from a file that was tampered with.
struct [[gnu::visibility("default")]] Contradiction : std::runtime_error {
    Contradiction() : std::runtime_error("the table contradicts itself") {}
};

struct PositionKey {
    std::uint64_t name, place;
};

// The part that every entry of a proof-number table has. An entry of zeros is none.
struct ProofNumberEntry {
    std::uint64_t name;
    std::uint64_t to_prove : 28, to_disprove : 28, work : 8;

    ProofNumbers numbers() const {
        return {static_cast<std::uint32_t>(to_prove), static_cast<std::uint32_t>(to_disprove)};
    }
};
static_assert(sizeof(ProofNumberEntry) == 16);

// The logarithm of the work done for a position. What is settled outlasts what is not, given the same work.
inline std::uint64_t worth_of(std::uint64_t work, const ProofNumbers& numbers) {
    return 3 * static_cast<std::uint64_t>(std::bit_width(work)) + (numbers.is_settled() ? 1 : 0);
}

// Entries in buckets, for every search that stores a ProofNumberEntry, or one with more to it.
template <class Entry>
class ProofNumberEntries : public CheckpointTable {
  public:
    // As many as the smallest table has buckets.
    static constexpr int kSectionBits = sizeof(Entry) <= 32 ? 14 : sizeof(Entry) <= 64 ? 13 : 12;

    explicit ProofNumberEntries(int megabytes) : buckets_(megabytes) {}

    void clear() { buckets_.clear(); }

    // The position's entry, or null.
    const Entry* entry_of(const PositionKey& key) const {
        for (const Entry& entry : bucket(key).entries)
            if (entry.name == key.name && (entry.to_prove | entry.to_disprove)) return &entry;
        return nullptr;
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

    void visit(const RunSink& sink) const override {
        Runs runs(sink);
        for (std::size_t number = 0; number < buckets_.count(); ++number)
            for (const Entry& entry : buckets_[number].entries)
                if (entry.work >= kLeastWorkStored)
                    std::apply([&](auto... words) { runs.add(number >> bits_in_section(), words...); },
                               std::bit_cast<Words>(entry));
        runs.end();
    }
    bool accepts(std::uint64_t section, std::span<const std::uint64_t> words) const override {
        if (section >> kSectionBits || words.size() % kWords) return false;
        for (; !words.empty(); words = words.subspan(kWords))
            if (!is_possible(entry_in(words))) return false;
        return true;
    }
    void make_room_for_words(std::uint64_t words) override { buckets_.require_room_for_words(words); }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override {
        for (; !words.empty(); words = words.subspan(kWords)) {
            const Entry entry = entry_in(words);
            Entry& slot = slot_for({entry.name, section});
            if (slot.work <= entry.work) slot = entry;
        }
    }

  protected:
    // True if a search can have stored it.
    virtual bool is_possible(const Entry& entry) const { return entry.numbers().are_possible(); }

  private:
    static constexpr std::size_t kWords = sizeof(Entry) / sizeof(std::uint64_t);
    using Words = std::array<std::uint64_t, kWords>;
    struct alignas(64) Bucket {
        Entry entries[std::max<std::size_t>(64 / sizeof(Entry), 2)];
    };
    static_assert(sizeof(Bucket) << kSectionBits <= 1 << 20);
    // A position that was looked at once and is not settled is soon looked at again.
    static constexpr std::uint64_t kLeastWorkStored = 4;

    static Entry entry_in(std::span<const std::uint64_t> words) {
        Words one;
        std::copy_n(words.begin(), kWords, one.begin());
        return std::bit_cast<Entry>(one);
    }

    int bits_in_section() const { return buckets_.bits() - kSectionBits; }
    Bucket& bucket(const PositionKey& key) const {
        return buckets_[key.place << bits_in_section() |
                        (key.name & ((std::uint64_t{1} << bits_in_section()) - 1))];
    }

    Buckets<Bucket> buckets_;
};

class ProofNumberTable : public ProofNumberEntries<ProofNumberEntry> {
  public:
    using ProofNumberEntries::ProofNumberEntries;

    bool find(const PositionKey& key, ProofNumbers& numbers) const {
        const ProofNumberEntry* const entry = entry_of(key);
        if (entry) numbers = entry->numbers();
        return entry;
    }

    void store(const PositionKey& key, const ProofNumbers& numbers, std::uint64_t work) {
        slot_for(key) = {key.name, numbers.to_prove, numbers.to_disprove, worth_of(work, numbers)};
    }
};

}  // namespace enraya

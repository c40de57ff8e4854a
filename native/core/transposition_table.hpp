// The transposition table: what earlier visits learnt of a position, found again by its 64-bit key.
//
//     bucket   | entry | entry | entry | entry |        one cache line
//     kept      `---- deepest work ----' `- newest
//
//     entry    key 64 | value 32 | move 16 | depth 9 · bound 2 · proven 1 · age 4
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/buckets.hpp"
#include "core/checkpoint.hpp"

namespace enraya {

// The kind of bound that a search's value is. A search with window (alpha, beta) need not do better.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct TableEntry {
    static constexpr std::uint16_t kNoMove = 0xffff;

    std::uint64_t key;
    std::int32_t value;
    std::uint16_t move;
    std::uint16_t depth : 9;   // plies searched below the position
    std::uint16_t bound : 2;   // a Bound; None marks a slot never written
    std::uint16_t proven : 1;  // true at every depth, and not only at this one
    std::uint16_t age : 4;     // the search that wrote it

    Bound kind() const { return static_cast<Bound>(bound); }

    // True if the entry, with its value as seen from here, answers a search with this window.
    bool settles(int seen_value, int alpha, int beta) const {
        return kind() == Bound::Exact || (kind() == Bound::Lower ? seen_value >= beta : seen_value <= alpha);
    }
};
static_assert(sizeof(TableEntry) == 16);

// The limits of the entries of a table: values up to *most_value* either way, and moves below *moves*, the
// one other move that there may be, or none.
struct EntryRange {
    int most_value, moves, other_move = TableEntry::kNoMove;

    bool has(const TableEntry& entry) const {
        const int move = entry.move;
        return entry.kind() != Bound::None && entry.value >= -most_value && entry.value <= most_value &&
               (move < moves || move == other_move || move == TableEntry::kNoMove);
    }
};

class TranspositionTable : public CheckpointTable {
  public:
    TranspositionTable(int megabytes, EntryRange range) : buckets_(megabytes), range_(range) {}

    // Forgets everything.
    void clear() { buckets_.clear(); }

    // Entries of earlier searches are still found, but give way first.
    void begin_search() { age_ = (age_ + 1) % 16; }

    const TableEntry* find(std::uint64_t key) const {
        for (const TableEntry& entry : buckets_[key].entries)
            if (entry.key == key && entry.kind() != Bound::None) return &entry;
        return nullptr;
    }

    void store(std::uint64_t key, int value, int move, int depth, Bound bound, bool proven) {
        TableEntry* const entries = buckets_[key].entries;
        TableEntry* slot = entries;
        for (int i = 0; i < kSlots; ++i) {
            if (entries[i].key == key) {
                slot = &entries[i];
                break;
            }
            if (i < kSlots - 1 && worth(entries[i]) < worth(*slot)) slot = &entries[i];
        }
        // A shallow result does not push out a deep one: it goes to the last slot, which always gives way.
        if (slot->key != key && worth(*slot) > depth) slot = &entries[kSlots - 1];
        *slot = {key,
                 value,
                 static_cast<std::uint16_t>(move),
                 static_cast<std::uint16_t>(depth),
                 static_cast<std::uint16_t>(bound),
                 proven,
                 age_};
    }

    void visit(const RunSink& sink) const override {
        Runs runs(sink);
        for (const Bucket& bucket : buckets_)
            for (const TableEntry& entry : bucket.entries)
                if (entry.kind() != Bound::None && entry.depth >= kLeastDepthStored) {
                    const auto [key, rest] = std::bit_cast<Words>(entry);
                    runs.add(0, key, rest);
                }
        runs.end();
    }
    bool accepts(std::uint64_t, std::span<const std::uint64_t> words) const override {
        for (; words.size() >= 2; words = words.subspan(2))
            if (!range_.has(std::bit_cast<TableEntry>(Words{words[0], words[1]}))) return false;
        return words.empty();
    }
    void make_room_for_words(std::uint64_t words) override { buckets_.require_room_for_words(words); }
    // As if the next search had found it.
    void put_back(std::uint64_t, std::span<const std::uint64_t> words) override {
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            auto entry = std::bit_cast<TableEntry>(Words{words[i], words[i + 1]});
            entry.age = static_cast<std::uint16_t>((age_ + 1) % 16);
            TableEntry* slot = nullptr;
            for (TableEntry& each : buckets_[entry.key].entries) {
                if (each.kind() == Bound::None || each.key == entry.key) {
                    slot = &each;
                    break;
                }
                if (each.depth < entry.depth && (!slot || each.depth < slot->depth)) slot = &each;
            }
            if (slot) *slot = entry;
        }
    }

  private:
    static constexpr int kSlots = 4;
    static constexpr int kLeastDepthStored = 3;  // less is found again sooner than read
    using Words = std::array<std::uint64_t, 2>;
    struct alignas(64) Bucket {
        TableEntry entries[kSlots];
    };
    int worth(const TableEntry& entry) const {
        return entry.kind() != Bound::None && entry.age == age_ ? entry.depth : -1;
    }

    Buckets<Bucket> buckets_;
    EntryRange range_;
    std::uint16_t age_ : 4 = 0;
};

}  // namespace enraya

// The transposition table of Connect 4: a lower and an upper bound of each score, shared by threads.
//
//     bucket   | entry | entry | entry | … |              one cache line; the entry of least work gives way
//
//     entry    rest of the key | work | lower | upper     one word for keys of up to 56 bits, else two
//
// A key is mixed by a multiplication that can be undone, then split: its top bits choose the bucket and the
// others stand in the entry, so that what is found is never another position's. An entry of zeros says
// nothing of any position. The table begins small and grows with the work done: a short search stays in the
// processor's cache, and forgetting costs little.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "connect4/board.hpp"
#include "core/checkpoint.hpp"

namespace enraya {

struct ConnectBounds {
    int lower, upper;
};

// The words of an entry are read and written apart. Where there are two, the second is stored combined with
// the first, so that halves of two entries do not pass for a third.
template <class Word>
class ConnectEntry {
  public:
    static constexpr int kScoreBits = sizeof(Word) == 8 ? 6 : 7;
    static constexpr int kWorkBits = 6;
    static constexpr int kRestBits = 8 * static_cast<int>(sizeof(Word)) - 2 * kScoreBits - kWorkBits;
    static constexpr int kMostScore = (1 << (kScoreBits - 1)) - 1;
    static constexpr int kMostWork = (1 << kWorkBits) - 1;

    Word load() const {
        const std::uint64_t low = words_[0].load(std::memory_order_relaxed);
        if constexpr (sizeof(Word) == 8)
            return low;
        else
            return Word{words_[1].load(std::memory_order_relaxed) ^ low} << 64 | low;
    }
    void store(Word content) {
        const auto low = static_cast<std::uint64_t>(content);
        words_[0].store(low, std::memory_order_relaxed);
        if constexpr (sizeof(Word) != 8)
            words_[1].store(static_cast<std::uint64_t>(content >> 64) ^ low, std::memory_order_relaxed);
    }

    static Word pack(Word rest, int work, ConnectBounds bounds) {
        return rest << (2 * kScoreBits + kWorkBits) | static_cast<Word>(work) << 2 * kScoreBits |
               static_cast<Word>(kMostScore + bounds.lower) << kScoreBits |
               static_cast<Word>(kMostScore - bounds.upper);
    }
    static Word rest(Word content) { return content >> (2 * kScoreBits + kWorkBits); }
    static int work(Word content) { return static_cast<int>(content >> 2 * kScoreBits) & kMostWork; }
    static ConnectBounds bounds(Word content) {
        constexpr int kMask = (1 << kScoreBits) - 1;
        return {(static_cast<int>(content >> kScoreBits) & kMask) - kMostScore,
                kMostScore - (static_cast<int>(content) & kMask)};
    }

  private:
    std::array<std::atomic<std::uint64_t>, sizeof(Word) / 8> words_;
};

template <class Word>
class ConnectTable : public CheckpointTable {
  public:
    using Entry = ConnectEntry<Word>;

    // For keys of so many bits and scores up to *most_score* either way; as many megabytes at most, if that
    // is enough to tell keys apart.
    ConnectTable(int key_bits, int most_score, int megabytes)
        : key_bits_(std::max(key_bits, 32)), most_score_(most_score) {
        if (megabytes < 1 || megabytes > 1 << 20)
            throw std::invalid_argument("table_megabytes must be 1 to 1048576");
        least_bits_ = most_bits_ = std::max(kLeastIndexBits, key_bits_ - Entry::kRestBits);
        const std::size_t bytes = static_cast<std::size_t>(megabytes) << 20;
        while (most_bits_ < key_bits_ - 1 && sizeof(Bucket) << (most_bits_ + 1) <= bytes) ++most_bits_;
        memory_.reset(std::aligned_alloc(kHugePage, std::max(kHugePage, sizeof(Bucket) << most_bits_)));
        if (!memory_) throw std::bad_alloc();
#ifdef __linux__
        madvise(memory_.get(), sizeof(Bucket) << most_bits_, MADV_HUGEPAGE);
#endif
        buckets_ = new (memory_.get()) Bucket[std::size_t{1} << least_bits_];
        clear();
    }

    // Forgets everything and is small again.
    void clear() {
        bits_ = least_bits_;
        std::uninitialized_value_construct_n(buckets_, std::size_t{1} << bits_);
        set_growth();
    }

    // Grows if this many positions deserve a larger table. Nobody else may use the table meanwhile.
    void make_room_for(std::uint64_t positions) {
        while (positions > grows_at_) {
            grow();
            set_growth();
        }
    }
    std::uint64_t grows_at() const { return grows_at_; }

    Word mix(Word key) const {
        Word factor = 0x9e3779b97f4a7c15u;
        if constexpr (sizeof(Word) > 8) factor = factor << 64 | 0xf39cc0605cedc835u;
        return key * factor << (kWordBits - key_bits_) >> (kWordBits - key_bits_);
    }

    void prefetch(Word mixed) const { __builtin_prefetch(&bucket(mixed)); }

    // Narrows the bounds to what is known of a position, by its mixed key.
    bool find(Word mixed, ConnectBounds& bounds) const {
        const Word rest = rest_of(mixed);
        const Bucket& entries = bucket(mixed);
        Word found = 0;
        // From the last: the rest of the empty board's key is that of a free place, and free places come
        // last.
        for (std::size_t slot = std::tuple_size_v<Bucket>; slot-- > 0;) {
            const Word content = entries[slot].load();
            found = Entry::rest(content) == rest ? content : found;
        }
        if (!found) return false;
        const ConnectBounds known = Entry::bounds(found);
        bounds = {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
        return true;
    }

    // Bounds already in the entry are kept.
    void store(Word mixed, ConnectBounds bounds, std::uint64_t nodes) {
        put(mixed, bounds, std::min<int>(Entry::kMostWork, work_of(nodes)));
    }

    void visit(const RunSink& sink) const override {
        Runs runs(sink);
        for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i)
            for (const Entry& entry : buckets_[i]) {
                const Word content = entry.load();
                if (Entry::work(content) < kLeastWorkStored) continue;
                const std::uint64_t section = i >> (bits_ - least_bits_);
                if constexpr (sizeof(Word) == 8)
                    runs.add(section, content);
                else
                    runs.add(section, static_cast<std::uint64_t>(content),
                             static_cast<std::uint64_t>(content >> 64));
            }
        runs.end();
    }
    void make_room_for_words(std::uint64_t words) override {
        if (words > sizeof(Bucket) / 8 << most_bits_) throw std::overflow_error("the table is too small");
        constexpr int kSpare = 4;
        make_room_for(kSpare * words / (sizeof(Word) / 8));
    }
    bool accepts(std::uint64_t section, std::span<const std::uint64_t> words) const override {
        if (section >> least_bits_ || words.size() % kStep) return false;
        for (; !words.empty(); words = words.subspan(kStep)) {
            const Word content = content_of(words);
            const auto [lower, upper] = Entry::bounds(content);
            if (!content || lower > upper || lower < -most_score_ || upper > most_score_ ||
                rest_of(Entry::rest(content)) != Entry::rest(content))
                return false;
        }
        return true;
    }
    void put_back(std::uint64_t section, std::span<const std::uint64_t> words) override {
        for (; !words.empty(); words = words.subspan(kStep)) {
            const Word content = content_of(words);
            const Word mixed = static_cast<Word>(section) << (key_bits_ - least_bits_) | Entry::rest(content);
            put(mixed, Entry::bounds(content), Entry::work(content));
        }
    }

  private:
    // Entries that took less work are recomputed sooner than read.
    static constexpr int kLeastWorkStored = 4;
    static constexpr std::size_t kStep = sizeof(Word) / 8;

    // The first entry of a run.
    static Word content_of(std::span<const std::uint64_t> words) {
        if constexpr (kStep == 2)
            return Word{words[1]} << 64 | words[0];
        else
            return words[0];
    }

    void put(Word mixed, ConnectBounds bounds, int work) {
        const Word rest = rest_of(mixed);
        Entry* slot = nullptr;
        int least = Entry::kMostWork + 1;
        for (Entry& entry : bucket(mixed)) {
            const Word content = entry.load();
            if (Entry::rest(content) == rest) {
                const ConnectBounds known = Entry::bounds(content);
                bounds = {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
                work = std::max(work, Entry::work(content));
                slot = &entry;
                break;
            }
            if (Entry::work(content) < least) least = Entry::work(content), slot = &entry;
            if (!content) break;
        }
        slot->store(Entry::pack(rest, work, bounds));
    }

    static constexpr int kWordBits = 8 * static_cast<int>(sizeof(Word));
    static constexpr int kLeastIndexBits = 10;
    static constexpr int kGrowth = 2;  // doublings at a time
    static constexpr std::size_t kHugePage = std::size_t{2} << 20;
    using Bucket = std::array<Entry, 64 / sizeof(Entry)>;
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    // Twice the logarithm, from 1 up.
    static int work_of(std::uint64_t nodes) {
        const int bits = std::bit_width(nodes);
        return bits < 2 ? 1 : 2 * bits - 2 + static_cast<int>(nodes >> (bits - 2) & 1);
    }

    Word rest_of(Word mixed) const { return mixed & ((Word{1} << (key_bits_ - least_bits_)) - 1); }
    Bucket& bucket(Word mixed) const {
        return buckets_[static_cast<std::size_t>(mixed >> (key_bits_ - bits_))];
    }

    void set_growth() {
        grows_at_ = bits_ == most_bits_ ? ~std::uint64_t{0} : sizeof(Bucket) / sizeof(Entry) << bits_;
    }

    // Each bucket's entries go to the buckets that come from it, from the last bucket to the first, so that
    // none is written over before it is read.
    void grow() {
        const int more = std::min(kGrowth, most_bits_ - bits_), shift = key_bits_ - bits_ - more;
        for (std::size_t i = std::size_t{1} << bits_; i-- > 0;) {
            std::array<Word, 64 / sizeof(Entry)> contents;
            for (std::size_t slot = 0; slot < contents.size(); ++slot)
                contents[slot] = buckets_[i][slot].load();
            Bucket* const targets = buckets_ + (i << more);
            std::uninitialized_value_construct_n(targets, std::size_t{1} << more);
            std::array<std::uint8_t, 1 << kGrowth> filled{};
            for (const Word content : contents) {
                if (!content) break;
                const std::size_t part =
                    static_cast<std::size_t>(Entry::rest(content) >> shift) & ((1u << more) - 1);
                targets[part][filled[part]++].store(content);
            }
        }
        bits_ += more;
    }

    int key_bits_, most_score_, least_bits_, most_bits_, bits_ = 0;
    std::uint64_t grows_at_ = 0;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace enraya

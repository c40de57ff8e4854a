// The memory of a table: a power of two of buckets, each one cache line or a few, chosen by the low bits of a
// number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/spare_memory.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace enraya {

// Large pages pay where a table is used for long: nearly every look at a large one is at another page. They
// may take tenths of a second to come by, so memory for one move after the other is used again.
enum class Pages { Usual, Large, Recycled };

template <class Bucket>
class Buckets {
    static_assert(sizeof(Bucket) % 64 == 0 && alignof(Bucket) == 64);

  public:
    // As many as fit. Throws std::invalid_argument for other sizes, and std::bad_alloc.
    explicit Buckets(int megabytes, Pages pages = Pages::Usual) : pages_(pages) {
        if (megabytes < 1 || megabytes > 1 << 20)
            throw std::invalid_argument("table_megabytes must be 1 to 1048576");
        while (sizeof(Bucket) << (bits_ + 1) <= static_cast<std::size_t>(megabytes) << 20) ++bits_;
        clear();
    }

    // All zeros. The system hands out pages of zeros when they are first touched, so that a small search does
    // not pay for a large table; but a table for moves is touched here, and not in the time of a move.
    void clear() {
        constexpr std::size_t large_page = std::size_t{1} << 21;
        const std::size_t bytes = sizeof(Bucket) << bits_;
        const bool is_recycled = pages_ == Pages::Recycled && bytes <= SpareMemory::kMostBytes;
        const bool is_large = pages_ != Pages::Usual && bytes >= large_page;
        const std::size_t alignment = is_large ? large_page : alignof(Bucket);
        std::size_t space = bytes + alignment;
        memory_.reset();
        void* start = is_recycled ? SpareMemory::take(space) : nullptr;
        if (!start) start = std::calloc(space, 1);
        if (!start) throw std::bad_alloc();
        memory_ = {start, Free{is_recycled ? space : 0}};
        buckets_ = static_cast<Bucket*>(std::align(alignment, bytes, start, space));
#ifdef __linux__
        if (is_large) ::madvise(buckets_, bytes, MADV_HUGEPAGE);
#endif
        if (is_recycled) std::memset(static_cast<void*>(buckets_), 0, bytes);
    }

    Bucket& operator[](std::uint64_t number) const { return buckets_[number & (count() - 1)]; }
    std::size_t count() const { return std::size_t{1} << bits_; }
    int bits() const { return bits_; }

    // Each of them.
    Bucket* begin() const { return buckets_; }
    Bucket* end() const { return buckets_ + count(); }

    // See CheckpointTable.
    void require_room_for_words(std::uint64_t words) const {
        if (words > count() * (sizeof(Bucket) / 8)) throw std::overflow_error("the table is too small");
    }

  private:
    struct Free {
        std::size_t bytes = 0;  // of memory that may be used again

        void operator()(void* memory) const {
            if (bytes)
                SpareMemory::give(memory, bytes);
            else
                std::free(memory);
        }
    };

    Pages pages_;
    int bits_ = 0;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace enraya

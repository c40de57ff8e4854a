// The memory of the last table that was freed, for the next one of its size.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace enraya {

// The system hands out fresh memory page by page, when it is first touched: that takes longer than many a
// move may think, and a server makes a table for every match. Memory that has been in use only has to be set
// to zeros.
class SpareMemory {
  public:
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

    // So many bytes that std::free takes; their contents are anything. Nothing if there are none to spare.
    static void* take(std::size_t bytes) {
        SpareMemory& spare = instance();
        const std::lock_guard lock(spare.mutex_);
        return spare.bytes_ == bytes ? std::exchange(spare.memory_, nullptr) : nullptr;
    }

    // To be used again, or freed.
    static void give(void* memory, std::size_t bytes) {
        SpareMemory& spare = instance();
        {
            const std::lock_guard lock(spare.mutex_);
            std::swap(spare.memory_, memory);
            spare.bytes_ = bytes;
        }
        std::free(memory);
    }

  private:
    // Never destroyed: a table may be freed later than anything else.
    static SpareMemory& instance() {
        static auto* const spare = new SpareMemory;
        return *spare;
    }

    std::mutex mutex_;
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace enraya

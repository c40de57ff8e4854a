// What the threads of one question are searching, so that each takes other moves: a hint that may be lost.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace enraya {

class ConnectClaims {
  public:
    // Names are the positions' mixed keys, or what one word holds of them.
    bool is_taken(std::uint64_t name) const { return place(name).load(std::memory_order_relaxed) == name; }
    void take(std::uint64_t name) { place(name).store(name, std::memory_order_relaxed); }
    void give_back(std::uint64_t name) {
        if (is_taken(name)) place(name).store(0, std::memory_order_relaxed);
    }

  private:
    static constexpr int kBits = 12;
    static std::size_t number(std::uint64_t name) { return name * 0x9e3779b97f4a7c15u >> (64 - kBits); }
    std::atomic<std::uint64_t>& place(std::uint64_t name) { return places_[number(name)]; }
    const std::atomic<std::uint64_t>& place(std::uint64_t name) const { return places_[number(name)]; }

    std::array<std::atomic<std::uint64_t>, 1 << kBits> places_{};
};

// A position that a thread is searching, for as long as it does.
class ConnectClaim {
  public:
    ConnectClaim(ConnectClaims& claims, std::uint64_t name) : claims_(claims), name_(name) {
        claims_.take(name_);
    }
    ~ConnectClaim() { claims_.give_back(name_); }
    ConnectClaim(const ConnectClaim&) = delete;

  private:
    ConnectClaims& claims_;
    const std::uint64_t name_;
};

}  // namespace enraya

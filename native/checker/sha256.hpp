// SHA-256 (FIPS 180-4), for the checksum at the end of a certificate.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace enraya::certificate {

class Sha256 {
  public:
    // The first 32 bits of the fractional parts of the roots of the first primes.
    Sha256() {
        int found = 0;
        for (int number = 2; found < 64; ++number) {
            bool is_prime = true;
            for (int other = 2; other * other <= number; ++other) is_prime = is_prime && number % other != 0;
            if (!is_prime) continue;
            if (found < 8) state_[found] = fraction_of(std::sqrt(static_cast<long double>(number)));
            constants_[found++] = fraction_of(std::cbrt(static_cast<long double>(number)));
        }
    }

    void add(std::string_view part) {
        bits_ += 8 * static_cast<std::uint64_t>(part.size());
        rest_ += part;
        std::size_t at = 0;
        for (; at + 64 <= rest_.size(); at += 64) add_block(std::string_view(rest_).substr(at, 64));
        rest_.erase(0, at);
    }

    // Of everything added; nothing can be added any more.
    std::string digest() {
        rest_.push_back('\x80');
        while (rest_.size() % 64 != 56) rest_.push_back('\0');
        for (int shift = 56; shift >= 0; shift -= 8) rest_.push_back(static_cast<char>(bits_ >> shift));
        for (std::size_t at = 0; at < rest_.size(); at += 64)
            add_block(std::string_view(rest_).substr(at, 64));
        std::string digest;
        for (const std::uint32_t word : state_)
            for (int shift = 24; shift >= 0; shift -= 8) digest.push_back(static_cast<char>(word >> shift));
        return digest;
    }

  private:
    static std::uint32_t fraction_of(long double root) {
        return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
    }

    void add_block(std::string_view block) {
        std::array<std::uint32_t, 64> words{};
        for (int i = 0; i < 64; ++i)
            words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(block[i]))
                            << (24 - 8 * (i % 4));
        for (int i = 16; i < 64; ++i) {
            const std::uint32_t early = words[i - 15], late = words[i - 2];
            words[i] = words[i - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) +
                       words[i - 7] + (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
        }
        auto [a, b, c, d, e, f, g, h] = state_;
        for (int i = 0; i < 64; ++i) {
            const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                      ((e & f) ^ (~e & g)) + constants_[i] + words[i];
            const std::uint32_t two =
                (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
        }
        const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
        for (int i = 0; i < 8; ++i) state_[i] += added[i];
    }

    std::array<std::uint32_t, 8> state_{};
    std::array<std::uint32_t, 64> constants_{};
    std::uint64_t bits_ = 0;
    std::string rest_;  // too short for a block
};

}  // namespace enraya::certificate

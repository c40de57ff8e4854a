// Fixed pseudo-random numbers for Zobrist keys: the same in every run, so that every search can be repeated.
#pragma once

#include <cstdint>

namespace enraya {

// The *index*-th number of the series (the SplitMix64 mixer over an odd stride).
constexpr std::uint64_t random_number(std::uint64_t index) {
    std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

}  // namespace enraya

// Sets of cells, a bit a cell, in as many words of 64 bits as the board needs.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace enraya::certificate {

template <int kWords>
class CellSet {
  public:
    static constexpr int kMostCells = 64 * kWords;

    CellSet() = default;

    // A cell of its own; the empty set if there is none of that number.
    explicit CellSet(int cell) {
        if (cell >= 0 && cell < kMostCells) words_[cell / 64] = std::uint64_t{1} << cell % 64;
    }

    explicit operator bool() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : words_) any |= word;
        return any != 0;
    }
    bool has(int cell) const { return words_[cell / 64] >> cell % 64 & 1; }
    int size() const {
        int found = 0;
        for (const std::uint64_t word : words_) found += std::popcount(word);
        return found;
    }
    bool has_one_at_most() const { return !without_first(); }

    // The cell of the lowest number, of a set that has one.
    int first() const {
        int word = 0;
        while (!words_[word]) ++word;
        return 64 * word + std::countr_zero(words_[word]);
    }
    CellSet without_first() const {
        CellSet rest = *this;
        for (std::uint64_t& word : rest.words_)
            if (word) {
                word &= word - 1;
                break;
            }
        return rest;
    }

    friend CellSet operator|(CellSet one, const CellSet& two) { return one |= two; }
    friend CellSet operator&(CellSet one, const CellSet& two) { return one &= two; }
    CellSet operator~() const {
        CellSet others;
        for (int i = 0; i < kWords; ++i) others.words_[i] = ~words_[i];
        return others;
    }
    CellSet& operator|=(const CellSet& other) {
        for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    CellSet& operator&=(const CellSet& other) {
        for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
        return *this;
    }

    // By the highest cell in which they differ, as numbers are ordered.
    std::strong_ordering operator<=>(const CellSet& other) const {
        for (int i = kWords - 1; i > 0; --i)
            if (words_[i] != other.words_[i]) return words_[i] <=> other.words_[i];
        return words_[0] <=> other.words_[0];
    }
    bool operator==(const CellSet& other) const = default;

    std::uint64_t hash() const {
        std::uint64_t number = 0;
        for (const std::uint64_t word : words_) number = (number ^ word) * 0x9e3779b97f4a7c15u;
        return number;
    }

  private:
    std::array<std::uint64_t, kWords> words_{};
};

// The pieces of the first player and of the second; or the attacker's pieces and the empty cells of open
// lines.
template <int kWords>
using SetPair = std::array<CellSet<kWords>, 2>;

template <int kWords>
struct SetPairHash {
    std::size_t operator()(const SetPair<kWords>& two) const {
        const std::uint64_t number = two[0].hash() ^ two[1].hash() * 0xc2b2ae3d27d4eb4fu;
        return number ^ number >> 29;
    }
};

}  // namespace enraya::certificate

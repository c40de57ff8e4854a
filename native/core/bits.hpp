// A set of cells as a fixed number of machine words, a bit a cell.
//
//     cell     0 … 63   64 … 127   128 … 191  …
//     word        0         1          2
//
// One word holds Connect 4, 5×5 or the 4×4×4 cube; two hold 10×10; six hold 19×19.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace enraya {

template <int Words>
class CellSet {
  public:
    static constexpr int kWords = Words;

    CellSet() = default;

    // The set whose bits are these bytes, the lowest cells first. Throws std::invalid_argument if one of them
    // is not among the first *cells* cells.
    static CellSet of_bytes(std::span<const std::uint8_t> bytes, int cells) {
        CellSet set;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (int bit = 0; bit < 8; ++bit) {
                if (!(bytes[i] >> bit & 1)) continue;
                if (i * 8 + bit >= static_cast<std::size_t>(cells))
                    throw std::invalid_argument("a set has a cell that is not on the board");
                set.add(static_cast<int>(i) * 8 + bit);
            }
        return set;
    }

    void add(int cell) { words_[cell / 64] |= bit(cell); }
    void remove(int cell) { words_[cell / 64] &= ~bit(cell); }
    bool has(int cell) const { return words_[cell / 64] & bit(cell); }

    bool is_empty() const {
        std::uint64_t all = 0;
        for (std::uint64_t word : words_) all |= word;
        return all == 0;
    }

    int count() const {
        int total = 0;
        for (std::uint64_t word : words_) total += std::popcount(word);
        return total;
    }

    // The lowest cell; the set is not empty.
    int first() const {
        const int index = first_word();
        return index * 64 + std::countr_zero(words_[index]);
    }

    // The lowest cell, which leaves the set; the set is not empty.
    int take_first() {
        const int index = first_word(), cell = index * 64 + std::countr_zero(words_[index]);
        words_[index] &= words_[index] - 1;
        return cell;
    }

    // Calls *visit* with every cell, the lowest first.
    template <class Visit>
    void for_each(Visit visit) const {
        for (int index = 0; index < Words; ++index)
            for (std::uint64_t word = words_[index]; word; word &= word - 1)
                visit(index * 64 + std::countr_zero(word));
    }

    // The bits, the lowest cells first.
    const std::array<std::uint64_t, Words>& words() const { return words_; }
    explicit operator bool() const { return !is_empty(); }
    // Some order, in which equal sets are equal.
    auto operator<=>(const CellSet&) const = default;

    CellSet& operator|=(const CellSet& other) {
        for (int i = 0; i < Words; ++i) words_[i] |= other.words_[i];
        return *this;
    }

    CellSet& operator^=(const CellSet& other) {
        for (int i = 0; i < Words; ++i) words_[i] ^= other.words_[i];
        return *this;
    }

    CellSet& operator&=(const CellSet& other) {
        for (int i = 0; i < Words; ++i) words_[i] &= other.words_[i];
        return *this;
    }

    // Takes out every cell of the other set.
    CellSet& operator-=(const CellSet& other) {
        for (int i = 0; i < Words; ++i) words_[i] &= ~other.words_[i];
        return *this;
    }

    friend CellSet operator|(CellSet one, const CellSet& other) { return one |= other; }
    friend CellSet operator^(CellSet one, const CellSet& other) { return one ^= other; }
    friend CellSet operator&(CellSet one, const CellSet& other) { return one &= other; }
    friend CellSet operator-(CellSet one, const CellSet& other) { return one -= other; }
    // Every other cell, also those that the board does not have.
    friend CellSet operator~(CellSet one) {
        for (std::uint64_t& word : one.words_) word = ~word;
        return one;
    }

  private:
    int first_word() const {
        int index = 0;
        if constexpr (Words > 1)
            while (words_[index] == 0) ++index;
        return index;
    }
    static std::uint64_t bit(int cell) { return std::uint64_t{1} << (cell % 64); }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace enraya

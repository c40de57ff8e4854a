// Sets of cells in the maker's core: one machine word where the board has at most 64 cells, a CellSet
// otherwise. Everything in the core is a template of this type, so that the small boards pay nothing for the
// large ones.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

#include "core/bits.hpp"
#include "core/random.hpp"

namespace enraya {

using Word = std::uint64_t;

template <class Set>
inline constexpr int kWordsOf = Set::kWords;
template <>
inline constexpr int kWordsOf<Word> = 1;

template <class Set>
Set bit_of(int cell) {
    if constexpr (std::same_as<Set, Word>) {
        return Word{1} << cell;
    } else {
        Set set{};
        set.add(cell);
        return set;
    }
}

// The lowest cell of a set that is not empty.
inline int first_of(Word cells) {
    return std::countr_zero(cells);
}
template <int Words>
int first_of(const CellSet<Words>& cells) {
    return cells.first();
}

// The same, and it leaves the set.
inline int take_first(Word& cells) {
    const int cell = std::countr_zero(cells);
    cells &= cells - 1;
    return cell;
}
template <int Words>
int take_first(CellSet<Words>& cells) {
    return cells.take_first();
}

inline int count_of(Word cells) {
    return std::popcount(cells);
}
template <int Words>
int count_of(const CellSet<Words>& cells) {
    return cells.count();
}

// True if there are at least two cells.
inline bool has_several(Word cells) {
    return cells & (cells - 1);
}
template <int Words>
bool has_several(CellSet<Words> cells) {
    if (cells.is_empty()) return false;
    cells.take_first();
    return !cells.is_empty();
}

// The cells with this number or a greater one.
template <class Set>
Set cells_from(int cell) {
    if constexpr (std::same_as<Set, Word>) {
        return ~Word{0} << cell;
    } else {
        Set set{};
        for (int each = cell; each < 64 * kWordsOf<Set>; ++each) set.add(each);
        return set;
    }
}

// Two sets mixed to one number; of one word it is random_number(number ^ cells) or random_number(number +
// cells).
inline Word mix_xor(Word number, Word cells) {
    return random_number(number ^ cells);
}
inline Word mix_sum(Word number, Word cells) {
    return random_number(number + cells);
}
template <int Words>
Word mix_xor(Word number, const CellSet<Words>& cells) {
    for (const Word word : cells.words()) number = random_number(number ^ word);
    return number;
}
template <int Words>
Word mix_sum(Word number, const CellSet<Words>& cells) {
    for (const Word word : cells.words()) number = random_number(number + word);
    return number;
}

// The set whose bits are these bytes; see CellSet::of_bytes().
template <class Set>
Set set_of_bytes(std::span<const std::uint8_t> bytes, int cells) {
    if constexpr (std::same_as<Set, Word>)
        return CellSet<1>::of_bytes(bytes, cells).words()[0];
    else
        return Set::of_bytes(bytes, cells);
}

}  // namespace enraya

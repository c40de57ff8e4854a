// An OSO board in one machine word: a bit a cell, row by row, so that a step along a line is a shift.
//
//     cell        0  1  2  3  4        right    +1
//                 5  6  7  8  9        down     +columns
//                10 11 12 13 14        and the two diagonals, +columns+1 and +columns−1
//
// A triple is known by its direction and its first cell; which cells can be first is a mask, so that shifting
// a whole board by one or two steps lays all triples of a direction over one another.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"

namespace enraya {

// The names of one position: the key proper, seen from the side where it is smallest, and a second,
// independent number made of all sides.
struct OsoKey {
    std::uint64_t key;
    std::uint32_t check;
    int view;
};

template <class Word>
class OsoGrid {
  public:
    static constexpr int kMostCells = std::numeric_limits<Word>::digits;
    static constexpr int kViews = 8;  // a board with fewer symmetries repeats some
    static constexpr int kPlanes = 8;
    struct alignas(64) Keys : std::array<std::uint64_t, kViews> {};

    struct Direction {
        int step;
        Word starts;
    };

    OsoGrid(int columns, int rows)
        : columns_(columns), rows_(rows), parts_((cells() + kPartCells - 1) / kPartCells) {
        find_directions();
        find_views();
        for (int plane = 0; plane < kPlanes; ++plane) make_numbers(plane);
    }

    int cells() const { return columns_ * rows_; }
    Word all() const { return static_cast<Word>(~Word{0}) >> (kMostCells - cells()); }
    std::span<const Direction> directions() const { return directions_; }
    int seen(int view, int cell) const { return views_[view][cell]; }
    int unseen(int view, int cell) const { return unviews_[view][cell]; }

    // Mixes a set of cells into the keys of all views; the same cells mean something else in another plane.
    void mix(Keys& keys, int plane, Word cells) const {
        const Keys* numbers = &numbers_[plane * parts_ * kPartStates];
        for (int part = 0; part < parts_; ++part, cells >>= kPartCells, numbers += kPartStates)
            for (int view = 0; view < kViews; ++view) keys[view] ^= numbers[cells % kPartStates][view];
    }

    static OsoKey key_of(const Keys& keys) {
        int smallest = 0;
        std::uint64_t sum = 0;
        for (int view = 0; view < kViews; ++view) {
            if (keys[view] < keys[smallest]) smallest = view;
            const std::uint64_t mixed = keys[view] ^ (keys[view] >> 31);
            sum += mixed * mixed;
        }
        return {random_number(keys[smallest]), static_cast<std::uint32_t>(sum >> 32), smallest};
    }

  private:
    // A few cells at a time have their numbers ready, in all views side by side.
    static constexpr int kPartCells = 8, kPartStates = 1 << kPartCells;
    using View = std::array<int, kMostCells>;

    void find_directions() {
        const std::array<std::pair<int, int>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
        for (auto [right, down] : directions) {
            Word starts = 0;
            for (int cell = 0; cell < cells(); ++cell) {
                const int last_column = cell % columns_ + 2 * right, last_row = cell / columns_ + 2 * down;
                if (last_column >= 0 && last_column < columns_ && last_row < rows_) starts |= Word{1} << cell;
            }
            if (starts) directions_.push_back({down * columns_ + right, starts});
        }
    }

    void find_views() {
        for (int number = 0; number < kViews; ++number) {
            const bool swapped = (number & 4) && columns_ == rows_;
            for (int cell = 0; cell < cells(); ++cell) {
                int column = cell % columns_, row = cell / columns_;
                if (swapped) std::swap(column, row);
                if (number & 1) column = columns_ - 1 - column;
                if (number & 2) row = rows_ - 1 - row;
                views_[number][cell] = row * columns_ + column;
                unviews_[number][views_[number][cell]] = cell;
            }
        }
    }

    void make_numbers(int plane) {
        for (int part = 0; part < parts_; ++part)
            for (int state = 0; state < kPartStates; ++state) {
                Keys& numbers = numbers_.emplace_back();
                for (int view = 0; view < kViews; ++view)
                    for (int bit = 0, cell = part * kPartCells; bit < kPartCells && cell < cells();
                         ++bit, ++cell)
                        if (state >> bit & 1)
                            numbers[view] ^= random_number(plane * kMostCells + seen(view, cell));
            }
    }

    int columns_, rows_, parts_;
    std::vector<Direction> directions_;
    std::array<View, kViews> views_{}, unviews_{};
    std::vector<Keys> numbers_;
};

}  // namespace enraya

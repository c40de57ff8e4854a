// Connect 4 boards as bits: a column after another, each with at least one spare bit above its top cell.
//
// clang-format off
//     7 columns × 6 rows, 8 bits a column      bit of a cell = 8 × column + row, rows from the bottom
//
//          .  .  .  .  .  .  .                  7 15 23 31 39 47 55    always 0
//          .  .  .  .  .  .  .                  6 14 22 30 38 46 54    0 in sets of cells; in mask + bottom the
//          o  o  o  o  o  o  o                  5 13 21 29 37 45 53    mark of a full column
//          o  o  o  o  o  o  o                  4 12 20 28 36 44 52
//          o  o  o  o  o  o  o                  3 11 19 27 35 43 51
//          o  o  o  o  o  o  o                  2 10 18 26 34 42 50
//          o  o  o  o  o  o  o                  1  9 17 25 33 41 49
//          o  o  o  o  o  o  o                  0  8 16 24 32 40 48
//
// clang-format on
// The spare bits keep lines from running over from one column into the next. Where 8 bits a column fit into
// 56, the mirror image is a swap of bytes. Other boards have rows + 1 bits a column, up to 128 in all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace enraya {

using Wide = unsigned __int128;

inline int count_bits(std::uint64_t bits) {
    return std::popcount(bits);
}
inline int count_bits(Wide bits) {
    return std::popcount(static_cast<std::uint64_t>(bits)) +
           std::popcount(static_cast<std::uint64_t>(bits >> 64));
}

inline int lowest_bit(std::uint64_t bits) {
    return std::countr_zero(bits);
}
inline int lowest_bit(Wide bits) {
    const auto low = static_cast<std::uint64_t>(bits);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
}

constexpr int connect_pitch(int columns, int rows) {
    return columns <= 7 && rows <= 7 ? 8 : rows + 1;
}

inline constexpr int kMostConnectColumns = 32;
// A position's number stands in a table entry of one word if it has no more bits than this.
inline constexpr int kMostNarrowBits = 56;

// The size of a board, known when compiling …
template <int Columns, int Rows>
struct FixedShape {
    static constexpr int kMostColumns = Columns;
    static constexpr int kPitch = connect_pitch(Columns, Rows);
    using Bits = std::conditional_t<kPitch * Columns <= 64, std::uint64_t, Wide>;
    using Word = std::conditional_t<kPitch * Columns <= kMostNarrowBits, std::uint64_t, Wide>;

    static constexpr int columns() { return Columns; }
    static constexpr int rows() { return Rows; }
    static constexpr int pitch() { return kPitch; }
};

// … or when running: any size whose bits fit.
template <class BitsAndWord>
struct AnyShape {
    static constexpr int kMostColumns = kMostConnectColumns;
    using Bits = BitsAndWord;
    using Word = BitsAndWord;

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    int pitch() const { return pitch_; }

    int columns_, rows_, pitch_ = connect_pitch(columns_, rows_);
};

// Sets of cells that a board's size determines.
template <class Bits>
struct ConnectSets {
    template <class Shape>
    constexpr explicit ConnectSets(const Shape& shape) {
        for (int column = 0; column < shape.columns(); ++column) bottom |= Bits{1} << column * shape.pitch();
        cells = bottom * ((Bits{1} << shape.rows()) - 1);
        for (int row = shape.rows(); row >= 0; row -= 2) even_above |= bottom << row;
    }

    Bits bottom = 0, cells = 0, even_above = 0;
};

template <class Shape>
class ConnectBoard : public Shape {
  public:
    using Bits = typename Shape::Bits;
    using Shape::columns, Shape::rows, Shape::pitch;

    constexpr explicit ConnectBoard(Shape shape = {}) : Shape(shape), sets_(shape) {}

    constexpr Bits bottom() const { return sets().bottom; }
    constexpr Bits cells() const { return sets().cells; }
    constexpr int count() const { return columns() * rows(); }
    // The cells that have, with themselves, an even number of cells up to the top; and the mark of a full
    // column.
    constexpr Bits even_above() const { return sets().even_above; }

    // The cells where the next piece lands in each column, marks of full columns included.
    Bits landings(Bits mask) const { return mask + bottom(); }
    Bits playable(Bits mask) const { return (mask + bottom()) & cells(); }
    // All cells of the columns that have one of these.
    constexpr Bits columns_with(Bits some) const {
        const Bits marks = (some + cells()) & bottom() << rows();
        return marks - (marks >> rows());
    }
    int column_of(Bits cell) const { return lowest_bit(cell) / pitch(); }

    // A number for each position: the bit above the pieces of each column tells how many there are.
    Bits key(Bits own, Bits mask) const { return own + mask; }

    // The same for a position and its mirror image.
    Bits symmetric_key(Bits own, Bits mask) const {
        const Bits key = this->key(own, mask);
        return std::min(key, mirrored(key));
    }

    Bits mirrored(Bits bits) const {
        if (sizeof(Bits) == 8 && pitch() == 8)
            return __builtin_bswap64(static_cast<std::uint64_t>(bits)) >> (64 - 8 * columns());
        const Bits column = (Bits{1} << pitch()) - 1;
        Bits result = 0;
        for (int i = 0; i < columns(); ++i) {
            result = result << pitch() | (bits & column);
            bits >>= pitch();
        }
        return result;
    }

    bool has_four(Bits stones) const {
        if (columns() < 4) return has_four_along(stones, 1);
        if constexpr (kHasDirections) {
            const Lanes steps = {1, pitch() - 1u, pitch() + 0u, pitch() + 1u};
            const Lanes pairs = stones & stones >> steps;
            return any(pairs & pairs >> 2 * steps);
        } else {
            return has_four_along(stones, 1) || has_four_along(stones, pitch()) ||
                   has_four_along(stones, pitch() - 1) || has_four_along(stones, pitch() + 1);
        }
    }

    // The empty cells that would complete four of these stones, whether or not they can be played now.
    Bits winning_cells(Bits stones, Bits mask) const {
        Bits wins;
        if (kHasDirections && columns() >= 4) {
            const Lanes steps = {1, pitch() - 1u, pitch() + 0u, pitch() + 1u};
            const Lanes own = Lanes{} + static_cast<std::uint64_t>(stones);
            Lanes fours;
            find_fours_along(own, steps, fours);
            wins = fours[0] | fours[1] | fours[2] | fours[3];
        } else {
            find_fours(stones, wins);
        }
        return wins & (cells() ^ mask);
    }

    // Several moves whose winning cells are found at once.
    static constexpr int kMovesAtOnce = sizeof(Bits) == 8 ? 4 : 1;
    using Several = std::array<Bits, kMovesAtOnce>;

    // For each of several moves the winning cells after it; 0 is no move.
    Several winning_cells_after_each(Bits stones, Bits mask, const Several& moves) const {
        Several wins;
        if constexpr (kMovesAtOnce == 4) {
            const Lanes own = Lanes{moves[0], moves[1], moves[2], moves[3]} | stones;
            Lanes fours;
            find_fours(own, fours);
            fours &= (cells() ^ mask) & ~own;
            std::memcpy(wins.data(), &fours, sizeof(wins));
        } else {
            wins[0] = winning_cells(stones | moves[0], mask | moves[0]);
        }
        return wins;
    }

  private:
    // Four sets at a time in the processor's wide registers.
    using Lanes [[gnu::vector_size(32)]] = std::uint64_t;
    // True to look along the four directions of one set at a time: that takes shifts by different steps.
#ifdef __AVX2__
    static constexpr bool kHasDirections = sizeof(Bits) == 8;
    static bool any(const Lanes& lanes) {
        using Signed [[gnu::vector_size(32)]] = long long;
        return !__builtin_ia32_ptestz256((Signed)lanes, (Signed)lanes);
    }
#else
    static constexpr bool kHasDirections = false;
    static bool any(const Lanes& lanes) { return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) != 0; }
#endif

    // The cells where a stone would complete four with three of these: in one set, or in several at once.
    template <class Sets>
    void find_fours(const Sets& stones, Sets& fours) const {
        fours = stones << 1 & stones << 2 & stones << 3;
        if (columns() < 4) return;
        for (int step : {pitch() - 1, pitch(), pitch() + 1}) {
            Sets more;
            find_fours_along(stones, step, more);
            fours |= more;
        }
    }

    template <class Sets, class Step>
    static void find_fours_along(const Sets& stones, const Step& step, Sets& fours) {
        const Sets above = stones << step, below = stones >> step;
        fours = above & stones << 2 * step & (stones << 3 * step | below);
        fours |= below & stones >> 2 * step & (above | stones >> 3 * step);
    }

    static bool has_four_along(Bits stones, int step) {
        const Bits pairs = stones & stones >> step;
        return (pairs & pairs >> 2 * step) != 0;
    }

    // The masks of a board whose size is a compile-time constant are constants too.
    constexpr const ConnectSets<Bits>& sets() const {
        if constexpr (std::is_empty_v<Shape>)
            return kSets<Shape>;
        else
            return sets_;
    }
    template <class Fixed>
    static constexpr ConnectSets<Bits> kSets{Fixed{}};

    const ConnectSets<Bits> sets_;
};

}  // namespace enraya

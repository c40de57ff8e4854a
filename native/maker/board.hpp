// A line game seen from one side: the maker wants to fill a line, the breaker wants it not to.
//
// The player who fills a line first ends the game, so the breaker's own lines count too, but only because
// they end it or have to be answered. Everything is a template of the sets of cells (cells.hpp).
//
//     per line   one byte: the maker's pieces in it in the low half, the breaker's in the high half
//     open       a line is open to a player while the other has no piece in it
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lines/rules.hpp"
#include "maker/cells.hpp"

namespace enraya {

enum Side : int { kMaker = 0, kBreaker = 1 };

inline Side other(Side side) {
    return side == kMaker ? kBreaker : kMaker;
}
// The lines as sets, and the views of the board as tables that carry a set eight cells at a time.
template <class Set>
class MakerRules {
  public:
    static constexpr int kMostCells = 64 * kWordsOf<Set>, kMostLines = 256 * kWordsOf<Set>, kLongestLine = 7;
    static constexpr int kMostThrough = 64, kMostTogether = 7;  // lines, of one cell and of two
    using LineNumber = std::conditional_t<kMostLines <= 256, std::uint8_t, std::uint16_t>;
    using CellNumber = std::uint8_t;
    static_assert(kMostCells <= 256);

    // True if these rules are of the kind: free choice of cells, a full line wins, all lines of one length,
    // and as on a board few of them through the same cells.
    static bool fit(const LineRules& rules);

    // Throws std::invalid_argument for rules that do not fit.
    explicit MakerRules(const LineRules& rules);

    int cells() const { return cells_; }
    Set board() const { return board_; }
    int length() const { return length_; }
    int line_count() const { return static_cast<int>(lines_.size()); }
    Set line(int index) const { return lines_[index]; }
    const std::vector<LineNumber>& lines_through(int cell) const { return through_[cell]; }

    int views() const { return views_; }
    Set seen(int view, Set cells) const { return carried(carry_, view, cells); }
    // The cells that are seen as these.
    Set seen_back(int view, Set cells) const { return carried(carry_back_, view, cells); }

  private:
    Set carried(const std::vector<Set>& carry, int view, Set cells) const {
        const auto* table = carry.data() + static_cast<std::size_t>(view) * bytes_ * 256;
        Set image{};
        if constexpr (kWordsOf<Set> == 1) {
            for (int byte = 0; byte < bytes_; ++byte, cells >>= 8, table += 256) image |= table[cells & 255];
        } else {
            for (int byte = 0; byte < bytes_; ++byte, table += 256)
                image |= table[cells.words()[byte / 8] >> 8 * (byte % 8) & 255];
        }
        return image;
    }

    int cells_, length_ = 0, views_ = 0, bytes_ = 0;
    Set board_{};
    std::vector<Set> lines_;
    std::vector<std::vector<LineNumber>> through_;
    std::vector<Set> carry_, carry_back_;
};

// The pieces, and what follows from them, kept up to date with every move.
template <class Set>
class MakerBoard {
  public:
    using Rules = MakerRules<Set>;

    MakerBoard(const Rules& rules, Set maker, Set breaker);

    const Rules& rules() const { return rules_; }
    Set pieces(Side side) const { return pieces_[side]; }
    Set empty() const { return empty_; }

    // The empty cells with which a side fills a line.
    Set completing(Side side) const { return completing_[side] & empty_; }

    void play(Side side, int cell) {
        past_[depth_++] = {completing_[0], completing_[1]};
        pieces_[side] |= bit_of<Set>(cell);
        empty_ &= ~bit_of<Set>(cell);
        const std::uint8_t one = side == kMaker ? 1 : 16, nearly = (rules_.length() - 1) * one;
        for (const auto line : rules_.lines_through(cell))
            if ((counts_[line] += one) == nearly) completing_[side] |= rules_.line(line) & ~pieces_[side];
    }

    void undo(Side side, int cell) {
        const std::uint8_t one = side == kMaker ? 1 : 16;
        for (const auto line : rules_.lines_through(cell)) counts_[line] -= one;
        pieces_[side] &= ~bit_of<Set>(cell);
        empty_ |= bit_of<Set>(cell);
        --depth_;
        completing_[0] = past_[depth_][0], completing_[1] = past_[depth_][1];
    }

    // The pieces of a side in a line that is open to it.
    int count(Side side, int line) const { return side == kMaker ? counts_[line] & 15 : counts_[line] >> 4; }
    bool is_open(Side side, int line) const {
        return (side == kMaker ? counts_[line] >> 4 : counts_[line] & 15) == 0;
    }

    // Calls visit(line) for every line open to the side, or open with just this many pieces in it.
    template <class Visit>
    void for_open(Side side, const Visit& visit) const {
        const Word others = side == kMaker ? 0xf0f0f0f0f0f0f0f0u : 0x0f0f0f0f0f0f0f0fu;
        for_each(others, 0, visit);
    }
    template <class Visit>
    void for_open(Side side, int pieces, const Visit& visit) const {
        for_each(~Word{0}, 0x0101010101010101u * static_cast<Word>(side == kMaker ? pieces : pieces << 4),
                 visit);
    }

  private:
    // Lines are looked at eight at a time: of a word of their bytes, the highest bit of each zero byte.
    static Word zero_bytes(Word bytes) {
        constexpr Word low = 0x7f7f7f7f7f7f7f7fu;
        return ~(((bytes & low) + low) | bytes | low);
    }
    template <class Visit>
    void for_each(Word looked_at, Word wanted, const Visit& visit) const {
        for (int start = 0; start < rules_.line_count(); start += 8) {
            Word bytes;
            __builtin_memcpy(&bytes, counts_.data() + start, 8);
            for (Word found = zero_bytes((bytes & looked_at) ^ wanted); found;)
                visit(start + take_first(found) / 8);
        }
    }

    const Rules& rules_;
    std::array<Set, 2> pieces_{}, completing_{};
    Set empty_;
    std::array<std::uint8_t, Rules::kMostLines> counts_;
    std::array<std::array<Set, 2>, Rules::kMostCells> past_;
    int depth_ = 0;
};

}  // namespace enraya

// A line game seen from one side: the maker wants to fill a line, the breaker wants it not to.
//
// The player who fills a line first ends the game, so the breaker's own lines count too, but only because
// they end it or have to be answered. Everything here fits a machine word a set of cells: boards of up to 64
// cells.
//
//     per line   one byte: the maker's pieces in it in the low half, the breaker's in the high half
//     open       a line is open to a player while the other has no piece in it
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "lines/rules.hpp"

namespace enraya {

using Word = std::uint64_t;

enum Side : int { kMaker = 0, kBreaker = 1 };

inline Side other(Side side) {
    return side == kMaker ? kBreaker : kMaker;
}
inline Word bit_of(int cell) {
    return Word{1} << cell;
}
inline int take_first(Word& cells) {
    const int cell = std::countr_zero(cells);
    cells &= cells - 1;
    return cell;
}

// The lines as words, and the views of the board as tables that carry a word eight cells at a time.
class [[gnu::visibility("default")]] MakerRules {
  public:
    static constexpr int kMostCells = 64, kMostLines = 256, kLongestLine = 7;
    static constexpr int kMostThrough = 64, kMostTogether = 7;  // lines, of one cell and of two

    // True if these rules are of the kind: free choice of cells, a full line wins, all lines of one length,
    // and as on a board few of them through the same cells.
    static bool fit(const LineRules& rules);

    // Throws std::invalid_argument for rules that do not fit.
    explicit MakerRules(const LineRules& rules);

    int cells() const { return cells_; }
    Word board() const { return board_; }
    int length() const { return length_; }
    int line_count() const { return static_cast<int>(lines_.size()); }
    Word line(int index) const { return lines_[index]; }
    const std::vector<std::uint8_t>& lines_through(int cell) const { return through_[cell]; }

    int views() const { return views_; }
    Word seen(int view, Word cells) const { return carried(carry_, view, cells); }
    // The cells that are seen as these.
    Word seen_back(int view, Word cells) const { return carried(carry_back_, view, cells); }

  private:
    Word carried(const std::vector<Word>& carry, int view, Word cells) const {
        const auto* table = carry.data() + static_cast<std::size_t>(view) * bytes_ * 256;
        Word image = 0;
        for (int byte = 0; byte < bytes_; ++byte, cells >>= 8, table += 256) image |= table[cells & 255];
        return image;
    }

    int cells_, length_ = 0, views_ = 0, bytes_ = 0;
    Word board_ = 0;
    std::vector<Word> lines_;
    std::vector<std::vector<std::uint8_t>> through_;
    std::vector<Word> carry_, carry_back_;
};

// The pieces, and what follows from them, kept up to date with every move.
class MakerBoard {
  public:
    MakerBoard(const MakerRules& rules, Word maker, Word breaker);

    const MakerRules& rules() const { return rules_; }
    Word pieces(Side side) const { return pieces_[side]; }
    Word empty() const { return empty_; }

    // The empty cells with which a side fills a line.
    Word completing(Side side) const { return completing_[side] & empty_; }

    void play(Side side, int cell) {
        past_[depth_++] = {completing_[0], completing_[1]};
        pieces_[side] |= bit_of(cell);
        empty_ &= ~bit_of(cell);
        const std::uint8_t one = side == kMaker ? 1 : 16, nearly = (rules_.length() - 1) * one;
        for (std::uint8_t line : rules_.lines_through(cell))
            if ((counts_[line] += one) == nearly) completing_[side] |= rules_.line(line) & ~pieces_[side];
    }

    void undo(Side side, int cell) {
        const std::uint8_t one = side == kMaker ? 1 : 16;
        for (std::uint8_t line : rules_.lines_through(cell)) counts_[line] -= one;
        pieces_[side] &= ~bit_of(cell);
        empty_ |= bit_of(cell);
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

    const MakerRules& rules_;
    std::array<Word, 2> pieces_{}, completing_{};
    Word empty_;
    std::array<std::uint8_t, MakerRules::kMostLines> counts_;
    std::array<std::array<Word, 2>, MakerRules::kMostCells> past_;
    int depth_ = 0;
};

}  // namespace enraya

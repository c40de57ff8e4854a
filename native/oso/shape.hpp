// The canonical form of an OSO position: everything a solver asks of all its cells at once, by shifts and
// masks.
//
// A triple is live while O-S-O can still come to stand there. It is wide while two or three of its cells are
// empty; with one empty cell left it is a point for whoever writes there. So a position is no more than
//
//   - its wide triples: the empty cells on them and the letters that began them;
//   - for each empty cell, the points of writing O and of writing S there;
//   - its spare cells, empty and on no live triple: ways to pass. One can be answered with another, so that
//     only whether their number is odd counts;
//   - its lone prizes: empty cells with points and on no wide triple.
//
// Some of it leaves sight at once, by arguments over v, the value for the mover of a position P and something
// more that shares no empty cell with it:
//
//   1. A lone prize where both letters score: the mover takes the better one, m, and is to move as before, so
//      v(P + prize) = m + v(P). Any scoring move of P can be made after it as well, and any other hands the
//      prize to the opponent (by induction on the empty cells).
//   2. A lone prize m that one letter scores can also be wasted with the other letter, to pass. The mover
//   chooses, so
//      v(P + m) >= max(m + v(P), -v(P)) >= m / 2 > 0.
//   3. With two of those, m >= n, taking m is best: it gives m + v(P + n). Taking n is worth no more, as the
//   prizes
//      differ in nothing but size. Wasting one gives less than 0, by 2, and so does any move that does not
//      score. And a move of P that scores can wait: p + v(P' + m + n) = p + m + v(P' + n) <= m + v(P + n). So
//      at most one prize stays, and neither its cell nor its letter matters.
//   4. A wide triple with two empty cells and none of them on another live triple is nothing: v(P + triple) =
//   v(P).
//      The player who would not touch it can undo a touch. If it is spoilt, its other cell is a spare one, to
//      pass with. If it is advanced, there is a prize to waste, which passes too. Either way the other side
//      is to move as before, and who has nothing else left to move in spoils it for 0.
//   5. Such a triple with three empty cells is a pass: spoilt it leaves two spare cells, which are nothing,
//   and
//      advanced it leaves a triple as in 4, which is nothing too.
#pragma once

#include <bit>

#include "oso/grid.hpp"

namespace enraya {

template <class Word>
struct OsoShape {
    Word s_cells = 0, o_cells = 0;        // the letters, lone prizes already taken among them
    Word empty = 0;                       // the empty cells on live triples, the lone prize apart
    Word wide = 0;                        // the cells of wide triples, those of 4 and 5 apart
    Word o1 = 0, o2 = 0, o4 = 0, o8 = 0;  // the points of writing O on a cell, in binary, a digit a word
    Word s1 = 0, s2 = 0, s4 = 0;          // and of writing S
    Word spare = 0;                       // the spare cells, and the first cell of each triple of 5
    Word lone = 0;                        // the cell of the lone prize
    int prize = 0;                        // and what it is worth; 0: there is none
    int taken = 0;                        // the points of the prizes taken at once
    int live_triples = 0;                 // those of the prizes apart

    OsoShape() = default;
    OsoShape(const OsoGrid<Word>& grid, Word s, Word o) : s_cells(s), o_cells(o) {
        look(grid);
        if (const Word alone = scoring() & ~wide) take_prizes(alone);
    }

    Word scoring() const { return o1 | o2 | o4 | o8 | s1 | s2 | s4; }
    bool has_spare() const { return std::popcount(spare) & 1; }
    int cells() const { return std::popcount(empty); }

    int o_points(int cell) const {
        return digit(o1, cell) + 2 * digit(o2, cell) + 4 * digit(o4, cell) + 8 * digit(o8, cell);
    }
    int s_points(int cell) const { return digit(s1, cell) + 2 * digit(s2, cell) + 4 * digit(s4, cell); }

    // The value lies between these: nobody can score more than there is.
    int least() const { return taken + (prize ? (prize + 1) / 2 : -live_triples); }
    int most() const { return taken + prize + live_triples; }

    // Positions with the same key are worth the same, what was taken at once apart.
    OsoKey key(const OsoGrid<Word>& grid) const {
        typename OsoGrid<Word>::Keys keys;
        keys.fill(random_number(kOtherNumbers + 2 * prize + has_spare()));
        // A cell is empty or not; two more planes hold its letter if it is not and its points if it is.
        grid.mix(keys, 0, empty);
        grid.mix(keys, 1, (s_cells & wide) | s1);
        grid.mix(keys, 2, (o_cells & wide) | o1);
        if (o2 | o4 | o8 | s2 | s4) {
            grid.mix(keys, 3, o2);
            grid.mix(keys, 4, s2);
            grid.mix(keys, 5, o4);
            grid.mix(keys, 6, s4);
            grid.mix(keys, 7, o8);
        }
        return OsoGrid<Word>::key_of(keys);
    }

    OsoShape after_prize() const {
        OsoShape next = *this;
        next.s_cells |= lone;
        next.lone = 0, next.prize = next.taken = 0;
        return next;
    }

    // An S on a spare cell is of no consequence, and spoils a triple of 5.
    OsoShape after_pass() const {
        OsoShape next = *this;
        next.s_cells |= spare & -spare;
        next.spare &= spare - 1;
        next.taken = 0;
        return next;
    }

  private:
    static constexpr std::uint64_t kOtherNumbers = OsoGrid<Word>::kPlanes * OsoGrid<Word>::kMostCells;

    static int digit(Word word, int cell) { return static_cast<int>(word >> cell & 1); }

    void look(const OsoGrid<Word>& grid) {
        const Word not_s = ~s_cells, not_o = ~o_cells, blank = grid.all() & ~(s_cells | o_cells);
        std::array<Word, 4> wide_triples;
        Word once = 0, twice = 0;  // covered by one wide triple or more, by two or more
        int direction = 0;
        for (const auto [step, starts] : grid.directions()) {
            const Word possible = starts & not_s & (not_o >> step) & (not_s >> 2 * step);
            const Word first = o_cells & possible, middle = s_cells >> step & possible,
                       last = o_cells >> 2 * step & possible;
            const Word for_first = ~first & middle & last, for_middle = first & ~middle & last,
                       for_last = first & middle & ~last;
            const Word live = possible & ~(first & middle & last);
            const Word wide_here = live & ~(for_first | for_middle | for_last);
            wide_triples[direction++] = wide_here;
            live_triples += std::popcount(live);
            for (const Word cells : {wide_here, wide_here << step, wide_here << 2 * step}) {
                twice |= once & cells;
                once |= cells;
            }
            add_o(for_first);
            add_o(for_last << 2 * step);
            const Word carry = s1 & for_middle << step;
            s1 ^= for_middle << step;
            s4 |= s2 & carry;
            s2 ^= carry;
        }
        const Word shared = blank & (twice | scoring());
        Word gone = 0, passes = 0;  // the cells of triples of 4 and 5, and the first ones of those of 5
        direction = 0;
        for (const auto [step, starts] : grid.directions()) {
            const Word wide_here = wide_triples[direction++];
            const Word alone = wide_here & ~(shared | shared >> step | shared >> 2 * step);
            const Word kept = wide_here & ~alone;
            wide |= kept | kept << step | kept << 2 * step;
            if (!alone) continue;
            live_triples -= std::popcount(alone);
            gone |= alone | alone << step | alone << 2 * step;
            passes |= alone & blank & (blank >> step) & (blank >> 2 * step);
        }
        empty = blank & (wide | scoring());
        spare = (blank & ~empty & ~gone) | passes;
    }

    void add_o(Word cells) {
        Word carry = o1 & cells;
        o1 ^= cells;
        Word next = o2 & carry;
        o2 ^= carry;
        carry = o4 & next;
        o4 ^= next;
        o8 |= carry;
    }

    void take_prizes(Word alone) {
        const Word of_o = o1 | o2 | o4 | o8;
        for (Word left = alone; left; left &= left - 1) {
            const int cell = std::countr_zero(left);
            const int with_o = o_points(cell), with_s = s_points(cell), better = std::max(with_o, with_s);
            live_triples -= with_o + with_s;
            if ((with_o && with_s) || (prize && better >= prize)) {
                taken += better;
            } else {
                taken += prize;
                prize = better;
                lone = left & -left;
            }
        }
        const Word gone = alone & ~lone;
        o_cells |= gone & of_o;
        s_cells |= gone & ~of_o;
        empty &= ~alone;
        o1 &= ~alone, o2 &= ~alone, o4 &= ~alone, o8 &= ~alone, s1 &= ~alone, s2 &= ~alone, s4 &= ~alone;
    }
};

}  // namespace enraya

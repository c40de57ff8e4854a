// The pattern that a stone would make of one direction through an empty cell.
//
// The stone's owner sees the cells around it along the direction, each his own (X), empty (.) or closed (#):
// the opponent's, or beyond the edge.
//
//     cells      # . X X ( ) . X # .        the stone would stand at ( )
//     offset    -5-4-3-2  0 +1+2+3+4
//
// Freestyle looks four cells either way, which is as far as a five reaches; where a row must be exactly five
// long the cells at ±5 matter too, since a sixth stone spoils it. The pattern is found by recursion over the
// stones that could follow, so it means what it says: an OpenThree is one move from an OpenFour, which has
// two ways to make five.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace enraya::gomoku {

// From weak to strong. The number of ways tells the open twos and threes apart.
enum Pattern : std::uint8_t {
    Dead,            // no five can come of it
    One,             // becomes a Two
    OpenOne,         // becomes an OpenTwo
    Two,             // becomes a Three
    OpenTwo,         // becomes an OpenThree in one way
    OpenTwoTwice,    // … in two ways
    OpenTwoThrice,   // … in three or more
    Three,           // becomes a Four
    OpenThree,       // becomes an OpenFour in one way
    OpenThreeTwice,  // … in two or more
    Four,            // one cell makes five
    OpenFour,        // two or more cells make five
    Five,
};
inline constexpr int kPatterns = 13;

inline bool is_open_three(int pattern) {
    return pattern == OpenThree || pattern == OpenThreeTwice;
}

// The rule: a row of more than five wins (freestyle), or only one of exactly five.
enum class Rule { Freestyle, ExactlyFive };

// The cells along a line, two bits each: a line of the board with walls around it is one word.
enum LineCell : std::uint64_t { Empty = 0, Black = 1, White = 2, Wall = 3 };

// The patterns of both sides for everything that can stand around a cell.
class PatternTable {
  public:
    explicit PatternTable(Rule rule);

    // The distance along a line within which a stone matters.
    int reach() const { return reach_; }

    // Black's pattern in the low nibble and White's in the high one, of the cell in the middle of *window*: 2
    // × reach + 1 cells of a line, the leftmost lowest. What stands in the middle does not matter.
    std::uint8_t both(std::uint64_t window) const {
        return both_[(window & side_) | (window >> 2 & side_ << 2 * reach_)];
    }

  private:
    int reach_;
    std::uint64_t side_;  // a mask of the cells on one side
    std::vector<std::uint8_t> both_;
};

// The table of a rule, made when it is first asked for.
const PatternTable& pattern_table(Rule rule);

}  // namespace enraya::gomoku

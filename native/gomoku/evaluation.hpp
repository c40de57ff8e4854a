// The evaluation: of an empty cell for a side by its patterns in four directions, and of a position by the
// pattern network.
//
// The four patterns of a cell are its shape, a nibble each:
//
//     shape    pattern ↔ 4 | pattern ↕ 4 | pattern ↘ 4 | pattern ↙ 4
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gomoku/network.hpp"
#include "gomoku/pattern.hpp"

namespace enraya::gomoku {

using Shape = std::uint16_t;

inline constexpr int kDirections = 4;

// The threats that a stone makes, from weak to strong.
enum Threat : std::uint8_t {
    NoThreat,
    MakesThree,        // an open three: wins in three if it is not answered
    MakesFour,         // one answer
    MakesDoubleThree,  // two open threes
    MakesFourThree,    // a four and an open three
    MakesOpenFour,     // or two fours: wins unless the other side makes five first
    MakesFive,
};
inline constexpr int kThreats = 7;

// The number of cells for each threat of a side.
using ThreatCounts = std::array<std::int16_t, kThreats>;

struct ShapeFacts {
    std::int16_t own_order,
        other_order;  // how early a stone there is tried, by what it makes and what it prevents
    std::uint8_t threat;
    bool leads_on;  // a stone there makes a three or more of two directions
};
static_assert(sizeof(ShapeFacts) == 6);

// What is known of shapes, and the network's weights.
class [[gnu::visibility("default")]] Evaluation {
  public:
    static constexpr int kThreatPairs = 1152;

    // *weights* are those of the network; std::invalid_argument for another number than Network::kWeights.
    explicit Evaluation(std::span<const std::int16_t> weights);

    const ShapeFacts& operator[](Shape shape) const { return facts_[shape]; }
    const Network& network() const { return network_; }

    // A number for the threats that matter most, below kThreatPairs.
    static int threat_pair(const ThreatCounts& mover, const ThreatCounts& other) {
        const auto up_to = [](int count, int most) { return count < most ? count : most; };
        int pair = up_to(mover[MakesFourThree], 1);
        pair = pair * 2 + up_to(mover[MakesDoubleThree], 1);
        pair = pair * 3 + up_to(mover[MakesFour], 2);
        pair = pair * 3 + up_to((mover[MakesThree] + 1) / 2, 2);
        pair = pair * 2 + up_to(other[MakesOpenFour], 1);
        pair = pair * 2 + up_to(other[MakesFourThree], 1);
        pair = pair * 2 + up_to(other[MakesDoubleThree], 1);
        pair = pair * 2 + up_to(other[MakesFour], 1);
        pair = pair * 2 + up_to(other[MakesThree], 1);
        return pair;
    }

    // The digits that such a number is made of, and how many values each has.
    static constexpr std::array<int, 9> kThreatDigits{2, 2, 3, 3, 2, 2, 2, 2, 2};
    // The value of each digit of *pair*, as a number among the values of all digits.
    static std::array<int, 9> threat_values(int pair) {
        std::array<int, 9> values;
        int end = Network::kThreatValues;
        for (int digit = 8; digit >= 0; --digit) {
            end -= kThreatDigits[digit];
            values[digit] = end + pair % kThreatDigits[digit];
            pair /= kThreatDigits[digit];
        }
        return values;
    }

    // The weights that are built in.
    static const Evaluation& built_in();

  private:
    std::vector<ShapeFacts> facts_;
    Network network_;
};

// The threat that a stone on a cell of this shape makes.
Threat threat_of(Shape shape);

}  // namespace enraya::gomoku

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

// The threat that a stone makes, in a byte with whether it makes a three or more of two directions and so
// leads on.
class Force {
  public:
    Force() = default;
    Force(Threat threat, bool leads_on) : byte_(static_cast<std::uint8_t>(threat | leads_on << 3)) {}

    Threat threat() const { return static_cast<Threat>(byte_ & 7); }
    bool leads_on() const { return byte_ & 8; }

  private:
    std::uint8_t byte_ = 0;
};

// What is known of shapes, and the network's weights.
class [[gnu::visibility("default")]] Evaluation {
  public:
    static constexpr int kThreatPairs = 1152;

    // *weights* are those of the network; std::invalid_argument for another number than Network::kWeights.
    explicit Evaluation(std::span<const std::int16_t> weights);

    Force force(Shape shape) const { return forces_[index_of(shape)]; }
    // How early a stone is tried where the shapes of its owner and of the other side are these.
    int order(Shape own, Shape other) const {
        return orders_[index_of(own)].own + orders_[index_of(other)].other;
    }
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
    // By what a stone makes for its owner, and by what it takes from the other side.
    struct Orders {
        std::int16_t own, other;
    };
    // Of two patterns the order does not matter, so all shapes need tables small enough for the nearest
    // cache.
    static constexpr int kPairsBits = 7;
    static_assert(kPatterns * (kPatterns + 1) / 2 <= 1 << kPairsBits);

    int index_of(Shape shape) const { return pairs_[shape >> 8] << kPairsBits | pairs_[shape & 255]; }

    std::array<std::uint8_t, 256> pairs_{};  // of two patterns, a nibble each
    std::vector<Force> forces_;
    std::vector<Orders> orders_;
    Network network_;
};

// The threat that a stone on a cell of this shape makes.
Threat threat_of(Shape shape);

}  // namespace enraya::gomoku

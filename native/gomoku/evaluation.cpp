#include "gomoku/evaluation.hpp"

#include <algorithm>
#include <stdexcept>

#include "gomoku/weights.hpp"

namespace enraya::gomoku {

namespace {

std::array<int, kDirections> sorted_patterns(Shape shape) {
    std::array<int, kDirections> patterns;
    for (int i = 0; i < kDirections; ++i) patterns[i] = shape >> 4 * i & 15;
    std::ranges::sort(patterns);
    return patterns;
}

// The codes of all shapes, in the order of their sorted patterns.
std::vector<std::uint16_t> make_codes() {
    std::vector<std::uint16_t> codes(1 << 16);
    int next = 0;
    for (int a = 0; a < kPatterns; ++a)
        for (int b = a; b < kPatterns; ++b)
            for (int c = b; c < kPatterns; ++c)
                for (int d = c; d < kPatterns; ++d) {
                    std::array<int, kDirections> patterns{a, b, c, d};
                    do {
                        const int shape =
                            patterns[0] | patterns[1] << 4 | patterns[2] << 8 | patterns[3] << 12;
                        codes[shape] = static_cast<std::uint16_t>(next);
                    } while (std::ranges::next_permutation(patterns).found);
                    ++next;
                }
    return codes;
}

// The move-ordering scores, by the pattern it makes for its owner, and by the one it takes from the other
// side.
//                                       .  1  o1  2   o2  o2  o2   3   o3   o3   4    o4    5
constexpr std::array<int, kPatterns> kMakes{0, 1, 3, 6, 14, 16, 18, 20, 60, 66, 70, 400, 2000};
constexpr std::array<int, kPatterns> kPrevents{0, 1, 2, 4, 10, 12, 14, 13, 42, 48, 40, 300, 1500};

std::int16_t order(const std::array<int, kDirections>& patterns, const std::array<int, kPatterns>& scores) {
    int total = 0;
    for (int pattern : patterns) total += scores[pattern];
    // Two directions together make the double threats that games are won with.
    total += scores[patterns[2]] * scores[patterns[3]] / 40;
    return static_cast<std::int16_t>(std::min(total, 8000));
}

}  // namespace

Threat threat_of(Shape shape) {
    int fours = 0, threes = 0;
    bool makes_open_four = false, makes_five = false;
    for (int pattern : sorted_patterns(shape)) {
        makes_five |= pattern == Five;
        makes_open_four |= pattern == OpenFour;
        fours += pattern == Four;
        threes += is_open_three(pattern);
    }
    if (makes_five) return MakesFive;
    if (makes_open_four || fours > 1) return MakesOpenFour;
    if (fours) return threes ? MakesFourThree : MakesFour;
    return threes > 1 ? MakesDoubleThree : threes ? MakesThree : NoThreat;
}

Evaluation::Evaluation(std::span<const std::int16_t> weights) : facts_(1 << 16) {
    if (weights.size() != kCodes + kThreatPairs) throw std::invalid_argument("a wrong number of weights");
    static const std::vector<std::uint16_t> codes = make_codes();
    for (int shape = 0; shape < 1 << 16; ++shape) {
        const auto patterns = sorted_patterns(static_cast<Shape>(shape));
        if (patterns.back() >= kPatterns) continue;
        facts_[shape] = {weights[codes[shape]],
                         order(patterns, kMakes),
                         order(patterns, kPrevents),
                         codes[shape],
                         threat_of(static_cast<Shape>(shape)),
                         patterns[kDirections - 2] >= Three};
    }
    threats_.assign(weights.begin() + kCodes, weights.end());
}

const Evaluation& Evaluation::built_in() {
    static const Evaluation evaluation(kWeights);
    return evaluation;
}

}  // namespace enraya::gomoku

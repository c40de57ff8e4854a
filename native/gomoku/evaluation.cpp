#include "gomoku/evaluation.hpp"

#include <algorithm>

#include "gomoku/weights.hpp"

namespace enraya::gomoku {

namespace {

std::array<int, kDirections> sorted_patterns(Shape shape) {
    std::array<int, kDirections> patterns;
    for (int i = 0; i < kDirections; ++i) patterns[i] = shape >> 4 * i & 15;
    std::ranges::sort(patterns);
    return patterns;
}

// The move-ordering scores, by the pattern it makes for its owner, and by the one it takes from the other
// side.
//                                       .  1  o1  2   o2  o2  o2   3   o3   o3   4    o4    5
constexpr std::array<int, kPatterns> kMakes{0, 1, 3, 6, 14, 16, 18, 20, 60, 66, 70, 400, 2000};
constexpr std::array<int, kPatterns> kPrevents{0, 1, 2, 4, 10, 12, 14, 13, 42, 48, 40, 300, 1500};

std::int16_t order_of(const std::array<int, kDirections>& patterns,
                      const std::array<int, kPatterns>& scores) {
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

Evaluation::Evaluation(std::span<const std::int16_t> weights)
    : forces_(1 << 2 * kPairsBits), orders_(1 << 2 * kPairsBits), network_(weights) {
    for (int high = 0, next = 0; high < kPatterns; ++high)
        for (int low = 0; low <= high; ++low, ++next)
            pairs_[high << 4 | low] = pairs_[low << 4 | high] = static_cast<std::uint8_t>(next);
    for (int number = 0; number < 1 << 16; ++number) {
        const auto shape = static_cast<Shape>(number);
        const auto patterns = sorted_patterns(shape);
        if (patterns.back() >= kPatterns) continue;
        forces_[index_of(shape)] = {threat_of(shape), patterns[kDirections - 2] >= Three};
        orders_[index_of(shape)] = {order_of(patterns, kMakes), order_of(patterns, kPrevents)};
    }
}

const Evaluation& Evaluation::built_in() {
    static const Evaluation evaluation(kWeights);
    return evaluation;
}

}  // namespace enraya::gomoku

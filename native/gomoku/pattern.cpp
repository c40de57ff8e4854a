#include "gomoku/pattern.hpp"

#include <algorithm>

namespace enraya::gomoku {

namespace {

// Finds the pattern of every surrounding, as its owner sees it: three kinds of cell, a digit each.
class Classifier {
  public:
    enum Sight { Free, Own, Closed };

    explicit Classifier(Rule rule)
        : rule_(rule), reach_(rule == Rule::Freestyle ? 4 : 5), length_(2 * reach_ + 1) {
        int count = 1;
        for (int i = 0; i < length_; ++i) powers_[i] = count, count *= 3;
        known_.assign(count, kUnknown);
    }

    // The pattern of the surroundings whose cells are the digits of *number*; the one in the middle is Own.
    Pattern pattern(int number) {
        std::uint8_t& known = known_[number];
        if (known == kUnknown) known = classify(number);
        return static_cast<Pattern>(known);
    }

    int reach() const { return reach_; }
    int power(int index) const { return powers_[index]; }

  private:
    static constexpr std::uint8_t kUnknown = 255;

    Pattern classify(int number) {
        std::array<Sight, 11> cells{};
        for (int i = 0; i < length_; ++i) cells[i] = static_cast<Sight>(number / powers_[i] % 3);
        if (has_five(cells)) return Five;
        std::array<int, kPatterns> ways{};
        for (int i = 0; i < length_; ++i)
            if (cells[i] == Free) ++ways[pattern(number + powers_[i] * Own)];
        const auto any = [&ways](Pattern from, Pattern to) {
            int count = 0;
            for (int each = from; each <= to; ++each) count += ways[each];
            return count;
        };
        if (ways[Five]) return ways[Five] > 1 ? OpenFour : Four;
        if (ways[OpenFour]) return ways[OpenFour] > 1 ? OpenThreeTwice : OpenThree;
        if (ways[Four]) return Three;
        if (const int count = any(OpenThree, OpenThreeTwice))
            return static_cast<Pattern>(OpenTwo + std::min(count, 3) - 1);
        if (ways[Three]) return Two;
        if (any(OpenTwo, OpenTwoThrice)) return OpenOne;
        if (ways[Two]) return One;
        return Dead;
    }

    // True if the row through the middle wins.
    bool has_five(const std::array<Sight, 11>& cells) const {
        int first = reach_, last = reach_;
        while (first > 0 && cells[first - 1] == Own) --first;
        while (last < length_ - 1 && cells[last + 1] == Own) ++last;
        const int row = last - first + 1;
        return rule_ == Rule::Freestyle ? row >= 5 : row == 5;
    }

    Rule rule_;
    int reach_, length_;
    std::array<int, 11> powers_{};
    std::vector<std::uint8_t> known_;
};

}  // namespace

PatternTable::PatternTable(Rule rule) {
    Classifier classifier(rule);
    reach_ = classifier.reach();
    side_ = (std::uint64_t{1} << 2 * reach_) - 1;
    const std::uint64_t surroundings = std::uint64_t{1} << 4 * reach_;
    both_.resize(surroundings);
    // The state of a cell of the line for Black and for White.
    constexpr int seen[2][4] = {{Classifier::Free, Classifier::Own, Classifier::Closed, Classifier::Closed},
                                {Classifier::Free, Classifier::Closed, Classifier::Own, Classifier::Closed}};
    for (std::uint64_t around = 0; around < surroundings; ++around) {
        int number[2] = {};
        for (int side = 0; side < 2; ++side) {
            number[side] = classifier.power(reach_) * Classifier::Own;
            for (int i = 0; i < 2 * reach_; ++i)
                number[side] += classifier.power(i + (i >= reach_)) * seen[side][around >> 2 * i & 3];
        }
        both_[around] =
            static_cast<std::uint8_t>(classifier.pattern(number[0]) | classifier.pattern(number[1]) << 4);
    }
}

const PatternTable& pattern_table(Rule rule) {
    static const PatternTable freestyle(Rule::Freestyle);
    if (rule == Rule::Freestyle) return freestyle;
    static const PatternTable exactly_five(Rule::ExactlyFive);
    return exactly_five;
}

}  // namespace enraya::gomoku

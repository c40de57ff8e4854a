#include "gomoku/network.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "gomoku/evaluation.hpp"

namespace enraya::gomoku {

namespace {

constexpr int kRowsInTable = 256;

}  // namespace

Network::Network(std::span<const std::int16_t> weights) : rows_(kRowsInTable) {
    if (weights.size() != kWeights) throw std::invalid_argument("a wrong number of weights");
    auto next = weights.begin();
    const auto take = [&next](int most) {
        return static_cast<std::int16_t>(std::clamp<int>(*next++, -most, most));
    };
    for (int own = 0; own < kPatterns; ++own)
        for (int other = 0; other < kPatterns; ++other)
            for (int i = 0; i < kWidth; ++i) {
                const std::int16_t number = take(kMostRow);
                rows_[own | other << 4].numbers[i] = number;
                rows_[other | own << 4].numbers[kWidth + i] = number;
            }
    for (int i = 0; i < kWidth; ++i) bias_.numbers[i] = bias_.numbers[kWidth + i] = take(kMostRow);
    for (Row& row : inner_)
        for (std::int16_t& number : row.numbers) number = take(kMostInner);
    std::array<std::array<int, kHidden>, kThreatValues> of_value;
    constexpr int kLifted = kMostClipped;  // as the inputs are
    for (auto& row : of_value)
        for (int& number : row) number = take(INT16_MAX) * kLifted;
    std::array<int, kHidden> bias;
    for (int& number : bias) number = take(INT16_MAX) * kLifted;
    for (std::int32_t& number : output_) number = take(kMostOutput);

    threat_rows_.resize(Evaluation::kThreatPairs);
    for (int pair = 0; pair < Evaluation::kThreatPairs; ++pair) {
        auto& row = threat_rows_[pair].numbers;
        std::ranges::copy(bias, row.begin());
        for (const int value : Evaluation::threat_values(pair))
            for (int i = 0; i < kHidden; ++i) row[i] += of_value[value][i];
    }
}

void Network::update(Accumulator& accumulator, std::span<const CellChange> changes) const {
    const auto clipped = [](std::int16_t sum) {
        const auto rounded = static_cast<std::int16_t>(sum >> kRowShift);
        return std::min<std::int16_t>(std::max<std::int16_t>(rounded, 0), kMostClipped);
    };
    std::array<std::int16_t, kInputs> total = accumulator.sums;
    for (const auto [before, after] : changes) {
        if (before == after) continue;
        // Most changes are of one direction, which comes first here.
        const std::uint32_t changed = ((before ^ after) | (before ^ after) >> 16) & 0xffff;
        const int direction = std::countr_zero(changed) / 4;
        const bool is_one = !(changed & ~(std::uint32_t{15} << 4 * direction));
        const std::int16_t *was[kDirections], *is[kDirections];
        for (int i = 0; i < kDirections; ++i) {
            was[i] = row_of(before, direction ^ i);
            is[i] = row_of(after, direction ^ i);
        }
        if (is_one) {
            for (int i = 0; i < kInputs; ++i) {
                const auto rest =
                    static_cast<std::int16_t>(bias_.numbers[i] + was[1][i] + was[2][i] + was[3][i]);
                const std::int16_t now = clipped(static_cast<std::int16_t>(rest + is[0][i]));
                const std::int16_t old = clipped(static_cast<std::int16_t>(rest + was[0][i]));
                total[i] = static_cast<std::int16_t>(total[i] + now - old);
            }
            continue;
        }
        for (int i = 0; i < kInputs; ++i) {
            const auto old =
                static_cast<std::int16_t>(bias_.numbers[i] + was[0][i] + was[1][i] + was[2][i] + was[3][i]);
            const auto now =
                static_cast<std::int16_t>(bias_.numbers[i] + is[0][i] + is[1][i] + is[2][i] + is[3][i]);
            total[i] = static_cast<std::int16_t>(total[i] + clipped(now) - clipped(old));
        }
    }
    accumulator.sums = total;
}

int Network::value(const Accumulator& accumulator, int turn, int threat_pair) const {
    alignas(32) std::array<std::int16_t, kInputs> input;
    const auto& sums = accumulator.sums;
    std::copy_n(sums.begin() + turn * kWidth, kWidth, input.begin());
    std::copy_n(sums.begin() + (1 - turn) * kWidth, kWidth, input.begin() + kWidth);
    const auto& threats = threat_rows_[threat_pair].numbers;
    int total = 0;
    for (int hidden = 0; hidden < kHidden; ++hidden) {
        int sum = 0;
        for (int i = 0; i < kInputs; ++i) sum += input[i] * inner_[hidden].numbers[i];
        total += std::clamp((sum + threats[hidden]) >> kHiddenShift, 0, kMostHidden) * output_[hidden];
    }
    return total >> kOutputShift;
}

}  // namespace enraya::gomoku

#include "gomoku/weight_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"

namespace enraya::gomoku {

namespace {

double loss_of(double target, double chance) {
    chance = std::clamp(chance, 1e-9, 1 - 1e-9);
    return -(target * std::log(chance) + (1 - target) * std::log(1 - chance));
}

}  // namespace

WeightFit::WeightFit(std::span<const std::int16_t> weights)
    : start_(weights.begin(), weights.end()), weights_(start_), squares_(start_.size(), 1e-3f) {
    if (weights.size() != kCodes + Evaluation::kThreatPairs)
        throw std::invalid_argument("a wrong number of weights");
    for (int a = 0; a < kPatterns; ++a)
        for (int b = a; b < kPatterns; ++b)
            for (int c = b; c < kPatterns; ++c)
                for (int d = c; d < kPatterns; ++d)
                    parts_.push_back({std::uint8_t(a), std::uint8_t(b), std::uint8_t(c), std::uint8_t(d)});
    int parts = kPatterns;
    for (const int values : Evaluation::kThreatDigits) parts += values;
    for (int pair = 0; pair < Evaluation::kThreatPairs; ++pair) {
        std::vector<std::uint8_t> digits;
        int end = parts, rest = pair;
        for (auto values = Evaluation::kThreatDigits.rbegin(); values != Evaluation::kThreatDigits.rend();
             ++values) {
            end -= *values;
            digits.push_back(static_cast<std::uint8_t>(end + rest % *values));
            rest /= *values;
        }
        parts_.push_back(std::move(digits));
    }
    part_weights_.assign(parts, 0);
    part_squares_.assign(parts, 1e-3f);
}

double WeightFit::weight(int index) const {
    double sum = weights_[index];
    for (const int part : parts_[index]) sum += part_weights_[part];
    return sum;
}

void WeightFit::add(const Board& board, double target) {
    const int own = board.turn();
    std::array<std::int16_t, kCodes> counts{};
    for (Board::Cells cells = board.empty_cells(); !cells.is_empty();) {
        const int cell = cells.take_first();
        ++counts[board.facts(own, cell).code];
        --counts[board.facts(1 - own, cell).code];
    }
    starts_.push_back(static_cast<std::uint32_t>(features_.size()));
    // Code 0 is that of a taken cell too, so it must weigh nothing.
    for (int code = 1; code < kCodes; ++code)
        if (counts[code]) features_.push_back({static_cast<std::uint16_t>(code), counts[code]});
    const int pair = Evaluation::threat_pair(board.counts(own), board.counts(1 - own));
    features_.push_back({static_cast<std::uint16_t>(kCodes + pair), 1});
    targets_.push_back(static_cast<float>(target));
}

std::span<const WeightFit::Feature> WeightFit::features(std::size_t position) const {
    const std::size_t end = position + 1 < starts_.size() ? starts_[position + 1] : features_.size();
    return std::span(features_).subspan(starts_[position], end - starts_[position]);
}

double WeightFit::chance(std::size_t position) const {
    double estimate = 0;
    for (const Feature& feature : features(position)) estimate += weight(feature.index) * feature.count;
    return 1 / (1 + std::exp(-estimate / kScale));
}

double WeightFit::epoch(double rate, double pull, std::uint64_t seed) {
    std::vector<std::uint32_t> order(starts_.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random_number(seed * 1'000'003 + i) % i]);
    double total = 0;
    std::vector<float> part_slopes(part_weights_.size());
    const auto step = [rate](float& weight, float& square, float slope) {
        square += slope * slope;
        weight -= static_cast<float>(rate) * slope / std::sqrt(square);
    };
    for (const std::uint32_t position : order) {
        const double chance = this->chance(position), error = chance - targets_[position];
        total += loss_of(targets_[position], chance);
        std::ranges::fill(part_slopes, 0.f);
        for (const Feature& feature : features(position)) {
            const double slope = error * feature.count;
            for (const int part : parts_[feature.index]) part_slopes[part] += static_cast<float>(slope);
            float& weight = weights_[feature.index];
            const double pulled = slope + pull * (weight - start_[feature.index]) / kScale;
            step(weight, squares_[feature.index], static_cast<float>(pulled));
        }
        // Dead, the first part, weighs nothing: a taken cell has four of them.
        for (std::size_t part = 1; part < part_slopes.size(); ++part)
            if (part_slopes[part] != 0) step(part_weights_[part], part_squares_[part], part_slopes[part]);
    }
    return order.empty() ? 0 : total / static_cast<double>(order.size());
}

double WeightFit::loss(std::size_t first) const {
    double total = 0;
    for (std::size_t position = first; position < starts_.size(); ++position)
        total += loss_of(targets_[position], chance(position));
    return first < starts_.size() ? total / static_cast<double>(starts_.size() - first) : 0;
}

std::vector<std::int16_t> WeightFit::weights() const {
    std::vector<std::int16_t> rounded;
    for (std::size_t index = 0; index < weights_.size(); ++index)
        rounded.push_back(static_cast<std::int16_t>(
            std::clamp(std::lround(weight(static_cast<int>(index))), -9000L, 9000L)));
    return rounded;
}

}  // namespace enraya::gomoku

// Fits the weights of the evaluation to positions with a known end: logistic loss, by stochastic gradient
// descent.
//
// The chance that the side to move wins is taken to be 1 / (1 + exp(−estimate / kScale)). A position's
// features are how often each code occurs for its mover less how often for the other side, and one number for
// the threats of both. While it is fitted, the weight of a code is a number of its own and the sum of numbers
// of its four patterns, and likewise the weight of a pair of threats: what is seldom seen goes by its parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gomoku/board.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] WeightFit {
  public:
    static constexpr double kScale = 200;

    // Starts from these weights, and is drawn back to them where positions say little.
    explicit WeightFit(std::span<const std::int16_t> weights);

    // A position and how it should be judged: 1 is a win of the side to move, 0 a loss.
    void add(const Board& board, double target);
    std::size_t positions() const { return starts_.size(); }

    // Goes over all positions once, in an order that *seed* gives, and returns the mean loss before each
    // step.
    double epoch(double rate, double pull, std::uint64_t seed);
    // The mean loss of the weights as they stand, over the positions from *first* on.
    double loss(std::size_t first) const;

    std::vector<std::int16_t> weights() const;

  private:
    struct Feature {
        std::uint16_t index;
        std::int16_t count;
    };
    std::span<const Feature> features(std::size_t position) const;
    double chance(std::size_t position) const;
    double weight(int index) const;

    std::vector<float> start_, weights_, squares_;
    std::vector<std::vector<std::uint8_t>> parts_;  // of each feature, what it consists of
    std::vector<float> part_weights_, part_squares_;
    std::vector<Feature> features_;
    std::vector<std::uint32_t> starts_;
    std::vector<float> targets_;
};

}  // namespace enraya::gomoku

// Fits the pattern network to games: logistic loss, by stochastic gradient descent (Adam) over batches of
// whole games.
//
// Within a game a stone changes few cells. So a change of a cell is looked at once for all positions after
// it: forward it is added to the accumulator, and backward it gets the sum of the gradients of those
// positions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gomoku/board.hpp"
#include "gomoku/network.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] NetworkFit {
  public:
    // The chance that the side to move wins is taken to be 1 / (1 + exp(−estimate / kScale)).
    static constexpr double kScale = 200;
    static constexpr float kUnknown = -1;

    // For games on *side* × *side*, freestyle. The network begins with numbers made of *seed*.
    NetworkFit(int side, std::uint64_t seed);

    // A game, and for the position before each move how it should be judged: 1 is a win of the side to move,
    // 0 a loss; kUnknown if it should not be looked at. Positions where threats decide are left out.
    void add(std::span<const int> moves, std::span<const float> targets);
    // The positions of the last epoch or loss.
    std::size_t positions() const { return positions_; }

    // Goes over all games once, in an order that *seed* gives; *rate* falls from *first_rate* to *last_rate*
    // on the way. Returns the mean loss before each step.
    double epoch(double first_rate, double last_rate, std::uint64_t seed);
    // The mean loss of the games as *network* stands.
    double loss(const NetworkFit& network);

    // The weights in integers.
    std::vector<std::int16_t> weights() const;

  private:
    static constexpr int kWidth = Network::kWidth, kInputs = Network::kInputs, kHidden = Network::kHidden;
    // Where the parts of the network stand among its numbers.
    static constexpr int kRows = 0, kBias = kRows + Network::kPairs * kWidth, kInner = kBias + kWidth,
                         kThreats = kInner + kHidden * kInputs,
                         kHiddenBias = kThreats + Network::kThreatValues * kHidden,
                         kOutput = kHiddenBias + kHidden, kNumbers = kOutput + kHidden;

    struct Game {
        std::vector<std::uint16_t> moves;
        std::vector<float> targets;
    };
    struct CellChange {
        std::uint32_t before, after;
        int ply;
    };
    struct Seen {
        int ply, turn, threat_pair;
        float target;
    };
    using Accumulator = std::array<float, kInputs>;

    void replay(const Game& game);
    double propagate(const Game& game, bool backward);
    void add_cell(std::uint32_t shapes, float sign, Accumulator& sums) const;
    void backpropagate(std::uint32_t shapes, float sign, const Accumulator& gradients);
    void step(double rate, std::size_t positions);

    Geometry geometry_;
    Board board_;
    std::vector<Game> games_;
    std::vector<float> numbers_, gradients_, momenta_, squares_;
    std::uint64_t steps_ = 0;
    std::size_t positions_ = 0;
    std::vector<CellChange> changes_;
    std::vector<Seen> seen_;
};

}  // namespace enraya::gomoku

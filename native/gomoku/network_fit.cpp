#include "gomoku/network_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"

namespace enraya::gomoku {

namespace {

constexpr std::size_t kGamesInBatch = 48;
constexpr float kHiddenMost = Network::kMostHidden / static_cast<float>(Network::kHiddenUnit);

double loss_of(double target, double chance) {
    chance = std::clamp(chance, 1e-9, 1 - 1e-9);
    return -(target * std::log(chance) + (1 - target) * std::log(1 - chance));
}

// The index of the row of a pair, as the first player sees it, of one direction of a cell's shapes.
std::pair<int, int> rows_of(std::uint32_t shapes, int direction) {
    const int first = shapes >> 4 * direction & 15, second = shapes >> (16 + 4 * direction) & 15;
    return {first * kPatterns + second, second * kPatterns + first};
}

}  // namespace

NetworkFit::NetworkFit(int side, std::uint64_t seed)
    : geometry_(side, side),
      board_(geometry_, Rule::Freestyle, Evaluation::built_in()),
      numbers_(kNumbers),
      gradients_(kNumbers),
      momenta_(kNumbers),
      squares_(kNumbers) {
    const auto fill = [this, seed](int from, int to, float most) {
        for (int i = from; i < to; ++i) {
            const auto random = random_number(seed * 1'000'003 + static_cast<std::uint64_t>(i)) >> 40;
            numbers_[i] = most * (static_cast<float>(random) / (1 << 23) - 1);
        }
    };
    fill(kRows, kBias, 0.2f);
    std::fill(numbers_.begin() + kBias, numbers_.begin() + kInner, 0.2f);
    fill(kInner, kThreats, 0.05f);
    fill(kThreats, kHiddenBias, 0.1f);
}

void NetworkFit::add(std::span<const int> moves, std::span<const float> targets) {
    if (moves.size() != targets.size()) throw std::invalid_argument("a target for each move");
    for (const int move : moves)
        if (move < 0 || move >= geometry_.cells()) throw std::invalid_argument("no such cell");
    games_.push_back({{moves.begin(), moves.end()}, {targets.begin(), targets.end()}});
}

// Puts down the stones of *game*, and notes the cells that change and the positions to look at.
void NetworkFit::replay(const Game& game) {
    changes_.clear();
    seen_.clear();
    board_.set_up({}, {}, 0);
    std::array<std::uint32_t, Geometry::kMostCells> shapes;
    for (int cell = 0; cell < geometry_.cells(); ++cell) shapes[cell] = board_.shapes(cell);
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const int own = board_.turn(), other = 1 - own;
        if (game.targets[ply] != kUnknown && !board_.count(own, MakesFive) &&
            !board_.count(other, MakesFive) && !board_.count(own, MakesOpenFour))
            seen_.push_back({static_cast<int>(ply), own,
                             Evaluation::threat_pair(board_.counts(own), board_.counts(other)),
                             game.targets[ply]});
        if (!board_.is_empty(game.moves[ply]) || board_.threat(own, game.moves[ply]) == MakesFive)
            throw std::invalid_argument("a move that cannot be made, or that ends the game");
        board_.play(game.moves[ply]);
        for (int cell = 0; cell < geometry_.cells(); ++cell)
            if (board_.shapes(cell) != shapes[cell]) {
                changes_.push_back({shapes[cell], board_.shapes(cell), static_cast<int>(ply) + 1});
                shapes[cell] = board_.shapes(cell);
            }
    }
}

// Adds a cell of these shapes to *sums*, or takes it off.
void NetworkFit::add_cell(std::uint32_t shapes, float sign, Accumulator& sums) const {
    std::array<const float*, 8> rows;
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto [first, second] = rows_of(shapes, direction);
        rows[direction] = &numbers_[kRows + first * kWidth];
        rows[4 + direction] = &numbers_[kRows + second * kWidth];
    }
    const float* const bias = &numbers_[kBias];
    for (int side = 0; side < 2; ++side) {
        const float *r0 = rows[4 * side], *r1 = rows[4 * side + 1], *r2 = rows[4 * side + 2],
                    *r3 = rows[4 * side + 3];
        float* const to = &sums[side * kWidth];
        for (int i = 0; i < kWidth; ++i)
            to[i] += sign * std::min(1.f, std::max(0.f, bias[i] + r0[i] + r1[i] + r2[i] + r3[i]));
    }
}

// Adds the gradients of the weights of a cell of these shapes, by those of the sums.
void NetworkFit::backpropagate(std::uint32_t shapes, float sign, const Accumulator& gradients) {
    const float* const bias = &numbers_[kBias];
    for (int side = 0; side < 2; ++side) {
        std::array<int, 4> rows;
        for (int direction = 0; direction < kDirections; ++direction) {
            const auto [first, second] = rows_of(shapes, direction);
            rows[direction] = kRows + (side ? second : first) * kWidth;
        }
        const float *r0 = &numbers_[rows[0]], *r1 = &numbers_[rows[1]], *r2 = &numbers_[rows[2]],
                    *r3 = &numbers_[rows[3]];
        std::array<float, kWidth> of_sum;
        for (int i = 0; i < kWidth; ++i) {
            const float sum = bias[i] + r0[i] + r1[i] + r2[i] + r3[i];
            of_sum[i] = sum > 0 && sum < 1 ? sign * gradients[side * kWidth + i] : 0.f;
        }
        for (const int row : rows)
            for (int i = 0; i < kWidth; ++i) gradients_[row + i] += of_sum[i];
        for (int i = 0; i < kWidth; ++i) gradients_[kBias + i] += of_sum[i];
    }
}

// The loss of a game's positions; *backward*, the gradients of all weights are added up too.
double NetworkFit::propagate(const Game& game, bool backward) {
    replay(game);
    double total = 0;
    Accumulator sums{};
    std::vector<Accumulator> of_sums(backward ? seen_.size() : 0);  // the gradients at each position
    auto change = changes_.begin();
    for (std::size_t number = 0; number < seen_.size(); ++number) {
        const Seen& at = seen_[number];
        for (; change != changes_.end() && change->ply <= at.ply; ++change) {
            add_cell(change->before, -1, sums);
            add_cell(change->after, 1, sums);
        }
        Accumulator input;
        std::copy_n(sums.begin() + at.turn * kWidth, kWidth, input.begin());
        std::copy_n(sums.begin() + (1 - at.turn) * kWidth, kWidth, input.begin() + kWidth);
        // The first layer is kept input by input while it is fitted.
        std::array<float, kHidden> hidden;
        std::copy_n(numbers_.begin() + kHiddenBias, kHidden, hidden.begin());
        const auto values = Evaluation::threat_values(at.threat_pair);
        for (const int value : values)
            for (int i = 0; i < kHidden; ++i) hidden[i] += numbers_[kThreats + value * kHidden + i];
        for (int i = 0; i < kInputs; ++i)
            for (int j = 0; j < kHidden; ++j) hidden[j] += input[i] * numbers_[kInner + i * kHidden + j];
        float logit = 0;
        for (int j = 0; j < kHidden; ++j)
            logit += std::clamp(hidden[j], 0.f, kHiddenMost) * numbers_[kOutput + j];
        const double chance = 1 / (1 + std::exp(-static_cast<double>(logit)));
        total += loss_of(at.target, chance);
        if (!backward) continue;
        const auto error = static_cast<float>(chance - at.target);
        std::array<float, kHidden> of_hidden;
        for (int j = 0; j < kHidden; ++j) {
            gradients_[kOutput + j] += error * std::clamp(hidden[j], 0.f, kHiddenMost);
            of_hidden[j] = hidden[j] > 0 && hidden[j] < kHiddenMost ? error * numbers_[kOutput + j] : 0.f;
            gradients_[kHiddenBias + j] += of_hidden[j];
        }
        for (const int value : values)
            for (int j = 0; j < kHidden; ++j) gradients_[kThreats + value * kHidden + j] += of_hidden[j];
        for (int i = 0; i < kInputs; ++i) {
            float gradient = 0;
            for (int j = 0; j < kHidden; ++j) {
                gradients_[kInner + i * kHidden + j] += input[i] * of_hidden[j];
                gradient += numbers_[kInner + i * kHidden + j] * of_hidden[j];
            }
            of_sums[number][i < kWidth ? at.turn * kWidth + i : (1 - at.turn) * kWidth + i - kWidth] =
                gradient;
        }
    }
    if (!backward) return total;
    // From the last position on, the gradients of all that come after.
    Accumulator gradients{};
    auto last = seen_.size();
    while (change != changes_.begin()) {
        --change;
        for (; last > 0 && seen_[last - 1].ply >= change->ply; --last)
            for (int i = 0; i < kInputs; ++i) gradients[i] += of_sums[last - 1][i];
        backpropagate(change->before, -1, gradients);
        backpropagate(change->after, 1, gradients);
    }
    return total;
}

void NetworkFit::step(double rate, std::size_t positions) {
    constexpr float kMomentum = 0.9f, kSquares = 0.999f;
    ++steps_;
    const double first = 1 - std::pow(kMomentum, steps_), second = 1 - std::pow(kSquares, steps_);
    // The first steps of Adam are as long as any: at full rate they can leave every hidden number at 0 for
    // good.
    constexpr double kStepsToFullRate = 200;
    const double warm = std::min(1.0, static_cast<double>(steps_) / kStepsToFullRate);
    const auto step_size = static_cast<float>(warm * rate * std::sqrt(second) / first);
    const float share = 1.f / static_cast<float>(positions);
    for (int i = 0; i < kNumbers; ++i) {
        const float gradient = gradients_[i] * share;
        momenta_[i] += (1 - kMomentum) * (gradient - momenta_[i]);
        squares_[i] += (1 - kSquares) * (gradient * gradient - squares_[i]);
        numbers_[i] -= step_size * momenta_[i] / (std::sqrt(squares_[i]) + 1e-8f);
        gradients_[i] = 0;
    }
    // As large as they may be in integers.
    const auto hold = [this](int from, int to, double most) {
        for (int i = from; i < to; ++i)
            numbers_[i] = std::clamp(numbers_[i], static_cast<float>(-most), static_cast<float>(most));
    };
    hold(kRows, kInner, double(Network::kMostRow) / Network::kRowUnit);
    hold(kInner, kThreats, double(Network::kMostInner) / Network::kInnerUnit);
}

double NetworkFit::epoch(double first_rate, double last_rate, std::uint64_t seed) {
    std::vector<std::uint32_t> order(games_.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random_number(seed * 1'000'003 + i) % i]);
    double total = 0;
    std::size_t all = 0, batch = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        total += propagate(games_[order[i]], true);
        all += seen_.size();
        batch += seen_.size();
        if ((i + 1) % kGamesInBatch && i + 1 < order.size()) continue;
        const double done = static_cast<double>(i) / static_cast<double>(order.size());
        if (batch) step(first_rate + (last_rate - first_rate) * done, batch);
        batch = 0;
    }
    positions_ = all;
    return all ? total / static_cast<double>(all) : 0;
}

double NetworkFit::loss(const NetworkFit& network) {
    numbers_ = network.numbers_;
    double total = 0;
    positions_ = 0;
    for (const Game& game : games_) {
        total += propagate(game, false);
        positions_ += seen_.size();
    }
    return positions_ ? total / static_cast<double>(positions_) : 0;
}

std::vector<std::int16_t> NetworkFit::weights() const {
    std::vector<std::int16_t> rounded;
    const auto put = [&rounded](double number, int most) {
        rounded.push_back(static_cast<std::int16_t>(
            std::clamp(std::lround(number), -static_cast<long>(most), static_cast<long>(most))));
    };
    for (int i = kRows; i < kBias; ++i) put(numbers_[i] * Network::kRowUnit, Network::kMostRow);
    // A clipped sum is rounded down where it is used, so half of what is lost is given back.
    constexpr double kHalf = (1 << Network::kRowShift) / 2.0;
    for (int i = kBias; i < kInner; ++i) put(numbers_[i] * Network::kRowUnit + kHalf, Network::kMostRow);
    for (int j = 0; j < kHidden; ++j)
        for (int i = 0; i < kInputs; ++i)
            put(numbers_[kInner + i * kHidden + j] * Network::kInnerUnit, Network::kMostInner);
    for (int i = kThreats; i < kOutput; ++i) put(numbers_[i] * Network::kInnerUnit, INT16_MAX);
    for (int j = kOutput; j < kNumbers; ++j)
        put(numbers_[j] * kScale * (1 << Network::kOutputShift) / Network::kHiddenUnit, Network::kMostOutput);
    return rounded;
}

}  // namespace enraya::gomoku

#include "gomoku/self_play.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace enraya::gomoku {

namespace {

constexpr int kMegabytes = 1;
constexpr int kFair = 120;  // how far from 0 the value of a position may be that a game starts from
constexpr std::uint64_t kNodesToJudge = 2000;
constexpr int kLeastStones = 2, kMostStones = 7;

}  // namespace

class SelfPlay::Dice {
  public:
    Dice(std::uint64_t seed, std::uint64_t number) : state_(random_number(seed * 1'000'003 + number)) {}

    // From *low* to *high*.
    int throw_between(int low, int high) {
        state_ = random_number(state_);
        return low + static_cast<int>((state_ >> 16) % static_cast<std::uint64_t>(high - low + 1));
    }
    // Most often near *middle*: the sum of three throws.
    int throw_near(int middle) {
        return middle + throw_between(-1, 1) + throw_between(-2, 2) + throw_between(-1, 1);
    }

  private:
    std::uint64_t state_;
};

SelfPlay::SelfPlay(int side, std::span<const std::int16_t> weights)
    : side_(side), engine_(side, side, false, kMegabytes, 1, {}, weights) {
    clear();
}

void SelfPlay::clear() {
    moves_.clear();
    for (auto& each : stones_) each.assign((side_ * side_ + 7) / 8, 0);
}

void SelfPlay::put(int cell) {
    stones_[moves_.size() % 2][cell / 8] |= static_cast<std::uint8_t>(1 << cell % 8);
    moves_.push_back(cell);
}

Report SelfPlay::search(std::uint64_t nodes) {
    Limits limits;
    limits.depth = side_ * side_;
    limits.nodes = nodes;
    return engine_.search(stones_[0], stones_[1], static_cast<int>(moves_.size() % 2), limits, {});
}

std::vector<int> SelfPlay::opening(Dice& dice) {
    while (true) {
        clear();
        const int count = dice.throw_between(kLeastStones, kMostStones);
        const int column = dice.throw_between(4, side_ - 5), row = dice.throw_between(4, side_ - 5);
        while (static_cast<int>(moves_.size()) < count) {
            const int cell = std::clamp(dice.throw_near(row), 0, side_ - 1) * side_ +
                             std::clamp(dice.throw_near(column), 0, side_ - 1);
            if (std::ranges::find(moves_, cell) == moves_.end()) put(cell);
        }
        engine_.clear();
        if (std::abs(search(kNodesToJudge).value) < kFair) return moves_;
    }
}

std::string SelfPlay::game(std::uint64_t seed, std::uint64_t number, std::uint64_t nodes) {
    Dice dice(seed, number);
    std::string text;
    for (int move : opening(dice)) text += ' ' + std::to_string(move);
    const std::size_t placed = moves_.size();
    int winner = 0;
    while (static_cast<int>(moves_.size()) < side_ * side_) {
        const Report report = search(nodes);
        if (is_decisive(report.value)) {
            winner = (report.value > 0) == (moves_.size() % 2 == 0) ? 1 : -1;
            break;
        }
        text += ' ' + std::to_string(report.move) + ':' + std::to_string(report.value);
        put(report.move);
    }
    return std::to_string(winner) + ' ' + std::to_string(placed) + text;
}

}  // namespace enraya::gomoku

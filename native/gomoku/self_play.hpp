// Games of the engine against itself, as lines of text, to fit its weights to.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gomoku/engine.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] SelfPlay {
  public:
    // On a freestyle board of *side* × *side*, with these weights, or those built in if there are none.
    SelfPlay(int side, std::span<const std::int16_t> weights);

    // The game that dice of *seed* and *number* begin, with so many nodes for each move: the result for the
    // first player, how many stones the dice placed, and the moves, each from there on with the value that
    // the search gave to the position before it. It begins where a short search finds neither side much
    // better, and ends when the engine has proven who wins.
    std::string game(std::uint64_t seed, std::uint64_t number, std::uint64_t nodes);

  private:
    class Dice;
    std::vector<int> opening(Dice& dice);
    Report search(std::uint64_t nodes);
    void put(int cell);
    void clear();

    int side_;
    GomokuSearch engine_;
    std::vector<int> moves_;
    std::vector<std::uint8_t> stones_[2];
};

}  // namespace enraya::gomoku

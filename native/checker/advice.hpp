// What the check asks a certificate at each position that it comes to.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/cells.hpp"

namespace enraya::certificate {

using Cells = std::vector<std::uint8_t>;

template <int kWords>
class Advice {
  public:
    using Position = SetPair<kWords>;

    virtual ~Advice() = default;

    // Whether more than is needed is to be refused: a second sequence, or a move after the last.
    virtual bool is_concise() const { return false; }

    // The cell to take.
    virtual std::optional<int> reply(const Position& pieces) = 0;
    // The pairs that hold a position, one cell after the other.
    virtual std::optional<Cells> pairing(const Position& pieces) = 0;
    // Whether a position is held from here on without lines of one's own.
    virtual bool is_held_by_zone(const Position& pieces) = 0;
    // The threats that win, at once or if the other side, to move, should pass; nothing if there is a longer
    // win after a pass.
    virtual std::optional<std::vector<Cells>> sequences(const Position& pieces) = 0;

    // Without lines of one's own, of an open position: the pairs that hold it, the cell to take, and the next
    // move of the attacker to look at.
    virtual std::optional<Cells> zone_pairing(const Position& position, int turn) = 0;
    virtual std::optional<int> zone_reply(const Position& position) = 0;
    virtual std::optional<int> zone_attack(const Position& position, std::size_t number) = 0;
};

}  // namespace enraya::certificate

// Wins by fours and open threes (VCT), by df-pn: depth-first proof-number search. The attacker only
// makes moves that threaten to win; the defender has every answer that can help (Board::answers, and fours of
// his own), so a win that is found is one.
//
//     attacker   proof = min over moves      disproof = Σ
//     defender   proof = Σ over answers      disproof = min
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "gomoku/board.hpp"

namespace enraya::gomoku {

class [[gnu::visibility("default")]] ThreatSearch {
  public:
    // *look* is called every now and then, and may throw to end the search, which leaves the board in the
    // middle of it. So many *positions* are remembered at a time.
    explicit ThreatSearch(
        Board& board, std::function<void()> look = [] {}, std::uint64_t positions = kRemembered)
        : board_(board), look_(std::move(look)), facts_(std::bit_ceil(std::min(positions, kRemembered))) {}

    enum class Answer { Unknown, Wins, DoesNot };

    // Decide whether the side to move wins so, as far as *nodes* more positions tell. What is learnt stays
    // for the next call.
    Answer search(std::uint64_t nodes);
    // The positions of all calls.
    std::uint64_t nodes() const { return nodes_; }
    // After a win: its first move, and how many plies it takes at most.
    int move() const { return move_; }
    int plies() const { return plies_; }

  private:
    using Number = std::uint32_t;
    static constexpr Number kInfinite = 1u << 30;
    static constexpr std::uint64_t kRemembered = 1 << 17;
    static constexpr std::uint64_t kNodesBetweenLooks = 512;

    // An entry of the table: proof and disproof number, and in how many plies a proven
    // win comes.
    struct Facts {
        std::uint64_t key = 0;
        Number proof = 1, disproof = 1;
        std::uint16_t plies = 0, move = 0;
    };
    struct Child {
        int cell;
        std::uint64_t key;
    };

    Facts& facts_of(std::uint64_t key) { return facts_[key & (facts_.size() - 1)]; }
    Facts known(std::uint64_t key) const;
    void expand(Number most_proof, Number most_disproof);
    bool decide(Facts& facts, std::vector<Child>& children) const;
    bool decide_attack(Facts& facts, Board::Cells& cells) const;
    bool decide_defence(Facts& facts, Board::Cells& cells) const;

    Board& board_;
    std::function<void()> look_;
    std::vector<Facts> facts_;
    int attacker_ = 0;
    std::uint64_t nodes_ = 0, most_ = 0;
    int move_ = Board::kNoCell, plies_ = 0;
};

}  // namespace enraya::gomoku

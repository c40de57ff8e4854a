// Plays every strategy of a certificate against everything the other side can do: nothing is searched.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/zones.hpp"

namespace enraya::certificate {

struct Verified {
    int least = -1, most = 1;  // what the first player gets
    std::uint64_t positions = 0;
};

// One strategy.
class StrategyCheck {
  public:
    StrategyCheck(const Board& board, const Views& views, const Strategy& strategy, std::uint64_t& positions)
        : board_(board),
          views_(views),
          strategy_(strategy),
          positions_(positions),
          zones_(board, views, strategy, positions) {}

    void walk(const Two& start, int turn) {
        const Two root = views_.canonical(start).first;
        if (board_.has_line(root[0]) || board_.has_line(root[1]) || (root[0] | root[1]) == board_.all())
            refuse("proof.finished", root, turn);
        std::unordered_set<Two, TwoHash> seen{root};
        std::vector<std::pair<Two, int>> waiting{{root, turn}};
        while (!waiting.empty()) {
            const auto [pieces, mover] = waiting.back();
            waiting.pop_back();
            ++positions_;
            if ((pieces[0] | pieces[1]) == board_.all()) {
                if (wins()) refuse("proof.lost", pieces, mover);
                continue;
            }
            const Set moves =
                mover == strategy_.player ? own_move(pieces, mover) : other_moves(pieces, mover);
            for (Set left = moves; left; left &= left - 1) {
                Two next = pieces;
                next[mover] |= left & -left;
                next = views_.canonical(next).first;
                if (seen.insert(next).second) waiting.emplace_back(next, 1 - mover);
            }
        }
    }

  private:
    bool wins() const { return strategy_.bound > 0; }

    // The move that the strategy makes, or none where it needs none any more.
    Set own_move(const Two& pieces, int turn) {
        if (completing(pieces, turn) || is_held(pieces, turn)) return 0;
        if (is_won_by_threats(pieces, turn)) return 0;
        const auto reply = strategy_.replies.find(pieces);
        if (reply == strategy_.replies.end()) refuse("proof.no_reply", pieces, turn);
        const Set taken = cell_set(reply->second);
        if (!(taken & board_.all() & ~(pieces[0] | pieces[1]))) refuse("proof.no_such_move", pieces, turn);
        return taken;
    }

    // The moves of the other side that do not lose at once.
    Set other_moves(const Two& pieces, int turn) {
        if (completing(pieces, turn)) refuse("proof.lost", pieces, turn);
        if (const Set threats = completing(pieces, 1 - turn)) return has_one_at_most(threats) ? threats : 0;
        if (is_held(pieces, turn)) return 0;
        Set empty = board_.all() & ~(pieces[0] | pieces[1]);
        for_each_zone(pieces, turn, [&](Set zone) { empty &= zone; });
        return empty;
    }

    bool is_won_by_threats(const Two& pieces, int turn) {
        bool found = false;
        for_each_zone(pieces, turn, [&](Set) { found = true; });
        return found;
    }

    template <class Take>
    void for_each_zone(const Two& pieces, int turn, const Take& take) const {
        if (!wins()) return;
        const auto sequences = strategy_.sequences.find(pieces);
        if (sequences == strategy_.sequences.end()) return;
        const Set attacker = pieces[strategy_.player], defender = pieces[1 - strategy_.player];
        for (const Cells& moves : sequences->second) {
            const auto zone = zone_of_threats(board_, attacker, defender, moves);
            if (!zone) refuse("proof.no_sequence", pieces, turn);
            take(*zone);
        }
    }

    // Whether the other side cannot win any more, by pairs or without lines of one's own.
    bool is_held(const Two& pieces, int turn) {
        if (wins()) return false;
        const Set attacker = pieces[1 - strategy_.player], holder = pieces[strategy_.player];
        const auto pairs = strategy_.pairings.find(pieces);
        if (pairs == strategy_.pairings.end()) {
            if (!strategy_.starts.contains(pieces)) return false;
            zones_.zone(attacker, holder, turn);
            return true;
        }
        if (!zone_of_pairs(board_, attacker, holder, pairs->second, turn != strategy_.player))
            refuse("proof.not_held", pieces, turn);
        return true;
    }

    Set completing(const Two& pieces, int player) const {
        return Board::completing(board_.lines(), pieces[player], pieces[1 - player]);
    }

    [[noreturn]] void refuse(const char* code, const Two& pieces, int turn) const {
        throw Rejected{code, pieces, turn, strategy_.player};
    }

    const Board& board_;
    const Views& views_;
    const Strategy& strategy_;
    std::uint64_t& positions_;
    ZoneCheck zones_;
};

// What a certificate proves. Throws Rejected, or std::invalid_argument if it is of no game that is known.
inline Verified check(const Proof& proof) {
    const Board board(proof.game);
    Two start{};
    int turn = 0;
    for (const std::string& move : proof.moves) {
        const Set taken = cell_set(board.cell(move));
        if (taken & (start[0] | start[1])) throw std::invalid_argument("a cell is taken twice");
        start[turn] |= taken;
        turn = 1 - turn;
    }
    if (proof.strategies.empty()) throw Rejected{"proof.empty"};
    for (const View& view : proof.views)
        if (!board.keeps_lines(view)) throw Rejected{"proof.not_a_view"};
    const Views views(proof.views);
    Verified verified;
    for (const Strategy& strategy : proof.strategies) {
        StrategyCheck(board, views, strategy, verified.positions).walk(start, turn);
        if (strategy.player == 0)
            verified.least = std::max(verified.least, strategy.bound);
        else
            verified.most = std::min(verified.most, -strategy.bound);
    }
    return verified;
}

}  // namespace enraya::certificate

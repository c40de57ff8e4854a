// Plays every strategy of a certificate against everything the other side can do: nothing is searched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/passes.hpp"
#include "checker/strategy.hpp"
#include "checker/transcript.hpp"
#include "checker/zones.hpp"

namespace enraya::certificate {

struct Verified {
    int least = -1, most = 1;  // what the first player gets
    std::uint64_t positions = 0;
};

// One claim.
template <int kWords>
class ClaimCheck {
  public:
    using Set = CellSet<kWords>;
    using Position = SetPair<kWords>;

    ClaimCheck(const Board<kWords>& board, const Views<kWords>& views, const Claim& claim,
               Advice<kWords>& advice, std::uint64_t& positions)
        : board_(board),
          views_(views),
          claim_(claim),
          advice_(advice),
          positions_(positions),
          passes_(board, claim.player, advice, positions),
          zones_(board, views, claim.player, advice, positions) {}

    void walk(const Position& start, int turn) {
        const Position root = views_.canonical(start).first;
        if (board_.has_line(root[0]) || board_.has_line(root[1]) || (root[0] | root[1]) == board_.all())
            refuse("proof.finished", root, turn);
        std::unordered_set<Position, SetPairHash<kWords>> seen{root};
        std::vector<std::pair<Position, int>> waiting{{root, turn}};
        while (!waiting.empty()) {
            const auto [pieces, mover] = waiting.back();
            waiting.pop_back();
            ++positions_;
            if ((pieces[0] | pieces[1]) == board_.all()) {
                if (wins()) refuse("proof.lost", pieces, mover);
                continue;
            }
            const Set moves = mover == claim_.player ? own_move(pieces, mover) : other_moves(pieces, mover);
            for (Set left = moves; left; left = left.without_first()) {
                Position next = pieces;
                next[mover] |= Set(left.first());
                next = views_.canonical(next).first;
                if (seen.insert(next).second) waiting.emplace_back(next, 1 - mover);
            }
        }
    }

  private:
    bool wins() const { return claim_.bound > 0; }

    // The move that the strategy makes, or none where it needs none any more.
    Set own_move(const Position& pieces, int turn) {
        if (completing(pieces, turn) || is_held(pieces, turn)) return {};
        if (!zones_of_threats(pieces, turn).empty()) return {};
        const auto reply = advice_.reply(pieces);
        if (!reply) refuse("proof.no_reply", pieces, turn);
        const Set taken(*reply);
        if (!(taken & board_.all() & ~(pieces[0] | pieces[1]))) refuse("proof.no_such_move", pieces, turn);
        return taken;
    }

    // The moves of the other side that do not lose at once.
    Set other_moves(const Position& pieces, int turn) {
        if (completing(pieces, turn)) refuse("proof.lost", pieces, turn);
        if (const Set threats = completing(pieces, 1 - turn))
            return threats.has_one_at_most() ? threats : Set();
        if (is_held(pieces, turn)) return {};
        Set empty = board_.all() & ~(pieces[0] | pieces[1]);
        for (const Set& zone : zones_of_threats(pieces, turn)) empty &= zone;
        return empty;
    }

    std::vector<Set> zones_of_threats(const Position& pieces, int turn) {
        if (!wins()) return {};
        std::vector<Set> zones;
        const auto sequences = advice_.sequences(pieces);
        if (!sequences) {
            if (turn == claim_.player) refuse("proof.no_sequence", pieces, turn);
            return {passes_.zone(pieces)};
        }
        for (const Cells& moves : *sequences) {
            const auto zone = zone_of_threats(board_, pieces[claim_.player], pieces[1 - claim_.player], moves,
                                              advice_.is_concise());
            const bool is_enough = advice_.is_concise() && turn == claim_.player && !zones.empty();
            if (!zone || is_enough) refuse("proof.no_sequence", pieces, turn);
            zones.push_back(*zone);
        }
        return zones;
    }

    // Whether the other side cannot win any more, by pairs or without lines of one's own.
    bool is_held(const Position& pieces, int turn) {
        if (wins()) return false;
        const Set &attacker = pieces[1 - claim_.player], &holder = pieces[claim_.player];
        const auto pairs = advice_.pairing(pieces);
        if (!pairs) {
            if (!advice_.is_held_by_zone(pieces)) return false;
            zones_.zone(attacker, holder, turn);
            return true;
        }
        if (!zone_of_pairs(board_, attacker, holder, *pairs, turn != claim_.player))
            refuse("proof.not_held", pieces, turn);
        return true;
    }

    Set completing(const Position& pieces, int player) const {
        return board_.completing(board_.lines(), pieces[player], pieces[1 - player]);
    }

    [[noreturn]] void refuse(const char* code, const Position& pieces, int turn) const {
        reject<kWords>(code, pieces, turn, claim_.player);
    }

    const Board<kWords>& board_;
    const Views<kWords>& views_;
    const Claim& claim_;
    Advice<kWords>& advice_;
    std::uint64_t& positions_;
    PassCheck<kWords> passes_;
    ZoneCheck<kWords> zones_;
};

// The position that is claimed of, and what all claims together say.
template <int kWords>
class Check {
  public:
    Check(const Claims& claims, const Shape& shape) : claims_(claims), board_(shape), views_(claims.views) {
        for (const std::string& move : claims.moves) {
            const CellSet<kWords> taken(shape.cell(move));
            if (taken & (start_[0] | start_[1])) throw std::invalid_argument("a cell is taken twice");
            start_[turn_] |= taken;
            turn_ = 1 - turn_;
        }
        if (claims.all.empty()) throw Rejected{"proof.empty"};
        for (const View& view : claims.views)
            if (!board_.keeps_lines(view)) throw Rejected{"proof.not_a_view"};
    }

    // The advice on each claim in turn is asked for by its number.
    template <class AdviceOn>
    Verified run(const AdviceOn& advice_on) {
        Verified verified;
        for (std::size_t number = 0; number < claims_.all.size(); ++number) {
            const Claim& claim = claims_.all[number];
            ClaimCheck<kWords>(board_, views_, claim, advice_on(number), verified.positions)
                .walk(start_, turn_);
            if (claim.player == 0)
                verified.least = std::max(verified.least, claim.bound);
            else
                verified.most = std::min(verified.most, -claim.bound);
        }
        return verified;
    }

  private:
    const Claims& claims_;
    Board<kWords> board_;
    Views<kWords> views_;
    SetPair<kWords> start_{};
    int turn_ = 0;
};

inline Verified check_strategies(File& file, const Claims& claims, const Shape& shape) {
    std::vector<Strategy> strategies;
    for (const Json& claim : file.header.at("claims").items()) strategies.emplace_back(claim, file);
    file.check_end();
    return Check<1>(claims, shape).run([&](std::size_t number) -> Strategy& { return strategies[number]; });
}

inline const std::string kTranscript = "enraya-line-transcript 2";

template <int kWords>
Verified check_transcript(File& file, const Claims& claims, const Shape& shape) {
    if (!claims.is_canonical(shape) || file.text != claims.text()) throw Rejected{"proof.not_canonical"};
    Transcript<kWords> transcript(file);
    const Verified verified =
        Check<kWords>(claims, shape).run([&](std::size_t) -> Transcript<kWords>& { return transcript; });
    file.check_end();
    return verified;
}

// What a certificate proves. Throws Rejected, or std::exception if it is of no game or version that is known.
inline Verified check(File& file, const Claims& claims) {
    constexpr int kNarrow = 1, kWide = 4;
    const Shape shape(claims.game);
    const bool is_narrow = shape.cells() <= CellSet<kNarrow>::kMostCells;
    if (shape.cells() >= CellSet<kWide>::kMostCells) throw std::invalid_argument("the board is too large");
    if (is_narrow && (file.title == "enraya-line-proof 2" || file.title == "enraya-line-proof 3"))
        return check_strategies(file, claims, shape);
    if (file.title == "enraya-line-transcript 1") throw Rejected{"error.file_older"};
    if (file.title != kTranscript)
        throw std::invalid_argument("the file is no certificate of a version that is known");
    return is_narrow ? check_transcript<kNarrow>(file, claims, shape)
                     : check_transcript<kWide>(file, claims, shape);
}

}  // namespace enraya::certificate

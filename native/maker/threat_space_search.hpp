// Threat-space search: wins by an unbroken sequence of threats. Each move of the attacker leaves one cell
// with which it would fill a line, so each reply is forced, until there are two such cells.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "maker/board.hpp"

namespace enraya {

class ThreatSpaceSearch {
  public:
    ThreatSpaceSearch() : failures_(kFailures) {}

    // True if threats that have nothing to do with the one just made are tried in one order only, that of
    // their cells: a third fewer nodes, and now and then a win is missed because of a threat in reply.
    void set_in_order(bool in_order) { is_in_order_ = in_order; }

    // True if the defender's own lines are left out, as if it could fill none.
    void set_defender_without_lines(bool without) { is_without_lines_ = without; }

    // True if the attacker, to move, wins by threats alone. The defender's replies may be threats of their
    // own, which the attacker then has to stop with a further threat. False may mean that the sequence is too
    // long to be looked for.
    bool wins(MakerBoard& board, Side attacker) {
        attacked_ = replied_ = 0;
        length_ = 0;
        nodes_left_ = kMostNodes;
        return search(board, attacker, kNoCell);
    }

    // After a win: the cells of which the defender must take one now, or lose to this very sequence. The
    // cells that the sequence uses; and all that is empty of any line in which one more piece, besides the
    // forced replies, would give the defender a threat. A piece anywhere else changes nothing: it stops no
    // move of the sequence, and every line through it stays two pieces short until the end. The pieces of the
    // defender in *without* are left out: what wins in spite of a piece wins without it.
    Word zone(const MakerBoard& board, Side attacker, Word without = 0) const {
        Word zone = attacked_ | replied_;
        if (is_without_lines_) return zone & (board.empty() | without);
        const Word defended = (board.pieces(other(attacker)) & ~without) | replied_;
        const int enough = board.rules().length() - 2;
        board.for_open(other(attacker), [&](int line) {
            const Word cells = board.rules().line(line);
            if (std::popcount(cells & defended) >= enough) zone |= cells;
        });
        return zone & (board.empty() | without);
    }

    // After a win: its first move, and all the attacker's moves up to the one that leaves two threats or
    // fills a line, the last one first.
    int first_move() const { return backwards_[length_ - 1]; }
    std::span<const std::uint8_t> backwards() const { return {backwards_.data(), length_}; }

    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr std::size_t kFailures = 1 << 16;
    static constexpr int kMostNodes = 20'000, kNoCell = -1;

    // The last move is one to keep the order with, or none.
    bool search(MakerBoard& board, Side attacker, int last) {
        ++nodes_;
        // Step 1. Fill a line, or stop the defender from filling one.
        if (const Word completing = board.completing(attacker)) {
            note(std::countr_zero(completing));
            return true;
        }
        const Word to_stop = is_without_lines_ ? 0 : board.completing(other(attacker));
        if (to_stop & (to_stop - 1)) return false;

        // Step 2. The moves that threaten, each with the cells that would then have to be taken.
        std::array<Word, MakerRules::kMostCells> answers;
        const Word just_taken = last == kNoCell ? 0 : bit_of(last);
        Word moves = 0, related = 0;
        board.for_open(attacker, board.rules().length() - 2, [&](int line) {
            const Word cells = board.rules().line(line) & board.empty();
            const Word low = cells & (~cells + 1), high = cells ^ low;
            const int one = std::countr_zero(low), two = std::countr_zero(high);
            if (!(moves & low)) answers[one] = 0;
            if (!(moves & high)) answers[two] = 0;
            answers[one] |= high, answers[two] |= low;
            moves |= cells;
            if (board.rules().line(line) & just_taken) related |= cells;
        });
        if (to_stop) moves &= to_stop;
        if (!moves) return false;

        // Step 3. Two threats at once win.
        for (Word left = moves; left;) {
            const int cell = take_first(left);
            if (!(answers[cell] & (answers[cell] - 1))) continue;
            attacked_ |= answers[cell];
            note(cell);
            return true;
        }

        // Step 4. Try the others, unless they failed before.
        if (last != kNoCell && !to_stop) moves &= related | ~Word{0} << last;
        if (!moves) return false;
        const Word key =
            random_number((board.pieces(attacker) ^ random_number(board.pieces(other(attacker)))) +
                          static_cast<Word>(last + 1 + (is_without_lines_ ? MakerRules::kMostCells + 1 : 0)));
        Word& failure = failures_[key % kFailures];
        if (failure == key || nodes_left_ <= 0) return false;
        for (Word left = moves; left;) {
            --nodes_left_;
            const int cell = take_first(left), answer = std::countr_zero(answers[cell]);
            board.play(attacker, cell);
            board.play(other(attacker), answer);
            const bool won = search(board, attacker, is_in_order_ ? cell : kNoCell);
            board.undo(other(attacker), answer);
            board.undo(attacker, cell);
            if (!won) continue;
            replied_ |= bit_of(answer);
            note(cell);
            return true;
        }
        if (nodes_left_ > 0) failure = key;
        return false;
    }

    void note(int cell) {
        attacked_ |= bit_of(cell);
        backwards_[length_++] = static_cast<std::uint8_t>(cell);
    }

    Word attacked_ = 0, replied_ = 0;
    std::array<std::uint8_t, MakerRules::kMostCells> backwards_;
    std::size_t length_ = 0;
    int nodes_left_ = 0;
    bool is_in_order_ = false, is_without_lines_ = false;
    std::uint64_t nodes_ = 0;
    std::vector<Word> failures_;
};

}  // namespace enraya

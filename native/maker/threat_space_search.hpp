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

template <class Set>
class ThreatSpaceSearch {
  public:
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;
    using CellNumber = typename Rules::CellNumber;

    ThreatSpaceSearch() : failures_(kFailures) {}

    // True if threats that have nothing to do with the one just made are tried in one order only, that of
    // their cells: a third fewer nodes, and now and then a win is missed because of a threat in reply.
    void set_in_order(bool in_order) { is_in_order_ = in_order; }

    // True if the defender's own lines are left out, as if it could fill none.
    void set_defender_without_lines(bool without) { is_without_lines_ = without; }

    // True if the attacker, to move, wins by threats alone. The defender's replies may be threats of their
    // own, which the attacker then has to stop with a further threat. False may mean that the sequence is too
    // long to be looked for.
    bool wins(Board& board, Side attacker) {
        attacked_ = replied_ = Set{};
        length_ = 0;
        nodes_left_ = kMostNodes;
        return search(board, attacker, kNoCell);
    }

    // After a win: the cells of which the defender must take one now, or lose to this very sequence. The
    // cells that the sequence uses; and all that is empty of any line in which one more piece, besides the
    // forced replies, would give the defender a threat. A piece anywhere else changes nothing: it stops no
    // move of the sequence, and every line through it stays two pieces short until the end. The pieces of the
    // defender in *without* are left out: what wins in spite of a piece wins without it. With *more* than one
    // piece elsewhere, lines that these together would bring to a threat are in the zone as well.
    Set zone(const Board& board, Side attacker, const Set& without = {}, int more = 1) const {
        Set zone = attacked_ | replied_;
        if (is_without_lines_) return zone & (board.empty() | without);
        const Set defended = (board.pieces(other(attacker)) & ~without) | replied_;
        const int enough = board.rules().length() - 1 - more;
        board.for_open(other(attacker), [&](int line) {
            const Set cells = board.rules().line(line);
            if (count_of(cells & defended) >= enough) zone |= cells;
        });
        return zone & (board.empty() | without);
    }

    // After a win: its first move, and all the attacker's moves up to the one that leaves two threats or
    // fills a line, the last one first.
    int first_move() const { return backwards_[length_ - 1]; }
    std::span<const CellNumber> backwards() const { return {backwards_.data(), length_}; }

    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr std::size_t kFailures = 1 << 16;
    static constexpr int kMostNodes = 20'000, kNoCell = -1;

    // The last move is one to keep the order with, or none.
    bool search(Board& board, Side attacker, int last) {
        ++nodes_;
        // Step 1. Fill a line, or stop the defender from filling one.
        if (const Set completing = board.completing(attacker)) {
            note(first_of(completing));
            return true;
        }
        const Set to_stop = is_without_lines_ ? Set{} : board.completing(other(attacker));
        if (has_several(to_stop)) return false;

        // Step 2. The moves that threaten, each with the cells that would then have to be taken.
        std::array<Set, Rules::kMostCells> answers;
        const Set just_taken = last == kNoCell ? Set{} : bit_of<Set>(last);
        Set moves{}, related{};
        board.for_open(attacker, board.rules().length() - 2, [&](int line) {
            const Set cells = board.rules().line(line) & board.empty();
            Set left = cells;
            const int one = take_first(left), two = first_of(left);
            const Set low = bit_of<Set>(one), high = left;
            if (!(moves & low)) answers[one] = Set{};
            if (!(moves & high)) answers[two] = Set{};
            answers[one] |= high, answers[two] |= low;
            moves |= cells;
            if (board.rules().line(line) & just_taken) related |= cells;
        });
        if (to_stop) moves &= to_stop;
        if (!moves) return false;

        // Step 3. Two threats at once win.
        for (Set left = moves; left;) {
            const int cell = take_first(left);
            if (!has_several(answers[cell])) continue;
            attacked_ |= answers[cell];
            note(cell);
            return true;
        }

        // Step 4. Try the others, unless they failed before.
        if (last != kNoCell && !to_stop) moves &= related | cells_from<Set>(last);
        if (!moves) return false;
        const Word key = key_of(board, attacker, last);
        Word& failure = failures_[key % kFailures];
        if (failure == key || nodes_left_ <= 0) return false;
        for (Set left = moves; left;) {
            --nodes_left_;
            const int cell = take_first(left), answer = first_of(answers[cell]);
            board.play(attacker, cell);
            board.play(other(attacker), answer);
            const bool won = search(board, attacker, is_in_order_ ? cell : kNoCell);
            board.undo(other(attacker), answer);
            board.undo(attacker, cell);
            if (!won) continue;
            replied_ |= bit_of<Set>(answer);
            note(cell);
            return true;
        }
        if (nodes_left_ > 0) failure = key;
        return false;
    }

    Word key_of(const Board& board, Side attacker, int last) const {
        const auto what = static_cast<Word>(last + 1 + (is_without_lines_ ? Rules::kMostCells + 1 : 0));
        const Word defended = mix_sum(0, board.pieces(other(attacker)));
        if constexpr (kWordsOf<Set> == 1) return random_number((board.pieces(attacker) ^ defended) + what);
        return mix_xor(defended + what, board.pieces(attacker));
    }

    void note(int cell) {
        attacked_ |= bit_of<Set>(cell);
        backwards_[length_++] = static_cast<CellNumber>(cell);
    }

    Set attacked_{}, replied_{};
    std::array<CellNumber, Rules::kMostCells> backwards_;
    std::size_t length_ = 0;
    int nodes_left_ = 0;
    bool is_in_order_ = false, is_without_lines_ = false;
    std::uint64_t nodes_ = 0;
    std::vector<Word> failures_;
};

}  // namespace enraya

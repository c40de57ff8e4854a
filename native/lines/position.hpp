// A position of a line game that can be played forward and back, with everything the search asks of it kept
// up to date line by line.
//
// Each line carries a tally; a line with pieces of both sides is closed for good:
//
//     . X X . X      pieces {3, 0}   rest = (cell 0) ^ (cell 3)      open to X, worth 4² to X
//     . X X O X      pieces {3, 1}   rest = (cell 0)                 closed
//     X X X . X      pieces {4, 0}   rest = (cell 3)                 X completes it on cell 3
//
// `rest` is the exclusive or of the line's empty cells: when one is left, it is that cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/random.hpp"
#include "core/search.hpp"
#include "lines/rules.hpp"

namespace enraya {

template <int Words>
class LinePosition {
  public:
    using Cells = CellSet<Words>;

    // The sets do not overlap, and with gravity nothing floats.
    LinePosition(const LinePosition&) = delete;
    LinePosition(const LineRules& rules, const Cells& first, const Cells& second, int turn)
        : rules_(rules),
          tallies_(rules.line_count()),
          keys_(rules.views()),
          states_(rules.cells() + 1),
          turn_(turn) {
        empties_ = rules.cells();
        state_ = states_.data();
        State& state = *state_;
        if (rules.has_gravity())
            for (const auto& column : rules.columns()) state.playable.add(column.front());
        else
            for (int cell = 0; cell < rules.cells(); ++cell) state.playable.add(cell);
        for (int index = 0; index < rules.line_count(); ++index) {
            const auto& line = rules.line(index);
            for (int cell : line) tallies_[index].rest ^= static_cast<std::uint16_t>(cell);
            for (int player : {0, 1}) {
                ++state.open[player];
                state.potential[player] += rules.chance(static_cast<int>(line.size()));
                if (line.size() == 1) state.completing[player].add(line.front());
            }
        }
        adjacent_.resize(rules.cells());
        for (int cell = 0; cell < rules.cells(); ++cell)
            for (int other : rules.adjacent(cell)) adjacent_[cell].add(other);
        for (int player : {0, 1})
            for (Cells left = player == 0 ? first : second; !left.is_empty();) put(left.take_first(), player);
        near_.resize(rules.is_large() ? rules.cells() : 0);
        for (int cell = 0; cell < static_cast<int>(near_.size()); ++cell)
            for (int other : rules.near(cell)) near_[cell].add(other);
        if (rules.is_large())
            for (Cells left = first | second; !left.is_empty();) state.near |= near_[left.take_first()];
    }

    // The position that sets of cells as bytes describe, the lowest cells first. Throws std::invalid_argument
    // for what is not a position with a move to make.
    LinePosition(const LineRules& rules, std::span<const std::uint8_t> first,
                 std::span<const std::uint8_t> second, int turn)
        : LinePosition(rules, Cells::of_bytes(first, rules.cells()), Cells::of_bytes(second, rules.cells()),
                       checked(rules, first, second, turn)) {
        if (is_over()) throw std::invalid_argument("the game is over");
    }

    int turn() const { return turn_; }
    int empties() const { return empties_; }

    // The legal moves, as a set of cells.
    const Cells& playable() const { return state_->playable; }

    // The cell where a move's piece lands. Throws std::invalid_argument if it cannot be made.
    int landing(int move) const {
        if (!rules_.has_gravity()) {
            if (move >= 0 && move < rules_.cells() && state_->playable.has(move)) return move;
        } else if (move >= 0 && move < static_cast<int>(rules_.columns().size())) {
            for (int cell : rules_.columns()[move])
                if (state_->playable.has(cell)) return cell;
        }
        throw std::invalid_argument("this move cannot be made");
    }

    // The cells worth a look: on a large board those near a piece, or the middle of an empty one.
    Cells near() const {
        if (!rules_.is_large()) return state_->playable;
        Cells cells = state_->near & state_->playable;
        if (empties_ == rules_.cells()) cells.add(rules_.centre());
        return cells.is_empty() ? state_->playable : cells;
    }

    // Lines that a player could still fill.
    int open_lines(int player) const { return state_->open[player]; }

    // Erdős–Selfridge: if the sum of the chances of a player's open lines is below 1, or below ½ with that
    // player to move, the other can keep every one of them from being filled just by answering.
    bool is_held(int player) const {
        return state_->potential[player] < (player == turn_ ? LineRules::kCertain / 2 : LineRules::kCertain);
    }

    // True if the game is over: a line is full, or the board.
    bool is_over() const {
        if (empties_ == 0) return true;
        for (int player : {0, 1})
            for (int index = 0; index < rules_.line_count(); ++index)
                if (tallies_[index].pieces[player] == rules_.line(index).size() &&
                    has_clear_ends(player, index))
                    return true;
        return false;
    }

    // True if a player's piece there would fill a line.
    bool completes(int player, int cell) const {
        return state_->completing[player].has(cell) && (!rules_.has_ends() || fills_line(player, cell));
    }

    // The playable cells where a player would fill a line.
    Cells completing(int player) const {
        Cells cells = state_->completing[player] & state_->playable;
        if (rules_.has_ends())
            for (Cells left = cells; !left.is_empty();)
                if (const int cell = left.take_first(); !fills_line(player, cell)) cells.remove(cell);
        return cells;
    }

    // The evaluation for the player to move: the worth of the lines open to one side only, and of
    // neighbouring pieces.
    int evaluation() const { return bounded(turn_ == 0 ? state_->score : -state_->score); }

    // The same after the player to move has placed a piece there.
    int evaluation_after(int cell) const {
        return bounded((turn_ == 0 ? state_->score : -state_->score) + gain(cell) +
                       worth_of_neighbours(turn_, cell));
    }

    // The weight that a piece there adds to the mover's lines and takes from the opponent's.
    std::int64_t gain(int cell) const {
        std::int64_t sum = 0;
        for (int index : rules_.lines_through(cell)) {
            const Tally& tally = tallies_[index];
            const int own = tally.pieces[turn_], other = tally.pieces[1 - turn_];
            if (other == 0)
                sum += rules_.worth(own + 1) - rules_.worth(own);
            else if (own == 0)
                sum += rules_.worth(other);
        }
        return sum;
    }

    void play(int cell) {
        const State& before = *state_++;
        *state_ = before;
        put(cell, turn_);
        if (rules_.is_large()) state_->near |= near_[cell];
        state_->last = cell;
        turn_ = 1 - turn_;
    }

    // Takes back the last move.
    void undo() {
        const int cell = state_->last;
        turn_ = 1 - turn_;
        for (int index : rules_.lines_through(cell)) {
            --tallies_[index].pieces[turn_];
            tallies_[index].rest ^= static_cast<std::uint16_t>(cell);
        }
        toggle_keys(turn_, cell);
        stones_[turn_].remove(cell);
        ++empties_;
        --state_;
    }

    // Takes back every move.
    void rewind() {
        while (state_ != states_.data()) undo();
    }

    // One key for all the positions that are this one seen from another side, and the view it is seen in.
    std::pair<std::uint64_t, int> key() const {
        int view = 0;
        for (int other = 1; other < static_cast<int>(keys_.size()); ++other)
            if (keys_[other] < keys_[view]) view = other;
        return {keys_[view] ^ (turn_ == 0 ? 0 : kSecondToMove), view};
    }

  private:
    struct Tally {
        std::array<std::uint16_t, 2> pieces{};
        std::uint16_t rest = 0;
    };

    // The part of the state that is cheaper to copy forward than to undo.
    struct State {
        Cells playable, near;
        std::array<Cells, 2> completing;  // may keep cells since taken
        std::int64_t score = 0;           // for the first player
        std::array<std::int64_t, 2> potential{};
        std::array<int, 2> open{};
        int last = LineRules::kNone;  // the cell played to come here
    };

    // The turn, if it and the sets can be a position's.
    static int checked(const LineRules& rules, std::span<const std::uint8_t> first,
                       std::span<const std::uint8_t> second, int turn) {
        if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
        const Cells firsts = Cells::of_bytes(first, rules.cells());
        const Cells seconds = Cells::of_bytes(second, rules.cells());
        if (!(firsts & seconds).is_empty()) throw std::invalid_argument("a cell has pieces of both players");
        for (const auto& column : rules.columns())
            for (std::size_t height = 1; height < column.size(); ++height)
                if ((firsts | seconds).has(column[height]) && !(firsts | seconds).has(column[height - 1]))
                    throw std::invalid_argument("a piece floats above an empty cell");
        return turn;
    }

    static int bounded(std::int64_t score) {
        return static_cast<int>(std::clamp<std::int64_t>(score, -kMostUndecided, kMostUndecided));
    }

    std::int64_t worth_of_neighbours(int player, int cell) const {
        return LineRules::kNeighbours * (adjacent_[cell] & stones_[player]).count();
    }

    void put(int cell, int player) {
        State& state = *state_;
        const int opponent = 1 - player;
        std::int64_t gained = 0;
        for (int index : rules_.lines_through(cell)) {
            Tally& tally = tallies_[index];
            const int length = static_cast<int>(rules_.line(index).size());
            const int own = tally.pieces[player]++, other = tally.pieces[opponent];
            tally.rest ^= static_cast<std::uint16_t>(cell);
            if (other == 0) {
                gained += rules_.worth(own + 1) - rules_.worth(own);
                state.potential[player] += rules_.chance(length - own - 1) - rules_.chance(length - own);
                if (own + 2 == length) state.completing[player].add(tally.rest);
            } else if (own == 0) {
                gained += rules_.worth(other);
            }
            if (own == 0) {
                --state.open[opponent];
                state.potential[opponent] -= rules_.chance(length - other);
            }
        }
        gained += worth_of_neighbours(player, cell);
        state.score += player == 0 ? gained : -gained;
        state.playable.remove(cell);
        if (const int above = rules_.above(cell); above != LineRules::kNone && !is_taken(above))
            state.playable.add(above);
        stones_[player].add(cell);
        toggle_keys(player, cell);
        --empties_;
    }

    bool is_taken(int cell) const { return stones_[0].has(cell) || stones_[1].has(cell); }

    bool fills_line(int player, int cell) const {
        for (int index : rules_.lines_through(cell)) {
            const Tally& tally = tallies_[index];
            const int length = static_cast<int>(rules_.line(index).size());
            if (tally.pieces[player] + 1 != length || tally.pieces[1 - player] != 0) continue;
            if (has_clear_ends(player, index)) return true;
        }
        return false;
    }

    bool has_clear_ends(int player, int line) const {
        return std::ranges::none_of(rules_.ends(line), [&](int end) { return stones_[player].has(end); });
    }

    void toggle_keys(int player, int cell) {
        const std::uint64_t* const numbers = rules_.keys(player, cell).data();
        for (std::size_t view = 0; view < keys_.size(); ++view) keys_[view] ^= numbers[view];
    }

    static constexpr std::uint64_t kSecondToMove = random_number(2 * LineRules::kMostCells);

    const LineRules& rules_;
    std::vector<Tally> tallies_;
    std::vector<std::uint64_t> keys_;
    std::vector<State> states_;
    State* state_;
    std::array<Cells, 2> stones_;
    std::vector<Cells> adjacent_, near_;
    int turn_;
    int empties_;
};

}  // namespace enraya

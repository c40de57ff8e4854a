// The search of one Connect 4 position, by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "connect_board.hpp"
#include "connect_order.hpp"
#include "connect_table.hpp"

namespace enraya {

// A quiet position: nobody can win at once, so that the player to move may choose. Or rather one who cannot
// win and has to answer at most the threats named here.
template <class Bits>
struct ConnectState {
    Bits own = 0, other = 0;            // the stones of the player to move, and of the opponent
    Bits own_wins = 0, other_wins = 0;  // the empty cells that complete four
    Bits moves = 0;                     // those that do not lose at once; known once the position is quiet
    int stones = 0;

    Bits mask() const { return own | other; }
};

template <class Shape, class Watch>
class ConnectTree {
  public:
    using Board = ConnectBoard<Shape>;
    using Bits = typename Shape::Bits;
    using State = ConnectState<Bits>;
    using Word = typename Shape::Word;
    using Table = ConnectTable<Word>;

    ConnectTree(const Board& board, const ConnectOrder<Shape>& order, Table& table, Watch& watch)
        : board_(board), order_(order), table_(table), watch_(watch) {}

    State state(Bits own, Bits other) const {
        const Bits mask = own | other;
        return {own, other,           board_.winning_cells(own, mask), board_.winning_cells(other, mask),
                0,   count_bits(mask)};
    }

    // The score if the player to move wins with the stone after this many.
    int win_after(int stones) const { return (board_.count() + 1 - stones) / 2; }

    // Plays on as long as there is one move only that does not lose at once. Gives true at a position where
    // the player to move may choose, whose turn it is being in *sign*; false if the game is decided, by
    // *value* for the player to move at the beginning. Nobody to move may win at once.
    bool play_forced(State& state, int& sign, int& value) const {
        for (;;) {
            const Bits playable = board_.playable(state.mask());
            const Bits forced = playable & state.other_wins;
            const Bits safe = (forced ? forced : playable) & ~(state.other_wins >> 1);
            if (!safe || (forced & (forced - 1))) {
                value = playable ? -sign * win_after(state.stones + 1) : 0;
                return false;
            }
            if (!forced) {
                state.moves = safe;
                if (state.stones < board_.count() - 2) return true;
                value = 0;
                return false;
            }
            state = after(state, forced);
            sign = -sign;
        }
    }

    State after(const State& state, Bits cell) const {
        const Bits own = state.own | cell;
        return {
            state.other,     own, state.other_wins & ~cell, board_.winning_cells(own, own | state.other), 0,
            state.stones + 1};
    }

    // Whether a quiet position is worth *target* or more to the player to move.
    //
    // Gives a bound of its score on the side of the answer: at least the result if that is *target* or more,
    // at most the result if it is less. Neither player can win at once. Counts one node.
    int search(const State& state, int target) {
        const std::uint64_t nodes_before = watch_.nodes();
        watch_.count_node();
        table_.make_room_for(nodes_before);

        // Step 1. The nearest ends.
        ConnectBounds bounds = nearest_ends(state);

        // Step 2. What the table knows.
        const Word mixed = table_.mix(board_.symmetric_key(state.own, state.mask()));
        table_.find(mixed, bounds);
        if (bounds.lower >= target) return bounds.lower;
        if (bounds.upper < target) return bounds.upper;

        // Step 3. The moves that do not lose at once, played on to the next choice.
        std::array<Child, Shape::kMostColumns> children;
        int count = 0, best = -win_after(state.stones + 1);
        const int player = state.stones & 1;
        Bits moves = state.moves;
        while (moves) {
            const Bits cell = moves & -moves;
            moves ^= cell;
            Child& child = children[count];
            child.state = after(state, cell);
            int sign = -1, value = 0;
            const Bits new_wins = child.state.other_wins & ~state.own_wins;
            if (!play_forced(child.state, sign, value)) {
                if (value >= target) return value;
                best = std::max(best, value);
                continue;
            }
            child.sign = sign;
            ConnectBounds known = static_bounds(child.state);
            if (sign < 0) known = {-known.upper, -known.lower};
            if (known.lower >= target) return known.lower;
            if (known.upper < target) {
                best = std::max(best, known.upper);
                continue;
            }
            child.mixed = table_.mix(board_.symmetric_key(child.state.own, child.state.mask()));
            table_.prefetch(child.mixed);
            child.order = order_.weight(player, lowest_bit(cell), new_wins, sign,
                                        count_bits(child.state.moves), child.state.stones - state.stones);
            child.limits = known;
            ++count;
        }

        // Step 4. Enhanced transposition cut-off: perhaps a move is known to be good enough.
        if (board_.count() - state.stones >= kLeastEmptyToLookAhead) {
            int kept = 0;
            for (int i = 0; i < count; ++i) {
                Child& child = children[i];
                ConnectBounds known = child.limits;
                if (child.sign < 0) known = {-known.upper, -known.lower};
                if (table_.find(child.mixed, known)) {
                    if (child.sign < 0) known = {-known.upper, -known.lower};
                    if (known.lower >= target) {
                        best = known.lower;
                        table_.store(mixed, {best, bounds.upper}, watch_.nodes() - nodes_before);
                        return best;
                    }
                    if (known.upper < target) {
                        best = std::max(best, known.upper);
                        continue;
                    }
                }
                if (kept != i) children[kept] = child;
                ++kept;
            }
            count = kept;
        }

        // Step 5. The likeliest first.
        std::array<std::uint8_t, Shape::kMostColumns> order;
        for (int i = 0; i < count; ++i) {
            int at = i;
            for (; at > 0 && children[order[at - 1]].order < children[i].order; --at)
                order[at] = order[at - 1];
            order[at] = static_cast<std::uint8_t>(i);
        }
        for (int i = 0; i < count && best < target; ++i) {
            const Child& child = children[order[i]];
            const int value = child.sign < 0 ? -search(child.state, 1 - target) : search(child.state, target);
            best = std::max(best, value);
        }

        // Step 6. Remember.
        if (best >= target)
            bounds.lower = std::max(bounds.lower, best);
        else
            bounds.upper = std::min(bounds.upper, best);
        table_.store(mixed, bounds, watch_.nodes() - nodes_before);
        return best;
    }

    // Bounds that a quiet position shows without searching.
    ConnectBounds static_bounds(const State& state) const {
        ConnectBounds bounds = nearest_ends(state);
        const Bits free = board_.cells() ^ state.mask();
        // Who has no four left to make cannot win.
        if (bounds.upper > 0 && !board_.has_four(state.own | free)) bounds.upper = 0;
        if (bounds.lower < 0 && !board_.has_four(state.other | free)) bounds.lower = 0;
        follow(state, free, bounds);
        return bounds;
    }

  private:
    // The player to move wins two plies later at best, the opponent three.
    ConnectBounds nearest_ends(const State& state) const {
        return {-win_after(state.stones + 3), win_after(state.stones + 2)};
    }

    // The opponent's plan to answer every move in its own column. It gives each column's lower cells, the
    // first, third, … from where the next piece lands, to the player to move and the upper ones to the
    // opponent. It can be kept up where a column's empty cells are even in number, and also where the
    // opponent completes four on an upper cell. If the player to move has no four in the lower cells, the
    // plan does not lose; if it has winning cells, it wins, at the latest when the player to move has nothing
    // left but the cells below them.
    void follow(const State& state, Bits free, ConnectBounds& bounds) const {
        if (bounds.upper < 0) return;
        const Bits landings = board_.landings(state.mask());
        const Bits even = board_.even_above();
        Bits odd_columns = landings & ~even;
        const Bits odd_wins = state.other_wins & even;
        if (odd_columns && !odd_wins) return;
        Bits lower = free & even;
        int left = 0;
        for (; odd_columns; odd_columns &= odd_columns - 1) {
            const Bits column = board_.column(board_.column_of(odd_columns & -odd_columns));
            const Bits wins = odd_wins & column;
            if (!wins) return;
            const Bits below = (wins & -wins) - 1;
            lower = (lower & ~column) | (free & ~even & column & below);
            left += board_.rows() - board_.row_of(wins & -wins) + 1;
        }
        Bits even_wins = state.other_wins & ~even;
        for (Bits rest = landings & even & board_.cells(); rest && even_wins; rest &= rest - 1) {
            const Bits column = board_.column(board_.column_of(rest & -rest));
            const Bits wins = even_wins & column;
            if (!wins) continue;
            const Bits below = (wins & -wins) - 1;
            lower &= ~column | below;
            left += board_.rows() - board_.row_of(wins & -wins) + 1;
        }
        if (board_.has_four(state.own | lower)) return;
        bounds.upper = std::min(bounds.upper, -(left / 2));
    }

    struct Child {
        State state;
        Word mixed;
        ConnectBounds limits;
        int order;
        int sign;
    };

    static constexpr int kLeastEmptyToLookAhead = 6;

    const Board& board_;
    const ConnectOrder<Shape>& order_;
    Table& table_;
    Watch& watch_;
};

}  // namespace enraya

// Null-window alpha-beta of one Connect 4 position, by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "connect4/board.hpp"
#include "connect4/claims.hpp"
#include "connect4/order.hpp"
#include "connect4/table.hpp"

namespace enraya {

// A quiet position: nobody can win at once, so that the player to move may choose. Or rather one who cannot
// win and has to answer at most the threats named here.
template <class Bits>
struct ConnectState {
    Bits own, other;            // the stones of the player to move, and of the opponent
    Bits own_wins, other_wins;  // the empty cells that complete four
    Bits moves;                 // those that do not lose at once; known once the position is quiet
    int stones;

    Bits mask() const { return own | other; }
};

// A quiet position with what is known of it.
template <class Shape>
struct ConnectNode {
    ConnectState<typename Shape::Bits> state;
    typename Shape::Word mixed;  // its key in the table
    ConnectBounds bounds;
    int sign;    // −1 if it is the other player's turn than in the node before, else 1
    int weight;  // among the moves of the node before
};

template <class Shape, class Watch>
class ConnectTree {
  public:
    using Board = ConnectBoard<Shape>;
    using Bits = typename Shape::Bits;
    using State = ConnectState<Bits>;
    using Node = ConnectNode<Shape>;
    using Word = typename Shape::Word;
    using Table = ConnectTable<Word>;

    // With claims, several threads share the moves of one question. After an even (0) or odd (1) number of
    // stones, by *parity*, one move is likely to decide what is asked; after the others, all moves have to be
    // searched.
    ConnectTree(const Board& board, const ConnectOrder<Shape>& order, Table& table, Watch& watch,
                ConnectClaims* claims = nullptr, int parity = 0)
        : board_(board), order_(order), table_(table), watch_(watch), claims_(claims), parity_(parity) {}

    State state(Bits own, Bits other) const {
        const Bits mask = own | other;
        return {own, other,           board_.winning_cells(own, mask), board_.winning_cells(other, mask),
                0,   count_bits(mask)};
    }

    // The score if the player to move wins with the stone after this many.
    int win_after(int stones) const { return (board_.count() + 1 - stones) >> 1; }

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

    // All that is known of a quiet position without searching.
    Node node(const State& state) const {
        const ConnectBounds upper = static_bounds(state, 1, 0), lower = static_bounds(state, 0, 0);
        Node node{state, mixed_key(state), {lower.lower, upper.upper}, 1, 0};
        table_.find(node.mixed, node.bounds);
        return node;
    }

    // With fewer empty cells moves are not shared: what threads tell each other costs more than it saves.
    static constexpr int kLeastShared = 22;

    // Decide whether a quiet position is worth *target* or more to the player to move.
    //
    // Gives a bound of its score on the side of the answer: at least the result if that is *target* or more,
    // at most the result if it is less. The target is within the bounds that are known. Counts one node.
    int search(const Node& node, int target) {
        const State& state = node.state;
        const std::uint64_t nodes_before = watch_.nodes();
        watch_.count_node();
        table_.make_room_for(nodes_before);

        // Step 1. The moves that do not lose at once, each played on to the next choice. Perhaps one needs no
        // search to be good enough; leave out those that cannot be.
        std::array<Node, Shape::kMostColumns> children;
        int count = 0, best = -win_after(state.stones + 1);
        for (Bits moves = state.moves; moves;) {
            typename Board::Several cells;
            for (Bits& cell : cells) {
                cell = moves & -moves;
                moves ^= cell;
            }
            const auto wins = board_.winning_cells_after_each(state.own, state.mask(), cells);
            for (int i = 0; i < Board::kMovesAtOnce && cells[i]; ++i) {
                Node& child = children[count];
                if (!look_at_move(state, cells[i], wins[i], target, child, best)) {
                    if (best >= target) return best;
                    continue;
                }
                ++count;
            }
        }

        // Step 2. Enhanced transposition cut-off: the same by what the table knows of the moves. Sort the
        // rest.
        std::array<const Node*, Shape::kMostColumns> sorted;
        int left = 0;
        for (int i = 0; i < count; ++i) {
            Node& child = children[i];
            if (table_.find(child.mixed, child.bounds) &&
                is_settled(child, child.sign < 0 ? 1 - target : target, best)) {
                if (best < target) continue;
                table_.store(node.mixed, {best, node.bounds.upper}, 1);
                return best;
            }
            int at = left++;
            for (; at > 0 && sorted[at - 1]->weight < child.weight; --at) sorted[at] = sorted[at - 1];
            sorted[at] = &child;
        }

        // Step 3. Search, the likeliest move first.
        if (claims_ && board_.count() - state.stones >= kLeastShared) {
            best = search_shared(node, target, {sorted.data(), static_cast<std::size_t>(left)}, best);
        } else {
            for (int i = 0; i < left && best < target; ++i)
                best = std::max(best, value_of(*sorted[i], target));
        }

        // Step 4. Remember.
        ConnectBounds bounds = node.bounds;
        if (best >= target)
            bounds.lower = std::max(bounds.lower, best);
        else
            bounds.upper = std::min(bounds.upper, best);
        table_.store(node.mixed, bounds, watch_.nodes() - nodes_before);
        return best;
    }

  private:
    // The value of a child to the player to move in its parent, as far as the parent's target needs it.
    int value_of(const Node& child, int target) {
        return child.sign < 0 ? -search(child, 1 - target) : search(child, target);
    }

    // The same as step 3, shared with other threads (ABDADA, simplified). Where every move has to be
    // searched, those that another thread is searching are put off. Where one move is likely to be enough,
    // the threads go through the moves together and share the replies. When another thread has settled the
    // position, what is under way below it is given up.
    int search_shared(const Node& node, int target, std::span<const Node* const> children, int best) {
        const bool expects_all = (node.state.stones & 1) != parity_;
        const std::size_t depth = shared_.size();
        const OnPath on_path(shared_, {node.mixed, node.bounds, target});
        std::array<bool, Shape::kMostColumns> put_off{};
        try {
            for (const bool again : {false, true})
                for (std::size_t i = 0; i < children.size() && best < target; ++i) {
                    if (again && !put_off[i]) continue;
                    Node child = *children[i];
                    if (again || i) {
                        look_above();
                        if (const auto bound = settled(shared_[depth])) return *bound;
                        if (table_.find(child.mixed, child.bounds) &&
                            is_settled(child, child.sign < 0 ? 1 - target : target, best))
                            continue;
                    }
                    const auto name = static_cast<std::uint64_t>(child.mixed);
                    put_off[i] = !again && expects_all && claims_->is_taken(name);
                    if (put_off[i]) continue;
                    const ConnectClaim claim(*claims_, name);
                    best = std::max(best, value_of(child, target));
                }
        } catch (const SettledAbove& settled) {
            if (settled.depth != depth) throw;
            return settled.bound;
        }
        return best;
    }

    // A position whose moves are shared, and what is asked about it.
    struct Shared {
        Word mixed;
        ConnectBounds bounds;
        int target;
    };

    // Such a position on the path from the root to where this thread is.
    class OnPath {
      public:
        OnPath(std::vector<Shared>& path, const Shared& shared) : path_(path) { path_.push_back(shared); }
        ~OnPath() { path_.pop_back(); }
        OnPath(const OnPath&) = delete;

      private:
        std::vector<Shared>& path_;
    };

    // Thrown to give up what is under way below the position at this depth of the path.
    struct SettledAbove {
        std::size_t depth;
        int bound;
    };

    // The answer about a shared position, if a thread has found it.
    std::optional<int> settled(const Shared& shared) const {
        ConnectBounds bounds = shared.bounds;
        if (!table_.find(shared.mixed, bounds)) return std::nullopt;
        if (bounds.lower >= shared.target) return bounds.lower;
        if (bounds.upper < shared.target) return bounds.upper;
        return std::nullopt;
    }

    // Now and then, looks if a position above the last of the path is settled.
    void look_above() {
        if (watch_.nodes() < next_look_) return;
        next_look_ = watch_.nodes() + kNodesBetweenLooks;
        for (std::size_t depth = 0; depth + 1 < shared_.size(); ++depth)
            if (const auto bound = settled(shared_[depth])) throw SettledAbove{depth, *bound};
    }

    // Plays a move of a quiet position on to the next choice. True if it takes a search to know whether the
    // move is worth *target*; else the best value takes note of what it is worth.
    bool look_at_move(const State& state, Bits cell, Bits wins, int target, Node& child, int& best) {
        const Bits own = state.own | cell, playable = board_.playable(own | state.other);
        child.state = {state.other,     own, state.other_wins & ~cell, wins, playable & ~(wins >> 1),
                       state.stones + 1};
        child.sign = -1;
        if (playable & wins || !child.state.moves || state.stones >= board_.count() - 3) {
            int value = 0;
            if (!play_forced(child.state, child.sign, value)) {
                best = std::max(best, value);
                return false;
            }
        }
        const int child_target = child.sign < 0 ? 1 - target : target;
        child.bounds = static_bounds(child.state, child_target, state.stones + 1);
        if (is_settled(child, child_target, best)) return false;
        child.mixed = mixed_key(child.state);
        table_.prefetch(child.mixed);
        child.weight = order_.weight(lowest_bit(cell), wins & ~state.own_wins, child.sign,
                                     count_bits(child.state.moves));
        return true;
    }

    Word mixed_key(const State& state) const {
        return table_.mix(board_.symmetric_key(state.own, state.mask()));
    }

    // True if the bounds of a child decide if it reaches its target; then the parent's best value takes
    // note.
    static bool is_settled(const Node& child, int target, int& best) {
        if (child.bounds.lower >= target)
            best = std::max(best, child.sign < 0 ? -child.bounds.lower : child.bounds.lower);
        else if (child.bounds.upper < target)
            best = std::max(best, child.sign < 0 ? -child.bounds.upper : child.bounds.upper);
        else
            return false;
        return true;
    }

    enum class Claim { Unknown, Fails, Holds };

    // Bounds that a quiet position shows without searching, as far as they matter to a target. A player's
    // chances of four only shrink by the other's stones: those that were there already *stones* ago are
    // known.
    ConnectBounds static_bounds(const State& state, int target, int stones) const {
        ConnectBounds bounds = nearest_ends(state);
        const Bits free = board_.cells() ^ state.mask();
        if (target > 0) {
            // A player with a four in part of the free cells has one in all of them.
            const Claim claim = follow(state, free, bounds.upper, 1);
            if (claim == Claim::Unknown && !board_.has_four(state.own | free)) bounds.upper = 0;
        } else {
            if (state.stones > stones && !board_.has_four(state.other | free)) bounds.lower = 0;
            if (state.other_wins) follow(state, free, bounds.upper, target);
        }
        return bounds;
    }

    // The player to move wins two plies later at best, the opponent three.
    ConnectBounds nearest_ends(const State& state) const {
        return {-win_after(state.stones + 3), win_after(state.stones + 2)};
    }

    // The opponent's plan to answer every move in its own column. Of the cells that are left in a column, it
    // gives the first, third, … to the player to move, the lower cells, and the others, the upper ones, to
    // the opponent. It can be kept up where a column has an even number of cells left, and also where the
    // opponent completes four on an upper cell. Of other columns there must be an even number: whoever fills
    // one of them is answered in another, and all their cells may become anybody's.
    //
    // If the player to move has no four in what he gets at most, the plan does not lose. If the opponent has
    // winning cells among the upper ones, it wins, at the latest when nothing is left but the cells below
    // them and above.
    //
    // Unknown if the plan cannot be kept up, or would not show that the position is worth less than *target*.
    Claim follow(const State& state, Bits free, int& upper, int target) const {
        const Bits even = board_.even_above();
        const Bits odd = board_.columns_with(board_.landings(state.mask()) & ~even);
        const Bits lower = even ^ odd;
        const Bits wins = state.other_wins & ~lower, won = board_.columns_with(wins);
        const Bits others = odd & ~won;
        if (count_bits(others & board_.bottom()) % 2) return Claim::Unknown;
        const Bits below = (wins - (won & board_.bottom())) & ~wins;
        const int value = -((count_bits(won & ~below) + count_bits(won & board_.bottom())) / 2);
        if (value >= target) return Claim::Unknown;
        if (board_.has_four(state.own | (free & ((lower & (below | ~won)) | others)))) return Claim::Fails;
        upper = std::min(upper, value);
        return Claim::Holds;
    }

    const Board& board_;
    const ConnectOrder<Shape>& order_;
    Table& table_;
    Watch& watch_;
    ConnectClaims* const claims_;
    const int parity_;
    std::vector<Shared> shared_;
    std::uint64_t next_look_ = 0;
    static constexpr std::uint64_t kNodesBetweenLooks = 32;
};

}  // namespace enraya

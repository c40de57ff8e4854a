// The maker–breaker solver of line games with free choice of cells: can this player still win?
//
// MakerSearch picks the core of the narrowest sets that the board fits: 64, 128 or 256 cells (questions.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "lines/rules.hpp"

namespace enraya {

class [[gnu::visibility("default")]] MakerSearch {
  public:
    static constexpr int kNone = -1;

    using Cells = std::span<const std::uint8_t>;  // bits, the lowest cell first
    using Zone = std::vector<std::uint64_t>;      // the same as words

    struct Answer {
        bool known = false;  // false: a limit or stop() ended the search
        bool wins = false;
        int move = kNone;  // if it was asked for and the mover's claim is true: a move that keeps it so
        int order = 0;     // of the win, if it was found to be one by order
        std::uint64_t nodes = 0;
    };

    // The result for a pure breaker.
    struct BreakerAnswer {
        bool known = false;  // false: a limit or stop() ended the search
        bool holds = false;
        int move = kNone;  // if the player is to move and holds: a move that does
        Zone zone;         // if it holds, its relevance zone: the other may have pieces elsewhere
        std::uint64_t nodes = 0;
    };

    // A win by threats alone: the moves of the winner, up to the one that leaves two threats or fills a line;
    // and the cells of which the other must take one if it could move first. No moves: there is none.
    struct ThreatSequence {
        std::vector<int> moves;
        Zone zone;
    };

    using Pairs = std::vector<std::array<int, 2>>;

    // The questions. Throws std::invalid_argument for what is not a position with a move to make.
    class Core {
      public:
        virtual ~Core() = default;

        // Decide whether *player* wins against the best defence, the other player's own lines counting as a
        // defence.
        virtual Answer can_win(Cells first, Cells second, int turn, int player, bool with_move,
                               const Limits& limits, const Listener& listener) = 0;

        // Decide whether *player* wins by an order of two or more: each of its moves is one after which it
        // would win by one order less if the other passed, and a win of order one is by threats alone. No
        // does not mean that it does not win. *Move* is a winning one, if *player* is to move.
        virtual Answer win_by_order(Cells first, Cells second, int turn, int player, int order,
                                    bool with_move, const Limits& limits, const Listener& listener) = 0;

        // The pairs of cells with which *player* keeps the other from winning, answering a move in one cell
        // of a pair with the other, and any other move by weight (see pairing.hpp). False: no such pairs are
        // found, which does not mean that the other wins. Full lines of the player itself are allowed.
        virtual bool hold(Cells first, Cells second, int turn, int player, Pairs& pairs) const = 0;

        // Decide whether *player* keeps the other from winning as a pure breaker, without its own lines:
        // full ones are allowed, and end nothing. False if the other can fill a line at once, whoever is to
        // move; and, if asked only where *light*, where the question is more likely than not to cost much and
        // be answered with no.
        virtual BreakerAnswer hold_by_zone(Cells first, Cells second, int turn, int player, bool light,
                                           const Limits& limits, const Listener& listener) = 0;

        // A win of *player*, to move, by threats alone.
        virtual ThreatSequence threaten(Cells first, Cells second, int player) = 0;

        virtual OpenTable open_to_read() = 0;
        virtual OpenTable open_to_write() = 0;
        virtual void stop() = 0;
        virtual void clear() = 0;
    };

    // True if this kind of rules is answered for.
    static bool fits(const LineRules& rules);

    // Throws std::invalid_argument for rules that do not fit.
    MakerSearch(const LineRules& rules, int table_megabytes);

    Core& core() const { return *core_; }

    OpenTable open_to_read() { return core_->open_to_read(); }
    OpenTable open_to_write() { return core_->open_to_write(); }
    void stop() { core_->stop(); }
    void clear() { core_->clear(); }

  private:
    std::unique_ptr<Core> core_;
};

}  // namespace enraya

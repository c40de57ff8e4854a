// The maker–breaker solver of line games with free choice of cells, on at most 64: can this player still win?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search.hpp"
#include "lines/rules.hpp"
#include "maker/board.hpp"
#include "maker/move_cache.hpp"
#include "maker/proof_number_table.hpp"
#include "maker/threat_space_search.hpp"
#include "maker/zone_table.hpp"

namespace enraya {

class [[gnu::visibility("default")]] MakerSearch {
  public:
    static constexpr int kNone = -1, kMostCells = 64;

    struct Answer {
        bool known = false;  // false: a limit or stop() ended the search
        bool wins = false;
        int move = kNone;  // if it was asked for and the mover's claim is true: a move that keeps it so
        std::uint64_t nodes = 0;
    };

    // The result for a pure breaker.
    struct BreakerAnswer {
        bool known = false;  // false: a limit or stop() ended the search
        bool holds = false;
        int move = kNone;        // if the player is to move and holds: a move that does
        std::uint64_t zone = 0;  // if it holds, its relevance zone: the other may have pieces elsewhere
        std::uint64_t nodes = 0;
    };

    // A win by threats alone: the moves of the winner, up to the one that leaves two threats or fills a line;
    // and the cells of which the other must take one if it could move first. No moves: there is none.
    struct ThreatSequence {
        std::vector<int> moves;
        std::uint64_t zone = 0;
    };

    // True if this kind of rules is answered for.
    static bool fits(const LineRules& rules) { return MakerRules::fit(rules); }

    // Throws std::invalid_argument for rules that do not fit.
    MakerSearch(const LineRules& rules, int table_megabytes);

    // Decide whether *player* wins against the best defence, the other player's own lines counting as a
    // defence. Sets of cells are bits, the lowest first. Throws std::invalid_argument for what is not a
    // position with a move to make.
    Answer can_win(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                   int player, bool with_move, const Limits& limits, const Listener& listener);

    // The pairs of cells with which *player* keeps the other from winning, answering a move in one cell of a
    // pair with the other, and any other move by weight (see pairing.hpp). False: no such pairs are
    // found, which does not mean that the other wins. Full lines of the player itself are allowed.
    bool hold(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn, int player,
              std::vector<std::array<int, 2>>& pairs) const;

    // Decide whether *player* keeps the other from winning as a pure breaker, without its own lines: full
    // ones are allowed, and end nothing. False if the other can fill a line at once, whoever is to move; and,
    // if asked only where *light*, where the question is more likely than not to cost much and be answered
    // with no.
    BreakerAnswer hold_by_zone(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                               int turn, int player, bool light, const Limits& limits,
                               const Listener& listener);

    // A win of *player*, to move, by threats alone.
    ThreatSequence threaten(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                            int player);

    OpenTable open_to_read() { return {gate_.enter_to_read(), tables_, layout()}; }
    OpenTable open_to_write() { return {gate_.enter(), tables_, layout()}; }

    void stop() { gate_.stop(); }
    void clear();

  private:
    TableLayout layout() const { return {TableLayout::Kind::Proof, 2, rules_.cells(), rules_.line_count()}; }
    enum class BreakersLines { End, Nothing };  // what a full line of the breaker means
    MakerBoard board_of(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                        int maker, BreakersLines lines) const;
    bool is_held_by_zone(MakerBoard& board, Side to_move, bool with_move, Watch& watch, int& move);

    MakerRules rules_;
    ProofNumberTable table_;
    ZoneTable zones_;
    ProofAndZoneTables tables_{table_, zones_};
    ThreatSpaceSearch threats_;
    MoveCache memory_;
    Gate gate_;
};

}  // namespace enraya

// A name for positions that are the same for our question.
#pragma once

#include <bit>

#include "maker_board.hpp"
#include "proof_table.hpp"
#include "random.hpp"

namespace enraya {

// The cells of lines open to a side. A piece or an empty cell outside changes nothing any more.
struct LiveCells {
    Word of[2] = {0, 0};
    Word all() const { return of[kMaker] | of[kBreaker]; }

    explicit LiveCells(const MakerBoard& board) {
        for (Side side : {kMaker, kBreaker})
            board.for_open(side, [&](int line) { of[side] |= board.rules().line(line); });
    }
};

// The same for all positions that differ in nothing but what is dead or in the side they are seen from. On
// boards with many views only positions with few pieces are looked at from all sides: later ones are too many
// to meet again.
inline PositionKey key_of(const MakerBoard& board, const LiveCells& live, Side to_move, Word salt) {
    constexpr int kFewViews = 8, kPiecesForManyViews = 8;
    const MakerRules& rules = board.rules();
    const Word maker = board.pieces(kMaker) & live.of[kMaker],
               breaker = board.pieces(kBreaker) & live.of[kBreaker], empty = board.empty() & live.all();
    Word best_maker = maker, best_breaker = breaker, best_empty = empty;
    const bool all_views =
        rules.views() <= kFewViews || std::popcount(rules.board() & ~board.empty()) <= kPiecesForManyViews;
    for (int view = 1; view < (all_views ? rules.views() : 1); ++view) {
        const Word seen_maker = rules.seen(view, maker);
        if (seen_maker > best_maker) continue;
        const Word seen_breaker = rules.seen(view, breaker);
        if (seen_maker == best_maker && seen_breaker > best_breaker) continue;
        const Word seen_empty = rules.seen(view, empty);
        if (seen_maker == best_maker && seen_breaker == best_breaker && seen_empty >= best_empty) continue;
        best_maker = seen_maker, best_breaker = seen_breaker, best_empty = seen_empty;
    }
    const Word turn = salt ^ (to_move == kMaker ? 0x2545f4914f6cdd1du : 0);
    return {random_number(random_number(random_number(best_maker + turn) ^ best_breaker) + best_empty),
            random_number(random_number(random_number(best_empty ^ turn) + best_maker) ^ best_breaker)};
}

}  // namespace enraya

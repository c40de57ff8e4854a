// The canonical form of a maker–breaker position, as a 64-bit key: symmetric positions, and positions that
// differ only in dead cells, have the same one.
#pragma once

#include <bit>

#include "core/random.hpp"
#include "maker/board.hpp"
#include "maker/proof_number_table.hpp"

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

// On boards with many views only positions with few pieces are looked at from all sides: later ones are too
// many to meet again.
inline int views_worth_trying(const MakerBoard& board) {
    constexpr int kFewViews = 8, kPiecesForManyViews = 8;
    const MakerRules& rules = board.rules();
    return rules.views() <= kFewViews || std::popcount(rules.board() & ~board.empty()) <= kPiecesForManyViews
               ? rules.views()
               : 1;
}

// The same for all positions that differ in nothing but what is dead or in the side they are seen from.
inline PositionKey key_of(const MakerBoard& board, const LiveCells& live, Side to_move, Word salt) {
    const MakerRules& rules = board.rules();
    const Word maker = board.pieces(kMaker) & live.of[kMaker],
               breaker = board.pieces(kBreaker) & live.of[kBreaker], empty = board.empty() & live.all();
    Word best_maker = maker, best_breaker = breaker, best_empty = empty;
    for (int view = 1, views = views_worth_trying(board); view < views; ++view) {
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

// The name of a position where only the lines open to the maker count, and the view that it is named in.
struct NamedView {
    PositionKey key;
    int view = 0;
};

// *live* are the cells of lines open to the maker: which lines are open is known from them.
inline NamedView key_of_open_lines(const MakerBoard& board, Word live, Side to_move) {
    const MakerRules& rules = board.rules();
    const Word maker = board.pieces(kMaker) & live, empty = board.empty() & live;
    Word best_maker = maker, best_empty = empty;
    NamedView named;
    for (int view = 1, views = views_worth_trying(board); view < views; ++view) {
        const Word seen_maker = rules.seen(view, maker);
        if (seen_maker > best_maker) continue;
        const Word seen_empty = rules.seen(view, empty);
        if (seen_maker == best_maker && seen_empty >= best_empty) continue;
        best_maker = seen_maker, best_empty = seen_empty;
        named.view = view;
    }
    const Word turn = to_move == kMaker ? 0x2545f4914f6cdd1du : 0;
    named.key = {random_number(random_number(best_maker + turn) ^ best_empty),
                 random_number(random_number(best_empty ^ turn) + best_maker)};
    return named;
}

}  // namespace enraya

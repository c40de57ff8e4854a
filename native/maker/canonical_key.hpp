// The canonical form of a maker–breaker position, as a 64-bit key: symmetric positions, and positions that
// differ only in dead cells, have the same one.
#pragma once

#include <bit>

#include "core/random.hpp"
#include "maker/board.hpp"
#include "maker/proof_number_table.hpp"

namespace enraya {

// The cells of lines open to a side. A piece or an empty cell outside changes nothing any more.
template <class Set>
struct LiveCells {
    Set of[2]{};
    Set all() const { return of[kMaker] | of[kBreaker]; }

    explicit LiveCells(const MakerBoard<Set>& board) {
        for (Side side : {kMaker, kBreaker})
            board.for_open(side, [&](int line) { of[side] |= board.rules().line(line); });
    }
};

// On boards with many views only positions with few pieces are looked at from all sides: later ones are too
// many to meet again.
template <class Set>
int views_worth_trying(const MakerBoard<Set>& board) {
    constexpr int kFewViews = 8, kPiecesForManyViews = 8;
    const MakerRules<Set>& rules = board.rules();
    return rules.views() <= kFewViews || count_of(rules.board() & ~board.empty()) <= kPiecesForManyViews
               ? rules.views()
               : 1;
}

// The same for all positions that differ in nothing but what is dead or in the side they are seen from.
template <class Set>
PositionKey key_of(const MakerBoard<Set>& board, const LiveCells<Set>& live, Side to_move, Word salt) {
    const MakerRules<Set>& rules = board.rules();
    const Set maker = board.pieces(kMaker) & live.of[kMaker],
              breaker = board.pieces(kBreaker) & live.of[kBreaker], empty = board.empty() & live.all();
    Set best_maker = maker, best_breaker = breaker, best_empty = empty;
    for (int view = 1, views = views_worth_trying(board); view < views; ++view) {
        const Set seen_maker = rules.seen(view, maker);
        if (seen_maker > best_maker) continue;
        const Set seen_breaker = rules.seen(view, breaker);
        if (seen_maker == best_maker && seen_breaker > best_breaker) continue;
        const Set seen_empty = rules.seen(view, empty);
        if (seen_maker == best_maker && seen_breaker == best_breaker && seen_empty >= best_empty) continue;
        best_maker = seen_maker, best_breaker = seen_breaker, best_empty = seen_empty;
    }
    const Word turn = salt ^ (to_move == kMaker ? 0x2545f4914f6cdd1du : 0);
    return {mix_sum(mix_xor(mix_sum(turn, best_maker), best_breaker), best_empty),
            mix_xor(mix_sum(mix_xor(turn, best_empty), best_maker), best_breaker)};
}

// The name of a position where only the lines open to the maker count, and the view that it is named in.
struct NamedView {
    PositionKey key;
    int view = 0;
};

// *live* are the cells of lines open to the maker: which lines are open is known from them.
template <class Set>
NamedView key_of_open_lines(const MakerBoard<Set>& board, const Set& live, Side to_move) {
    const MakerRules<Set>& rules = board.rules();
    const Set maker = board.pieces(kMaker) & live, empty = board.empty() & live;
    Set best_maker = maker, best_empty = empty;
    NamedView named;
    for (int view = 1, views = views_worth_trying(board); view < views; ++view) {
        const Set seen_maker = rules.seen(view, maker);
        if (seen_maker > best_maker) continue;
        const Set seen_empty = rules.seen(view, empty);
        if (seen_maker == best_maker && seen_empty >= best_empty) continue;
        best_maker = seen_maker, best_empty = seen_empty;
        named.view = view;
    }
    const Word turn = to_move == kMaker ? 0x2545f4914f6cdd1du : 0;
    named.key = {mix_xor(mix_sum(turn, best_maker), best_empty),
                 mix_sum(mix_xor(turn, best_empty), best_maker)};
    return named;
}

}  // namespace enraya

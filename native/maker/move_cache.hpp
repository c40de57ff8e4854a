// A cache of candidate moves by position, for positions that df-pn visits again and again.
//
// A move is left out once it is known for good that it does not help. Newer positions take the place of older
// ones; what is forgotten is found again.
#pragma once

#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "maker/board.hpp"

namespace enraya {

template <class Set>
class MoveCache {
  public:
    MoveCache() : entries_(kEntries) {}

    void clear() { entries_.assign(kEntries, {}); }

    static Word name(const MakerBoard<Set>& board, Side to_move, Word salt) {
        const Word turn = salt ^ (to_move == kMaker ? 0x2545f4914f6cdd1du : 0);
        return mix_sum(mix_xor(turn, board.pieces(kMaker)), board.pieces(kBreaker));
    }
    bool find(Word name, Set& moves) const {
        const Entry& entry = entries_[name % kEntries];
        if (entry.name != name) return false;
        moves = entry.moves;
        return true;
    }
    void store(Word name, const Set& moves) { entries_[name % kEntries] = {name, moves}; }

  private:
    static constexpr std::size_t kEntries = 1 << 19;
    struct Entry {
        Word name = 0;
        Set moves{};
    };
    std::vector<Entry> entries_;
};

}  // namespace enraya

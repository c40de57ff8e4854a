// OSO: whoever writes S between two Os, or an O that finds S and O beyond, scores and moves again.
//
// The board is known by its triples, the straight runs of three cells where O-S-O can come to stand:
//
//     . S .      right 1, wrong 0     live
//     O S .      right 2, wrong 0     live, and whoever writes O there scores
//     O O .      right 1, wrong 1     dead for good
//     O S O      right 3, wrong 0     scored, and dead too
//
// A cell on no live triple cannot matter any more, whatever is or will be written there. If it is empty it is
// a spare move: a way to pass. So two positions with the same letters on the cells that matter and the same
// number of spare moves are worth the same, and the keys here are made of just that.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"

namespace enraya {

enum Letter : std::uint8_t { S = 0, O = 1, Blank = 2 };

// The board: its triples, and how it looks from each side.
class OsoBoard {
  public:
    static constexpr int kMostCells = 100;
    static constexpr int kMostViews = 8;
    using Keys = std::array<std::uint64_t, kMostViews>;

    struct Place {
        std::uint16_t triple;
        Letter fitting;
    };

    // Throws std::invalid_argument unless the board has 1 to 100 cells.
    OsoBoard(int columns, int rows);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    int cells() const { return columns_ * rows_; }
    const std::vector<std::array<std::uint8_t, 3>>& triples() const { return triples_; }
    const std::vector<Place>& places(int cell) const { return places_[cell]; }

    int views() const { return static_cast<int>(views_.size()); }
    int seen(int view, int cell) const { return views_[view][cell]; }
    int unseen(int view, int cell) const { return unviews_[view][cell]; }
    const Keys& keys(Letter letter, int cell) const { return keys_[letter * kMostCells + cell]; }

  private:
    void find_triples();
    void find_views();
    void make_keys();

    int columns_, rows_;
    std::vector<std::array<std::uint8_t, 3>> triples_;
    std::vector<std::vector<Place>> places_;
    std::vector<std::vector<int>> views_, unviews_;
    std::vector<Keys> keys_;
};

// Letters on a board, to be written and wiped out again. A move is 2 × cell + letter.
class OsoPosition {
  public:
    using Cells = CellSet<2>;

    OsoPosition(const OsoPosition&) = delete;
    OsoPosition(const OsoBoard& board, const Cells& s_cells, const Cells& o_cells);

    static int cell_of(int move) { return move / 2; }
    static Letter letter_of(int move) { return static_cast<Letter>(move % 2); }

    int empties() const { return empties_; }
    bool is_blank(int cell) const { return letters_[cell] == Blank; }

    // The empty cells that matter, and how many there are that do not.
    const Cells& live_cells() const { return state_->live_cells; }
    int spare_moves() const { return state_->spare_moves; }
    int first_spare_cell() const;

    // The points that could still be scored, each by one player or the other.
    int live_triples() const { return state_->live_triples; }

    // The points a move scores.
    int points(int move) const;
    // The points it leaves within the opponent's reach: triples with one cell to go.
    int offers(int move) const;

    void play(int move);
    void undo();
    void rewind();

    // One key for all the positions that are worth the same as this one, and the view it is seen in. Spare
    // moves come in pairs, since one can always be answered with another: to the end of the game only an odd
    // one counts.
    std::pair<std::uint64_t, int> key(bool to_the_end) const;

  private:
    struct Count {
        std::uint8_t right = 0, wrong = 0;
    };
    struct State {
        Cells live_cells;
        OsoBoard::Keys keys{};
        int spare_moves = 0;
        int live_triples = 0;
        int last = -1;  // the move that led here
    };

    void write(int cell, Letter letter);
    void retire(int triple, int written_cell);
    void toggle_keys(int cell);

    const OsoBoard& board_;
    std::vector<Count> counts_;
    std::vector<std::uint8_t> live_through_;
    std::vector<Letter> letters_;
    std::vector<State> states_;
    State* state_;
    int empties_;
};

}  // namespace enraya

#include "oso/position.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"

namespace enraya {

OsoBoard::OsoBoard(int columns, int rows) : columns_(columns), rows_(rows) {
    if (columns < 1 || rows < 1 || columns > kMostCells || rows > kMostCells || columns * rows > kMostCells)
        throw std::invalid_argument("an OSO board has 1 to 100 cells");
    find_triples();
    find_views();
    make_keys();
}

void OsoBoard::find_triples() {
    places_.resize(cells());
    const std::array<std::pair<int, int>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column)
            for (auto [right, down] : directions) {
                const int last_column = column + 2 * right, last_row = row + 2 * down;
                if (last_column >= columns_ || last_row < 0 || last_row >= rows_) continue;
                const auto triple = static_cast<std::uint16_t>(triples_.size());
                auto& cells = triples_.emplace_back();
                for (int i = 0; i < 3; ++i) {
                    cells[i] = static_cast<std::uint8_t>((row + i * down) * columns_ + column + i * right);
                    places_[cells[i]].push_back({triple, i == 1 ? S : O});
                }
            }
}

void OsoBoard::find_views() {
    for (bool swapped : {false, true})
        for (bool mirrored : {false, true})
            for (bool overturned : {false, true}) {
                if (swapped && columns_ != rows_) continue;
                std::vector<int> view;
                for (int cell = 0; cell < cells(); ++cell) {
                    int column = cell % columns_, row = cell / columns_;
                    if (swapped) std::swap(column, row);
                    if (mirrored) column = columns_ - 1 - column;
                    if (overturned) row = rows_ - 1 - row;
                    view.push_back(row * columns_ + column);
                }
                // A board one cell wide looks the same from several sides.
                if (std::ranges::find(views_, view) == views_.end()) views_.push_back(std::move(view));
            }
    for (const auto& view : views_) {
        std::vector<int>& unview = unviews_.emplace_back(cells());
        for (int cell = 0; cell < cells(); ++cell) unview[view[cell]] = cell;
    }
}

void OsoBoard::make_keys() {
    keys_.resize(3 * kMostCells);
    for (int letter : {S, O, Blank})
        for (int cell = 0; cell < cells(); ++cell)
            for (int view = 0; view < views(); ++view)
                keys_[letter * kMostCells + cell][view] =
                    random_number(letter * kMostCells + views_[view][cell]);
}

OsoPosition::OsoPosition(const OsoBoard& board, const Cells& s_cells, const Cells& o_cells)
    : board_(board),
      counts_(board.triples().size()),
      live_through_(board.cells()),
      letters_(board.cells(), Blank),
      states_(board.cells() + 1),
      state_(states_.data()),
      empties_(board.cells()) {
    state_->live_triples = static_cast<int>(counts_.size());
    for (int cell = 0; cell < board.cells(); ++cell) {
        live_through_[cell] = static_cast<std::uint8_t>(board.places(cell).size());
        if (live_through_[cell] == 0) {
            ++state_->spare_moves;
            continue;
        }
        state_->live_cells.add(cell);
        toggle_keys(cell);
    }
    for (Cells left = s_cells; !left.is_empty();) write(left.take_first(), S);
    for (Cells left = o_cells; !left.is_empty();) write(left.take_first(), O);
}

int OsoPosition::first_spare_cell() const {
    for (int cell = 0; cell < board_.cells(); ++cell)
        if (is_blank(cell) && live_through_[cell] == 0) return cell;
    return -1;
}

int OsoPosition::points(int move) const {
    int sum = 0;
    for (auto [triple, fitting] : board_.places(cell_of(move)))
        sum += fitting == letter_of(move) && counts_[triple].right == 2;
    return sum;
}

int OsoPosition::offers(int move) const {
    int sum = 0;
    for (auto [triple, fitting] : board_.places(cell_of(move))) {
        const Count& count = counts_[triple];
        sum += fitting == letter_of(move) && count.right == 1 && count.wrong == 0;
    }
    return sum;
}

void OsoPosition::play(int move) {
    const State& before = *state_++;
    *state_ = before;
    state_->last = move;
    write(cell_of(move), letter_of(move));
}

void OsoPosition::undo() {
    const int cell = cell_of(state_->last);
    const Letter letter = letter_of(state_->last);
    for (auto [triple, fitting] : board_.places(cell)) {
        Count& count = counts_[triple];
        // The triples that this letter scored or spoilt are open again.
        if (fitting == letter ? count.right == 3 : count.wrong == 1)
            for (int other : board_.triples()[triple]) ++live_through_[other];
        --(fitting == letter ? count.right : count.wrong);
    }
    letters_[cell] = Blank;
    ++empties_;
    --state_;
}

void OsoPosition::rewind() {
    while (state_ != states_.data()) undo();
}

std::pair<std::uint64_t, int> OsoPosition::key(bool to_the_end) const {
    const OsoBoard::Keys& keys = state_->keys;
    int view = 0;
    for (int other = 1; other < board_.views(); ++other)
        if (keys[other] < keys[view]) view = other;
    constexpr int numbers_used = 3 * OsoBoard::kMostCells;
    const int spare = to_the_end ? OsoBoard::kMostCells + 1 + state_->spare_moves % 2 : state_->spare_moves;
    return {keys[view] ^ random_number(numbers_used + spare), view};
}

void OsoPosition::write(int cell, Letter letter) {
    if (live_through_[cell] > 0) {
        toggle_keys(cell);
        state_->live_cells.remove(cell);
    } else {
        --state_->spare_moves;
    }
    letters_[cell] = letter;
    --empties_;
    for (auto [triple, fitting] : board_.places(cell)) {
        Count& count = counts_[triple];
        const bool was_live = count.wrong == 0;  // and with a blank in it, not scored
        ++(fitting == letter ? count.right : count.wrong);
        if (was_live && (count.wrong == 1 || count.right == 3)) retire(triple, cell);
    }
    if (live_through_[cell] > 0) toggle_keys(cell);
}

// A live triple dies, and with it perhaps the interest of its cells.
void OsoPosition::retire(int triple, int written_cell) {
    --state_->live_triples;
    for (int cell : board_.triples()[triple]) {
        if (--live_through_[cell] > 0 || cell == written_cell) continue;
        toggle_keys(cell);
        if (!is_blank(cell)) continue;
        state_->live_cells.remove(cell);
        ++state_->spare_moves;
    }
}

void OsoPosition::toggle_keys(int cell) {
    const OsoBoard::Keys& numbers = board_.keys(letters_[cell], cell);
    for (int view = 0; view < OsoBoard::kMostViews; ++view) state_->keys[view] ^= numbers[view];
}

}  // namespace enraya

#include "gomoku/board.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/random.hpp"

namespace enraya::gomoku {

namespace {

// The Zobrist keys of a stone, and of the second player being to move.
constexpr std::uint64_t key_of(int cell, int side) {
    return random_number(static_cast<std::uint64_t>(side * Geometry::kMostCells + cell));
}
constexpr std::uint64_t kSecondToMove = random_number(2 * Geometry::kMostCells);

// The stone's own cell, and five on either side in four directions.
constexpr int kMostChanges = 1 + 2 * Geometry::kWalls * kDirections;

// The patterns of both sides in the first direction of a look's shapes.
constexpr std::uint32_t spread(std::uint8_t both) {
    return (both & 15u) | (both >> 4) << 16;
}

}  // namespace

Board::Board(const Geometry& geometry, Rule rule, const Evaluation& evaluation)
    : geometry_(geometry), patterns_(pattern_table(rule)), evaluation_(evaluation), rule_(rule) {
    records_.reserve(geometry.cells() + 64);
    changes_.resize(static_cast<std::size_t>(geometry.cells()) * kMostChanges);
    said_.resize(geometry.cells() + 1);
    set_up({}, {}, 0);
}

void Board::set_up(const Cells& first, const Cells& second, int turn) {
    if (!(first & second).is_empty()) throw std::invalid_argument("a cell has stones of both sides");
    lines_.clear();
    for (int line = 0; line < geometry_.lines(); ++line) lines_.push_back(geometry_.empty_line(line));
    colours_.fill(Empty);
    looks_.fill({0, {evaluation_[0], evaluation_[0]}});
    threats_ = {};
    counts_ = {};
    stones_ = near_ = {};
    records_.clear();
    change_count_ = 0;
    turn_ = turn;
    key_ = turn ? kSecondToMove : 0;
    empties_ = geometry_.cells();
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
        std::uint32_t shapes = 0;
        for (int direction = 0; direction < kDirections; ++direction) {
            const auto& place = geometry_.place(cell, direction);
            const std::uint64_t window =
                lines_[place.line] >> 2 * (place.index + Geometry::kWalls - patterns_.reach());
            shapes |= spread(patterns_.both(window)) << 4 * direction;
        }
        change_shapes(cell, shapes);
        change_count_ = 0;
    }
    std::array<std::uint32_t, Geometry::kMostCells> at_first;
    for (int cell = 0; cell < geometry_.cells(); ++cell) at_first[cell] = looks_[cell].shapes;
    for (int cell = 0; cell < geometry_.cells(); ++cell)
        if (first.has(cell) || second.has(cell)) {
            put(cell, second.has(cell));
            change_count_ = 0;
        }
    if (has_row()) throw std::invalid_argument("the game is over");
    said_[0] = {{}, true};
    for (int cell = 0; cell < geometry_.cells(); ++cell)
        if (looks_[cell].shapes != at_first[cell])
            evaluation_.network().change(said_[0].sums, at_first[cell], looks_[cell].shapes);
}

std::uint64_t Board::key_after(int cell) const {
    return key_ ^ key_of(cell, turn_) ^ kSecondToMove;
}

void Board::play(int cell) {
    records_.push_back({cell, change_count_, key_, counts_, near_});
    put(cell, turn_);
    turn_ = 1 - turn_;
    key_ ^= kSecondToMove;
    said_[plies()].is_known = false;
}

void Board::undo() {
    const Record& record = records_.back();
    turn_ = 1 - turn_;
    colours_[record.cell] = Empty;
    stones_.remove(record.cell);
    ++empties_;
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto& place = geometry_.place(record.cell, direction);
        lines_[place.line] &= ~(std::uint64_t{Wall} << 2 * (place.index + Geometry::kWalls));
    }
    while (change_count_ > record.changes) {
        const auto& [cell, before] = changes_[--change_count_];
        CellFeatures& look = looks_[cell];
        for (int side = 0; side < 2; ++side)
            if (look.facts[side].threat != before.facts[side].threat)
                move_threat(side, cell, look.facts[side].threat, before.facts[side].threat);
        look = before;
    }
    key_ = record.key;
    counts_ = record.counts;
    near_ = record.near;
    records_.pop_back();
}

void Board::put(int cell, int side) {
    colours_[cell] = static_cast<std::uint8_t>(side ? White : Black);
    --empties_;
    key_ ^= key_of(cell, side);
    stones_.add(cell);
    near_ |= geometry_.near(cell);
    near_ -= stones_;
    change_shapes(cell, 0);
    const int reach = patterns_.reach();
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto& place = geometry_.place(cell, direction);
        const int step = geometry_.step(direction);
        std::uint64_t& line = lines_[place.line];
        line |= static_cast<std::uint64_t>(colours_[cell]) << 2 * (place.index + Geometry::kWalls);
        const int before = std::min<int>(place.before, reach), after = std::min<int>(place.after, reach);
        std::uint64_t window = line >> 2 * (place.index - before + Geometry::kWalls - reach);
        int other = cell - before * step;
        for (int offset = -before; offset <= after; ++offset, other += step, window >>= 2) {
            if (colours_[other] != Empty) continue;
            const int shift = 4 * direction;
            const std::uint32_t old = looks_[other].shapes;
            const std::uint32_t changed = (old & ~(spread(0xff) << shift)) | spread(patterns_.both(window))
                                                                                 << shift;
            if (changed != old) change_shapes(other, changed);
        }
    }
}

inline void Board::change_shapes(int cell, std::uint32_t shapes) {
    CellFeatures& look = looks_[cell];
    changes_[change_count_++] = {cell, look};
    for (int side = 0; side < 2; ++side) {
        const auto shape = static_cast<Shape>(shapes >> 16 * side);
        if (shape == static_cast<Shape>(look.shapes >> 16 * side)) continue;
        const ShapeFacts before = look.facts[side], after = evaluation_[shape];
        look.facts[side] = after;
        if (before.threat == after.threat) continue;
        --counts_[side][before.threat];
        ++counts_[side][after.threat];
        move_threat(side, cell, before.threat, after.threat);
    }
    look.shapes = shapes;
}

int Board::estimate() const {
    return evaluation_.network().value(said(), turn_,
                                       Evaluation::threat_pair(counts_[turn_], counts_[1 - turn_]));
}

// What the cells say now: what they said at the last ply where it is known, and what has changed since.
const Network::Sums& Board::said() const {
    Said& now = said_[plies()];
    if (now.is_known) return now.sums;
    int from = plies() - 1;
    while (!said_[from].is_known) --from;
    now = said_[from];
    Cells changed;
    for (int i = records_[from].changes; i < change_count_; ++i) {
        const auto& [cell, before] = changes_[i];
        if (changed.has(cell)) continue;
        changed.add(cell);
        evaluation_.network().change(now.sums, before.shapes, looks_[cell].shapes);
    }
    return now.sums;
}

Board::Cells Board::near() const {
    Cells cells = near_;
    if (cells.is_empty() && empties_ > 0) {
        if (is_empty(geometry_.centre()))
            cells.add(geometry_.centre());
        else
            cells = empty_cells();
    }
    return cells;
}

Board::Cells Board::empty_cells() const {
    return geometry_.all() - stones_;
}

Board::Cells Board::answers(int attacker) const {
    constexpr int kFiveReaches = 4;
    Cells all;
    bool is_first = true;
    for (Cells ways = cells_of(attacker, MakesOpenFour); !ways.is_empty(); is_first = false) {
        const int way = ways.take_first();
        Cells these;
        these.add(way);
        for (int direction = 0; direction < kDirections; ++direction) {
            const Pattern pattern = this->pattern(attacker, way, direction);
            if (pattern != Four && pattern != OpenFour) continue;
            const auto& place = geometry_.place(way, direction);
            for (int offset = -std::min<int>(place.before, kFiveReaches);
                 offset <= std::min<int>(place.after, kFiveReaches); ++offset)
                if (const int cell = way + offset * geometry_.step(direction); is_empty(cell))
                    these.add(cell);
        }
        all = is_first ? these : all & these;
    }
    return all;
}

bool Board::has_row() const {
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
        if (is_empty(cell)) continue;
        for (int direction = 0; direction < kDirections; ++direction) {
            const auto& place = geometry_.place(cell, direction);
            const int step = geometry_.step(direction);
            const auto is_own = [&](int offset) {
                return offset >= -place.before && offset <= place.after &&
                       colours_[cell + offset * step] == colours_[cell];
            };
            if (is_own(-1)) continue;
            int length = 1;
            while (length <= Geometry::kWalls && is_own(length)) ++length;
            if (rule_ == Rule::Freestyle ? length >= 5 : length == 5) return true;
        }
    }
    return false;
}

}  // namespace enraya::gomoku

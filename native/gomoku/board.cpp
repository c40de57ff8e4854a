#include "gomoku/board.hpp"

#include <algorithm>
#include <bit>
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

// The patterns of both sides in the first direction of a cell's shapes.
constexpr std::uint32_t spread(std::uint8_t both) {
    return (both & 15u) | (both >> 4) << 16;
}

}  // namespace

Board::Board(const Geometry& geometry, Rule rule, const Evaluation& evaluation)
    : geometry_(geometry), patterns_(pattern_table(rule)), evaluation_(evaluation), rule_(rule) {
    records_.reserve(geometry.cells() + 64);
    changes_.resize(static_cast<std::size_t>(geometry.cells()) * kMostChanges);
    shape_changes_.resize(changes_.size());
    accumulators_.resize(geometry.cells() + 1);
    set_up({}, {}, 0);
}

void Board::set_up(const Cells& first, const Cells& second, int turn) {
    if (!(first & second).is_empty()) throw std::invalid_argument("a cell has stones of both sides");
    lines_.clear();
    for (int line = 0; line < geometry_.lines(); ++line) lines_.push_back(geometry_.empty_line(line));
    colours_.fill(Empty);
    features_.fill({});
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
    for (int cell = 0; cell < geometry_.cells(); ++cell) at_first[cell] = features_[cell].shapes;
    for (int cell = 0; cell < geometry_.cells(); ++cell)
        if (first.has(cell) || second.has(cell)) {
            put(cell, second.has(cell));
            change_count_ = 0;
        }
    if (has_row()) throw std::invalid_argument("the game is over");
    accumulators_[0] = {{}, true};
    std::vector<Network::CellChange> changes;
    for (int cell = 0; cell < geometry_.cells(); ++cell)
        if (features_[cell].shapes != at_first[cell])
            changes.push_back({at_first[cell], features_[cell].shapes});
    evaluation_.network().update(accumulators_[0].sums, changes);
}

std::uint64_t Board::key_after(int cell) const {
    return key_ ^ key_of(cell, turn_) ^ kSecondToMove;
}

void Board::play(int cell) {
    records_.push_back({cell, change_count_, key_, counts_, near_});
    put(cell, turn_);
    turn_ = 1 - turn_;
    key_ ^= kSecondToMove;
    accumulators_[plies()].is_known = false;
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
        CellFeatures& features = features_[cell];
        for (int side = 0; side < 2; ++side)
            if (const Threat now = features.forces[side].threat(), then = before[side].threat(); now != then)
                move_threat(side, cell, now, then);
        features = {shape_changes_[change_count_].before, before};
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
        // The empty cells within reach, walls and stones being none; the first of their two bits stands for
        // each.
        const std::uint64_t around = line >> 2 * (place.index + Geometry::kWalls - reach);
        constexpr std::uint64_t kFirstBits = 0x5555555555555555;
        std::uint64_t empties =
            ~(around | around >> 1) & kFirstBits & ((std::uint64_t{1} << 2 * (2 * reach + 1)) - 1);
        for (; empties; empties &= empties - 1) {
            const int twice = std::countr_zero(empties);  // the distance from the first cell within reach
            const int other = cell + (twice / 2 - reach) * step;
            const std::uint64_t window = line >> (2 * (place.index + Geometry::kWalls - 2 * reach) + twice);
            const int shift = 4 * direction;
            const std::uint32_t old = features_[other].shapes;
            const std::uint32_t changed = (old & ~(spread(0xff) << shift)) | spread(patterns_.both(window))
                                                                                 << shift;
            if (changed != old) change_shapes(other, changed);
        }
    }
}

inline void Board::change_shapes(int cell, std::uint32_t shapes) {
    CellFeatures& features = features_[cell];
    changes_[change_count_] = {static_cast<std::int16_t>(cell), features.forces};
    shape_changes_[change_count_++] = {features.shapes, shapes};
    for (int side = 0; side < 2; ++side) {
        const auto shape = static_cast<Shape>(shapes >> 16 * side);
        if (shape == static_cast<Shape>(features.shapes >> 16 * side)) continue;
        const Threat before = features.forces[side].threat();
        features.forces[side] = evaluation_.force(shape);
        const Threat after = features.forces[side].threat();
        if (before == after) continue;
        --counts_[side][before];
        ++counts_[side][after];
        move_threat(side, cell, before, after);
    }
    features.shapes = shapes;
}

int Board::estimate() const {
    return evaluation_.network().value(accumulator(), turn_,
                                       Evaluation::threat_pair(counts_[turn_], counts_[1 - turn_]));
}

// That of this ply: made from the last ply of which it is known and what each ply since has changed; the
// moves after this one will ask for the plies between too.
const Network::Accumulator& Board::accumulator() const {
    const int now = plies();
    int known = now;
    while (!accumulators_[known].is_known) --known;
    for (; known < now; ++known) {
        const int first = records_[known].changes;
        const int last = known + 1 < now ? records_[known + 1].changes : change_count_;
        accumulators_[known + 1] = accumulators_[known];
        evaluation_.network().update(accumulators_[known + 1].sums,
                                     {shape_changes_.data() + first, static_cast<std::size_t>(last - first)});
    }
    return accumulators_[now].sums;
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

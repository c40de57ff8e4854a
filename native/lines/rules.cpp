#include "lines/rules.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include "core/random.hpp"

namespace enraya {

namespace {

void check_distinct_cells(const std::vector<int>& set, int cells, const std::string& what) {
    std::set<int> seen;
    for (int cell : set) {
        if (cell < 0 || cell >= cells)
            throw std::invalid_argument(what + " has a cell that is not on the board");
        if (!seen.insert(cell).second) throw std::invalid_argument(what + " has a cell twice");
    }
}

}  // namespace

LineRules::LineRules(int cells, std::vector<std::vector<int>> lines, std::vector<std::vector<int>> ends,
                     std::vector<std::vector<int>> columns, bool misere,
                     std::vector<std::vector<int>> symmetries)
    : cells_(cells),
      lines_(std::move(lines)),
      ends_(std::move(ends)),
      columns_(std::move(columns)),
      misere_(misere) {
    check_lines();
    check_columns();
    check_symmetries(symmetries);

    views_ = std::move(symmetries);
    std::vector<int> as_it_stands(cells_);
    std::iota(as_it_stands.begin(), as_it_stands.end(), 0);
    views_.insert(views_.begin(), std::move(as_it_stands));
    for (const auto& view : views_) {
        std::vector<int>& unview = unviews_.emplace_back(cells_);
        for (int cell = 0; cell < cells_; ++cell) unview[view[cell]] = cell;
    }
    index_lines();
    adjacent_ = find_cells_within(1);
    near_ = find_cells_within(2);
    find_centre();
    make_keys();
}

void LineRules::check_lines() const {
    if (cells_ < 1 || cells_ > kMostCells) throw std::invalid_argument("a board has 1 to 361 cells");
    if (lines_.size() > 0xffff) throw std::invalid_argument("too many lines");
    if (ends_.size() != lines_.size()) throw std::invalid_argument("every line needs its ends, if only none");
    for (const auto& line : lines_) {
        if (line.empty()) throw std::invalid_argument("a line is empty");
        check_distinct_cells(line, cells_, "a line");
    }
    for (const auto& ends : ends_) check_distinct_cells(ends, cells_, "the ends of a line");
}

// Also finds which cell lies above which.
void LineRules::check_columns() {
    above_.assign(cells_, kNone);
    column_of_.assign(cells_, kNone);
    if (columns_.empty()) return;
    std::vector<int> all;
    for (int column = 0; column < static_cast<int>(columns_.size()); ++column) {
        if (columns_[column].empty()) throw std::invalid_argument("a column is empty");
        all.insert(all.end(), columns_[column].begin(), columns_[column].end());
    }
    check_distinct_cells(all, cells_, "the set of columns");
    if (static_cast<int>(all.size()) != cells_) throw std::invalid_argument("a cell is in no column");
    for (int column = 0; column < static_cast<int>(columns_.size()); ++column) {
        const auto& stack = columns_[column];
        for (std::size_t height = 0; height < stack.size(); ++height) {
            column_of_[stack[height]] = column;
            if (height + 1 < stack.size()) above_[stack[height]] = stack[height + 1];
        }
    }
}

// A false symmetry would make the table mix up positions, so each must take lines to lines and up to up.
void LineRules::check_symmetries(const std::vector<std::vector<int>>& symmetries) const {
    const auto sum_of_line = [this](int line, const std::vector<int>* view) {
        std::uint64_t sum = 0;
        for (int cell : lines_[line]) sum += random_number(view ? (*view)[cell] : cell);
        for (int cell : ends_[line]) sum += random_number(kMostCells + (view ? (*view)[cell] : cell));
        return sum;
    };
    std::unordered_set<std::uint64_t> sums;
    for (int line = 0; line < line_count(); ++line) sums.insert(sum_of_line(line, nullptr));
    for (const auto& view : symmetries) {
        if (static_cast<int>(view.size()) != cells_)
            throw std::invalid_argument("a symmetry leaves cells out");
        check_distinct_cells(view, cells_, "a symmetry");
        for (int line = 0; line < line_count(); ++line)
            if (!sums.contains(sum_of_line(line, &view)))
                throw std::invalid_argument("a symmetry takes a line to where there is none");
        for (int cell = 0; cell < cells_; ++cell)
            if (above_[view[cell]] != (above_[cell] == kNone ? kNone : view[above_[cell]]))
                throw std::invalid_argument("a symmetry does not keep the columns");
    }
}

void LineRules::index_lines() {
    std::vector<std::vector<std::uint16_t>> through(cells_);
    std::size_t longest = 0;
    for (int index = 0; index < line_count(); ++index) {
        for (int cell : lines_[index]) through[cell].push_back(static_cast<std::uint16_t>(index));
        longest = std::max(longest, lines_[index].size());
        has_ends_ |= !ends_[index].empty();
    }
    for (const auto& lines : through) {
        through_start_.push_back(static_cast<std::uint32_t>(through_.size()));
        through_.insert(through_.end(), lines.begin(), lines.end());
    }
    through_start_.push_back(static_cast<std::uint32_t>(through_.size()));
    // Capped where a sum over all lines could overflow; such a value is past kMostUndecided anyway.
    for (std::size_t count = 0; count <= longest; ++count)
        worth_.push_back(count == 0 ? 0 : std::int64_t{1} << std::min<std::size_t>(2 * (count - 1), 40));
}

// For each cell, those at most so many steps away along a line.
std::vector<std::vector<int>> LineRules::find_cells_within(std::size_t steps) const {
    std::vector<std::vector<int>> within(cells_);
    for (const auto& line : lines_)
        for (std::size_t one = 0; one < line.size(); ++one)
            for (std::size_t other = one + 1; other < std::min(one + steps + 1, line.size()); ++other) {
                within[line[one]].push_back(line[other]);
                within[line[other]].push_back(line[one]);
            }
    for (auto& cells : within) {
        std::ranges::sort(cells);
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    }
    return within;
}

// The middle of the board, of which only the lines are known: the cell with the most ways leading to it.
// Paths of growing length are counted until the edges have made themselves felt everywhere.
void LineRules::find_centre() {
    std::vector<double> ways(cells_, 1.0);
    for (int length = 0; length < 20; ++length) {
        std::vector<double> longer(cells_, 0.0);
        for (int cell = 0; cell < cells_; ++cell)
            for (int other : near_[cell]) longer[cell] += ways[other] / 24;
        ways = std::move(longer);
    }
    centre_ = static_cast<int>(std::ranges::max_element(ways) - ways.begin());
}

void LineRules::make_keys() {
    for (int player = 0; player < 2; ++player)
        for (int cell = 0; cell < cells_; ++cell)
            for (const auto& view : views_) keys_.push_back(random_number(player * kMostCells + view[cell]));
}

}  // namespace enraya

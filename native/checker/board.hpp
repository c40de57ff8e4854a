// The board of a game of free lines, made anew from its name: mnk(columns,rows,k) or cube(size,k).
#pragma once

#include <bit>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace enraya::certificate {

using Set = std::uint64_t;  // of cells, a bit a cell

// A cell of its own; the empty set if there is none of that number.
inline Set cell_set(int cell) {
    return cell >= 0 && cell < 64 ? Set{1} << cell : 0;
}
inline bool has_one_at_most(Set cells) {
    return (cells & (cells - 1)) == 0;
}

// Cells are numbered along the columns, then the rows, then the levels.
class Board {
  public:
    explicit Board(const std::string& game) {
        const std::size_t open = game.find('(');
        if (open == std::string::npos || game.back() != ')')
            throw std::invalid_argument("unknown game " + game);
        const std::string family = game.substr(0, open);
        std::vector<int> sizes;
        for (std::size_t at = open + 1, end; at < game.size(); at = end + 1) {
            end = game.find_first_of(",)", at);
            const std::string word = game.substr(at, end - at);
            if (word.empty() || word.size() > 2 || word.find_first_not_of("0123456789") != std::string::npos)
                throw std::invalid_argument("unknown game " + game);
            sizes.push_back(std::stoi(word));
        }
        if (family == "mnk" && sizes.size() == 3)
            columns_ = sizes[0], rows_ = sizes[1], levels_ = 1, length_ = sizes[2];
        else if (family == "cube" && sizes.size() == 2)
            columns_ = rows_ = levels_ = sizes[0], length_ = sizes[1];
        else
            throw std::invalid_argument("unknown game " + game);
        if (cells() < 1 || cells() > 64 || length_ < 2) throw std::invalid_argument("unknown game " + game);
        find_lines();
        if (lines_.empty()) throw std::invalid_argument("the game has no lines");
    }

    int cells() const { return columns_ * rows_ * levels_; }
    int length() const { return length_; }
    Set all() const { return cells() == 64 ? ~Set{0} : (Set{1} << cells()) - 1; }
    const std::vector<Set>& lines() const { return lines_; }
    const std::vector<Set>& through(int cell) const { return through_[cell]; }

    // The empty cells that fill a line of *own* pieces.
    static Set completing(const std::vector<Set>& lines, Set own, Set others) {
        Set found = 0;
        for (const Set line : lines) {
            const Set missing = line & ~own;
            if (has_one_at_most(missing) && !(missing & others)) found |= missing;
        }
        return found;
    }
    bool has_line(Set own) const {
        for (const Set line : lines_)
            if (!(line & ~own)) return true;
        return false;
    }

    // The cell of a name such as b3, or b3@2 in a cube.
    int cell(const std::string& name) const {
        const std::size_t at = name.find('@');
        const int level = at == std::string::npos ? 1 : std::stoi(name.substr(at + 1));
        const int column = name.empty() ? -1 : name[0] - 'a', row = std::stoi(name.substr(1, at - 1)) - 1;
        if (column < 0 || column >= columns_ || row < 0 || row >= rows_ || level < 1 || level > levels_)
            throw std::invalid_argument("there is no cell " + name);
        return ((level - 1) * rows_ + row) * columns_ + column;
    }

    // Whether a permutation of the cells carries every line to a line.
    bool keeps_lines(const std::vector<int>& permutation) const {
        if (static_cast<int>(permutation.size()) != cells()) return false;
        Set seen = 0;
        for (const int image : permutation) seen |= image < cells() ? cell_set(image) : 0;
        if (seen != all()) return false;
        const std::set<Set> whole(lines_.begin(), lines_.end());
        for (const Set line : lines_)
            if (!whole.contains(image(permutation, line))) return false;
        return true;
    }
    static Set image(const std::vector<int>& permutation, Set cells) {
        Set found = 0;
        for (; cells; cells &= cells - 1) found |= Set{1} << permutation[std::countr_zero(cells)];
        return found;
    }

  private:
    void find_lines() {
        through_.resize(cells());
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    if (dx > 0 || (dx == 0 && (dy > 0 || (dy == 0 && dz > 0)))) find_lines_along(dx, dy, dz);
    }
    void find_lines_along(int dx, int dy, int dz) {
        const int more = length_ - 1;
        for (int z = 0; z < levels_; ++z)
            for (int y = 0; y < rows_; ++y)
                for (int x = 0; x < columns_; ++x) {
                    const int end_x = x + more * dx, end_y = y + more * dy, end_z = z + more * dz;
                    if (end_x < 0 || end_x >= columns_ || end_y < 0 || end_y >= rows_ || end_z < 0 ||
                        end_z >= levels_)
                        continue;
                    Set line = 0;
                    for (int i = 0; i < length_; ++i)
                        line |= Set{1} << (((z + i * dz) * rows_ + y + i * dy) * columns_ + x + i * dx);
                    lines_.push_back(line);
                    for (Set left = line; left; left &= left - 1)
                        through_[std::countr_zero(left)].push_back(line);
                }
    }

    int columns_ = 0, rows_ = 0, levels_ = 0, length_ = 0;
    std::vector<Set> lines_;
    std::vector<std::vector<Set>> through_;
};

}  // namespace enraya::certificate

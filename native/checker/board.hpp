// The board of a game of free lines, made anew from its name: mnk(columns,rows,k), cube(size,k) or
// gomoku(size,freestyle,free).
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/cells.hpp"

namespace enraya::certificate {

// Cells are numbered along the columns, then the rows, then the levels.
struct Shape {
    int columns = 0, rows = 0, levels = 0, length = 0;
    bool is_cube = false, is_gomoku = false;

    explicit Shape(const std::string& game) {
        const std::size_t open = game.find('(');
        if (open == std::string::npos || game.back() != ')') fail(game);
        const std::string family = game.substr(0, open);
        is_cube = family == "cube", is_gomoku = family == "gomoku";
        std::vector<std::string> words;
        for (std::size_t at = open + 1, end; at < game.size(); at = end + 1) {
            end = game.find_first_of(",)", at);
            words.push_back(game.substr(at, end - at));
        }
        if (family == "mnk" && words.size() == 3)
            columns = number(game, words[0]), rows = number(game, words[1]), levels = 1,
            length = number(game, words[2]);
        else if (family == "cube" && words.size() == 2)
            columns = rows = levels = number(game, words[0]), length = number(game, words[1]);
        else if (family == "gomoku" && words.size() == 3 && words[1] == "freestyle" && words[2] == "free")
            columns = rows = number(game, words[0]), levels = 1, length = 5;
        else
            fail(game);
        if (cells() < 1 || length < 2) fail(game);
    }

    int cells() const { return columns * rows * levels; }

    // The cell of a name such as b3, or b3@2 in a cube.
    int cell(const std::string& name) const {
        const std::size_t at = name.find('@');
        const int level = at == std::string::npos ? 1 : std::stoi(name.substr(at + 1));
        const int column = name.empty() ? -1 : name[0] - 'a', row = std::stoi(name.substr(1, at - 1)) - 1;
        if (column < 0 || column >= columns || row < 0 || row >= rows || level < 1 || level > levels)
            throw std::invalid_argument("there is no cell " + name);
        return number_of(column, row, level - 1);
    }

    // The names as they are written, of the game and of a cell.
    std::string name() const {
        const std::string size = std::to_string(columns), in_a_row = std::to_string(length);
        if (is_gomoku) return "gomoku(" + size + ",freestyle,free)";
        if (is_cube) return "cube(" + size + "," + in_a_row + ")";
        return "mnk(" + size + "," + std::to_string(rows) + "," + in_a_row + ")";
    }
    std::string name_of(int cell) const {
        const int column = cell % columns, row = cell / columns % rows, level = cell / columns / rows;
        const std::string name = std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
        return is_cube ? name + "@" + std::to_string(level + 1) : name;
    }

    int number_of(int column, int row, int level) const { return (level * rows + row) * columns + column; }

  private:
    [[noreturn]] static void fail(const std::string& game) {
        throw std::invalid_argument("unknown game " + game);
    }
    static int number(const std::string& game, const std::string& word) {
        if (word.empty() || word.size() > 2 || word.find_first_not_of("0123456789") != std::string::npos)
            fail(game);
        return std::stoi(word);
    }
};

template <int kWords>
class Board {
  public:
    using Set = CellSet<kWords>;

    explicit Board(const Shape& shape) : shape_(shape), through_(shape.cells()) {
        for (int cell = 0; cell < cells(); ++cell) all_ |= Set(cell);
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    if (dx > 0 || (dx == 0 && (dy > 0 || (dy == 0 && dz > 0)))) find_lines_along(dx, dy, dz);
        if (lines_.empty()) throw std::invalid_argument("the game has no lines");
    }

    int cells() const { return shape_.cells(); }
    int length() const { return shape_.length; }
    const Set& all() const { return all_; }
    const std::vector<Set>& lines() const { return lines_; }
    const std::vector<Set>& through(int cell) const { return through_[cell]; }

    // The empty cells that fill a line of *own* pieces.
    static Set completing(const std::vector<Set>& lines, const Set& own, const Set& others) {
        Set found;
        for (const Set& line : lines) {
            const Set missing = line & ~own;
            if (missing.has_one_at_most() && !(missing & others)) found |= missing;
        }
        return found;
    }
    bool has_line(const Set& own) const {
        for (const Set& line : lines_)
            if (!(line & ~own)) return true;
        return false;
    }

    // Whether a permutation of the cells carries every line to a line.
    bool keeps_lines(const std::vector<int>& permutation) const {
        if (static_cast<int>(permutation.size()) != cells()) return false;
        Set seen;
        for (const int image : permutation) seen |= image < cells() ? Set(image) : Set();
        if (seen != all()) return false;
        const std::set<Set> whole(lines_.begin(), lines_.end());
        for (const Set& line : lines_)
            if (!whole.contains(image(permutation, line))) return false;
        return true;
    }
    static Set image(const std::vector<int>& permutation, const Set& cells) {
        Set found;
        for (Set left = cells; left; left = left.without_first()) found |= Set(permutation[left.first()]);
        return found;
    }

  private:
    void find_lines_along(int dx, int dy, int dz) {
        const int columns = shape_.columns, rows = shape_.rows, levels = shape_.levels,
                  length = shape_.length;
        const int more = length - 1;
        for (int z = 0; z < levels; ++z)
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < columns; ++x) {
                    const int end_x = x + more * dx, end_y = y + more * dy, end_z = z + more * dz;
                    if (end_x < 0 || end_x >= columns || end_y < 0 || end_y >= rows || end_z < 0 ||
                        end_z >= levels)
                        continue;
                    Set line;
                    for (int i = 0; i < length; ++i)
                        line |= Set(shape_.number_of(x + i * dx, y + i * dy, z + i * dz));
                    lines_.push_back(line);
                    for (Set left = line; left; left = left.without_first())
                        through_[left.first()].push_back(line);
                }
    }

    Shape shape_;
    Set all_;
    std::vector<Set> lines_;
    std::vector<std::vector<Set>> through_;
};

}  // namespace enraya::certificate

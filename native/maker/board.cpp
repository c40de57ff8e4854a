#include "maker/board.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace enraya {

namespace {

// True if few enough lines go through every cell and every two cells.
template <class Set>
bool is_sparse(const LineRules& rules) {
    const auto cells = static_cast<std::size_t>(rules.cells());
    std::vector<std::vector<int>> through(cells, std::vector<int>(cells));
    for (int line = 0; line < rules.line_count(); ++line)
        for (int one : rules.line(line))
            for (int two : rules.line(line)) {
                const int most = one == two ? MakerRules<Set>::kMostThrough : MakerRules<Set>::kMostTogether;
                if (++through[one][two] > most) return false;
            }
    return true;
}

}  // namespace

template <class Set>
bool MakerRules<Set>::fit(const LineRules& rules) {
    if (rules.cells() > kMostCells || rules.line_count() > kMostLines || rules.line_count() == 0)
        return false;
    if (rules.is_misere() || rules.has_ends() || rules.has_gravity()) return false;
    const std::size_t length = rules.line(0).size();
    if (length < 2 || length > kLongestLine) return false;
    for (int line = 0; line < rules.line_count(); ++line)
        if (rules.line(line).size() != length) return false;
    return is_sparse<Set>(rules);
}

template <class Set>
MakerRules<Set>::MakerRules(const LineRules& rules)
    : cells_(rules.cells()), views_(rules.views()), bytes_((rules.cells() + 7) / 8), through_(rules.cells()) {
    if (!fit(rules)) throw std::invalid_argument("not a game of free lines of one length on so few cells");
    for (int cell = 0; cell < cells_; ++cell) board_ |= bit_of<Set>(cell);
    length_ = static_cast<int>(rules.line(0).size());
    for (int index = 0; index < rules.line_count(); ++index) {
        Set line{};
        for (int cell : rules.line(index)) {
            line |= bit_of<Set>(cell);
            through_[cell].push_back(static_cast<LineNumber>(index));
        }
        lines_.push_back(line);
    }
    for (int view = 0; view < views_; ++view) {
        std::vector<int> image(cells_), source(cells_);
        for (int cell = 0; cell < cells_; ++cell) {
            image[cell] = rules.seen(view, cell);
            source[image[cell]] = cell;
        }
        for (auto [carry, to] : {std::pair{&carry_, &image}, std::pair{&carry_back_, &source}})
            for (int byte = 0; byte < bytes_; ++byte)
                for (int bits = 0; bits < 256; ++bits) {
                    Set cells{};
                    for (int bit = 0; bit < 8; ++bit)
                        if (bits >> bit & 1 && byte * 8 + bit < cells_)
                            cells |= bit_of<Set>((*to)[byte * 8 + bit]);
                    carry->push_back(cells);
                }
    }
}

template <class Set>
MakerBoard<Set>::MakerBoard(const Rules& rules, Set maker, Set breaker)
    : rules_(rules), empty_(rules.board()) {
    // The bytes past the last line look like lines that are closed to both.
    counts_.fill(0);
    for (std::size_t line = rules.line_count(); line < counts_.size(); ++line) counts_[line] = 0xff;
    for (Set left = maker; left;) play(kMaker, take_first(left));
    for (Set left = breaker; left;) play(kBreaker, take_first(left));
    depth_ = 0;
}

template class MakerRules<Word>;
template class MakerRules<CellSet<2>>;
template class MakerRules<CellSet<4>>;
template class MakerBoard<Word>;
template class MakerBoard<CellSet<2>>;
template class MakerBoard<CellSet<4>>;

}  // namespace enraya

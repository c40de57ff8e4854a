#include "maker/search.hpp"

#include <stdexcept>

#include "maker/cells.hpp"
#include "maker/questions.hpp"

namespace enraya {

namespace {

// Calls visit with a set of the narrowest kind that has room for so many cells, or returns *none*.
template <class Result, class Visit>
Result with_sets_for(int cells, Result none, const Visit& visit) {
    if (cells <= MakerRules<Word>::kMostCells) return visit(Word{});
    if (cells <= MakerRules<CellSet<2>>::kMostCells) return visit(CellSet<2>{});
    if (cells <= MakerRules<CellSet<4>>::kMostCells) return visit(CellSet<4>{});
    return none;
}

}  // namespace

bool MakerSearch::fits(const LineRules& rules) {
    return with_sets_for(rules.cells(), false, [&]<class Set>(Set) { return MakerRules<Set>::fit(rules); });
}

MakerSearch::MakerSearch(const LineRules& rules, int table_megabytes) {
    if (!fits(rules)) throw std::invalid_argument("not a game of free lines of one length on 256 cells");
    core_ = with_sets_for(rules.cells(), std::unique_ptr<Core>(), [&]<class Set>(Set) {
        return std::unique_ptr<Core>(std::make_unique<MakerQuestions<Set>>(rules, table_megabytes));
    });
}

}  // namespace enraya

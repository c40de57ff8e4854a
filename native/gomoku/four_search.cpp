#include "gomoku/four_search.hpp"

#include <algorithm>

namespace enraya::gomoku {

int FourSearch::plies_to_win(std::uint64_t nodes, Fours fours) {
    spent_ = 0;
    most_ = nodes;
    fours_ = fours;
    line_.clear();
    const int plies = search();
    all_ += spent_;
    std::ranges::reverse(line_);
    return plies;
}

// The line is written from its end while the recursion returns.
int FourSearch::search() {
    const int own = board_.turn(), other = 1 - own;

    // Step 1. Five wins; the other side's five must be prevented, which has to make a four to go on.
    if (board_.count(own, MakesFive)) {
        Board::Cells cells = board_.cells_of(own, MakesFive);
        line_.push_back(cells.take_first());
        return 1;
    }
    if (const int fives = board_.count(other, MakesFive)) {
        if (fives > 1) return 0;
        Board::Cells cells = board_.cells_of(other, MakesFive);
        const int forced = cells.take_first();
        return board_.threat(own, forced) >= MakesFour && board_.threat(own, forced) != MakesDoubleThree
                   ? try_four(forced)
                   : 0;
    }

    // Step 2. An open four cannot be answered.
    if (board_.count(own, MakesOpenFour)) {
        Board::Cells cells = board_.cells_of(own, MakesOpenFour);
        line_.push_back(cells.take_first());
        return 3;
    }

    // Step 3. Try the fours, first those that make a three too. What failed with as many nodes fails again.
    if (!board_.count(own, MakesFour) && !board_.count(own, MakesFourThree)) return 0;
    std::uint64_t& failed = failed_[board_.key() % kRemembered];
    const std::uint64_t key = board_.key() / kRemembered * kRemembered;
    const std::uint64_t left = most_ - spent_;
    if (failed / kRemembered * kRemembered == key && failed % kRemembered >= std::min(left, kEveryFour))
        return 0;
    for (const Threat threat : {MakesFourThree, MakesFour})
        for (Board::Cells cells = board_.cells_of(own, threat); !cells.is_empty();) {
            const int cell = cells.take_first();
            if (fours_ == Fours::ThatLeadOn && !board_.force(own, cell).leads_on()) continue;
            if (const int plies = try_four(cell)) return plies;
            if (spent_ >= most_) {
                failed = key | std::min(left, kEveryFour - 1);
                return 0;
            }
        }
    failed = key | (fours_ == Fours::All ? kEveryFour : kEveryFour - 1);
    return 0;
}

int FourSearch::try_four(int cell) {
    if (spent_ >= most_) return 0;
    const int own = board_.turn();
    spent_ += 2;
    board_.play(cell);
    int plies = 0;
    if (!board_.count(1 - own, MakesFive)) {
        Board::Cells answers = board_.cells_of(own, MakesFive);
        const int answer = answers.take_first();
        if (!answers.is_empty()) {
            plies = 3;
        } else {
            board_.play(answer);
            plies = search();
            board_.undo();
            if (plies) plies += 2, line_.push_back(answer);
        }
    }
    board_.undo();
    if (plies) line_.push_back(cell);
    return plies;
}

}  // namespace enraya::gomoku

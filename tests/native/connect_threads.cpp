// Compares the Connect 4 core, with one thread and with several on one table, with a search that only knows
// the rules.
//
//     connect [POSITIONS]     so many random positions of each board; exit code 1 and the position if one
//     differs
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "connect4/search.hpp"
#include "core/random.hpp"

using namespace enraya;

namespace {

// A board as text, a column after another from the bottom: plain, slow and easy to believe.
class Rules {
  public:
    Rules(int columns, int rows)
        : columns_(columns), rows_(rows), heights_(columns), board_(columns * rows, '.') {}

    int cells() const { return columns_ * rows_; }
    int stones() const { return stones_; }
    bool can_play(int column) const { return heights_[column] < rows_; }

    // True if the move wins.
    bool play(int column) {
        const int row = heights_[column]++;
        at(column, row) = stones_++ % 2 ? 'o' : 'x';
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}})
            if (1 + run(column, row, dx, dy) + run(column, row, -dx, -dy) >= 4) return true;
        return false;
    }
    void undo(int column) {
        at(column, --heights_[column]) = '.';
        --stones_;
    }

    // The score by trying everything.
    int score() {
        if (stones_ == cells()) return 0;
        if (const auto known = known_.find(board_); known != known_.end()) return known->second;
        int best = -cells();
        for (int column = 0; column < columns_; ++column) {
            if (!can_play(column)) continue;
            const int stones = stones_;
            const bool wins = play(column);
            best = std::max(best, wins ? (cells() + 1 - stones) / 2 : -score());
            undo(column);
        }
        return known_[board_] = best;
    }

    std::vector<std::uint8_t> bytes(char sign) const {
        std::vector<std::uint8_t> bytes(cells() / 8 + 1);
        for (int column = 0; column < columns_; ++column)
            for (int row = 0; row < rows_; ++row)
                if (board_[column * rows_ + row] == sign) {
                    const int cell = (rows_ - 1 - row) * columns_ + column;
                    bytes[cell / 8] |= static_cast<std::uint8_t>(1 << cell % 8);
                }
        return bytes;
    }

  private:
    char& at(int column, int row) { return board_[column * rows_ + row]; }
    int run(int column, int row, int dx, int dy) {
        const char sign = at(column, row);
        int length = 0;
        for (int x = column + dx, y = row + dy;
             x >= 0 && x < columns_ && y >= 0 && y < rows_ && at(x, y) == sign; x += dx, y += dy)
            ++length;
        return length;
    }

    int columns_, rows_, stones_ = 0;
    std::vector<int> heights_;
    std::string board_;
    std::unordered_map<std::string, int> known_;
};

std::uint64_t dice = 0;

int roll(int sides) {
    return static_cast<int>(random_number(++dice) % static_cast<std::uint64_t>(sides));
}

// Plays at random, but not to win, until so many cells are left. False if there is no such move on the way.
bool play_at_random(Rules& rules, int columns, int left, std::string& moves) {
    for (int tries = 0; rules.cells() - rules.stones() > left;) {
        const int column = roll(columns);
        if (!rules.can_play(column)) continue;
        if (!rules.play(column)) {
            moves += std::to_string(column + 1) + ' ';
            tries = 0;
            continue;
        }
        rules.undo(column);
        if (++tries > 4 * columns) return false;
    }
    return true;
}

int answer(ConnectSearch& search, const Rules& rules, ConnectQuestion question) {
    const auto report =
        search.solve({rules.bytes('x'), rules.bytes('o'), rules.stones() % 2, kAnyConnectScore}, question,
                     Limits{}, Listener{});
    return report.complete && report.bounds.lower == report.bounds.upper ? report.bounds.lower : 1000;
}

bool compare(int columns, int rows, int most_left, int positions) {
    ConnectSearch alone(columns, rows, 1, 1), together(columns, rows, 1, 3), later(columns, rows, 1, 3, 50);
    for (int done = 0; done < positions;) {
        Rules rules(columns, rows);
        std::string moves;
        if (!play_at_random(rules, columns, std::min(rules.cells(), 1 + roll(most_left)), moves)) continue;
        ++done;
        const int score = rules.score(), outcome = (score > 0) - (score < 0);
        if (done % 3 == 0) alone.clear();
        if (answer(alone, rules, ConnectQuestion::Score) != score ||
            answer(together, rules, ConnectQuestion::Score) != score ||
            answer(later, rules, ConnectQuestion::Score) != score ||
            answer(alone, rules, ConnectQuestion::Outcome) != outcome) {
            std::printf("%d × %d after %s: the score is %d\n", columns, rows, moves.c_str(), score);
            return false;
        }
    }
    std::printf("%d × %d: %d positions agree\n", columns, rows, positions);
    return true;
}

// Threads that search while their table is saved again and again; whoever goes on from the file says the
// same, with hardly any work.
bool keep(const std::string& path) {
    ConnectSearch together(6, 5, 4, 3), another(6, 5, 8, 1);
    int saved = 0;
    const Listener saving{{}, [&] { save(together, path, ""), ++saved; }};
    const Rules rules(6, 5);
    const auto solve = [&rules](ConnectSearch& search, const Listener& listener) {
        return search.solve({rules.bytes('x'), rules.bytes('o'), 0, kAnyConnectScore}, ConnectQuestion::Score,
                            Limits{}, listener);
    };
    const auto whole = solve(together, saving);
    save(together, path, "");
    load(another, path);
    std::remove(path.c_str());
    const auto again = solve(another, {});
    std::printf("6 × 5: %d, %llu nodes, saved %d times; again %d, %llu nodes\n", whole.bounds.lower,
                static_cast<unsigned long long>(whole.nodes), saved, again.bounds.lower,
                static_cast<unsigned long long>(again.nodes));
    return whole.complete && again.complete && whole.bounds.lower == again.bounds.lower &&
           100 * again.nodes < whole.nodes && saved > 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (!keep(std::string(arguments[0]) + ".table")) return 1;
    const int positions = count > 1 ? std::atoi(arguments[1]) : 300;
    static constexpr int kBoards[][3] = {
        // columns, rows, cells left at most
        {1, 9, 9},  {2, 5, 10}, {4, 4, 11},  {5, 4, 10}, {4, 5, 10}, {5, 5, 9},  {6, 4, 9},
        {4, 6, 10}, {3, 7, 11}, {6, 5, 9},   {6, 6, 9},  {7, 5, 9},  {7, 6, 9},  {7, 7, 9},
        {8, 6, 8},  {8, 7, 8},  {8, 8, 8},   {9, 6, 8},  {9, 9, 8},  {12, 8, 7}, {16, 7, 6},
        {19, 5, 6}, {5, 19, 9}, {4, 15, 10}, {2, 27, 9}, {3, 17, 9}, {3, 41, 8}, {2, 63, 8},
    };
    for (const auto& [columns, rows, left] : kBoards)
        if (!compare(columns, rows, left, positions)) return 1;
    return 0;
}

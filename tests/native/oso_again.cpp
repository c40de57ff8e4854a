// Solves an OSO board a second time, to check the solver of native/: another program, on purpose a plain one.
//
//     oso_again COLUMNS ROWS [TABLE_MEGABYTES]       the empty board, of up to 29 cells, with a log
//     oso_again COLUMNS ROWS TABLE_MEGABYTES -       boards from the input, a line of S, O and . each: their
//     values
//
// It shares no code with the solver and knows none of its rules: triples are lists, points are counted triple
// by triple, nothing is taken at once, every empty cell is tried with both letters. All it leaves out of
// sight are letters on no live triple, which cannot matter any more, and the place (not the number) of empty
// cells on none. A position's key is the position itself, two bits a cell, the smallest of its up to eight
// images: no two positions share one.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

enum Letter : std::uint8_t { Dead, S, O, Blank };

struct Triple {
    int cells[3];
};

struct Entry {
    std::uint64_t key = ~std::uint64_t{0};
    std::int16_t lower = 0, upper = 0;
    std::uint32_t nodes = 0;
};

int columns, rows, cells;
std::vector<Triple> triples;
std::vector<std::vector<int>> triples_of;
std::vector<std::vector<int>> images;
std::vector<Letter> board;
std::vector<Entry> table;
std::uint64_t nodes;
std::chrono::steady_clock::time_point started;

Letter wanted(const Triple& triple, int cell) {
    return cell == triple.cells[1] ? S : O;
}

// Letters that fit, or −1 if one does not.
int filled(const Triple& triple) {
    int count = 0;
    for (int cell : triple.cells) {
        if (board[cell] == Blank) continue;
        if (board[cell] != wanted(triple, cell)) return -1;
        ++count;
    }
    return count;
}

bool is_live(const Triple& triple) {
    const int count = filled(triple);
    return count >= 0 && count < 3;
}

struct Sight {
    std::uint64_t key;
    int live;
};

Sight look() {
    std::array<Letter, 32> shown{};
    int live = 0, spare = 0;
    for (const Triple& triple : triples) {
        if (!is_live(triple)) continue;
        ++live;
        for (int cell : triple.cells) shown[cell] = board[cell];
    }
    for (int cell = 0; cell < cells; ++cell) spare += board[cell] == Blank && shown[cell] == Dead;
    std::uint64_t smallest = ~std::uint64_t{0};
    for (const auto& image : images) {
        std::uint64_t key = 0;
        for (int cell = 0; cell < cells; ++cell) key |= std::uint64_t{shown[cell]} << (2 * image[cell]);
        smallest = std::min(smallest, key);
    }
    return {smallest | static_cast<std::uint64_t>(spare) << 58, live};
}

Entry* bucket(std::uint64_t key) {
    std::uint64_t mixed = key * 0xd6e8feb86659fd93u;
    mixed ^= mixed >> 32;
    mixed *= 0xd6e8feb86659fd93u;
    mixed ^= mixed >> 29;
    return &table[(mixed & (table.size() / 4 - 1)) * 4];
}

// Is the position worth at least *asked* to its mover? A bound of the value on the true side.
int search(int asked) {
    ++nodes;
    if (nodes % (1u << 25) == 0) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
        std::printf("%9.1f s %13llu nodes\n", passed.count(), static_cast<unsigned long long>(nodes));
        std::fflush(stdout);
    }
    const auto [key, live] = look();
    if (live < asked) return live;
    if (-live >= asked) return -live;
    Entry* const entries = bucket(key);
    for (Entry* entry = entries; entry < entries + 4; ++entry) {
        if (entry->key != key) continue;
        if (entry->lower >= asked) return entry->lower;
        if (entry->upper < asked) return entry->upper;
    }

    struct Move {
        int promise, cell, points;
        Letter letter;
    };
    std::array<Move, 64> moves;
    int count = 0;
    for (int cell = 0; cell < cells; ++cell) {
        if (board[cell] != Blank) continue;
        for (Letter letter : {S, O}) {
            int scored = 0, offered = 0, killed = 0;
            for (int index : triples_of[cell]) {
                const int fitting = filled(triples[index]);
                if (fitting < 0) continue;
                if (wanted(triples[index], cell) != letter)
                    ++killed;
                else if (fitting == 2)
                    ++scored;
                else
                    offered += fitting == 1;
            }
            moves[count++] = {scored * 1000 - (offered && !scored) * 500 + killed, cell, scored, letter};
        }
    }
    std::stable_sort(moves.begin(), moves.begin() + count,
                     [](const Move& one, const Move& other) { return one.promise > other.promise; });

    const std::uint64_t before = nodes;
    int best = -live;
    for (int i = 0; i < count && best < asked; ++i) {
        const Move& move = moves[i];
        board[move.cell] = move.letter;
        const int value = move.points ? move.points + search(asked - move.points) : -search(1 - asked);
        board[move.cell] = Blank;
        best = std::max(best, value);
    }

    Entry* chosen = entries;
    for (Entry* entry = entries; entry < entries + 4; ++entry) {
        if (entry->key == key) {
            chosen = entry;
            break;
        }
        if (entry->nodes < chosen->nodes) chosen = entry;
    }
    if (chosen->key != key)
        *chosen = {key, static_cast<std::int16_t>(-live), static_cast<std::int16_t>(live), 0};
    if (best >= asked)
        chosen->lower = static_cast<std::int16_t>(std::max<int>(chosen->lower, best));
    else
        chosen->upper = static_cast<std::int16_t>(std::min<int>(chosen->upper, best));
    chosen->nodes = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes - before + 1, ~0u));
    return best;
}

void set_up() {
    triples_of.resize(cells);
    const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            for (const auto& [right, down] : directions) {
                const int last_column = column + 2 * right, last_row = row + 2 * down;
                if (last_column >= columns || last_row < 0 || last_row >= rows) continue;
                Triple triple;
                for (int i = 0; i < 3; ++i) triple.cells[i] = (row + i * down) * columns + column + i * right;
                for (int cell : triple.cells) triples_of[cell].push_back(static_cast<int>(triples.size()));
                triples.push_back(triple);
            }
    for (int turn = 0; turn < 8; ++turn) {
        if (turn >= 4 && columns != rows) break;
        std::vector<int> image;
        for (int cell = 0; cell < cells; ++cell) {
            int column = cell % columns, row = cell / columns;
            if (turn & 1) column = columns - 1 - column;
            if (turn & 2) row = rows - 1 - row;
            image.push_back(turn & 4 ? column * columns + row : row * columns + column);
        }
        images.push_back(image);
    }
}

// The narrowing answers to one question after another.
int value(bool tells) {
    int lower = -1000, upper = 1000;
    for (int asked = 1; lower < upper; asked = lower >= asked ? lower + 1 : upper) {
        const int found = search(asked);
        (found >= asked ? lower : upper) = found;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
        if (!tells) continue;
        std::printf("%9.1f s %13llu nodes  at least %d? %s\n", passed.count(),
                    static_cast<unsigned long long>(nodes), asked, found >= asked ? "yes" : "no");
        std::fflush(stdout);
    }
    return lower;
}

}  // namespace

int main(int count, char** arguments) {
    columns = count > 2 ? std::atoi(arguments[1]) : 0;
    rows = count > 2 ? std::atoi(arguments[2]) : 0;
    cells = columns * rows;
    if (columns < 1 || rows < 1 || columns > 29 || rows > 29 || cells > 29) {
        std::fprintf(stderr, "usage: oso_again COLUMNS ROWS [TABLE_MEGABYTES] [-]\n");
        return 2;
    }
    const std::size_t bytes = std::size_t{count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 256} << 20;
    std::size_t entries = 4;
    while (entries * 2 * sizeof(Entry) <= bytes) entries *= 2;
    table.resize(entries);
    set_up();
    board.assign(cells, Blank);
    started = std::chrono::steady_clock::now();
    if (count <= 4) {
        std::printf("value %d\n", value(true));
        return 0;
    }
    for (std::string line; std::getline(std::cin, line);) {
        for (int cell = 0; cell < cells; ++cell)
            board[cell] = line[cell] == 'S' ? S : line[cell] == 'O' ? O : Blank;
        std::printf("%d\n", value(false));
    }
}

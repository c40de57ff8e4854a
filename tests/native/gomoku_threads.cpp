// Threads of the Gomoku engine on one table, with somebody who stops them: for the thread sanitizer, which
// `make tsan` builds it with. Fails on a wrong answer too.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "gomoku/engine.hpp"

int main() {
    using namespace enraya;
    GomokuSearch search(15, 15, false, 1, 4);
    // An open three of the first player, who moves: won in three plies.
    std::vector<std::uint8_t> first(29), second(29);
    const auto put = [](std::vector<std::uint8_t>& side, int cell) { side[cell / 8] |= 1 << cell % 8; };
    for (int cell : {111, 112, 113}) put(first, cell);
    for (int cell : {20, 30, 200}) put(second, cell);
    const Report won = search.search(first, second, 0, {.depth = 20, .nodes = 200'000}, {});

    Limits unlimited;
    unlimited.depth = 200;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        search.stop();
    });
    // Two stones: neither forced nor soon decided.
    std::vector<std::uint8_t> black(29), white(29);
    put(black, 112);
    put(white, 97);
    const Report stopped = search.search(black, white, 0, unlimited, {});
    stopper.join();

    // A game of threads with each other on a board of odd sides, where only five exactly wins.
    GomokuSearch odd(7, 22, true, 1, 3);
    std::vector<std::uint8_t> sides[2] = {std::vector<std::uint8_t>(20), std::vector<std::uint8_t>(20)};
    int plies = 0;
    for (; plies < 24; ++plies) {
        const Report report = odd.search(sides[0], sides[1], plies % 2, {.depth = 6, .nodes = 3'000}, {});
        if (report.value == kWin - 1) break;
        put(sides[plies % 2], report.move);
    }

    std::printf("%d plies on 7 columns and 22 rows\n", plies);
    std::printf("won: %d in %llu nodes; %s at depth %d\n", won.value,
                static_cast<unsigned long long>(won.nodes), stopped.stopped ? "stopped" : "not stopped",
                stopped.depth);
    return won.value == kWin - 3 && stopped.stopped ? 0 : 1;
}

// Threads of the OSO solver on one table, with somebody who saves it and somebody who stops it: for the
// thread sanitizer, which `make tsan` builds it with. Fails on a wrong value too.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "oso/solver.hpp"

int main(int, char** arguments) {
    using namespace enraya;
    const std::string path = std::string(arguments[0]) + ".table";
    const Limits unlimited{};
    OsoSolver solver(4, 4, 1, 4);
    std::atomic<bool> is_done = false;
    std::thread saver([&] {
        while (!is_done) save(solver, path, "");
    });
    const OsoSolution whole = solver.solve({}, {}, OsoGoal::BestMoves, unlimited, [](const OsoProgress&) {});
    is_done = true;
    saver.join();
    solver.clear();
    load(solver, path);
    const OsoSolution again = solver.solve({}, {}, OsoGoal::Value, unlimited, nullptr);

    OsoSolver large(6, 6, 1, 3);
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        large.stop();
    });
    const OsoSolution stopped = large.solve({}, {}, OsoGoal::Value, unlimited, nullptr);
    stopper.join();
    std::remove(path.c_str());

    std::printf("4x4: %d to %d, %llu nodes; again %d to %d, %llu nodes; 6x6 %s\n", whole.lower, whole.upper,
                static_cast<unsigned long long>(whole.nodes), again.lower, again.upper,
                static_cast<unsigned long long>(again.nodes), stopped.stopped ? "stopped" : "not stopped");
    const bool is_right = whole.lower == 0 && whole.upper == 0 && again.lower == 0 && again.upper == 0;
    return is_right && stopped.stopped ? 0 : 1;
}

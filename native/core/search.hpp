// The shared parts of every search: its limits, its listener, its watch and its report.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/transposition_table.hpp"

namespace enraya {

// A win p plies from the root is worth kWin − p. What is not decided stays within ±kMostUndecided.
inline constexpr int kWin = 1'000'000;
inline constexpr int kDecisive = kWin - 500;
inline constexpr int kMostUndecided = kWin - 1'000;
inline constexpr int kInfinity = kWin + 1;

inline bool is_decisive(int value) {
    return value >= kDecisive || value <= -kDecisive;
}

struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;  // 0: any number
    double seconds = 0;       // 0: any time
    bool every_root_move = false;
};

// The progress callbacks of a search. Either may throw, which ends the search.
//
// A search that asks whether a claim is true has no value so far: it gives the number of first moves that are
// decided instead, and as *move* the number of all first moves.
struct Listener {
    std::function<void(int depth, std::uint64_t nodes, int value, int move)> progress;
    std::function<void()> pulse;  // about every half second
};

struct RootMove {
    int move = 0;
    int value = 0;
    Bound bound = Bound::None;
    bool proven = false;
};

struct Report {
    int move = 0;
    int value = 0;
    int depth = 0;  // of the last iteration that was finished
    std::uint64_t nodes = 0;
    bool complete = false;  // the value is the game's own, whatever the depth
    bool stopped = false;   // by a limit or stop()
    std::vector<int> principal_variation;
    std::vector<RootMove> roots;
};

// Thrown through a search that must end. A position in the middle of a search is then thrown away with it.
struct Stopped {};
struct BudgetSpent {};

// Counts nodes and knows when to stop.
class Watch {
  public:
    Watch(const Limits& limits, const Listener& listener, const std::atomic<bool>& told_to_stop)
        : limits_(limits), listener_(listener), told_to_stop_(told_to_stop) {
        if (limits.nodes) most_nodes_ = limits.nodes;
        set_next_look();
    }

    void count_node() {
        if (++nodes_ >= next_look_) look();
    }

    std::uint64_t nodes() const { return nodes_; }

    // For one who counts the nodes of others.
    void set_nodes(std::uint64_t nodes) {
        nodes_ = nodes;
        look();
    }

    // The next of several searches begins, with the whole of its limits: its nodes and its time count anew.
    void begin_next() {
        nodes_ = 0;
        start_ = Clock::now();
        look();
    }

    // From here on, throw BudgetSpent after this many more nodes.
    void set_budget(std::uint64_t nodes) {
        budget_ = nodes_ + nodes;
        set_next_look();
    }
    void lift_budget() { budget_ = kUnlimited; }

    // The progress given to the listener, now and at every pulse.
    void show(int depth, int value, int move) {
        depth_ = depth, value_ = value, move_ = move;
        if (listener_.progress) listener_.progress(depth_, nodes_, value_, move_);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max() - 1;
    static constexpr std::uint64_t kNodesBetweenLooks = 1024;
    static constexpr std::chrono::milliseconds kPulse{500};

    void look() {
        if (nodes_ > most_nodes_) {
            nodes_ = most_nodes_;
            throw Stopped{};
        }
        if (told_to_stop_.load(std::memory_order_relaxed)) throw Stopped{};
        const auto now = Clock::now();
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - start_).count() >= limits_.seconds)
            throw Stopped{};
        if (now - last_pulse_ >= kPulse) {
            last_pulse_ = now;
            if (listener_.pulse) listener_.pulse();
            if (listener_.progress && depth_ > 0) listener_.progress(depth_, nodes_, value_, move_);
        }
        if (nodes_ > budget_) throw BudgetSpent{};
        set_next_look();
    }

    void set_next_look() {
        next_look_ = std::min({nodes_ + kNodesBetweenLooks, most_nodes_ + 1, budget_ + 1});
    }

    const Limits& limits_;
    const Listener& listener_;
    const std::atomic<bool>& told_to_stop_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_pulse_ = start_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    std::uint64_t most_nodes_ = kUnlimited;
    std::uint64_t budget_ = kUnlimited;
    int depth_ = 0, value_ = 0, move_ = 0;
};

// Lets one search run at a time, and any thread tell it to stop.
class SearchLock {
  public:
    // The lock of the search that runs, released by its destructor; an empty one locks nothing.
    class Guard {
      public:
        Guard() = default;
        Guard(SearchLock& search_lock, std::unique_lock<std::mutex> lock)
            : search_lock_(&search_lock), lock_(std::move(lock)) {
            search_lock.inside_ = std::this_thread::get_id();
        }
        Guard(Guard&&) = default;
        ~Guard() {
            if (lock_) search_lock_->inside_ = std::thread::id{};
        }

      private:
        SearchLock* search_lock_ = nullptr;
        std::unique_lock<std::mutex> lock_;
    };

    Guard enter() {
        std::unique_lock<std::mutex> lock(busy_, std::defer_lock);
        if (is_mine() || !lock.try_lock()) throw std::runtime_error("a search is running");
        told_to_stop_ = false;
        return {*this, std::move(lock)};
    }
    // For one who only reads: the listener of a search may, in the middle of it.
    Guard enter_to_read() { return is_mine() ? Guard{} : enter(); }
    void stop() { told_to_stop_ = true; }
    const std::atomic<bool>& told_to_stop() const { return told_to_stop_; }

  private:
    bool is_mine() const { return inside_ == std::this_thread::get_id(); }

    std::mutex busy_;
    std::atomic<std::thread::id> inside_;
    std::atomic<bool> told_to_stop_ = false;
};

// A search's table, locked while it is saved or loaded.
struct OpenTable {
    SearchLock::Guard guard;
    CheckpointTable& table;
    TableLayout layout;
};

// The same as save_table() and load_table(), for a search that gives its OpenTable. A search that runs in
// another thread is a std::runtime_error; from its own listener the table can be saved.
template <class Search>
void save(Search& search, const std::string& path, const std::string& text) {
    const OpenTable open = search.open_to_read();
    save_table(open.table, open.layout, path, text);
}
template <class Search>
void load(Search& search, const std::string& path) {
    const OpenTable open = search.open_to_write();
    load_table(open.table, open.layout, path);
}

}  // namespace enraya

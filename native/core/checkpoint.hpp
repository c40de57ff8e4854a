// Checkpoints: the entries of a transposition table, written to a file and put back, so that a search that
// was interrupted can go on.
//
//     file     name 8 bytes | layout 64 | length 64 · text | run | run | … | 0 | 0 | sum 64
//     run      section 64 | length 64 | so many words
//
// The text says in the words of its writer what was searched. All but that are words of 64 bits, as the
// machine has them. Files of OSO tables that were written before there was a text are still read.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace enraya {

// Takes some entries of a table, as words. A section is what all of them share, and need not say each.
using RunSink = std::function<void(std::uint64_t section, std::span<const std::uint64_t> words)>;

inline constexpr std::size_t kLongestRun = 1 << 15;

// The layout of a table's words: only a table of the same layout can take them.
struct TableLayout {
    enum class Kind : std::uint16_t { Oso, Connect, Proof, Depth };

    Kind kind;
    std::uint16_t version;
    int width, height;  // of the board, or its cells and lines

    std::uint64_t word() const {
        return static_cast<std::uint64_t>(width & 0xffff) | static_cast<std::uint64_t>(kind) << 16 |
               static_cast<std::uint64_t>(height & 0xffff) << 32 | std::uint64_t{version} << 48;
    }
};

// A table that can be kept.
class CheckpointTable {
  public:
    virtual ~CheckpointTable() = default;

    // Every entry that is worth its place in a file, in runs of at most kLongestRun words.
    virtual void visit(const RunSink& sink) const = 0;
    // True if these can be words of such a visit. A file may be forged: a move that is not on the
    // board or a bound that no position has would lead a search astray.
    virtual bool accepts(std::uint64_t section, std::span<const std::uint64_t> words) const = 0;
    // So many words will be put back. Throws std::overflow_error if there is no room for them.
    virtual void make_room_for_words(std::uint64_t words) = 0;
    // Put accepted words of a table of the same layout back, whatever its size. What is known
    // already is kept.
    virtual void put_back(std::uint64_t section, std::span<const std::uint64_t> words) = 0;
};

// Puts the entries of a visit together to runs.
class Runs {
  public:
    explicit Runs(const RunSink& sink) : sink_(sink) {}

    template <class... Words>
    void add(std::uint64_t section, Words... words) {
        if (section != section_ || words_.size() + sizeof...(Words) > kLongestRun) end();
        section_ = section;
        (words_.push_back(words), ...);
    }
    void end() {
        if (!words_.empty()) sink_(section_, words_);
        words_.clear();
    }

  private:
    const RunSink& sink_;
    std::uint64_t section_ = 0;
    std::vector<std::uint64_t> words_;
};

// Writes the table to *path*; the caller gives a temporary name, and renames the file when it is complete.
// Throws std::runtime_error if it cannot be written.
void save_table(const CheckpointTable& table, const TableLayout& layout, const std::string& path,
                const std::string& text);

// Puts back what such a file holds. Puts back nothing and throws std::runtime_error if it cannot be read or
// is damaged, std::invalid_argument if it is of another layout, std::overflow_error if it does not fit.
void load_table(CheckpointTable& table, const TableLayout& layout, const std::string& path);

}  // namespace enraya

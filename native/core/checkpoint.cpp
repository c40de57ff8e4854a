#include "core/checkpoint.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "core/random.hpp"

namespace enraya {

namespace {

std::uint64_t word_of(const char (&name)[9]) {
    std::uint64_t word;
    std::memcpy(&word, name, sizeof word);
    return word;
}

const std::uint64_t kName = word_of("EnrKept1"), kOldOsoName = word_of("EnrOSO01");

// The words of a file, and their sum so far.
class File {
  public:
    File(const std::string& path, const char* mode) : path_(path), file_(std::fopen(path.c_str(), mode)) {
        if (!file_) throw std::runtime_error("cannot open " + path);
    }
    ~File() {
        if (file_) std::fclose(file_);
    }
    File(const File&) = delete;

    void write(std::span<const std::uint64_t> words) {
        if (std::fwrite(words.data(), 8, words.size(), file_) != words.size()) throw unwritable();
        add(words);
    }
    void write(std::uint64_t word) { write(std::span(&word, 1)); }

    void read(std::span<std::uint64_t> words) {
        if (std::fread(words.data(), 8, words.size(), file_) != words.size()) throw damaged();
        add(words);
    }
    std::uint64_t read() {
        std::uint64_t word;
        read(std::span(&word, 1));
        return word;
    }
    void begin_again() {
        std::rewind(file_);
        sum_ = 0;
    }
    void check_sum_and_end() {
        const std::uint64_t sum = sum_;
        if (read() != sum || std::fgetc(file_) != EOF) throw damaged();
    }

    void add(std::uint64_t word) { sum_ = random_number(sum_ ^ word); }
    void set_sum(std::uint64_t sum) { sum_ = sum; }
    std::uint64_t sum() const { return sum_; }

    std::runtime_error damaged() const { return std::runtime_error(path_ + " is damaged"); }
    std::runtime_error unwritable() const { return std::runtime_error("cannot write " + path_); }

    // Everything is written, or this throws.
    void close() {
        const bool is_written = std::fclose(file_) == 0;
        file_ = nullptr;
        if (!is_written) throw unwritable();
    }

  private:
    void add(std::span<const std::uint64_t> words) {
        for (const std::uint64_t word : words) add(word);
    }

    const std::string path_;
    std::FILE* file_;
    std::uint64_t sum_ = 0;
};

// The runs of a file, each given to *sink*; the sum is checked last.
class Reading {
  public:
    Reading(const std::string& path, std::uint64_t layout)
        : path_(path), layout_(layout), file_(path, "rb"), words_(kLongestRun) {}

    void walk(const RunSink& sink) {
        file_.begin_again();
        const std::uint64_t name = file_.read();
        if (name == kOldOsoName) return walk_old(sink);
        if (name != kName) throw std::runtime_error(path_ + " is not a file of a kept table");
        check_layout(file_.read());
        for (std::uint64_t length = file_.read(); length > 0; length -= std::min<std::uint64_t>(8, length))
            file_.read();
        while (true) {
            const std::uint64_t section = file_.read(), length = file_.read();
            if (length == 0 && section == 0) break;
            if (length == 0 || length > kLongestRun) throw file_.damaged();
            give(section, length, sink);
        }
        file_.check_sum_and_end();
    }

  private:
    // Name, board, number of slots of two words; in the sum these come last.
    void walk_old(const RunSink& sink) {
        const std::uint64_t layout = file_.read(), slots = file_.read();
        check_layout(layout);
        file_.set_sum(0);
        for (std::uint64_t i = 0; i < slots; ++i) give(0, 2, sink);
        for (const std::uint64_t word : {kOldOsoName, layout, slots}) file_.add(word);
        file_.check_sum_and_end();
    }

    void check_layout(std::uint64_t layout) const {
        if (layout != layout_) throw std::invalid_argument(path_ + " belongs to another board");
    }

    void give(std::uint64_t section, std::size_t length, const RunSink& sink) {
        const auto words = std::span(words_).first(length);
        file_.read(words);
        sink(section, words);
    }

    const std::string path_;
    const std::uint64_t layout_;
    File file_;
    std::vector<std::uint64_t> words_;
};

}  // namespace

void save_table(const CheckpointTable& table, const TableLayout& layout, const std::string& path,
                const std::string& text) {
    File file(path, "wb");
    file.write(kName);
    file.write(layout.word());
    file.write(text.size());
    std::vector<std::uint64_t> padded((text.size() + 7) / 8);
    std::copy(text.begin(), text.end(), reinterpret_cast<char*>(padded.data()));
    if (!padded.empty()) file.write(padded);
    table.visit([&file](std::uint64_t section, std::span<const std::uint64_t> words) {
        file.write(section);
        file.write(words.size());
        file.write(words);
    });
    file.write(0);
    file.write(0);
    file.write(file.sum());
    file.close();
}

void load_table(CheckpointTable& table, const TableLayout& layout, const std::string& path) {
    // Read twice: nothing is put back before all is known to be whole, and no copy of it is held.
    Reading reading(path, layout.word());
    std::uint64_t all = 0;
    reading.walk([&](std::uint64_t section, std::span<const std::uint64_t> words) {
        if (!table.accepts(section, words)) throw std::runtime_error(path + " is damaged");
        all += words.size();
    });
    table.make_room_for_words(all);
    reading.walk([&table](std::uint64_t section, std::span<const std::uint64_t> words) {
        table.put_back(section, words);
    });
}

}  // namespace enraya

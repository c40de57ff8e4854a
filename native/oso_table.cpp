#include "oso_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#ifdef __linux__
#include <unistd.h>
#endif

#include "random.hpp"

namespace enraya {

namespace {

// A bound that does not fit in a byte says less than it could: the extremes stand for no bound at all.
std::uint8_t byte_of(int bound) {
    return static_cast<std::uint8_t>(std::clamp(bound, -128, 127));
}

std::uint64_t packed(std::uint32_t check, const OsoFacts& facts) {
    return std::uint64_t{check} << 32 | std::uint64_t{byte_of(facts.lower)} << 24 |
           std::uint64_t{byte_of(facts.upper)} << 16 |
           std::uint64_t{static_cast<std::uint8_t>(facts.move)} << 8 | static_cast<std::uint8_t>(facts.work);
}

OsoFacts unpacked(std::uint64_t facts) {
    const int lower = static_cast<std::int8_t>(facts >> 24), upper = static_cast<std::int8_t>(facts >> 16);
    return {lower == -128 ? -OsoFacts::kNoBound : lower, upper == 127 ? OsoFacts::kNoBound : upper,
            static_cast<std::uint8_t>(facts >> 8), static_cast<std::uint8_t>(facts)};
}

std::uint32_t check_of(std::uint64_t facts) {
    return static_cast<std::uint32_t>(facts >> 32);
}

// The file: a header, then slots with their keys unlocked, then the sum of all that.
struct Header {
    std::array<char, 8> name{'E', 'n', 'r', 'O', 'S', 'O', '0', '1'};  // and its version
    std::uint32_t columns = 0, rows = 0;
    std::uint64_t slots = 0;
};

// Facts of less work are found again sooner than read.
constexpr int kLeastWorkSaved = 6;

class Sum {
  public:
    void add(std::uint64_t word) { sum_ = random_number(sum_ ^ word); }
    void add(const Header& header) {
        std::array<std::uint64_t, sizeof(Header) / 8> words;
        std::memcpy(words.data(), &header, sizeof header);
        for (std::uint64_t word : words) add(word);
    }
    std::uint64_t value() const { return sum_; }

  private:
    std::uint64_t sum_ = 0;
};

class File {
  public:
    File(const std::string& path, const char* mode) : path_(path), file_(std::fopen(path.c_str(), mode)) {
        if (!file_) throw std::runtime_error("cannot open " + path);
    }
    ~File() {
        if (file_) std::fclose(file_);
    }
    File(const File&) = delete;

    template <class Value>
    void write(const Value& value) {
        if (std::fwrite(&value, sizeof value, 1, file_) != 1)
            throw std::runtime_error("cannot write " + path_);
    }
    template <class Value>
    Value read() {
        Value value;
        if (std::fread(&value, sizeof value, 1, file_) != 1) throw damaged();
        return value;
    }
    template <class Value>
    void overwrite_start(const Value& value) {
        if (std::fseek(file_, 0, SEEK_SET) != 0) throw std::runtime_error("cannot write " + path_);
        write(value);
        if (std::fseek(file_, 0, SEEK_END) != 0) throw std::runtime_error("cannot write " + path_);
    }
    bool is_at_end() { return std::fgetc(file_) == EOF; }
    std::runtime_error damaged() const { return std::runtime_error(path_ + " is damaged"); }

    // Everything is on the disk, or this throws.
    void close() {
        bool is_written = std::fflush(file_) == 0;
#ifdef __linux__
        is_written = is_written && ::fsync(::fileno(file_)) == 0;
#endif
        is_written = std::fclose(file_) == 0 && is_written;
        file_ = nullptr;
        if (!is_written) throw std::runtime_error("cannot write " + path_);
    }

  private:
    const std::string path_;
    std::FILE* file_;
};

}  // namespace

OsoTable::Slot OsoTable::read(Slot& slot) {
    return {std::atomic_ref(slot.locked_key).load(std::memory_order_relaxed),
            std::atomic_ref(slot.facts).load(std::memory_order_relaxed)};
}

std::optional<OsoFacts> OsoTable::find(const OsoKey& key) const {
    for (Slot& each : buckets_[key.key].slots) {
        const Slot slot = read(each);
        if ((slot.locked_key ^ slot.facts) == key.key && slot.facts && check_of(slot.facts) == key.check)
            return unpacked(slot.facts);
    }
    return std::nullopt;
}

void OsoTable::store(const OsoKey& key, OsoFacts facts) {
    if (const auto known = find(key)) {
        facts.lower = std::max(facts.lower, known->lower);
        facts.upper = std::min(facts.upper, known->upper);
        facts.work = std::max(facts.work, known->work);
        if (facts.move == OsoFacts::kNoMove) facts.move = known->move;
    }
    put(key.key, packed(key.check, facts));
}

void OsoTable::put(std::uint64_t key, std::uint64_t facts) {
    Slot* const slots = buckets_[key].slots;
    const int work = unpacked(facts).work;
    Slot* chosen = &slots[kSlots - 1];
    int least = work + 1;
    for (int i = 0; i < kSlots; ++i) {
        const Slot slot = read(slots[i]);
        if ((slot.locked_key ^ slot.facts) == key && check_of(slot.facts) == check_of(facts)) {
            chosen = &slots[i];
            break;
        }
        // Little work does not push out much: it goes to the last slot, which always gives way.
        const int others = unpacked(slot.facts).work;
        if (i < kSlots - 1 && others < least) least = others, chosen = &slots[i];
    }
    std::atomic_ref(chosen->locked_key).store(key ^ facts, std::memory_order_relaxed);
    std::atomic_ref(chosen->facts).store(facts, std::memory_order_relaxed);
}

void OsoTable::save(const std::string& path, int columns, int rows) const {
    const std::string unfinished = path + ".unfinished";
    File file(unfinished, "wb");
    Header header{.columns = static_cast<std::uint32_t>(columns), .rows = static_cast<std::uint32_t>(rows)};
    file.write(header);
    Sum sum;
    for (Bucket& bucket : buckets_)
        for (Slot& each : bucket.slots) {
            Slot slot = read(each);
            slot.locked_key ^= slot.facts;
            if (unpacked(slot.facts).work < kLeastWorkSaved) continue;
            file.write(slot);
            sum.add(slot.locked_key);
            sum.add(slot.facts);
            ++header.slots;
        }
    sum.add(header);
    file.write(sum.value());
    file.overwrite_start(header);
    file.close();
    if (std::rename(unfinished.c_str(), path.c_str()) != 0) throw std::runtime_error("cannot write " + path);
}

void OsoTable::load(const std::string& path, int columns, int rows) {
    File file(path, "rb");
    const auto header = file.read<Header>();
    if (header.name != Header{}.name)
        throw std::runtime_error(path + " is not a file of solved OSO positions");
    if (header.columns != static_cast<std::uint32_t>(columns) ||
        header.rows != static_cast<std::uint32_t>(rows))
        throw std::invalid_argument(path + " belongs to another board");
    Sum sum;
    std::vector<Slot> slots;
    for (std::uint64_t i = 0; i < header.slots; ++i) {
        slots.push_back(file.read<Slot>());
        sum.add(slots.back().locked_key);
        sum.add(slots.back().facts);
    }
    sum.add(header);
    if (file.read<std::uint64_t>() != sum.value() || !file.is_at_end()) throw file.damaged();
    for (const Slot& slot : slots) put(slot.locked_key, slot.facts);
}

}  // namespace enraya

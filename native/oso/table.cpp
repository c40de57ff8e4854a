#include "oso/table.hpp"

#include <algorithm>
#include <atomic>

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

// Facts of less work are found again sooner than read.
constexpr int kLeastWorkStored = 6;

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

void OsoTable::visit(const RunSink& sink) const {
    Runs runs(sink);
    for (Bucket& bucket : buckets_)
        for (Slot& each : bucket.slots) {
            const Slot slot = read(each);
            if (unpacked(slot.facts).work >= kLeastWorkStored)
                runs.add(0, slot.locked_key ^ slot.facts, slot.facts);
        }
    runs.end();
}

bool OsoTable::accepts(std::uint64_t, std::span<const std::uint64_t> words) const {
    for (; words.size() >= 2; words = words.subspan(2)) {
        // Files that were written before there was a text hold empty slots too.
        if (!words[1]) continue;
        const OsoFacts facts = unpacked(words[1]);
        if (facts.lower > facts.upper || facts.work == 0 ||
            (facts.move >= 2 * cells_ && facts.move < OsoFacts::kNoCell))
            return false;
    }
    return words.empty();
}

void OsoTable::put_back(std::uint64_t, std::span<const std::uint64_t> words) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) put(words[i], words[i + 1]);
}

}  // namespace enraya

// A certificate that names its positions (the format is drawn in src/enraya/solve/proofs/lines/format.py).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/file.hpp"

namespace enraya::certificate {

// One strategy; its positions have up to 64 cells.
class Strategy : public Advice<1> {
  public:
    // Reads as many entries as a claim of the header says.
    Strategy(const Json& claim, File& file) {
        const auto each = [&](const Json& number, const auto& take) { read(number.whole(), file, take); };
        each(claim.at("replies"), [&](const Position& at, int cell) { replies_[at] = cell; });
        each(claim.at("holdings"),
             [&](const Position& at, int pairs) { pairings_[at] = file.take(2 * pairs); });
        each(claim.at("sequences"), [&](const Position& at, int number) {
            std::vector<Cells> sequences;
            for (int i = 0; i < number; ++i) sequences.push_back(file.take(file.take(1)[0]));
            sequences_[at] = std::move(sequences);
        });
        if (!claim.has("alone")) return;
        const auto& sizes = claim.at("alone").items();
        if (sizes.size() != 5) throw std::invalid_argument("five numbers are missing");
        each(sizes[0], [&](const Position& at, int) { starts_.insert(at); });
        each(sizes[1], [&](const Position& at, int cell) { zone_replies_[at] = cell; });
        each(sizes[2], [&](const Position& at, int number) { zone_attacks_[at] = file.take(number); });
        for (int turn = 0; turn < 2; ++turn)
            each(sizes[3 + turn],
                 [&](const Position& at, int pairs) { zone_pairings_[turn][at] = file.take(2 * pairs); });
    }

    std::optional<int> reply(const Position& pieces) override { return entry(replies_, pieces); }
    std::optional<Cells> pairing(const Position& pieces) override { return entry(pairings_, pieces); }
    bool is_held_by_zone(const Position& pieces) override { return starts_.contains(pieces); }
    std::optional<std::vector<Cells>> sequences(const Position& pieces) override {
        return entry(sequences_, pieces).value_or(std::vector<Cells>{});
    }
    std::optional<Cells> zone_pairing(const Position& position, int turn) override {
        return entry(zone_pairings_[turn], position);
    }
    std::optional<int> zone_reply(const Position& position) override {
        return entry(zone_replies_, position);
    }
    std::optional<int> zone_attack(const Position& position, std::size_t number) override {
        const auto attacks = zone_attacks_.find(position);
        if (attacks == zone_attacks_.end() || number >= attacks->second.size()) return {};
        return attacks->second[number];
    }

  private:
    template <class Content>
    using By = std::unordered_map<Position, Content, SetPairHash<1>>;

    template <class Content>
    static std::optional<Content> entry(const By<Content>& entries, const Position& at) {
        const auto found = entries.find(at);
        return found == entries.end() ? std::nullopt : std::optional<Content>(found->second);
    }

    // 8 bytes for each of two sets of cells, and one more, of so many entries.
    template <class Take>
    static void read(std::int64_t number, File& file, const Take& take) {
        for (; number > 0; --number) {
            const Cells entry = file.take(17);
            Position at{};
            for (int cell = 0; cell < 128; ++cell)
                if (entry[cell / 8] >> cell % 8 & 1) at[cell / 64] |= CellSet<1>(cell % 64);
            take(at, entry[16]);
        }
    }

    By<int> replies_;
    By<Cells> pairings_;
    By<std::vector<Cells>> sequences_;
    // Without lines of one's own: where that begins, then by the attacker's pieces and the empty cells.
    std::unordered_set<Position, SetPairHash<1>> starts_;
    By<int> zone_replies_;
    By<Cells> zone_attacks_;
    std::array<By<Cells>, 2> zone_pairings_;
};

}  // namespace enraya::certificate

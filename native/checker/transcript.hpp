// A certificate that is the answers to the questions of the check, in the order in which it asks
// (the format is drawn in src/enraya/solve/proofs/lines/transcript.py). What could be written in another way
// is refused.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "checker/claims.hpp"
#include "checker/file.hpp"
#include "checker/rejected.hpp"

namespace enraya::certificate {

template <int kWords>
class Transcript : public Advice<kWords> {
  public:
    using Position = typename Advice<kWords>::Position;

    explicit Transcript(File& file) : file_(file) {}

    bool is_concise() const override { return true; }
    std::optional<int> reply(const Position&) override { return cell(); }
    std::optional<Cells> pairing(const Position&) override { return pairs(); }
    bool is_held_by_zone(const Position&) override {
        const int is_held = byte();
        require(is_held < 2);
        return is_held == 1;
    }
    std::optional<std::vector<Cells>> sequences(const Position&) override {
        const auto number = cell();
        if (!number) return {};
        std::vector<Cells> found(*number);
        for (Cells& moves : found) moves = file_.take(byte());
        require(is_ascending(found));
        return found;
    }
    std::optional<Cells> zone_pairing(const Position&, int) override { return pairs(); }
    std::optional<int> zone_reply(const Position&) override { return cell(); }
    std::optional<int> zone_attack(const Position&, std::size_t) override { return cell(); }

  private:
    static constexpr int kNone = 255;

    int byte() { return file_.take(1)[0]; }
    std::optional<int> cell() {
        const int found = byte();
        return found == kNone ? std::nullopt : std::optional<int>(found);
    }
    std::optional<Cells> pairs() {
        const int number = byte();
        if (number == 0) return {};
        const Cells found = file_.take(2 * (number - 1));
        for (std::size_t i = 0; i < found.size(); i += 2)
            require(found[i] < found[i + 1] && (i == 0 || found[i - 2] < found[i] ||
                                                (found[i - 2] == found[i] && found[i - 1] < found[i + 1])));
        return found;
    }
    static void require(bool is_canonical) {
        if (!is_canonical) throw Rejected{"proof.not_canonical"};
    }

    File& file_;
};

}  // namespace enraya::certificate

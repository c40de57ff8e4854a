// A certificate that is the answers to the questions of the check, in the order in which it asks
// (the format is drawn in src/enraya/solve/proofs/lines/transcript.py).
#pragma once

#include <optional>
#include <vector>

#include "checker/file.hpp"

namespace enraya::certificate {

template <int kWords>
class Transcript : public Advice<kWords> {
  public:
    using Position = typename Advice<kWords>::Position;

    explicit Transcript(File& file) : file_(file) {}

    std::optional<int> reply(const Position&) override { return cell(); }
    std::optional<Cells> pairing(const Position&) override { return pairs(); }
    bool is_held_by_zone(const Position&) override { return byte() == 1; }
    std::vector<Cells> sequences(const Position&) override {
        std::vector<Cells> found(byte());
        for (Cells& moves : found) moves = file_.take(byte());
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
        return number == 0 ? std::nullopt : std::optional<Cells>(file_.take(2 * (number - 1)));
    }

    File& file_;
};

}  // namespace enraya::certificate

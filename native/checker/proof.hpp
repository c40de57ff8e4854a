// A certificate as it stands in its file (the format is drawn in src/enraya/solve/proofs/lines/format.py).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/board.hpp"
#include "checker/json.hpp"
#include "checker/sha256.hpp"

namespace enraya::certificate {

using Two = std::array<Set, 2>;  // the pieces of the first player and of the second; or of an open position
using Cells = std::vector<std::uint8_t>;

struct TwoHash {
    std::size_t operator()(const Two& two) const {
        std::uint64_t number = two[0] * 0x9e3779b97f4a7c15u ^ (two[1] + 0x7f4a7c15u) * 0xc2b2ae3d27d4eb4fu;
        return number ^ number >> 29;
    }
};
template <class Content>
using By = std::unordered_map<Two, Content, TwoHash>;

struct Strategy {
    int player = 0, bound = 0;  // who gets at least this: 0 is a draw, 1 a win
    By<int> replies;
    By<Cells> pairings;
    By<std::vector<Cells>> sequences;
    // Without lines of one's own: where that begins, then by the attacker's pieces and the empty cells.
    std::unordered_set<Two, TwoHash> starts;
    By<int> zone_replies;
    By<Cells> zone_attacks;
    std::array<By<Cells>, 2> zone_pairings;
};

struct Proof {
    std::string game;
    std::vector<std::string> moves;
    std::vector<std::vector<int>> views;
    std::vector<Strategy> strategies;
};

// What stands in a file is read from its beginning to its end. Throws std::invalid_argument for what is none.
class ProofReader {
  public:
    static Proof read(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::invalid_argument("the file cannot be read");
        const std::string whole{std::istreambuf_iterator<char>(file), {}};
        constexpr std::size_t kChecksum = 32;
        const std::size_t title = whole.find('\n'), header = whole.find('\n', title + 1);
        if (title == std::string::npos || header == std::string::npos ||
            whole.size() < header + 1 + kChecksum)
            throw std::invalid_argument("the file is no certificate");
        const std::string name = whole.substr(0, title);
        if (name != "enraya-line-proof 2" && name != "enraya-line-proof 3")
            throw std::invalid_argument("the file is no certificate of a version that is known");
        const std::string_view said = std::string_view(whole).substr(0, whole.size() - kChecksum);
        if (Sha256::of(said) != whole.substr(whole.size() - kChecksum))
            throw std::invalid_argument("the checksum is wrong");
        ProofReader reader(said.substr(header + 1));
        return reader.proof(JsonReader::read(said.substr(title + 1, header - title)));
    }

  private:
    explicit ProofReader(std::string_view entries) : entries_(entries) {}

    Proof proof(const Json& header) {
        Proof proof;
        proof.game = header.at("game").words();
        if (!header.at("start").is_null())
            throw std::invalid_argument("only certificates from the empty board on are read here");
        for (const Json& move : header.at("moves").items()) proof.moves.push_back(move.words());
        for (const Json& view : header.at("views").items()) {
            proof.views.emplace_back();
            for (const Json& cell : view.items())
                proof.views.back().push_back(static_cast<int>(cell.whole()));
        }
        for (const Json& claim : header.at("claims").items()) proof.strategies.push_back(strategy(claim));
        if (at_ != entries_.size()) throw std::invalid_argument("there are too many entries");
        return proof;
    }

    Strategy strategy(const Json& claim) {
        Strategy found;
        found.player = static_cast<int>(claim.at("player").whole());
        found.bound = static_cast<int>(claim.at("bound").whole());
        if (found.player < 0 || found.player > 1 || found.bound < 0 || found.bound > 1)
            throw std::invalid_argument("a strategy draws or wins");
        each(claim.at("replies").whole(), [&](Two at, int cell) { found.replies[at] = cell; });
        each(claim.at("holdings").whole(), [&](Two at, int pairs) { found.pairings[at] = cells(2 * pairs); });
        each(claim.at("sequences").whole(), [&](Two at, int number) {
            std::vector<Cells> sequences;
            for (int i = 0; i < number; ++i) sequences.push_back(cells(cells(1)[0]));
            found.sequences[at] = std::move(sequences);
        });
        if (!claim.has("alone")) return found;
        const auto& sizes = claim.at("alone").items();
        if (sizes.size() != 5) throw std::invalid_argument("five numbers are missing");
        each(sizes[0].whole(), [&](Two at, int) { found.starts.insert(at); });
        each(sizes[1].whole(), [&](Two at, int cell) { found.zone_replies[at] = cell; });
        each(sizes[2].whole(), [&](Two at, int number) { found.zone_attacks[at] = cells(number); });
        for (int turn = 0; turn < 2; ++turn)
            each(sizes[3 + turn].whole(),
                 [&](Two at, int pairs) { found.zone_pairings[turn][at] = cells(2 * pairs); });
        return found;
    }

    template <class Take>
    void each(std::int64_t number, const Take& take) {
        for (; number > 0; --number) {
            const Cells entry = cells(17);
            Two at{};
            for (int i = 0; i < 16; ++i) at[i / 8] |= static_cast<Set>(entry[i]) << 8 * (i % 8);
            take(at, entry[16]);
        }
    }

    Cells cells(std::size_t count) {
        if (count > entries_.size() - at_) throw std::invalid_argument("entries are missing");
        at_ += count;
        return Cells(entries_.begin() + (at_ - count), entries_.begin() + at_);
    }

    std::string_view entries_;
    std::size_t at_ = 0;
};

}  // namespace enraya::certificate

#include "gomoku/threat_search.hpp"

#include <algorithm>

namespace enraya::gomoku {

ThreatSearch::Answer ThreatSearch::search(std::uint64_t nodes) {
    attacker_ = board_.turn();
    most_ = nodes_ + nodes;
    expand(kInfinite, kInfinite);
    const Facts root = known(board_.key());
    move_ = root.move;
    plies_ = root.plies;
    return root.proof == 0 ? Answer::Wins : root.disproof == 0 ? Answer::DoesNot : Answer::Unknown;
}

ThreatSearch::Facts ThreatSearch::known(std::uint64_t key) const {
    const Facts& facts = facts_[key & (facts_.size() - 1)];
    return facts.key == key ? facts : Facts{.key = key};
}

// Searches the position until its proof or disproof number reaches a limit, or the nodes are spent.
void ThreatSearch::expand(Number most_proof, Number most_disproof) {
    const std::uint64_t key = board_.key();
    const bool is_attack = board_.turn() == attacker_;
    if (++nodes_ % kNodesBetweenLooks == 0) look_();
    Facts facts = {.key = key};
    std::vector<Child> children;
    if (decide(facts, children)) {
        facts_of(key) = facts;
        return;
    }
    while (true) {
        // Step 1. Put together what is known of the moves.
        Number least = kInfinite + 1, second = kInfinite + 1, sum = 0;
        const Child* best = nullptr;
        std::uint16_t fewest = 0xffff, most = 0;
        for (const Child& child : children) {
            const Facts after = known(child.key);
            const Number to_choose = is_attack ? after.proof : after.disproof;
            const Number to_add = is_attack ? after.disproof : after.proof;
            if (to_choose < least)
                second = least, least = to_choose, best = &child;
            else if (to_choose < second)
                second = to_choose;
            sum = std::min(kInfinite, sum + to_add);
            if (after.proof == 0) {
                if (after.plies < fewest && is_attack)
                    fewest = after.plies, facts.move = static_cast<std::uint16_t>(child.cell);
                most = std::max(most, after.plies);
            }
        }
        facts.proof = is_attack ? least : sum;
        facts.disproof = is_attack ? sum : least;
        if (facts.proof == 0) facts.plies = static_cast<std::uint16_t>(1 + (is_attack ? fewest : most));

        // Step 2. Enough is known, or no more may be asked.
        const bool is_decided = facts.proof == 0 || facts.disproof == 0;
        if (is_decided || facts.proof >= most_proof || facts.disproof >= most_disproof || nodes_ >= most_) {
            facts_of(key) = facts;
            return;
        }

        // Step 3. Go on with the most promising move, until it is no longer that.
        const Facts after = known(best->key);
        const Number up_to = std::min(is_attack ? most_proof : most_disproof, second + 1);
        const Number rest = is_attack ? most_disproof - facts.disproof + after.disproof
                                      : most_proof - facts.proof + after.proof;
        board_.play(best->cell);
        expand(is_attack ? up_to : rest, is_attack ? rest : up_to);
        board_.undo();
    }
}

// True if the threats on the board decide the position; if not, the moves to consider.
bool ThreatSearch::decide(Facts& facts, std::vector<Child>& children) const {
    const bool is_attack = board_.turn() == attacker_;
    Board::Cells cells;
    if (is_attack ? decide_attack(facts, cells) : decide_defence(facts, cells)) return true;
    if (cells.is_empty()) {
        facts.proof = is_attack ? kInfinite : 0;
        facts.disproof = is_attack ? 0 : kInfinite;
        facts.plies = 4;
        return true;
    }
    while (!cells.is_empty()) {
        const int cell = cells.take_first();
        children.push_back({cell, board_.key_after(cell)});
    }
    // The strongest first: among equal numbers the first is tried.
    const int side = board_.turn();
    std::ranges::stable_sort(children, [&](const Child& one, const Child& other) {
        const auto order = [&](int cell) { return board_.order(side, cell); };
        return order(one.cell) > order(other.cell);
    });
    return false;
}

bool ThreatSearch::decide_attack(Facts& facts, Board::Cells& cells) const {
    const int own = attacker_, other = 1 - own;
    const auto win = [&facts, this, own](Threat threat, int plies) {
        Board::Cells ways = board_.cells_of(own, threat);
        facts = {facts.key, 0, kInfinite, static_cast<std::uint16_t>(plies),
                 static_cast<std::uint16_t>(ways.take_first())};
        return true;
    };
    if (board_.count(own, MakesFive)) return win(MakesFive, 1);
    if (const int fives = board_.count(other, MakesFive)) {
        if (fives == 1) cells = board_.cells_of(other, MakesFive);
        return false;
    }
    if (board_.count(own, MakesOpenFour)) return win(MakesOpenFour, 3);
    cells = board_.fours(own) | board_.cells_of(own, MakesDoubleThree) | board_.cells_of(own, MakesThree);
    return false;
}

bool ThreatSearch::decide_defence(Facts& facts, Board::Cells& cells) const {
    const int own = attacker_, other = 1 - own;
    const auto decide = [&facts](bool wins, int plies) {
        facts = {facts.key, wins ? 0 : kInfinite, wins ? kInfinite : 0, static_cast<std::uint16_t>(plies), 0};
        return true;
    };
    if (board_.empties() == 0 || board_.count(other, MakesFive)) return decide(false, 0);
    if (const int fives = board_.count(own, MakesFive)) {
        if (fives > 1) return decide(true, 2);
        cells = board_.cells_of(own, MakesFive);
        return false;
    }
    // Without a threat the attack is over, and the defender's own open four comes first.
    if (!board_.count(own, MakesOpenFour) || board_.count(other, MakesOpenFour)) return decide(false, 0);
    cells = board_.answers(own) | board_.fours(other);
    return false;
}

}  // namespace enraya::gomoku

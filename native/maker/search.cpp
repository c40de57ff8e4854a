#include "maker/search.hpp"

#include <stdexcept>

#include "core/bits.hpp"
#include "maker/erdos_selfridge.hpp"
#include "maker/forced_moves.hpp"
#include "maker/pairing.hpp"
#include "maker/win_tree.hpp"
#include "maker/zone_tree.hpp"

namespace enraya {

namespace {

Word word_of(std::span<const std::uint8_t> bytes, int cells) {
    auto set = CellSet<1>::of_bytes(bytes, cells);
    Word word = 0;
    while (!set.is_empty()) word |= bit_of(set.take_first());
    return word;
}

// The share of one table where two divide the memory. The tables refuse an invalid size.
int half_of(int megabytes) {
    return megabytes == 1 ? 1 : megabytes / 2;
}

Side side_of(int player, int maker) {
    return player == maker ? kMaker : kBreaker;
}

// True if the maker's lines weigh as much as several full ones.
bool is_heavy(const MakerBoard& board) {
    constexpr int kQuarters = 13;
    return 4 * ErdosSelfridge(board).sum() >= kQuarters << board.rules().length();
}

// On a large board with heavy lines it is worth asking first whether a limited maker wins. On smaller ones
// the free search is as fast.
bool is_likely_won(const MakerBoard& board) {
    constexpr int kLarge = 50;
    return board.rules().cells() >= kLarge && is_heavy(board);
}

}  // namespace

MakerSearch::MakerSearch(const LineRules& rules, int table_megabytes)
    : rules_(rules), table_(half_of(table_megabytes)), zones_(half_of(table_megabytes), rules_.board()) {
}

void MakerSearch::clear() {
    const auto lock = gate_.enter();
    table_.clear();
    zones_.clear();
    memory_.clear();
}

MakerBoard MakerSearch::board_of(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                                 int turn, int maker, BreakersLines lines) const {
    for (int player : {turn, maker})
        if (player != 0 && player != 1) throw std::invalid_argument("a player is 0 or 1");
    const Word pieces[2] = {word_of(first, rules_.cells()), word_of(second, rules_.cells())};
    if (pieces[0] & pieces[1]) throw std::invalid_argument("a cell has pieces of both players");
    if ((pieces[0] | pieces[1]) == rules_.board()) throw std::invalid_argument("the game is over");
    for (int line = 0; line < rules_.line_count(); ++line)
        for (int player : {0, 1})
            if ((rules_.line(line) & ~pieces[player]) == 0 &&
                (player == maker || lines == BreakersLines::End))
                throw std::invalid_argument("the game is over");
    return {rules_, pieces[maker], pieces[1 - maker]};
}

MakerSearch::Answer MakerSearch::can_win(std::span<const std::uint8_t> first,
                                         std::span<const std::uint8_t> second, int turn, int player,
                                         bool with_move, const Limits& limits, const Listener& listener) {
    MakerBoard board = board_of(first, second, turn, player, BreakersLines::End);
    const Side to_move = side_of(turn, player);
    const auto lock = gate_.enter();
    Watch watch(limits, listener, gate_.told_to_stop());
    Answer answer;
    try {
        answer.known = !is_heavy(board) && is_held_by_zone(board, to_move, with_move, watch, answer.move);
        for (Manner manner : {Manner::Limited, Manner::Free}) {
            if (answer.known || (manner == Manner::Limited && !is_likely_won(board))) continue;
            WinTree tree(rules_, manner, table_, threats_, memory_, watch);
            answer.wins = tree.is_won(board, to_move);
            if (manner == Manner::Limited && !answer.wins) continue;
            if (with_move && answer.wins == (to_move == kMaker))
                answer.move = tree.winning_move(board, to_move);
            break;
        }
        answer.known = true;
    } catch (const Stopped&) {
    }
    answer.nodes = watch.nodes();
    return answer;
}

// True if a pure breaker draws; a move of its that does, if it is to move and that is
// asked.
bool MakerSearch::is_held_by_zone(MakerBoard& board, Side to_move, bool with_move, Watch& watch, int& move) {
    const Word to_stop = board.completing(kMaker);
    const ForcedMoves forced(board, to_move);
    if (forced.end() != ForcedMoves::End::None) return false;
    ZoneTree tree(rules_, zones_, threats_, watch);
    Word zone;
    if (!tree.is_held(board, forced.to_move(), zone)) return false;
    if (with_move && to_move == kBreaker)
        move = to_stop ? std::countr_zero(to_stop) : tree.holding_move(board);
    return true;
}

MakerSearch::BreakerAnswer MakerSearch::hold_by_zone(std::span<const std::uint8_t> first,
                                                     std::span<const std::uint8_t> second, int turn,
                                                     int player, bool light, const Limits& limits,
                                                     const Listener& listener) {
    const int maker = 1 - player;
    MakerBoard board = board_of(first, second, turn, maker, BreakersLines::Nothing);
    const auto lock = gate_.enter();
    BreakerAnswer held;
    if (board.completing(kMaker) || (light && is_heavy(board))) {
        held.known = true;
        return held;
    }
    Watch watch(limits, listener, gate_.told_to_stop());
    try {
        ZoneTree tree(rules_, zones_, threats_, watch);
        Word zone = 0;
        held.holds = tree.is_held(board, side_of(turn, maker), zone);
        if (held.holds && turn == player) held.move = tree.holding_move(board);
        if (held.holds) held.zone = zone;
        held.known = true;
    } catch (const Stopped&) {
    }
    held.nodes = watch.nodes();
    return held;
}

bool MakerSearch::hold(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second, int turn,
                       int player, std::vector<std::array<int, 2>>& pairs) const {
    const MakerBoard board = board_of(first, second, turn, 1 - player, BreakersLines::Nothing);
    if (board.completing(kMaker)) return false;
    const auto holding = Pairing::hold(ErdosSelfridge(board), side_of(turn, 1 - player));
    for (int i = 0; i < holding.pair_count; ++i) pairs.push_back({holding.pairs[i][0], holding.pairs[i][1]});
    return holding.holds;
}

MakerSearch::ThreatSequence MakerSearch::threaten(std::span<const std::uint8_t> first,
                                                  std::span<const std::uint8_t> second, int player) {
    MakerBoard board = board_of(first, second, player, player, BreakersLines::End);
    const auto lock = gate_.enter();
    if (!threats_.wins(board, kMaker)) return {};
    const Word zone = threats_.zone(board, kMaker);
    const auto backwards = threats_.backwards();
    return {{backwards.rbegin(), backwards.rend()}, zone};
}

}  // namespace enraya

// The questions to the maker's core on boards of one width of sets, with limits and stops.
#pragma once

#include <optional>
#include <stdexcept>

#include "maker/board.hpp"
#include "maker/erdos_selfridge.hpp"
#include "maker/forced_moves.hpp"
#include "maker/lambda_search.hpp"
#include "maker/lambda_table.hpp"
#include "maker/move_cache.hpp"
#include "maker/pairing.hpp"
#include "maker/proof_number_table.hpp"
#include "maker/search.hpp"
#include "maker/threat_space_search.hpp"
#include "maker/win_tree.hpp"
#include "maker/zone_table.hpp"
#include "maker/zone_tree.hpp"

namespace enraya {

template <class Set>
class MakerQuestions final : public MakerSearch::Core {
  public:
    using Answer = MakerSearch::Answer;
    using BreakerAnswer = MakerSearch::BreakerAnswer;
    using Cells = MakerSearch::Cells;
    using Rules = MakerRules<Set>;
    using Board = MakerBoard<Set>;

    MakerQuestions(const LineRules& rules, int table_megabytes)
        : rules_(rules),
          table_megabytes_(table_megabytes),
          table_(half_of(table_megabytes)),
          zones_(half_of(table_megabytes), rules_.board()) {}

    Answer can_win(Cells first, Cells second, int turn, int player, bool with_move, const Limits& limits,
                   const Listener& listener) override {
        Board board = board_of(first, second, turn, player, BreakersLines::End);
        const Side to_move = side_of(turn, player);
        const auto lock = search_lock_.enter();
        Watch watch(limits, listener, search_lock_.told_to_stop());
        Answer answer;
        try {
            answer.known = !is_heavy(board) && is_held_by_zone(board, to_move, with_move, watch, answer.move);
            if (!answer.known && is_won_by_order(board, to_move, watch, answer.order)) {
                answer.wins = answer.known = true;
                if (with_move && to_move == kMaker)
                    answer.move = LambdaSearch<Set>(rules_, orders(), threats_, watch)
                                      .winning_move(board, answer.order);
            }
            for (Manner manner : {Manner::Limited, Manner::Free}) {
                if (answer.known || (manner == Manner::Limited && !is_likely_won(board))) continue;
                WinTree<Set> tree(rules_, manner, table_, threats_, memory_, watch);
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

    Answer win_by_order(Cells first, Cells second, int turn, int player, int order, bool with_move,
                        const Limits& limits, const Listener& listener) override {
        if (order < 2) throw std::invalid_argument("an order is two or more");
        Board board = board_of(first, second, turn, player, BreakersLines::End);
        const Side to_move = side_of(turn, player);
        const auto lock = search_lock_.enter();
        Watch watch(limits, listener, search_lock_.told_to_stop());
        Answer answer;
        try {
            LambdaSearch<Set> tree(rules_, orders(), threats_, watch);
            answer.wins = tree.is_won(board, to_move, order);
            if (answer.wins) answer.order = order;
            if (with_move && answer.wins && to_move == kMaker) answer.move = tree.winning_move(board, order);
            answer.known = true;
        } catch (const Stopped&) {
        }
        answer.nodes = watch.nodes();
        return answer;
    }

    bool hold(Cells first, Cells second, int turn, int player, MakerSearch::Pairs& pairs) const override {
        const Board board = board_of(first, second, turn, 1 - player, BreakersLines::Nothing);
        if (board.completing(kMaker)) return false;
        const auto holding = Pairing<Set>::hold(ErdosSelfridge<Set>(board), side_of(turn, 1 - player));
        for (int i = 0; i < holding.pair_count; ++i)
            pairs.push_back({holding.pairs[i][0], holding.pairs[i][1]});
        return holding.holds;
    }

    BreakerAnswer hold_by_zone(Cells first, Cells second, int turn, int player, bool light,
                               const Limits& limits, const Listener& listener) override {
        const int maker = 1 - player;
        Board board = board_of(first, second, turn, maker, BreakersLines::Nothing);
        const auto lock = search_lock_.enter();
        BreakerAnswer held;
        if (board.completing(kMaker) || (light && is_heavy(board))) {
            held.known = true;
            return held;
        }
        Watch watch(limits, listener, search_lock_.told_to_stop());
        try {
            ZoneTree<Set> tree(rules_, zones_, threats_, watch);
            Set zone{};
            held.holds = tree.is_held(board, side_of(turn, maker), zone);
            if (held.holds && turn == player) held.move = tree.holding_move(board);
            if (held.holds) held.zone = words_of(zone);
            held.known = true;
        } catch (const Stopped&) {
        }
        held.nodes = watch.nodes();
        return held;
    }

    MakerSearch::ThreatSequence threaten(Cells first, Cells second, int player) override {
        Board board = board_of(first, second, player, player, BreakersLines::End);
        const auto lock = search_lock_.enter();
        if (!threats_.wins(board, kMaker)) return {};
        const Set zone = threats_.zone(board, kMaker);
        const auto backwards = threats_.backwards();
        return {{backwards.rbegin(), backwards.rend()}, words_of(zone)};
    }

    OpenTable open_to_read() override { return {search_lock_.enter_to_read(), tables_, layout()}; }
    OpenTable open_to_write() override { return {search_lock_.enter(), tables_, layout()}; }

    void stop() override { search_lock_.stop(); }
    void clear() override {
        const auto lock = search_lock_.enter();
        table_.clear();
        zones_.clear();
        orders_.reset();
        memory_.clear();
    }

  private:
    enum class BreakersLines { End, Nothing };  // what a full line of the breaker means

    TableLayout layout() const { return {TableLayout::Kind::Proof, 2, rules_.cells(), rules_.line_count()}; }

    // The share of one table where two divide the memory. The tables refuse an invalid size.
    static int half_of(int megabytes) { return megabytes == 1 ? 1 : megabytes / 2; }

    static Side side_of(int player, int maker) { return player == maker ? kMaker : kBreaker; }

    // True if the maker's lines weigh as much as several full ones.
    static bool is_heavy(const Board& board) {
        constexpr int kQuarters = 13;
        return 4 * ErdosSelfridge<Set>(board).sum() >= kQuarters << board.rules().length();
    }

    // On a large board with heavy lines it is worth asking first whether a limited maker wins. On smaller
    // ones the free search is as fast.
    static bool is_likely_won(const Board& board) {
        constexpr int kLarge = 50;
        return board.rules().cells() >= kLarge && is_heavy(board);
    }

    // Long lines on a wide board are rarely won but by orders: they are asked about first, each for a while.
    bool is_won_by_order(Board& board, Side to_move, Watch& watch, int& order) {
        constexpr int kLong = 5, kHighest = 3;
        constexpr std::uint64_t kNodes[] = {500'000, 20'000'000};
        if (kWordsOf<Set> == 1 || rules_.length() < kLong || !is_heavy(board)) return false;
        for (order = 2; order <= kHighest; ++order) {
            watch.set_budget(kNodes[order - 2]);
            bool is_won = false;
            try {
                is_won = LambdaSearch<Set>(rules_, orders(), threats_, watch).is_won(board, to_move, order);
            } catch (const BudgetSpent&) {
            }
            watch.lift_budget();
            if (is_won) return true;
        }
        order = 0;
        return false;
    }

    LambdaTable<Set>& orders() {
        if (!orders_) orders_.emplace(half_of(table_megabytes_));
        return *orders_;
    }

    Board board_of(Cells first, Cells second, int turn, int maker, BreakersLines lines) const {
        for (int player : {turn, maker})
            if (player != 0 && player != 1) throw std::invalid_argument("a player is 0 or 1");
        const Set pieces[2] = {set_of_bytes<Set>(first, rules_.cells()),
                               set_of_bytes<Set>(second, rules_.cells())};
        if (pieces[0] & pieces[1]) throw std::invalid_argument("a cell has pieces of both players");
        if ((pieces[0] | pieces[1]) == rules_.board()) throw std::invalid_argument("the game is over");
        for (int line = 0; line < rules_.line_count(); ++line)
            for (int player : {0, 1})
                if (!(rules_.line(line) & ~pieces[player]) &&
                    (player == maker || lines == BreakersLines::End))
                    throw std::invalid_argument("the game is over");
        return {rules_, pieces[maker], pieces[1 - maker]};
    }

    // True if a pure breaker draws; a move of its that does, if it is to move and that is asked.
    bool is_held_by_zone(Board& board, Side to_move, bool with_move, Watch& watch, int& move) {
        const Set to_stop = board.completing(kMaker);
        const ForcedMoves<Set> forced(board, to_move);
        if (forced.end() != ForcedMoves<Set>::End::None) return false;
        ZoneTree<Set> tree(rules_, zones_, threats_, watch);
        Set zone;
        if (!tree.is_held(board, forced.to_move(), zone)) return false;
        if (with_move && to_move == kBreaker) move = to_stop ? first_of(to_stop) : tree.holding_move(board);
        return true;
    }

    static MakerSearch::Zone words_of(const Set& cells) {
        if constexpr (std::same_as<Set, Word>)
            return {cells};
        else
            return {cells.words().begin(), cells.words().end()};
    }

    Rules rules_;
    const int table_megabytes_;
    ProofNumberTable table_;
    ZoneTable<Set> zones_;
    std::optional<LambdaTable<Set>> orders_;  // made when it is first needed
    ProofAndZoneTables<Set> tables_{table_, zones_};
    ThreatSpaceSearch<Set> threats_;
    MoveCache<Set> memory_;
    SearchLock search_lock_;
};

}  // namespace enraya

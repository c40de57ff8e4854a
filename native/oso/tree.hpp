// Null-window alpha-beta of OSO, always to the end of the game and always with one question: is a position
// worth at least so much?
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

#include "oso/shape.hpp"
#include "oso/table.hpp"

namespace enraya {

// A thread's way through the tree. *Clock* has count_node(), which may throw to end the search.
template <class Word, class Clock>
class OsoTree {
  public:
    using Shape = OsoShape<Word>;

    // Trees that share a table should differ in *number*: it decides what is tried first where all has to be
    // tried.
    OsoTree(const OsoGrid<Word>& grid, OsoTable& table, Clock& clock, int number = 0)
        : grid_(grid), table_(table), clock_(clock), number_(number) {}

    // A bound of the value for the mover, what the shape took at once included: at least *asked*, and then
    // the value is no less than it; or less than *asked*, and then the value is no more than it.
    int search(const Shape& shape, int asked) {
        pile_ = children_.get();  // a search before may have ended in the middle
        if (shape.least() >= asked) return shape.least();
        if (shape.most() < asked) return shape.most();
        if (!shape.empty) return shape.most();  // the prize is taken, or nothing is left
        return shape.taken + expand(shape, shape.key(grid_), asked - shape.taken);
    }

    // Forgets which moves were often right.
    void forget() { history_.fill(0); }

  private:
    // Moves are 2 × cell + letter (1: O), and:
    enum : int { kTakePrize = OsoFacts::kNoCell, kWastePrize, kPass, kNoMove = OsoFacts::kNoMove };
    static constexpr int kMostMoves = 2 * OsoGrid<Word>::kMostCells + 3;
    // With fewer empty cells than this, looking all children up costs more than it saves.
    static constexpr int kLeastCellsToLookAhead = 8;

    struct Child {
        int move, points, promise;
        Shape shape;
        OsoKey key;
    };

    // The children of a node that are still to be tried; they lie on a pile, above those of the nodes before.
    struct Children {
        Child* list;
        int size = 0;
    };
    // Every move takes a cell, or a prize or a pass which are cells too.
    static constexpr int kPile = kMostMoves * (OsoGrid<Word>::kMostCells + 1);

    // The same question for an open shape with at least one cell, without what it took at once.
    int expand(const Shape& shape, const OsoKey& key, const int asked) {
        // Step 1. Count the node; this is where a search is stopped.
        clock_.count_node();
        ++nodes_;
        const std::uint64_t nodes_before = nodes_;

        // Step 2. Ask the table.
        int table_move = kNoMove;
        if (const auto facts = table_.find(key)) {
            if (facts->lower >= asked) return facts->lower;
            if (facts->upper < asked) return facts->upper;
            table_move = unseen(key.view, facts->move);
        }

        // Step 3. What scores is nearly always enough: unless the table knows better, the rest is not even
        // listed before it has failed.
        const int cells = shape.cells();
        const bool looks_ahead = cells >= kLeastCellsToLookAhead;
        const Word scoring = shape.scoring();
        const bool in_stages = !looks_ahead && table_move == kNoMove && (scoring || shape.prize);
        Answer answer{asked, -kInfinity, kNoMove};
        Children children{pile_};
        list_scoring(shape, children, answer);
        if (in_stages && !answer.is_yes()) try_all(children, table_move, answer, shape);
        if (!answer.is_yes()) {
            list_others(shape, children, answer);
            // Step 4. A child that is known already may settle it.
            if (looks_ahead && !answer.is_yes()) look_up(children, answer);
            // Step 5. Try them, the most promising first.
            if (!answer.is_yes()) try_all(children, table_move, answer, shape);
        }

        // Step 6. Remember.
        if (answer.is_yes()) history_[answer.move] += static_cast<std::uint64_t>(cells * cells);
        table_.store(key,
                     {answer.is_yes() ? answer.best : shape.least() - shape.taken,
                      answer.is_yes() ? shape.most() - shape.taken : answer.best, seen(key.view, answer.move),
                      1 + static_cast<int>(std::bit_width(nodes_ - nodes_before))});
        return answer.best;
    }

    static constexpr int kInfinity = 1000;

    struct Answer {
        int asked, best, move;
        bool is_yes() const { return best >= asked; }
        void consider(int value, int from) {
            if (value > best) best = value, move = value >= asked ? from : kNoMove;
        }
    };

    void list_scoring(const Shape& shape, Children& children, Answer& answer) {
        for (Word left = shape.scoring(); left && !answer.is_yes(); left &= left - 1) {
            const int cell = std::countr_zero(left);
            if (const int points = shape.s_points(cell)) add(children, answer, shape, 2 * cell, points);
            if (const int points = shape.o_points(cell)) add(children, answer, shape, 2 * cell + 1, points);
        }
        if (shape.prize) add(children, answer, shape, kTakePrize, shape.prize);
    }

    void list_others(const Shape& shape, Children& children, Answer& answer) {
        const Word o_scores = shape.o1 | shape.o2 | shape.o4 | shape.o8,
                   s_scores = shape.s1 | shape.s2 | shape.s4;
        for (Word left = shape.empty; left && !answer.is_yes(); left &= left - 1) {
            const int cell = std::countr_zero(left);
            if (!(s_scores >> cell & 1)) add(children, answer, shape, 2 * cell, 0);
            if (!(o_scores >> cell & 1)) add(children, answer, shape, 2 * cell + 1, 0);
        }
        if (shape.prize) add(children, answer, shape, kWastePrize, 0);
        if (shape.has_spare()) add(children, answer, shape, kPass, 0);
    }

    // Lists a move unless the points still possible after it say all.
    void add(Children& children, Answer& answer, const Shape& shape, int move, int points) {
        if (answer.is_yes()) return;
        Child& child = children.list[children.size];
        const Word cell = move < kTakePrize ? Word{1} << (move >> 1) : 0;
        child.shape = move == kPass        ? shape.after_pass()
                      : move >= kTakePrize ? shape.after_prize()
                      : move & 1           ? Shape(grid_, shape.s_cells, shape.o_cells | cell)
                                           : Shape(grid_, shape.s_cells | cell, shape.o_cells);
        const int least = child.shape.empty ? child.shape.least() : child.shape.most();
        if (consider(answer, move, points, least, child.shape.most())) return;
        child.move = move, child.points = points;
        ++children.size;
    }

    // True if the bounds of a child's value answer the question about the move to it.
    static bool consider(Answer& answer, int move, int points, int child_least, int child_most) {
        const int least = points ? points + child_least : -child_most,
                  most = points ? points + child_most : -child_least;
        if (least >= answer.asked)
            answer.consider(least, move);
        else if (most < answer.asked)
            answer.consider(most, move);
        else
            return false;
        return true;
    }

    void look_up(Children& children, Answer& answer) {
        for (int i = 0; i < children.size; ++i) {
            Child& child = children.list[i];
            child.key = child.shape.key(grid_);
            table_.prefetch(child.key);
        }
        int kept = 0;
        for (int i = 0; i < children.size && !answer.is_yes(); ++i) {
            const Child& child = children.list[i];
            if (const auto facts = table_.find(child.key)) {
                const int taken = child.shape.taken;
                if (consider(answer, child.move, child.points, taken + facts->lower, taken + facts->upper))
                    continue;
            }
            if (kept != i) children.list[kept] = child;
            ++kept;
        }
        children.size = kept;
    }

    // Tries every child of the list, which is empty afterwards, or enough of them for a yes.
    void try_all(Children& children, int table_move, Answer& answer, const Shape& shape) {
        std::array<std::uint8_t, kMostMoves> order;
        const bool has_keys = shape.cells() >= kLeastCellsToLookAhead;
        for (int i = 0; i < children.size; ++i) {
            order[i] = static_cast<std::uint8_t>(i);
            children.list[i].promise = promise(children.list[i], table_move);
        }
        for (int i = 0; i < children.size && !answer.is_yes(); ++i) {
            if (i == 1 && number_) shuffle(children);
            for (int j = i + 1; j < children.size; ++j)
                if (children.list[order[j]].promise > children.list[order[i]].promise)
                    std::swap(order[i], order[j]);
            const Child& child = children.list[order[i]];
            // A player who scores moves again: only when the turn passes is the question the opponent's.
            const int asked =
                (child.points ? answer.asked - child.points : 1 - answer.asked) - child.shape.taken;
            pile_ = children.list + children.size;
            const int found =
                child.shape.taken + expand(child.shape, has_keys ? child.key : child.shape.key(grid_), asked);
            pile_ = children.list;
            answer.consider(child.points ? child.points + found : -found, child.move);
        }
        children.size = 0;
    }

    // The move-ordering score: scoring moves first, moves that offer points last; and then what leaves
    // little to search and has often been right.
    int promise(const Child& child, int table_move) const {
        if (child.move == table_move) return 1 << 30;
        const Shape& shape = child.shape;
        const bool offers = shape.scoring() || shape.prize || shape.taken;
        const int rank = child.points ? 4 + child.points : offers ? 0 : 2;
        return (rank << 20) - 10 * (shape.live_triples + 2 * shape.cells()) +
               4 * static_cast<int>(std::bit_width(history_[child.move]));
    }

    // If the best move fails, mostly all do: then threads do well to begin with different ones.
    // Scoring moves still come first, and offers last.
    void shuffle(Children& children) const {
        for (int i = 0; i < children.size; ++i) {
            int& promise = children.list[i].promise;
            const int rank = (promise + (1 << 19)) >> 20;
            promise =
                (rank << 20) + static_cast<int>(random_number(number_ * 1024 + children.list[i].move) & 1023);
        }
    }

    int seen(int view, int move) const {
        return move >= kTakePrize ? move : 2 * grid_.seen(view, move >> 1) + (move & 1);
    }
    int unseen(int view, int move) const {
        return move >= kTakePrize ? move : 2 * grid_.unseen(view, move >> 1) + (move & 1);
    }

    const OsoGrid<Word>& grid_;
    OsoTable& table_;
    Clock& clock_;
    const int number_;
    std::uint64_t nodes_ = 0;
    std::array<std::uint64_t, 256> history_{};
    std::unique_ptr<Child[]> children_ = std::make_unique_for_overwrite<Child[]>(kPile);
    Child* pile_ = children_.get();
};

}  // namespace enraya

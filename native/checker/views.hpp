// Positions with few pieces that a view carries to each other are looked at once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "checker/board.hpp"
#include "checker/claims.hpp"

namespace enraya::certificate {

template <int kWords>
class Views {
  public:
    using Set = CellSet<kWords>;
    using Position = SetPair<kWords>;

    explicit Views(const std::vector<View>& views) : views_(views) {}

    // Of all images of two sets the least, and the view that carries them there, if any.
    std::pair<Position, const View*> canonical(const Position& pieces) const {
        Position least = pieces;
        const View* best = nullptr;
        if ((pieces[0] | pieces[1]).size() > kMostPieces) return {least, best};
        for (const View& view : views_) {
            const Position image{Board<kWords>::image(view, pieces[0]),
                                 Board<kWords>::image(view, pieces[1])};
            if (image < least) least = image, best = &view;
        }
        return {least, best};
    }

    // The cells that a view carries to these.
    static Set carried_back(const View& view, const Set& cells) {
        Set found;
        for (std::size_t cell = 0; cell < view.size(); ++cell)
            if (cells.has(view[cell])) found |= Set(static_cast<int>(cell));
        return found;
    }

  private:
    static constexpr int kMostPieces = 6;
    const std::vector<View>& views_;
};

}  // namespace enraya::certificate

// Positions with few pieces that a view carries to each other are looked at once.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "checker/proof.hpp"

namespace enraya::certificate {

using View = std::vector<int>;  // cell c goes to view[c]

class Views {
  public:
    explicit Views(const std::vector<View>& views) : views_(views) {}

    // Of all images of two sets the least, and the view that carries them there, if any.
    std::pair<Two, const View*> canonical(const Two& pieces) const {
        Two least = pieces;
        const View* best = nullptr;
        if (std::popcount(pieces[0] | pieces[1]) > kMostPieces) return {least, best};
        for (const View& view : views_) {
            const Two image{Board::image(view, pieces[0]), Board::image(view, pieces[1])};
            if (image < least) least = image, best = &view;
        }
        return {least, best};
    }

    // The cells that a view carries to these.
    static Set carried_back(const View& view, Set cells) {
        Set found = 0;
        for (std::size_t cell = 0; cell < view.size(); ++cell)
            if (cells >> view[cell] & 1) found |= Set{1} << cell;
        return found;
    }

  private:
    static constexpr int kMostPieces = 6;
    const std::vector<View>& views_;
};

}  // namespace enraya::certificate

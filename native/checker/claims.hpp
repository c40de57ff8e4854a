// What the header of a certificate says: of which position it claims what.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "checker/json.hpp"

namespace enraya::certificate {

using View = std::vector<int>;  // cell c goes to view[c]

struct Claim {
    int player = 0, bound = 0;  // who gets at least this: 0 is a draw, 1 a win
};

struct Claims {
    std::string game;
    std::vector<std::string> moves;
    std::vector<View> views;
    std::vector<Claim> all;

    explicit Claims(const Json& header) : game(header.at("game").words()) {
        if (!header.at("start").is_null())
            throw std::invalid_argument("only certificates from the empty board on are read here");
        for (const Json& move : header.at("moves").items()) moves.push_back(move.words());
        for (const Json& view : header.at("views").items()) {
            views.emplace_back();
            for (const Json& cell : view.items()) views.back().push_back(static_cast<int>(cell.whole()));
        }
        for (const Json& each : header.at("claims").items()) {
            const auto player = each.at("player").whole(), bound = each.at("bound").whole();
            if (player < 0 || player > 1 || bound < 0 || bound > 1)
                throw std::invalid_argument("a strategy draws or wins");
            all.push_back({static_cast<int>(player), static_cast<int>(bound)});
        }
    }
};

}  // namespace enraya::certificate

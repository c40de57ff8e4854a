// What the header of a certificate says: of which position it claims what.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/board.hpp"
#include "checker/json.hpp"

namespace enraya::certificate {

using View = std::vector<int>;  // cell c goes to view[c]

struct Claim {
    int player = 0, bound = 0;  // who gets at least this: 0 is a draw, 1 a win

    auto operator<=>(const Claim&) const = default;
};

template <class Item>
bool is_ascending(const std::vector<Item>& items) {
    return std::adjacent_find(items.begin(), items.end(), std::greater_equal<Item>()) == items.end();
}

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

    // Whether names and orders are those that a writer of transcripts gives.
    bool is_canonical(const Shape& shape) const {
        const bool has_names = game == shape.name() && std::ranges::all_of(moves, [&](const auto& move) {
                                   return move == shape.name_of(shape.cell(move));
                               });
        View nothing_moved(views.empty() ? 0 : views[0].size());
        std::iota(nothing_moved.begin(), nothing_moved.end(), 0);
        const bool moves_nothing = !views.empty() && views[0] == nothing_moved;
        return has_names && is_ascending(views) && !moves_nothing && is_ascending(all);
    }

    // The header as a writer writes it.
    std::string text() const {
        const auto listed = [](const auto& items, const auto& written) {
            std::string list;
            for (const auto& item : items) list += (list.empty() ? "" : ", ") + written(item);
            return "[" + list + "]";
        };
        const auto number = [](int whole) { return std::to_string(whole); };
        const auto words = [](const std::string& each) { return '"' + each + '"'; };
        const auto view = [&](const View& each) { return listed(each, number); };
        const auto claim = [&](const Claim& each) {
            return R"({"player": )" + number(each.player) + R"(, "bound": )" + number(each.bound) + "}";
        };
        return R"({"game": )" + words(game) + R"(, "start": null, "moves": )" + listed(moves, words) +
               R"(, "views": )" + listed(views, view) + R"(, "claims": )" + listed(all, claim) + "}";
    }
};

}  // namespace enraya::certificate

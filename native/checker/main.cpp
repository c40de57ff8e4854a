// Checks certificates of games of free lines a second time: another program than the checker in Python, which
// shares no code with it, with the solver or with any search.
//
//     c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp
//     ./check_proof FILE …
//
// For each file a line of JSON: what is proven of the first player, or by which rule and at which position
// the certificate fails, or why the file is none. The exit code is 0 if all are right.
#include <chrono>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "checker/check.hpp"

namespace {

using namespace enraya::certificate;

// As a string of JSON. What a file that is no certificate says may be anything at all.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char sign : text) {
        if (sign == '"' || sign == '\\') result.push_back('\\');
        result.push_back(static_cast<unsigned char>(sign) < ' ' ? ' ' : sign);
    }
    return result;
}

std::string in_ascii(std::string text) {
    for (char& sign : text)
        if (static_cast<unsigned char>(sign) > '~') sign = '?';
    return text;
}

std::string listed(const std::vector<int>& cells) {
    std::string result;
    for (const int cell : cells) result += (result.empty() ? "" : ", ") + std::to_string(cell);
    return "[" + result + "]";
}

bool tell(const std::string& path) {
    const auto began = std::chrono::steady_clock::now();
    std::cout << "{\"file\": \"" << escaped(path) << "\", ";
    try {
        File file(path);
        const Claims claims(file.header);
        const Verified verified = check(file, claims);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        std::cout << "\"verified\": true, \"game\": \"" << escaped(claims.game)
                  << "\", \"least\": " << verified.least << ", \"most\": " << verified.most
                  << ", \"positions\": " << verified.positions << ", \"seconds\": " << took.count() << "}\n";
        return true;
    } catch (const Rejected& rejected) {
        std::cout << "\"verified\": false, \"code\": \"" << rejected.code
                  << "\", \"first\": " << listed(rejected.first)
                  << ", \"second\": " << listed(rejected.second) << ", \"turn\": " << rejected.turn
                  << ", \"player\": " << rejected.player << "}\n";
    } catch (const std::exception& error) {
        std::cout << "\"verified\": false, \"code\": \"proof.damaged\", \"reason\": \""
                  << escaped(in_ascii(error.what())) << "\"}\n";
    }
    return false;
}

}  // namespace

int main(int count, char** words) {
    bool all = count > 1;
    for (int i = 1; i < count; ++i) all = tell(words[i]) && all;
    return all ? 0 : 1;
}

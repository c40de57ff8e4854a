// A player in C++: plays the last legal move. See docs/bots.md.
//   g++ -O2 -o last last.cpp && enraya match bot:./last level:3

#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::string line, last;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string word, move;
        words >> word;
        if (word == "enraya") {
            std::cout << "ready last" << std::endl;
        } else if (word == "legal") {
            while (words >> move) {
                last = move;
            }
        } else if (word == "go") {
            std::cout << "move " << last << std::endl;
        } else if (word == "quit") {
            break;
        }
    }
}

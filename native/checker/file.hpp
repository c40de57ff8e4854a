// A certificate as it stands in its file: a title, a header in JSON, a body, and the checksum of all before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/advice.hpp"
#include "checker/json.hpp"
#include "checker/sha256.hpp"

namespace enraya::certificate {

// The body is read from its beginning to its end, and is never whole in memory. Throws std::invalid_argument
// for what is no certificate.
class File {
  public:
    explicit File(const std::string& path) : file_(path, std::ios::binary) {
        if (!file_) throw std::invalid_argument("the file cannot be read");
        file_.seekg(0, std::ios::end);
        const auto size = static_cast<std::uint64_t>(file_.tellg());
        if (size < kChecksum) fail();
        check(size - kChecksum);
        file_.seekg(0);
        std::getline(file_, title);
        std::getline(file_, text);
        const std::uint64_t begun = title.size() + text.size() + 2;
        if (!file_ || begun > size - kChecksum) fail();
        left_ = size - kChecksum - begun;
        header = JsonReader::read(text);
    }

    std::string title, text;  // the first two lines
    Json header;

    Cells take(std::size_t count) {
        if (count > left_) throw std::invalid_argument("entries are missing");
        left_ -= count;
        Cells found(count);
        file_.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(count));
        if (!file_) throw std::invalid_argument("the file cannot be read");
        return found;
    }
    void check_end() const {
        if (left_) throw std::invalid_argument("there are too many entries");
    }

  private:
    static constexpr std::uint64_t kChecksum = 32;

    [[noreturn]] static void fail() { throw std::invalid_argument("the file is no certificate"); }

    void check(std::uint64_t left) {
        Sha256 hash;
        file_.seekg(0);
        std::string part;
        while (left) {
            part.resize(std::min<std::uint64_t>(left, 1 << 16));
            file_.read(part.data(), static_cast<std::streamsize>(part.size()));
            if (!file_) fail();
            hash.add(part);
            left -= part.size();
        }
        std::string said(kChecksum, '\0');
        file_.read(said.data(), kChecksum);
        if (!file_ || hash.digest() != said) throw std::invalid_argument("the checksum is wrong");
    }

    std::ifstream file_;
    std::uint64_t left_ = 0;
};

}  // namespace enraya::certificate

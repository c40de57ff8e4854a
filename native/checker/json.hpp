// As much of JSON as the header of a certificate needs: objects, arrays, strings, whole numbers and null.
#pragma once

#include <cctype>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace enraya::certificate {

struct Json {
    enum class Kind { Null, Number, Text, List, Object };

    Kind kind = Kind::Null;
    std::int64_t number = 0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> object;

    bool is_null() const { return kind == Kind::Null; }
    bool has(const std::string& name) const { return object.contains(name); }
    const Json& at(const std::string& name) const { return object.at(name); }
    std::int64_t whole() const { return require(Kind::Number).number; }
    const std::string& words() const { return require(Kind::Text).text; }
    const std::vector<Json>& items() const { return require(Kind::List).list; }

  private:
    const Json& require(Kind wanted) const {
        if (kind != wanted) throw std::invalid_argument("the header has something else there");
        return *this;
    }
};

// Throws std::invalid_argument for anything else.
class JsonReader {
  public:
    static Json read(std::string_view text) {
        JsonReader reader(text);
        Json found = reader.value(0);
        reader.skip_blanks();
        if (reader.at_ != text.size()) reader.fail();
        return found;
    }

  private:
    static constexpr int kDeepest = 16;

    explicit JsonReader(std::string_view text) : text_(text) {}

    [[noreturn]] static void fail() { throw std::invalid_argument("the header is no JSON that is known"); }

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    char next() {
        skip_blanks();
        if (at_ == text_.size()) fail();
        return text_[at_];
    }
    bool take(char sign) {
        if (next() != sign) return false;
        ++at_;
        return true;
    }

    Json value(int depth) {
        if (depth > kDeepest) fail();
        Json found;
        const char sign = next();
        if (sign == '{') {
            found.kind = Json::Kind::Object;
            ++at_;
            if (take('}')) return found;
            do {
                if (next() != '"') fail();
                const std::string name = string();
                if (!take(':')) fail();
                found.object[name] = value(depth + 1);
            } while (take(','));
            if (!take('}')) fail();
        } else if (sign == '[') {
            found.kind = Json::Kind::List;
            ++at_;
            if (take(']')) return found;
            do found.list.push_back(value(depth + 1));
            while (take(','));
            if (!take(']')) fail();
        } else if (sign == '"') {
            found.kind = Json::Kind::Text;
            found.text = string();
        } else if (text_.substr(at_, 4) == "null") {
            at_ += 4;
        } else {
            found.kind = Json::Kind::Number;
            found.number = number();
        }
        return found;
    }

    // Names of games and cells have no signs that would need a backslash.
    std::string string() {
        const std::size_t begin = ++at_;
        while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\') ++at_;
        if (at_ == text_.size() || text_[at_] != '"') fail();
        return std::string(text_.substr(begin, at_++ - begin));
    }

    std::int64_t number() {
        const bool is_negative = text_[at_] == '-';
        if (is_negative) ++at_;
        const std::size_t begin = at_;
        std::int64_t found = 0;
        while (at_ < text_.size() && at_ - begin < 15 && text_[at_] >= '0' && text_[at_] <= '9')
            found = 10 * found + (text_[at_++] - '0');
        if (at_ == begin) fail();
        return is_negative ? -found : found;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace enraya::certificate

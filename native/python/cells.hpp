// A set of cells as Python gives it: an integer, a bit a cell.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace enraya {

class PythonCells {
  public:
    static constexpr int kWords = 8;  // enough for 22×22

    // The bytes of the integer, the lowest first. Throws std::invalid_argument for a negative integer, or one
    // that is larger than any board.
    std::span<const std::uint8_t> bytes() const {
        if (!fits_) throw std::invalid_argument("a set has a cell that is not on the board");
        return bytes_;
    }

    // False with a Python error set if there is no memory for it.
    bool read(PyObject* integer) {
        // Most boards have fewer than 64 cells: their sets are read without making further integers.
        int overflow = 0;
        const long long small = PyLong_AsLongLongAndOverflow(integer, &overflow);
        if (!overflow && small >= 0) {
            put_word(0, static_cast<unsigned long long>(small));
            return true;
        }
        nanobind::object left = nanobind::borrow(integer);
        const nanobind::object word_bits = nanobind::steal(PyLong_FromLong(64));
        for (int word = 0; word < kWords && left.is_valid(); ++word) {
            put_word(word, PyLong_AsUnsignedLongLongMask(left.ptr()));
            left = nanobind::steal(PyNumber_Rshift(left.ptr(), word_bits.ptr()));
        }
        if (!left.is_valid()) return false;
        // A negative integer ends as −1, however often it is shifted.
        fits_ = PyObject_IsTrue(left.ptr()) == 0;
        return true;
    }

  private:
    void put_word(int word, unsigned long long content) {
        for (int byte = 0; byte < 8; ++byte)
            bytes_[static_cast<std::size_t>(word * 8 + byte)] =
                static_cast<std::uint8_t>(content >> 8 * byte);
    }

    std::array<std::uint8_t, 8 * kWords> bytes_{};
    bool fits_ = true;
};

// The integer of which these are the words, the lowest first.
inline nanobind::int_ integer_of(std::span<const std::uint64_t> words) {
    nanobind::object all = nanobind::int_(0);
    for (std::size_t word = words.size(); word-- > 0;)
        all = (all << nanobind::int_(64)) | nanobind::int_(words[word]);
    return nanobind::int_(all);
}

}  // namespace enraya

template <>
struct nanobind::detail::type_caster<enraya::PythonCells> {
    NB_TYPE_CASTER(enraya::PythonCells, const_name("int"))

    bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
        if (!PyLong_Check(source.ptr())) return false;
        if (value.read(source.ptr())) return true;
        PyErr_Clear();
        return false;
    }
};

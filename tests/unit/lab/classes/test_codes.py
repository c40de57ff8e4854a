from __future__ import annotations

from enraya.lab.classes.codes import draw_code, draw_word, read_code, read_word


def test_a_code_is_read_however_it_was_typed():
    for _ in range(50):
        code = draw_code()
        assert read_code(code) == code
        assert read_code(f" {code.lower().replace('-', ' ')} ") == code
    for text in ("", "ABC", "ABC-DE0", "ABCDEFG", "ABC-DÉF"):
        assert read_code(text) is None


def test_codes_and_words_do_not_come_twice():
    assert len({draw_code() for _ in range(500)}) == 500
    words = {draw_word() for _ in range(200)}
    assert len(words) > 195
    assert read_word(" TaVu meKo\n") == "tavumeko"
    assert all(len(word) == 8 and word.isalpha() for word in words)

"""Plain play at a real pseudo-terminal."""

import pexpect
import pytest

ENGLISH_PROMPT = r"Your move[^:]*\):"


def answer(child, *lines):
    for line in lines:
        child.expect(r"(Your move|Tu jugada)[^:]*\):")
        child.sendline(line)


@pytest.mark.parametrize(
    ("lang", "won", "rematch"),
    [("en", "Winner of game 1: player 1", "A rematch"), ("es", "Gana la partida 1: jugador 1", "¿La revancha")],
)
def test_a_whole_game(play_at_terminal, lang, won, rematch):
    child = play_at_terminal(lang=lang)
    answer(child, "b2", "2 1", "1", "c3", "sdf", "c1", "a2", "b1", "a3")
    child.expect_exact(won)
    child.expect_exact(rematch)
    child.sendline("no")
    child.wait()
    assert child.exitstatus == 0


def test_a_persons_time_runs_out_and_a_random_move_is_played_for_them(play_at_terminal):
    child = play_at_terminal(seconds=1)
    child.expect_exact("Your move, 1 s left")
    child.expect_exact("Time is up (player 1): a random move is played.")
    child.expect_exact("at random, because time ran out")
    child.expect_exact("Turn: player 2, with O.")
    child.sendline("exit")
    child.expect_exact("The match was left")
    child.wait()
    assert child.exitstatus == 0


def test_a_pause_stops_the_clock(play_at_terminal):
    child = play_at_terminal(seconds=2)
    answer(child, "pausa")
    child.expect_exact("Press Enter to go on:")
    # Longer than the time for a move: a clock that went on would say that time is up.
    assert child.expect(["Time is up", pexpect.TIMEOUT], timeout=3) == 1
    child.sendline("")
    answer(child, "exit")
    child.expect_exact("The match was left")


def test_the_machine_answers_and_undo_gives_the_move_back(play_at_terminal):
    child = play_at_terminal(second="alphabeta+", seconds=20)
    answer(child, "b2", "undo", "a1", "moves")
    child.expect(r"1\. you: a1, .*2\. alphabeta\+: b2, ")
    answer(child, "exit")
    child.expect_exact("Time (alphabeta+): mean")


def test_ctrl_c_shows_the_standing_and_ends_with_130(play_at_terminal):
    child = play_at_terminal()
    child.expect(ENGLISH_PROMPT)
    # Between its prompt and its wait for a key Python's input() can miss a signal until the next one.
    for _ in range(5):
        child.sendintr()
        if child.expect_exact(["The match was left", pexpect.TIMEOUT], timeout=10) == 0:
            break
    child.expect_exact("Time (player 2): no move.")
    child.wait()
    assert child.exitstatus == 130


def test_ctrl_d_ends_politely(play_at_terminal):
    child = play_at_terminal()
    child.expect(ENGLISH_PROMPT)
    child.sendeof()
    child.expect_exact("The match was left")
    child.wait()
    assert child.exitstatus == 0


def test_half_a_move_is_gone_when_the_time_is_up(play_at_terminal):
    child = play_at_terminal(seconds=2)
    child.expect_exact("Your move, 2 s left")
    child.send("a")
    child.expect_exact("Time is up (player 1)")
    child.expect_exact("Turn: player 2, with O.")
    child.expect_exact("Your move")
    child.sendline("moves")
    # Were the letter still there, this would be «amoves», which is no command.
    child.expect_exact("1. player 1:")
    child.sendline("exit")

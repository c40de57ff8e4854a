"""Puzzles on the page: chosen, tried, refuted and solved; the one of the day and its streak."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from enraya.lab.puzzles.sets import shipped_set


def puzzle_of(kind, game):
    return next(each for each in shipped_set().puzzles if (each.kind, each.game) == (kind, game))


@pytest.fixture
def solver(sit):
    return sit()


def state_of(player):
    return player.page.get_by_test_id("puzzle-state")


def play(player, position, move):
    (cell,) = position.game.gesture(position.state, position.move(move)).clicks[0][:1]
    player.click(cell)


def test_puzzles_are_chosen_by_game_kind_and_difficulty_and_the_choice_stays_in_the_address(solver):
    solver.open("puzzles")
    page, count = solver.page, len(shipped_set().puzzles)
    status = page.get_by_role("status").filter(has_text="puzzles,")
    expect(status).to_have_text(f"{count} puzzles, 0 solved")
    page.get_by_label("Kind").select_option("hold")
    page.get_by_label("Difficulty").select_option("3")
    wanted = [each for each in shipped_set().puzzles if each.kind == "hold" and each.difficulty == 3]
    expect(status).to_have_text(f"{len(wanted)} puzzles, 0 solved")
    assert "kind=hold" in page.url and "difficulty=3" in page.url
    assert solver.axe() == []
    page.get_by_role("link", name="Start").click()
    expect(solver.heading).to_have_text("Find the only move that does not lose")
    assert "kind=hold" in page.url


def test_a_wrong_try_is_refuted_on_the_board_and_the_right_one_solves_the_puzzle(solver):
    puzzle = puzzle_of("hold", "mnk(3,3,3)")
    position = puzzle.position()
    solver.open(f"puzzles/{puzzle.name}")
    wrong = next(move for move in position.legal_moves if move != puzzle.solution)
    play(solver, position, wrong)
    expect(state_of(solver)).to_contain_text(f"After {wrong} you lose")
    # The refutation stands on the board, to its end.
    steps = solver.page.locator("ol button")
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(steps.first).to_have_text(wrong)
    assert solver.axe() == []
    solver.page.get_by_role("button", name="Try again").click()
    play(solver, position, puzzle.solution)
    expect(state_of(solver)).to_contain_text("Solved")
    expect(state_of(solver)).to_contain_text("After one wrong try.")
    kept = json.loads(solver.page.evaluate("localStorage.getItem('enraya.progress')"))
    assert kept["puzzles"][puzzle.name]["isSolved"]
    solver.open("puzzles")
    expect(solver.page.get_by_role("status").filter(has_text="puzzles,")).to_contain_text("1 solved")


def test_a_win_in_several_moves_is_answered_move_by_move_with_the_keyboard(sit):
    solver = sit(language="es", width=360, height=720)
    puzzle = puzzle_of("double_threat", "mnk(3,3,3)")
    solver.open(f"puzzles/{puzzle.name}")
    position = puzzle.position()
    (cell,) = position.game.gesture(position.state, position.move(puzzle.solution)).clicks[0][:1]
    solver.cell(cell).focus()
    solver.page.keyboard.press("Enter")
    expect(state_of(solver)).to_contain_text("sigue")
    solver.page.get_by_role("button", name="Ver la solución").click()
    expect(state_of(solver)).to_contain_text(f"La solución: {puzzle.solution}")
    assert solver.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_puzzle_of_the_day_is_everybodys_and_makes_a_streak(solver):
    day = next(
        day
        for day in (date(2026, 11, 17) + timedelta(days=days) for days in range(60))
        if shipped_set().of_day(day).game == "mnk(4,4,3)"
    )
    puzzle, kept = shipped_set().of_day(day), {"format": "enraya.progress", "version": 1, "games": [], "puzzles": {}}
    kept["days"] = [str(day - timedelta(days=2)), str(day - timedelta(days=1))]
    solver.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12))
    solver.page.add_init_script(f"localStorage['enraya.progress'] ??= {json.dumps(json.dumps(kept))}")
    solver.open("puzzles")
    expect(solver.page.get_by_text("2 days in a row")).to_be_visible()
    solver.page.get_by_role("link", name="Solve it").click()
    position = puzzle.position()
    line = solver.page.request.get(f"{solver.server.address}api/puzzles/{puzzle.name}/solution").json()["line"]
    for ply in range(0, len(line), 2):
        play(solver, position, line[ply])
        expect(state_of(solver)).to_contain_text("Solved" if ply + 1 >= len(line) else "go on")
        position = puzzle.position().play_all(line[: ply + 2])
    expect(solver.page.get_by_text("3 days in a row")).to_be_visible()
    solver.open("puzzles")
    expect(solver.page.get_by_text("Solved today.")).to_be_visible()

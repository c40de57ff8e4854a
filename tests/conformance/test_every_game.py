"""One suite that every game must pass, whatever its rules.

Each promise is a function that takes a game and the random plays of it. A game is one test, so that its plays are
made once; what fails is named by the function that failed.
"""

from __future__ import annotations

from math import isfinite
from xml.etree import ElementTree

import pytest

from enraya import IllegalMove, Player, Position, find_game
from enraya.locale import LANGUAGES, Words
from tests.conformance.samples import GAMES, OWN_GAME, Sample, label, some_moves

PROMISES = []


def promise(check):
    """Every game keeps what *check* asserts."""
    PROMISES.append(check)
    return check


@pytest.mark.parametrize("spec", GAMES, ids=label)
def test_a_game_keeps_every_promise(spec):
    game, sample = find_game(spec), Sample(spec)
    for check in PROMISES:
        check(game, sample)


@promise
def legal_moves_are_empty_exactly_when_there_is_an_outcome(game, sample):
    for state in sample.states(5000):
        assert bool(game.legal_moves(state)) == (game.outcome(state) is None), state


@promise
def every_random_game_ends(game, sample):
    for play in sample.plays:
        # Where play can go round in circles the third repetition ends it.
        assert play.outcome is not None
        assert game.longest is None or len(play.moves) <= game.longest


@promise
def legal_moves_are_all_different(game, sample):
    for state in sample.states(1000):
        moves = game.legal_moves(state)
        assert len(set(moves)) == len(moves)


@promise
def playing_leaves_the_state_untouched(game, sample):
    for state in sample.states(400):
        before = repr(state), hash(state)
        for move in some_moves(game, state):
            game.play(state, move)
            assert (repr(state), hash(state)) == before


@promise
def states_cannot_be_changed(game, sample):
    for state in sample.states(20):
        with pytest.raises((AttributeError, TypeError)):
            state.turn = Player.FIRST
        with pytest.raises(TypeError):
            state[0] = 0


@promise
def the_same_moves_lead_to_equal_states(game, sample):
    for play in sample.plays[:100]:
        state = game.initial()
        for move, then in zip(play.moves, play.states[1:], strict=True):
            state = game.play(state, move)
            assert state == then
            assert hash(state) == hash(then)


@promise
def the_player_to_move_is_one_of_the_two(game, sample):
    for state in sample.states(1000):
        assert isinstance(game.to_move(state), Player)


@promise
def the_text_of_every_legal_move_names_that_move(game, sample):
    for state in sample.states(1000):
        for move in some_moves(game, state):
            assert game.parse_move(state, game.format_move(move)) == move
            assert game.parse_move(state, f"  {game.format_move(move)} ") == move


@promise
def moves_written_one_after_another_are_read_one_by_one(game, sample):
    for play in sample.plays[:20]:
        written = [game.format_move(move) for move in play.moves]
        assert game.split_moves(play.states[0], " ".join(written)) == written


@promise
def a_move_after_the_end_is_refused_in_both_languages(game, sample):
    for play in sample.plays[:20]:
        position = Position(game, play.states, play.moves)
        with pytest.raises(IllegalMove) as refusal:
            position.play(game.format_move(play.moves[0]))
        assert refusal.value.code == "error.game_over"
        assert refusal.value.in_language("es") != refusal.value.in_language("en")


@promise
def the_text_of_every_state_describes_that_state(game, sample):
    for state in sample.states(300):
        text = game.format_state(state)
        if text is not None:
            assert game.parse_state(text) == state
            assert game.format_state(game.parse_state(text)) == text


@promise
def symmetries_change_the_view_and_not_the_game(game, sample):
    for state in sample.states(150):
        for symmetry in game.symmetries():
            seen = symmetry.state(state)
            assert game.to_move(seen) == game.to_move(state)
            assert game.outcome(seen) == game.outcome(state)
            assert {symmetry.move(move) for move in game.legal_moves(state)} == set(game.legal_moves(seen))
            for move in some_moves(game, state)[:5]:
                assert game.play(seen, symmetry.move(move)) == symmetry.state(game.play(state, move))


@promise
def symmetries_are_different_and_none_leaves_everything_in_place(game, sample):
    moves = game.legal_moves(game.initial())
    views = [tuple(map(symmetry.move, moves)) for symmetry in game.symmetries()]
    assert len({*views, tuple(moves)}) == len(views) + 1


@promise
def an_evaluation_is_a_number_and_one_sides_gain_is_the_others_loss(game, sample):
    for state in sample.states(200):
        value = game.evaluate(state, Player.FIRST)
        assert isfinite(value)
        assert game.evaluate(state, Player.SECOND) == -value


def load_again(position):
    # A saved text never makes a Python file run, so the game of a file is given.
    return Position.load(position.save(), position.game if position.game.name == OWN_GAME else None)


@promise
def a_saved_position_loads_as_it_was(game, sample):
    for play in sample.plays[:20]:
        position = Position(game, play.states, play.moves)
        loaded = load_again(position)
        assert loaded == position
        assert loaded.outcome == position.outcome


@promise
def a_position_saved_from_the_middle_loads_as_it_was(game, sample):
    for play in sample.plays[:5]:
        if game.format_state(play.states[0]) is None:
            continue
        middle = len(play.moves) // 2
        position = Position(game, play.states[middle:], play.moves[middle:])
        assert load_again(position) == position


@promise
def undoing_every_move_comes_back_to_the_start(game, sample):
    play = sample.plays[0]
    position = Position(game, play.states, play.moves)
    for state in reversed(play.states[:-1]):
        position = position.undo()
        assert position.state == state
    assert position == Position.start(game)


@promise
def every_state_can_be_printed_and_drawn(game, sample):
    for state in sample.states(40):
        assert game.render(state).strip()
        drawn = ElementTree.fromstring(game.svg(state))
        assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
        assert drawn.find("{http://www.w3.org/2000/svg}title").text


@promise
def a_board_has_a_sign_and_an_owner_for_each_cell(game, sample):
    for state in sample.states(100):
        board = game.board(state)
        if board is None:
            continue
        assert len(board.cells) == len(board.owners) == board.columns * board.rows * board.levels
        assert all(board.cells[cell] for strike in board.strikes for cell in strike.cells)
        assert all(board.cells[cell] for cell in game.winning_cells(state))
        assert all(owner is None for sign, owner in zip(board.cells, board.owners, strict=True) if not sign)


@promise
def the_name_of_a_game_finds_it_again(game, sample):
    assert find_game(game.name) == game
    assert find_game(game.name).name == game.name
    assert find_game(f" {game.name} ") == game


@promise
def the_forms_of_a_move_are_explained_in_both_languages(game, sample):
    assert all(Words(language).has(game.move_forms()) for language in LANGUAGES)


@promise
def the_native_search_is_told_the_same_turn_and_moves(game, sample):
    if game.kernel() is None:
        return
    for state in sample.states(100):
        told = game.kernel_state(state)
        if told is not None:
            assert told.turn == game.to_move(state)
            count = len(game.legal_moves(game.initial()))
            assert set(game.legal_moves(state)) <= {game.kernel_move(index) for index in range(count)}

"""One suite that every game must pass, whatever its rules."""

from __future__ import annotations

from math import isfinite
from xml.etree import ElementTree

import pytest

from enraya import IllegalMove, Player, Position, find_game
from enraya.custom import is_file_name
from enraya.locale import LANGUAGES, Words
from tests.conformance.samples import GAMES, label, plays, some_moves, states_met

every_game = pytest.mark.parametrize("spec", GAMES, ids=label)


@every_game
def test_legal_moves_are_empty_exactly_when_there_is_an_outcome(spec):
    game = find_game(spec)
    for state in states_met(spec, 5000):
        assert bool(game.legal_moves(state)) == (game.outcome(state) is None), state


@every_game
def test_every_random_game_ends(spec):
    game = find_game(spec)
    for play in plays(spec):
        # Where play can go round in circles the third repetition ends it.
        assert play.outcome is not None
        assert game.longest is None or len(play.moves) <= game.longest


@every_game
def test_legal_moves_are_all_different(spec):
    game = find_game(spec)
    for state in states_met(spec, 1000):
        moves = game.legal_moves(state)
        assert len(set(moves)) == len(moves)


@every_game
def test_playing_leaves_the_state_untouched(spec):
    game = find_game(spec)
    for state in states_met(spec, 400):
        before = repr(state), hash(state)
        for move in some_moves(game, state):
            game.play(state, move)
            assert (repr(state), hash(state)) == before


@every_game
def test_states_cannot_be_changed(spec):
    for state in states_met(spec, 20):
        with pytest.raises((AttributeError, TypeError)):
            state.turn = Player.FIRST
        with pytest.raises(TypeError):
            state[0] = 0


@every_game
def test_the_same_moves_lead_to_equal_states(spec):
    game = find_game(spec)
    for play in plays(spec)[:100]:
        state = game.initial()
        for move, then in zip(play.moves, play.states[1:], strict=True):
            state = game.play(state, move)
            assert state == then
            assert hash(state) == hash(then)


@every_game
def test_the_player_to_move_is_one_of_the_two(spec):
    game = find_game(spec)
    for state in states_met(spec, 1000):
        assert isinstance(game.to_move(state), Player)


@every_game
def test_the_text_of_every_legal_move_names_that_move(spec):
    game = find_game(spec)
    for state in states_met(spec, 1000):
        for move in some_moves(game, state):
            assert game.parse_move(state, game.format_move(move)) == move
            assert game.parse_move(state, f"  {game.format_move(move)} ") == move


@every_game
def test_moves_written_one_after_another_are_read_one_by_one(spec):
    game = find_game(spec)
    for play in plays(spec)[:20]:
        written = [game.format_move(move) for move in play.moves]
        assert game.split_moves(play.states[0], " ".join(written)) == written


@every_game
def test_a_move_after_the_end_is_refused_in_both_languages(spec):
    game = find_game(spec)
    for play in plays(spec)[:20]:
        if play.outcome is None:
            continue
        position = Position(game, play.states, play.moves)
        with pytest.raises(IllegalMove) as refusal:
            position.play(game.format_move(play.moves[0]))
        assert refusal.value.code == "error.game_over"
        assert refusal.value.in_language("es") != refusal.value.in_language("en")


@every_game
def test_the_text_of_every_state_describes_that_state(spec):
    game = find_game(spec)
    for state in states_met(spec, 300):
        text = game.format_state(state)
        if text is not None:
            assert game.parse_state(text) == state
            assert game.format_state(game.parse_state(text)) == text


@every_game
def test_symmetries_change_the_view_and_not_the_game(spec):
    game = find_game(spec)
    for state in states_met(spec, 150):
        for symmetry in game.symmetries():
            seen = symmetry.state(state)
            assert game.to_move(seen) == game.to_move(state)
            assert game.outcome(seen) == game.outcome(state)
            assert {symmetry.move(move) for move in game.legal_moves(state)} == set(game.legal_moves(seen))
            for move in some_moves(game, state)[:5]:
                assert game.play(seen, symmetry.move(move)) == symmetry.state(game.play(state, move))


@every_game
def test_symmetries_are_different_and_none_leaves_everything_in_place(spec):
    game = find_game(spec)
    moves = game.legal_moves(game.initial())
    views = [tuple(map(symmetry.move, moves)) for symmetry in game.symmetries()]
    assert len({*views, tuple(moves)}) == len(views) + 1


@every_game
def test_an_evaluation_is_a_number_and_one_sides_gain_is_the_others_loss(spec):
    game = find_game(spec)
    for state in states_met(spec, 200):
        value = game.evaluate(state, Player.FIRST)
        assert isfinite(value)
        assert game.evaluate(state, Player.SECOND) == -value


def load_again(spec, position):
    # A saved text never makes a Python file run, so the game of a file is given.
    return Position.load(position.save(), position.game if is_file_name(spec) else None)


@every_game
def test_a_saved_position_loads_as_it_was(spec):
    game = find_game(spec)
    for play in plays(spec)[:20]:
        position = Position(game, play.states, play.moves)
        loaded = load_again(spec, position)
        assert loaded == position
        assert loaded.outcome == position.outcome


@every_game
def test_a_position_saved_from_the_middle_loads_as_it_was(spec):
    game = find_game(spec)
    for play in plays(spec)[:5]:
        if game.format_state(play.states[0]) is None:
            continue
        middle = len(play.moves) // 2
        position = Position(game, play.states[middle:], play.moves[middle:])
        assert load_again(spec, position) == position


@every_game
def test_undoing_every_move_comes_back_to_the_start(spec):
    game = find_game(spec)
    play = plays(spec)[0]
    position = Position(game, play.states, play.moves)
    for state in reversed(play.states[:-1]):
        position = position.undo()
        assert position.state == state
    assert position == Position.start(game)


@every_game
def test_every_state_can_be_printed_and_drawn(spec):
    game = find_game(spec)
    for state in states_met(spec, 40):
        assert game.render(state).strip()
        drawn = ElementTree.fromstring(game.svg(state))
        assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
        assert drawn.find("{http://www.w3.org/2000/svg}title").text


@every_game
def test_a_board_has_a_sign_and_an_owner_for_each_cell(spec):
    game = find_game(spec)
    for state in states_met(spec, 100):
        board = game.board(state)
        if board is None:
            continue
        assert len(board.cells) == len(board.owners) == board.columns * board.rows * board.levels
        assert all(board.cells[cell] for strike in board.strikes for cell in strike.cells)
        assert all(board.cells[cell] for cell in game.winning_cells(state))
        assert all(owner is None for sign, owner in zip(board.cells, board.owners, strict=True) if not sign)


@every_game
def test_the_name_of_a_game_finds_it_again(spec):
    game = find_game(spec)
    assert find_game(game.name) == game
    assert find_game(game.name).name == game.name
    assert find_game(f" {game.name} ") == game


@every_game
def test_the_forms_of_a_move_are_explained_in_both_languages(spec):
    assert all(Words(language).has(find_game(spec).move_forms()) for language in LANGUAGES)


@every_game
def test_the_native_search_is_told_the_same_turn_and_moves(spec):
    game = find_game(spec)
    if game.kernel() is None:
        return
    for state in states_met(spec, 100):
        told = game.kernel_state(state)
        if told is not None:
            assert told.turn == game.to_move(state)
            count = len(game.legal_moves(game.initial()))
            assert set(game.legal_moves(state)) <= {game.kernel_move(index) for index in range(count)}

"""A person's hand in a match: pointing at cells, choosing from the list, typing a move."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.widgets import Input, OptionList

from enraya.match import Played
from enraya.tui.board.view import BoardView
from enraya.tui.dialogs import ChoiceDialog
from enraya.tui.match.messages import Request
from enraya.tui.match.view import ACT, MOVE, MatchView
from enraya.tui.wording import move_name


class MatchPointing(MatchView):
    """A match that a person can play in."""

    def _request(self, make: Request) -> None:
        """Ask for an event of the match."""
        raise NotImplementedError

    # Pointing and choosing

    def on_board_view_cursor_moved(self, event: BoardView.CursorMoved) -> None:
        """Draw the cursor where it is now."""
        if self._shown is not None and self._shown.board is not None:
            self._show_position()

    def on_board_view_cell_pointed(self, event: BoardView.CellPointed) -> None:
        """Make the move that this means, or go on with it."""
        self._point(event.cell)

    def action_point(self) -> None:
        """Point at the cell under the cursor."""
        choices = self.query_one("#choices", OptionList)
        if choices.has_focus:
            choices.action_select()
        else:
            self._point(self.query_one(BoardView).cursor)

    def _point(self, cell: int) -> None:
        if not self._is_persons_turn():
            self._say(self._why_not_now())
            return
        pointed = self._pointing.point(cell)
        if pointed.move is not None:
            self._play(pointed.move)
        elif pointed.ask:
            self._ask_which(pointed.ask)
        elif not pointed.meant:
            self._say(self._why_nothing(cell))
        self._show_position()

    def _ask_which(self, moves: Sequence[str]) -> None:
        choices = [(move, self._pointing.choices[move].sign or move_name(move, self.words)) for move in moves]
        question = self.words("board.ask.sign", cell=moves[0].partition("@")[2] or moves[0])
        self.app.push_screen(ChoiceDialog(question, choices), lambda move: self._play(move) if move else None)

    def _why_not_now(self) -> str:
        match = self._shown.match if self._shown else None
        if match is None or match.phase != "playing":
            return self.words("web.idle.over")
        return self.words("web.idle.paused" if match.is_paused else "web.move.not_now")

    def _why_nothing(self, cell: int) -> str:
        shown = self._shown
        assert shown is not None
        gestures = shown.choices.values()
        if any(gesture.says for gesture in gestures):
            return self.words("web.idle.choose")
        board = shown.board
        is_taken = board is not None and bool(board.cells[cell])
        if any(len(gesture.clicks) > 1 for gesture in gestures):
            if not is_taken:
                return self.words("web.idle.pick_first")
            owner = next((gesture.owner for gesture in gestures), None)
            is_own = board is not None and board.owners[cell] == owner
            return self.words("web.idle.stuck" if is_own else "web.idle.not_yours")
        return self.words("web.idle.taken" if is_taken else "web.idle.nothing")

    def _play(self, move: str) -> None:
        self._pointing.cancel()
        self._request(lambda match, at: Played(move, at))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move from the list, or a way to go on."""
        name = event.option.id or ""
        if name.startswith(MOVE):
            self._play(name.removeprefix(MOVE))
        else:
            self.call_later(self.run_action, name.removeprefix(ACT))

    def on_key(self, event: events.Key) -> None:
        """A letter that can be put down is put down at the cursor; a digit begins a typed move."""
        if self.query_one("#move").has_focus or not event.character or not self._is_persons_turn():
            return
        view = self.query_one(BoardView)
        if not view.has_focus:
            return
        if (move := self._pointing.point_with_sign(view.cursor, event.character)) is not None:
            if self._shown is not None and self._shown.board is not None and self._shown.board.style == "letters":
                event.stop()
                self._play(move)
        elif event.character.isdigit():
            event.stop()
            self._open_input(event.character)

    def action_type_move(self) -> None:
        """Write a move."""
        self._open_input("")

    def _open_input(self, text: str) -> None:
        typed = self.query_one("#move", Input)
        typed.display = True
        typed.value = text
        typed.focus()
        typed.cursor_position = len(text)
        if self._shown is not None:
            forms = self.words(self._shown.match.position.game.move_forms())
            self._say(self.words("web.move.forms", forms=forms))

    def _close_input(self) -> None:
        typed = self.query_one("#move", Input)
        typed.display, typed.value = False, ""
        choices = self.query_one("#choices", OptionList)
        target = choices if choices.display and not self._pointing.open else self.query_one(BoardView)
        target.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the move that was typed; what is no move is refused in a sentence."""
        text = event.value.strip()
        self._close_input()
        if text:
            if self._is_persons_turn():
                self._play(text)
            else:
                self._say(self._why_not_now())

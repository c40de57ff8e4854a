"""A board in a notebook on which a click plays a move, against a machine or for both sides."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from enraya import Game, Limit, Position, find_strategy
from enraya.errors import EnrayaError
from enraya.locale import Words, language_of_user
from enraya.notebook.clicks import moves_by_click

SECONDS = 0.5
"""The time that a machine has for its answer."""


class PlayableBoard(anywidget.AnyWidget):
    """A position to play on by clicking; *opponent* answers, or nobody does and clicks play both sides.

    `position` is where the game stands: assign another one to show it. Moves that no click makes, and any other, can be
    chosen from the list below the board, which a keyboard reaches, too.

    >>> from enraya.notebook import PlayableBoard
    >>> board = PlayableBoard("mnk(3,3,3)", opponent="perfect", seed=1)
    >>> board.play("a1")
    >>> board.position.move_texts
    ['a1', 'b2']
    """

    svg = traitlets.Unicode().tag(sync=True)
    cells = traitlets.List().tag(sync=True)
    """For each cell that may be clicked: its centre as parts of the width and height, and the moves it makes."""

    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    clicked = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The last move asked for, with a number so that the same text may be asked for twice."""

    _esm = """
    function render({ model, el }) {
      const board = document.createElement("div");
      board.style.cssText = "position:relative;display:inline-block;max-width:100%";
      const status = document.createElement("p");
      status.setAttribute("role", "status");
      const list = document.createElement("select");
      const undo = document.createElement("button");
      const anew = document.createElement("button");
      const ask = (text) => {
        model.set("clicked", [text, String(Date.now())]);
        model.save_changes();
      };
      const draw = () => {
        const labels = model.get("labels");
        board.innerHTML = model.get("svg");
        const picture = board.querySelector("svg");
        picture.style.cssText = "max-width:100%;height:auto;display:block";
        for (const { x, y, side, label, moves } of model.get("cells")) {
          const spot = document.createElement("button");
          spot.style.cssText = `position:absolute;left:${(x - side / 2) * 100}%;top:${(y - side / 2) * 100}%;` +
            `width:${side * 100}%;aspect-ratio:1;background:transparent;border:0;cursor:pointer`;
          spot.setAttribute("aria-label", label);
          spot.title = label;
          spot.onclick = () => {
            if (moves.length === 1) return ask(moves[0]);
            show(moves);
            list.focus();
          };
          board.append(spot);
        }
        status.textContent = model.get("message");
        undo.textContent = labels.undo;
        anew.textContent = labels.anew;
        show(model.get("moves"));
      };
      const show = (moves) => {
        const first = new Option(model.get("labels").choose, "");
        list.replaceChildren(first, ...moves.map((move) => new Option(move, move)));
        list.setAttribute("aria-label", model.get("labels").choose);
        list.disabled = moves.length === 0;
      };
      list.onchange = () => list.value && ask(list.value);
      undo.onclick = () => ask(":undo");
      anew.onclick = () => ask(":new");
      const tools = document.createElement("div");
      tools.append(list, " ", undo, " ", anew);
      el.append(board, status, tools);
      model.on("change:svg change:message change:moves", draw);
      draw();
    }
    export default { render };
    """

    def __init__(
        self,
        game: str | Game[Any, Any] | Position | object = "mnk(3,3,3)",
        opponent: str | None = "alphabeta+",
        *,
        seconds: float = SECONDS,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        self._words = Words(language_of_user())
        self._start = game if isinstance(game, Position) else Position.start(game)
        self._limit = Limit(seconds)
        self._person = self._start.to_move
        self._strategy = None if opponent is None else find_strategy(opponent, self._start.game, seed)
        self.labels = {name: self._words(f"library.board.{name}") for name in ("choose", "undo", "anew")}
        self.observe(self._on_click, names=["clicked"])
        self.position = self._start

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self._show(self._status())

    def play(self, move: str) -> None:
        """Play *move*, and have it answered."""
        position = self._position.play(move)
        while self._strategy is not None and not position.is_over and position.to_move != self._person:
            position = position.play(self._strategy.choose(position, self._limit).move)
        self.position = position

    def undo(self) -> None:
        """Take back to the user's own last move."""
        position = self._position
        while position.moves:
            position = position.undo()
            if self._strategy is None or position.to_move == self._person:
                break
        self.position = position

    def _on_click(self, change: Any) -> None:
        asked = change["new"][0]
        try:
            if asked == ":undo":
                self.undo()
            elif asked == ":new":
                self.position = self._start
            else:
                self.play(asked)
        except EnrayaError as error:
            self._show(error.in_language(self._words.language))

    def _show(self, message: str) -> None:
        position = self._position
        with self.hold_sync():
            self.svg = position._repr_svg_()
            self.cells = moves_by_click(position)
            self.moves = position.legal_moves
            self.message = message

    def _status(self) -> str:
        position, words = self._position, self._words
        names = [words("cli.side.first"), words("cli.side.second")]
        if not position.is_over:
            return words("library.board.turn", who=names[position.to_move])
        winner = position.winner
        return words("library.board.drawn") if winner is None else words("library.board.won", who=names[winner])

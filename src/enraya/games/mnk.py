"""m,n,k-games: tic-tac-toe and all its kin on a flat board."""

from __future__ import annotations

from enraya.games.lines import LineGame


class MNK(LineGame):
    """m columns, n rows, k in a row wins; a full board draws. With *misere*, completing k loses."""

    def __init__(self, m: int, n: int, k: int, misere: bool = False) -> None:
        self.name = f"mnk({m},{n},{k}{',misere=true' if misere else ''})"
        super().__init__((m, n), k, misere=misere)

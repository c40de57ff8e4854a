"""The kinds of exercises, by name. The command line names them before it loads the rest, so they stand alone."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal["values", "move", "cuts", "windows"]
KINDS: tuple[Kind, ...] = get_args(Kind)

"""Rules that came as a file, for who judges a game between machines: held by the jail, and never loaded here."""

from __future__ import annotations

from pathlib import Path

from enraya.catalogue import offer, withdraw
from enraya.custom import is_file_name, split_file_name
from enraya.custom.hosted import HostedGame

_held: dict[str, HostedGame] = {}


def hold_rules(name: str) -> None:
    """Host the rules of the game *name*, if it is a file, in a process in the jail, for every later `find_game`.

    A file that cannot be loaded or played is refused. One that has changed since is loaded anew.
    """
    name = name.strip()
    if not is_file_name(name):
        return
    if (held := _held.get(name)) is not None:
        if not held.has_changed():
            return
        withdraw(name, held)
        held.close()
    game = HostedGame(name, Path(split_file_name(name)[0]).name, is_shared=True)
    try:
        game.prepare()
        if game.fault is not None:
            raise game.fault
    except BaseException:
        game.close()
        raise
    _held[name] = game
    offer(name, game)

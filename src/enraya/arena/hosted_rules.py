"""Rules that came as a file, for the referee of a game between machines: hosted in the jail, and never loaded here."""

from __future__ import annotations

from pathlib import Path

from enraya.catalogue import offer, withdraw
from enraya.custom import is_file_name, split_file_name
from enraya.custom.hosted import HostedGame

_hosted: dict[str, HostedGame] = {}


def host_rules(name: str) -> None:
    """Host the rules of the game *name*, if it is a file, in a process in the jail, for every later `find_game`.

    A file that cannot be loaded or played is refused. One that has changed since is loaded anew.
    """
    name = name.strip()
    if not is_file_name(name):
        return
    if (hosted := _hosted.get(name)) is not None:
        if not hosted.has_changed():
            return
        withdraw(name, hosted)
        hosted.close()
    game = HostedGame(name, Path(split_file_name(name)[0]).name, is_shared=True)
    try:
        game.prepare()
        if game.fault is not None:
            raise game.fault
    except BaseException:
        game.close()
        raise
    _hosted[name] = game
    offer(name, game)

"""Every command by its name, and the group of them all; the module of a command is loaded when the command runs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from enraya.commands.framework.help import Command, LocalisedHelp, PlayerCommand
from enraya.commands.framework.options import words
from enraya.custom import failure_in_file, raise_unless_own

MODULES = {
    "play": "play", "menu": "play", "tui": "tui", "serve": "serve", "solve": "solve", "analyse": "analyse",
    "count": "count", "match": "match", "tournament": "tournament", "tree": "tree", "compare": "compare",
    "practise": "practise", "grade": "grade", "lesson": "lesson", "puzzles": "puzzles", "book": "book",
    "engine": "engine", "bot": "bot", "check": "check", "jail": "jail", "backup": "database",
    "restore": "database", "database": "database", "bench": "bench",
}  # fmt: skip
"""The commands in the order of the help, each with the module of `enraya.commands` that has it as a function."""

WITH_PLAYERS = ("play", "analyse", "match", "tournament")


class CommandGroup(LocalisedHelp, TyperGroup):
    """All the commands. Help and completion list them by name and description; only what is run is built."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.subcommand_metavar = words("cli.heading.subcommand")

    def list_commands(self, ctx: Any) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """The command as it is listed: without its parameters."""
        return Command(cmd_name, help=words(f"cli.{cmd_name}.help")) if cmd_name in MODULES else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and build_command(args[0]), rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what a custom file raised outside of any call of ours is raised as its sentence."""
        try:
            return super().invoke(ctx)
        except BaseException as error:
            # Typer would take a KeyboardInterrupt of the file for Ctrl-C.
            raise_unless_own(error)
            if (failure := failure_in_file(error)) is None:
                raise
            raise failure from None


@cache
def build_command(name: str) -> Any:
    """The command *name* with its parameters, ready to be run."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    kind = PlayerCommand if name in WITH_PLAYERS else Command
    function = getattr(import_module(f"enraya.commands.{MODULES[name]}"), name)
    app.command(name, cls=kind, help=words(f"cli.{name}.help"), epilog=words(f"cli.{name}.example"))(function)
    return get_command(app)

"""Help in the user's language: the headings too, which the library that reads command lines has in English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from enraya.commands.framework.options import words

COMPLETION = ("install_completion", "show_completion")
"""The options that the library itself adds, with English words."""

KINDS = {
    str: "cli.kind.text",
    list[str]: "cli.kind.text",
    Path: "cli.kind.file",
    int: "cli.kind.whole",
    float: "cli.kind.number",
}


class LocalisedHelp:
    """The help of a command and of the group of all commands."""

    options_metavar: str | None

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        self.options_metavar = f"[{words('cli.heading.options').upper()}]"
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=_usage())

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help, option.metavar = words("cli.option.help"), ""
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _translate()
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            _name_kind(parameter)
        super().format_help(ctx, formatter)  # type: ignore[misc]


class Command(LocalisedHelp, TyperCommand):
    """A command whose help is all in the user's language."""


class PlayerCommand(Command):
    """A command that takes players: its help ends with who plays, and the options of each with their limits."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.epilog = "\n\n".join([self.epilog or "", words("cli.players.help"), *_players()])
        super().format_help(ctx, formatter)


def _name_kind(parameter: Any) -> None:
    """Describe in the user's language the type of an option, and the library's own options.

    A flag takes nothing; names and choices speak for themselves.
    """
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if parameter.name in COMPLETION:
        parameter.help = words(f"cli.option.{parameter.name}")
    if parameter.param_type_name == "argument":
        parameter.display_type_rich = lambda ctx: None
    elif annotation is bool:
        parameter.metavar = ""
    elif annotation in KINDS:
        parameter.metavar = f"<{words(KINDS[annotation])}>"


def _players() -> list[str]:
    """Every kind of player with its options."""
    from enraya.players.options import OPTIONS_OF, documented_options

    lines = []
    for player in OPTIONS_OF:
        options = (
            f"{option.name}={option.accepted or words('cli.kind.file')}" for option in documented_options(player)
        )
        lines.append(" ".join([player, *options]))
    return lines


def _usage() -> str:
    return f"{words('cli.heading.usage')}: "


def _translate() -> None:
    """Pass the translations to the library; only where help is shown, because drawing it is slow to load."""
    from typer import rich_utils

    rich_utils.ARGUMENTS_PANEL_TITLE = words("cli.heading.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = words("cli.heading.options")
    rich_utils.COMMANDS_PANEL_TITLE = words("cli.heading.commands")
    rich_utils.DEFAULT_STRING = f"[{words('cli.heading.default')}: {{}}]"
    rich_utils.REQUIRED_LONG_STRING = f"[{words('cli.heading.required')}]"
    usage = rf"(?P<usage>{_usage()})"
    rich_utils.OptionHighlighter.highlights = [*rich_utils.OptionHighlighter.highlights, usage]

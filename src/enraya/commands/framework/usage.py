"""Usage errors of the command line as one sentence in the user's language.

The errors are those of the library that reads command lines, whose own sentences are English and need not say what
is accepted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import Enum
from typing import Any, get_args

from enraya.commands.framework.options import words


def usage_sentence(error: Any, commands: Sequence[str]) -> str:
    """The usage error as a sentence: the mistake, the accepted values, and where to read more."""
    context, parameter = getattr(error, "ctx", None), getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "MissingParameter":
        sentence = words("cli.usage.missing", name=_written(parameter))
    elif kind == "NoSuchOption":
        sentence = words("cli.usage.no_option", option=error.option_name)
    elif kind == "BadParameter" and (accepted := _accepted(parameter)):
        sentence = words("cli.usage.bad", name=_written(parameter), accepted=accepted)
    elif kind == "BadOptionUsage":
        key = "no_value" if "not take a value" in error.format_message() else "no_values"
        sentence = words(f"cli.usage.{key}", option=error.option_name)
    elif context is not None and context.parent is None:
        sentence = words("cli.usage.no_command", text=_command_said(), commands=commands)
    elif "extra argument" in error.format_message():
        sentence = words("cli.usage.extra")
    else:
        sentence = error.format_message()
    command = context.command_path if context else f"enraya {_command_said()}".strip()
    return f"{sentence} {words('cli.usage.see', command=command)}"


def _written(parameter: Any) -> str:
    """An option as it is written, an argument by its place in the usage line."""
    if parameter is None:
        return ""
    options = [option for option in parameter.opts if option.startswith("-")]
    return str(options[0] if options else parameter.metavar or parameter.name)


def _accepted(parameter: Any) -> str:
    """The accepted values of a parameter: some words, or a number, perhaps between limits; empty where they are not
    known.
    """
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return words("cli.usage.one_of", choices=[choice.value for choice in annotation])
    choices = get_args(annotation)
    if choices and set(choices) <= {int, float}:
        return words("cli.usage.numbers", count=len(choices))
    if choices:
        return words("cli.usage.one_of", choices=choices)
    if annotation not in (int, float):
        return ""
    least, most = parameter.min, parameter.max
    if least is None or most is None:
        return words("cli.usage.a_number")
    return words("cli.usage.between", least=least, most=most)


def _command_said() -> str:
    """The word that stands where a command should."""
    before = [*sys.argv[:1], *sys.argv[1:-1]]
    words_said = zip(before, sys.argv[1:], strict=False)
    return next((word for option, word in words_said if not word.startswith("-") and option != "--lang"), "")

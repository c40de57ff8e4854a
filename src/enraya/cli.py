"""The `enraya` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import typer
from typer.main import get_command

from enraya.commands.framework.options import words
from enraya.commands.framework.registry import MODULES, CommandGroup
from enraya.commands.framework.stopping import INTERRUPTED
from enraya.commands.framework.supervising import supervise_command
from enraya.commands.framework.terminal_state import TerminalState
from enraya.commands.framework.usage import usage_sentence
from enraya.commands.serve import open_web_app
from enraya.custom import loaded_files, reason_of
from enraya.custom.watchdog import refuse_exit, watch_custom_files
from enraya.errors import LocalizedError, system_reason
from enraya.interrupt import raise_on_interrupt
from enraya.process_output import end_open_line, open_closed_streams

if TYPE_CHECKING:
    from enraya.custom.supervision import Lifeline

WRONG_INPUT = 2
Say = Callable[[str], None]
"""Prints one line where errors are shown."""

terminal = TerminalState(is_full_screen="tui" in sys.argv[1:2])

app = typer.Typer(
    cls=CommandGroup,
    help=words("cli.help"),
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.callback(invoke_without_command=True)(open_web_app)


def main() -> None:
    """Run the command line; whatever is wrong with the input is told in one line, with exit code 2."""
    open_closed_streams()
    lifeline = supervise_command(sys.argv[1:], _tell)
    if lifeline is None:
        refuse_exit()
        watch_custom_files(_end)
        _run()
    raise_on_interrupt(lifeline.note_interrupt)
    watch_custom_files(lambda error: _end(error, lifeline), lifeline.beat)
    # Where a file has taken away what a sentence is made with, the supervisor says that the program failed.
    sys.excepthook = lambda kind, error, trace: None
    try:
        _run(lifeline.say)
    except SystemExit as leaving:
        # What a file does at exit must not keep the answer back.
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        lifeline.let_go(0 if leaving.code is None else int(leaving.code))
        raise


def _say(line: str) -> None:
    end_open_line()
    print(line, file=sys.stderr, flush=True)


def _run(say: Say = _say) -> NoReturn:
    try:
        code = get_command(app)(standalone_mode=False)
    except LocalizedError as error:
        code = _refuse(error.in_language(words.language), say)
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever was reading has gone, as with `| head`. Nothing more can be written, not even while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except MemoryError:
        code = _refuse(words("error.out_of_memory"), say)
    except OSError as error:
        code = _refuse(words("error.output", reason=system_reason(error)), say)
    except Exception as error:
        # What the command line itself refuses is of classes that typer does not name.
        if not hasattr(error, "format_message"):
            if not (files := loaded_files()):
                raise
            sys.exit(_refuse(words("error.own_unexpected", path=files[-1], reason=reason_of(error)), say))
        code = _refuse(usage_sentence(error, list(MODULES)), say)
    # By nothing that a file could have taken the place of: it would be a success.
    sys.exit(0 if code is None else code)


def _end(error: LocalizedError, lifeline: Lifeline | None = None) -> NoReturn:
    """Tell *error* at once, and leave: a thread that does not come back cannot be ended in any other way."""
    code = _tell(error, _say if lifeline is None else lifeline.say)
    if lifeline is not None:
        lifeline.let_go(code)
    os._exit(code)


def _tell(error: LocalizedError, say: Say = _say) -> int:
    """Tell *error*, whatever the command was doing with the terminal; the code to exit with."""
    terminal.restore()
    return _refuse(error.in_language(words.language), say)


def _refuse(sentence: str, say: Say) -> int:
    say(f"enraya: {' '.join(sentence.split())}")
    return WRONG_INPUT

"""The stack of a process that runs custom files, written by Python's fault handler: on request and when it crashes."""

from __future__ import annotations

import faulthandler
import signal

ON_REQUEST = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""The signal that asks for the stack; its handler needs no running interpreter."""

STACK = {"stack": True}
"""A request in place of the signal that asks for the stack, for processes in which a file has taken that signal."""

FATAL = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU", "SIGUSR2", "SIGPIPE")
"""Signals beyond those of crashes by which a file may end its own process."""


def dump_stacks_to(descriptor: int) -> None:
    """From now on the stack is written to *descriptor* when it is asked for, and before a signal ends the process."""
    faulthandler.enable(descriptor)
    faulthandler.register(ON_REQUEST, descriptor)
    for name in FATAL:
        number = getattr(signal, name)
        if signal.getsignal(number) == signal.SIG_DFL:
            faulthandler.register(number, descriptor, chain=True)

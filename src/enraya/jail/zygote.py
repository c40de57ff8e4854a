"""The warm process: Python and Enraya's side are loaded once, and every process in the jail is a fork of this one.

It talks to its owner over a socket, is asked and never answers there: each request brings a socket of its own. It ends,
with all that it has started, when its owner does. Nothing of anybody's files is ever loaded here.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module

from enraya.jail import confinement, kernel
from enraya.jail.process_spec import FAILED, MODES, Mode, ProcessSpec
from enraya.jail.self_test import PROTECTIONS

LONGEST = 1 << 16
TRIAL = "enraya.jail.self_test"
TRIAL_SECONDS = 30.0
OPTIONAL = PROTECTIONS[-1:]


class Zygote:
    """The state of the warm process: who asks it, and how processes can be held here, once that was tried."""

    def __init__(self, owner: socket.socket) -> None:
        self._owner = owner
        self._mode: Mode | None = None
        self._was_tried = False
        self._woken, wake = os.pipe()
        for end in (self._woken, wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)

    def serve(self) -> None:
        """Do what is asked until the owner is gone."""
        poll = select.poll()
        poll.register(self._owner, select.POLLIN)
        poll.register(self._woken, select.POLLIN)
        while True:
            ready = {number for number, _ in poll.poll()}
            if self._woken in ready:
                self._reap()
            if self._owner.fileno() in ready and not self._take():
                # All that was started dies with this process: it asked the kernel for that.
                return

    def _take(self) -> bool:
        message, descriptors, _, _ = socket.recv_fds(self._owner, LONGEST, 4)
        if not message:
            return False
        asked = json.loads(message)
        if asked.get("warm"):
            import_module(asked["warm"])
            self._mode_here()
            return True
        *streams, control = descriptors
        with socket.socket(fileno=control) as told:
            mode = asked["mode"] or self._mode_here()
            if mode is None:
                told.send(FAILED)
            else:
                spec = ProcessSpec.from_json(asked["spec"])
                if spec.module is not None:
                    import_module(spec.module)
                self._start(spec, mode, streams, told)
        for stream in streams:
            os.close(stream)
        return True

    def _start(self, spec: ProcessSpec, mode: Mode, streams: list[int], control: socket.socket) -> None:
        if os.fork() == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            confinement.enter(spec, mode, streams, control)

    def _reap(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._woken, LONGEST)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass

    def _mode_here(self) -> Mode | None:
        """The strongest way in which processes can be held here; None if all of them fail."""
        if not self._was_tried:
            self._was_tried = True
            self._mode = next((mode for mode in MODES if self._holds(mode)), None)
        return self._mode

    def _holds(self, mode: Mode) -> bool:
        import_module(TRIAL)
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        output, inlet = os.pipe()
        nothing = os.open(os.devnull, os.O_RDWR)
        with near, far:
            self._start(ProcessSpec(module=TRIAL), mode, [nothing, inlet, nothing], far)
            for number in (nothing, inlet):
                os.close(number)
            said = _read_all(output)
        os.close(output)
        try:
            held = json.loads(said)
        except ValueError:
            return False
        return all(held[name] for name in PROTECTIONS if name not in OPTIONAL)


def _read_all(pipe: int) -> bytes:
    said = b""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    while poll.poll(TRIAL_SECONDS * 1000):
        piece = os.read(pipe, LONGEST)
        if not piece:
            break
        said += piece
    return said


def main() -> None:
    """Serve the owner at the other end of the socket whose number is the argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Zygote(socket.socket(fileno=int(sys.argv[1]))).serve()


if __name__ == "__main__":
    main()

"""Which way of holding a process is chosen, on machines that refuse the better ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.faults.jails import need, path_with_bubblewrap

REPORT = """
import json
from enraya.jail import kernel, seccomp
from enraya.jail.report import report

UNSHARE = seccomp.REFUSED["unshare"][list(seccomp.AUDIT_MACHINE).index(kernel.machine())]
seccomp.filter_program = lambda own: [
    (seccomp.LOAD, 0, 0, seccomp.NUMBER_AT),
    (seccomp.JUMP_EQUAL, 0, 1, UNSHARE),
    seccomp._refuse(),
    seccomp._allow(),
]
seccomp.confine()
print(json.dumps(report()))
"""
"""Asks for the jail's report in a process that can make no namespaces itself; bubblewrap has another way to."""


@pytest.mark.parametrize("mode", ["bubblewrap", "landlock"])
def test_where_our_own_namespaces_are_refused_the_next_way_that_holds_is_used(mode):
    need(mode)
    path = path_with_bubblewrap() if mode == "bubblewrap" else "/nonexistent"
    command = [sys.executable, "-c", REPORT]
    done = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    chosen, held = json.loads(done.stdout)
    assert chosen == mode
    assert all(held[name] for name in held if name != "user")
    # What bubblewrap says of what it cannot do is nobody's business.
    assert done.stderr == ""

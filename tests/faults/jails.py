"""Runs pieces of Python in the jail, in each of the ways that this machine offers."""

from __future__ import annotations

import json
import os
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest

from enraya.jail import JailMissing, Limits, ProcessSpec, own_folders, start_in_jail
from enraya.jail import process as jail_process
from enraya.jail.process_spec import MODES
from enraya.jail.self_test import PROTECTIONS
from tests import debian

WHY_NOT = {
    "namespaces": "this system lets us make no namespaces of our own",
    "bubblewrap": "bubblewrap is not installed and Debian's cannot be unpacked, or it may make no namespaces here",
    "landlock": "this kernel has no Landlock, or no seccomp filter for this processor",
}


@cache
def path_with_bubblewrap():
    """The path on which programs are looked for, Debian's bubblewrap added where none is installed."""
    path = os.environ["PATH"]
    unpacked = None if shutil.which("bwrap") else debian.unpack("bubblewrap", "usr/bin/bwrap")
    return path if unpacked is None else f"{path}{os.pathsep}{Path(unpacked).parent}"


@cache
def holds(mode):
    """True if this machine offers *mode*, with every protection that it promises."""
    if mode == "bubblewrap" and os.environ["PATH"] != path_with_bubblewrap():
        os.environ["PATH"] = path_with_bubblewrap()
        # The warm process that may run already knows the path of before.
        jail_process._jail = jail_process.Jail()
    try:
        process = start_in_jail(ProcessSpec("enraya.jail.self_test"), mode=mode)
    except JailMissing:
        return False
    with process.stdout, process.stdin:
        said = process.stdout.read()
    process.wait()
    return bool(said) and all(json.loads(said)[name] for name in PROTECTIONS[:-1])


def each_mode():
    """The parameters of a test that is to pass in every way of holding a process."""
    return pytest.mark.parametrize("mode", MODES)


def need(mode):
    """Skip the test where the kernel really lacks *mode*."""
    if not holds(mode):
        pytest.skip(WHY_NOT[mode])


def start(file, mode, *arguments, limits=None, stderr=None):
    """The script *file* in the jail."""
    return start_in_jail(
        ProcessSpec(
            command=(sys.executable, "-I", "-S", str(file), *map(str, arguments)),
            own=tuple(own_folders([str(file)])),
            limits=limits or Limits(),
            directory=str(file.parent),
        ),
        mode=mode,
        stderr=stderr,
    )


def run(file, mode, source, *arguments, limits=None):
    """Run the script *source*, written to *file*, in the jail; return its output and how it ended."""
    need(mode)
    file.parent.mkdir(exist_ok=True)
    file.write_text(source, encoding="utf-8")
    process = start(file, mode, *arguments, limits=limits)
    with process.stdout, process.stdin:
        said = process.stdout.read().decode()
    return said.strip(), process.wait()

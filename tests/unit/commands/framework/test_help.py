from __future__ import annotations

import os
import subprocess
import sys

import pytest

from enraya.commands.framework.registry import MODULES

ENGLISH = (
    "Usage",
    "Options",
    "OPTIONS",
    "Arguments",
    "ARGS",
    "Commands",
    "COMMAND",
    "required",
    "default:",
    "Show this",
    "GAME",
    "PLAYER",
    "<str>",
    "<text>",
    "<int",
    "<float",
    "<path>",
    "<file>",
    "<bool>",
)
SPANISH = ("Uso", "Opciones", "OPCIONES", "Argumentos", "ARGUMENTOS", "Órdenes", "ORDEN", "obligatorio", "por defecto")
SPANISH += ("JUEGO", "JUGADOR", "ARCHIVO", "<texto>", "<archivo>", "<entero>", "<número>")
ALL = """
import sys
from typer.main import get_command
from enraya.cli import app
command = get_command(app)
for name in sys.argv[1:]:
    command([*name.split(), "--help"], standalone_mode=False)
"""


@pytest.fixture(scope="module")
def helped():
    """All there is of help, in a language."""

    def say(language):
        names = ["", *MODULES]
        environment = {**os.environ, "ENRAYA_LANG": language, "COLUMNS": "100"}
        done = subprocess.run(
            [sys.executable, "-c", ALL, *names],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
            timeout=600,
        )
        assert done.stdout.count("--help") == len(names)
        return done.stdout

    return {language: say(language) for language in ("es", "en")}


def test_help_in_spanish_has_no_heading_in_english(helped):
    assert [word for word in ENGLISH if word in helped["es"]] == []


def test_help_in_spanish_has_every_heading_in_spanish(helped):
    assert [word for word in SPANISH if word not in helped["es"] or word in helped["en"]] == []


def test_help_in_english_has_every_heading(helped):
    words = ("Usage", "Options", "Arguments", "Commands", "required", "default:", "Show this")
    assert [word for word in words if word not in helped["en"]] == []


LOADED = """
import sys
from enraya.cli import app
from typer.main import get_command
try:
    get_command(app)(sys.argv[1:], standalone_mode=False)
finally:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(("asked", "loaded"), [(["--help"], {"serve"}), (["count", "--help"], {"serve", "count"})])
def test_help_loads_no_command_but_the_one_it_is_about(asked, loaded):
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *asked], check=True, capture_output=True, text=True, timeout=600
    )
    modules = set(done.stderr.split())
    assert {name for name in set(MODULES.values()) if f"enraya.commands.{name}" in modules} == loaded
    assert not {"enraya.jail", "enraya.players.options", "fastapi"} & modules

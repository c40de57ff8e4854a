"""Finds a browser for the tests; run as a script, tries to install one where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

LIGHT = "chromium-headless-shell"
"""Debian's Chromium without windows: the same engine and version, at half the processor time a page."""

NAMES = (LIGHT, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
ONE_PROCESS_A_PROFILE = ("--renderer-process-limit=1", "--disable-site-isolation-trials")
"""For many pages of one site, one after the other: what one has compiled serves the next."""


def find() -> str | None:
    """The path of a Chromium: what ENRAYA_BROWSER says, the system's, or Playwright's own."""
    if named := os.environ.get("ENRAYA_BROWSER"):
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """The system's package where we may install it, else Playwright's own; neither is fatal."""
    if any(_apt_get("install", package) for package in (LIGHT, "chromium")):
        return
    if _apt_get("update") and any(_apt_get("install", package) for package in (LIGHT, "chromium")):
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)


def _apt_get(command: str, *packages: str) -> bool:
    """True if `apt-get` succeeded: False also where there is none or we may not use it."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    line = ["apt-get", command, "-y", "-q", *packages]
    return subprocess.run(line, check=False, capture_output=True, env=environment).returncode == 0


if __name__ == "__main__":
    found = find()
    if found is None:
        print("Installing a browser for the tests of the web page ...")
        install()
        if find() is None:
            print("No browser could be installed: the tests of the web page will be skipped.")
    elif not (os.environ.get("ENRAYA_BROWSER") or shutil.which(LIGHT)):
        # Any Chromium will do; the light one is only quicker.
        _apt_get("install", LIGHT)

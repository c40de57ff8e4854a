"""Finds a browser for the tests; run as a script, tries to install one where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")


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
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "install", "-y", "-q", "chromium"], ["apt-get", "update", "-q"]):
            done = subprocess.run(command, check=False, capture_output=True, env=environment)
            if command[1] == "install" and done.returncode == 0:
                return
        command = ["apt-get", "install", "-y", "-q", "chromium"]
        if subprocess.run(command, check=False, capture_output=True, env=environment).returncode == 0:
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)


if __name__ == "__main__" and find() is None:
    print("Installing a browser for the tests of the web page ...")
    install()
    if find() is None:
        print("No browser could be installed: the tests of the web page will be skipped.")

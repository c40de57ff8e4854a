from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import defaultdict
from importlib import resources
from pathlib import Path

import pytest

from tests.web.axe import look_at, share_judgements
from tests.web.browser import ARGUMENTS, ONE_PROCESS_A_PROFILE, find
from tests.worker_nursery import GIVEN, nursery_for_a_server

ROOT = Path(__file__).parents[2]

WATCH = """
window.breaches = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.breaches.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
window.heardOf = location.href;
addEventListener("hashchange", (event) => (window.heardOf = event.newURL));
"""
NO_TEXTURES = """
const decode = HTMLImageElement.prototype.decode;
HTMLImageElement.prototype.decode = function () {
  return this.src.includes("feTurbulence") ? Promise.reject(new Error("no textures")) : decode.call(this);
};
"""
"""The grain of wood and paper takes half a second of processor a page, and a browser that cannot draw it shows boards
without it: tests that are not about it do the same."""

SERVE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.worker_nursery import serve; serve()"
"""The server as it is, but that its worker processes, of 0.8 s of processor each to load, are forked."""

PATIENCE = 900_000
GIVE_UP = 900.0
"""Milliseconds and seconds until a test is given up as hanging; nothing is measured by them."""


class Server:
    """A server of our own, that can be stopped and started again on the same port and database."""

    def __init__(self, folder, *arguments):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._folder, self._arguments = folder, arguments
        self._process = None
        self.address = f"http://127.0.0.1:{self.port}/"

    def start(self):
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--rate", "5000"]
        command += ["--database", str(self._folder / "matches.db"), *self._arguments]
        with (self._folder / "server.log").open("ab") as log, nursery_for_a_server() as nursery:
            number = nursery.fileno()
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, pass_fds=[number], env={**os.environ, GIVEN: str(number)}
            )
        deadline = time.monotonic() + GIVE_UP
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.address}healthz", timeout=GIVE_UP):
                    return self
            except OSError:
                time.sleep(0.05)
        self.stop(signal.SIGKILL)
        raise RuntimeError((self._folder / "server.log").read_text())

    def stop(self, how=signal.SIGTERM):
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(GIVE_UP)
            self._process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    if not (resources.files("enraya") / "web" / "index.html").is_file():
        pytest.skip("the web page was not built: there was no Node")
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    if "PYTEST_XDIST_WORKER" in os.environ:
        judged = tmp_path_factory.getbasetemp().parent / "judged-by-axe"
        judged.touch()
        share_judgements(judged)
    path = find()
    if path is None:
        pytest.skip("no browser was found, and none could be installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *ONE_PROCESS_A_PROFILE])
        yield browser
        browser.close()


class Profiles:
    """Profiles of the browser that remember nothing of who used them before.

    A new profile starts a process and compiles the page anew, half of the time that opening it takes. So one that was
    given back is emptied and given out again; the blank tab that stays open in each keeps its process.
    """

    def __init__(self, browser):
        self._browser, self._free = browser, defaultdict(list)

    def take(self, language, touches):
        """A profile that nobody uses now."""
        if self._free[language, touches]:
            return self._free[language, touches].pop()
        locale = "es-ES" if language == "es" else "en-GB"
        profile = self._browser.new_context(locale=locale, reduced_motion="reduce", has_touch=touches)
        profile.set_default_timeout(PATIENCE)
        profile.new_page()
        return profile

    def give_back(self, profile, language, touches, address):
        """Close the tabs of *profile*, and forget what pages of *address* stored in it."""
        blank, *others = profile.pages
        for page in others:
            page.close()
        profile.clear_cookies()
        profile.clear_permissions()
        profile.set_offline(False)
        session = profile.new_cdp_session(blank)
        session.send("Storage.clearDataForOrigin", {"origin": address.rstrip("/"), "storageTypes": "all"})
        session.detach()
        self._free[language, touches].append(profile)


class Player:
    """Somebody at a browser: a page, and the few things that one does with it."""

    def __init__(self, profiles, server, language="en", width=1280, height=800, touches=False, textures=False):
        self.server, self._has_textures = server, textures
        self._profiles, self._kind = profiles, (language, touches)
        self._size = {"width": width, "height": height}
        self.context = profiles.take(*self._kind)
        self._has_own_clock = False
        self.faults = []
        self.open_tab()

    def open_tab(self):
        """A new tab of the same browser, which is the one that is used from now on."""
        self.page = self.context.new_page()
        self.page.set_viewport_size(self._size)
        self.page.add_init_script(WATCH if self._has_textures else WATCH + NO_TEXTURES)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        return self.page

    def _hear(self, message):
        # A refusal is an answer, and a server that restarts is away for a moment: both are meant.
        expected = ("Failed to load resource", "WebSocket connection to", "GPU stall", "GL Driver")
        if message.type == "error" and not any(part in message.text for part in expected):
            self.faults.append(message.text)

    def open(self, route=""):
        address = f"{self.server.address}#/{route}"
        self.page.goto(address)
        # A page that is open already hears of its new address a moment later: until then its old screen stands.
        self.page.wait_for_function("address => window.heardOf === new URL(address).href", arg=address)
        self.heading.wait_for()
        return self

    def start(self, game, **options):
        """Set up a match by its address, and start it with the button."""
        query = "&".join(f"{name}={value}" for name, value in options.items())
        self.open(f"new/{game}" + (f"?{query}" if query else ""))
        self.page.get_by_role("button", name=re.compile("^(Start|Empezar)$")).click()
        self.page.wait_for_url(re.compile("#/match/"))
        self.page.locator("[data-phase]").wait_for()
        return self

    @property
    def clock(self):
        """The time of the page, in the hands of the test: the profile has it for ever, and is not used again."""
        self._has_own_clock = True
        return self.page.clock

    @property
    def match(self):
        return self.page.url.rpartition("/")[2]

    def cell(self, index):
        return self.page.locator(f"[data-cell='{index}']")

    def click(self, index):
        self.cell(index).click()
        return self

    @property
    def heading(self):
        return self.page.locator("h1").first

    def wait_heading(self, text):
        self.page.locator("h1", has_text=re.compile(text)).first.wait_for()
        return self

    def phase(self):
        return self.page.locator("[data-phase]").get_attribute("data-phase")

    def axe(self, *, in_every_theme=True, **how):
        """Run axe-core on the page as it is, and its rules of colour in other themes; return the violations."""
        return look_at(self.page, in_every_theme=in_every_theme, **how)

    def close(self):
        try:
            breaches = self.page.evaluate("window.breaches ?? []")
        finally:
            if self._has_own_clock:
                self.context.close()
            else:
                self._profiles.give_back(self.context, *self._kind, self.server.address)
        assert breaches == []
        assert self.faults == []


@pytest.fixture(scope="session")
def profiles(browser):
    return Profiles(browser)


@pytest.fixture
def sit(profiles, server):
    """Seat somebody at an empty profile; nobody may leave behind a breach of the content policy or an error."""
    players = []

    def seat(**options):
        players.append(Player(profiles, options.pop("server", server), **options))
        return players[-1]

    yield seat
    for player in players:
        player.close()


@pytest.fixture
def player(sit):
    return sit()

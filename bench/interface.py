"""The interface rows: `python bench/interface.py [--matches 5]`.

From a cold server to a page that can be played on, from the landing screen to a board that takes the first move, from
a click to the piece drawn, and how long the review of a finished game takes, in a real browser on this machine. A click
is timed in the page itself, from the pointer event to the first frame after the piece is there.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.browser import ARGUMENTS, find

CLICKS = 60
SETTINGS = '{"game":"mnk(19,19,5)","first":"human","second":"human","seconds":null,"games":1,"starter":"first"}'
TIMED = """
cell => new Promise(done => {
  const target = document.querySelector(`[data-cell="${cell}"]`), before = target.getAttribute("aria-label");
  let started = 0;
  target.addEventListener("click", () => { started = performance.now(); }, { once: true, capture: true });
  const watch = new MutationObserver(() => {
    if (target.getAttribute("aria-label") === before) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - started));
  });
  watch.observe(target, { attributes: true });
  target.click();
})
"""
# Forty plies without a winner, and 30 of Gomoku.
REVIEWED = {
    "Connect 4, 40 plies": (
        "connect(7,6,4)",
        "2 5 7 7 7 1 3 1 4 7 4 4 6 4 7 2 1 4 1 5 4 6 1 7 6 3 3 6 2 3 3 1 3 6 5 6 5 5 5 2",
    ),
    "Gomoku, 30 plies": (
        "gomoku(15,freestyle,free)",
        "h8 i8 h7 j9 k9 j10 i7 i6 j5 i4 k6 g8 h4 j6 j11 i12 l8 j7 l5 k4 h6 k5 h3 k12 l6 m6 g5 j4 f7 f6",
    ),
}
CARD = "a[href='#/play/mnk(3%2C3%2C3)']"
STILL_OPEN = "count => document.querySelectorAll('[data-cell].open').length === count"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=5, help=f"matches of {CLICKS} clicks each")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=find(), args=ARGUMENTS)
        page = browser.new_page()
        started = time.perf_counter()
        command = [sys.executable, "-c", "from enraya.cli import main; main()", "serve", "--port", "8765"]
        server = subprocess.Popen([*command, "--database", f"{folder}/matches.db"], stdout=subprocess.DEVNULL)
        try:
            open_when_there(page, "http://127.0.0.1:8765/")
            page.locator("main a").first.wait_for()
            print(f"cold server to the first page: {time.perf_counter() - started:.2f} s")
            for attempt in ("first visit", "again"):
                print(f"landing screen to the first move, {attempt}: 1 click, {first_move(page):.2f} s")
            for name, (game, moves) in REVIEWED.items():
                seconds, founded = review(page, game, moves)
                print(f"review of {name}: {seconds:.1f} s. {founded}")
            times = sorted(each for _ in range(said.matches) for each in clicks(page))
            print(
                f"click to piece drawn, {len(times)} clicks on 19×19: median {times[len(times) // 2]:.1f} ms, "
                f"p99 {times[int(len(times) * 0.99)]:.1f} ms, worst {times[-1]:.1f} ms"
            )
        finally:
            server.terminate()
            server.wait()
            browser.close()


def open_when_there(page: Page, address: str) -> None:
    """Open the page as `enraya` does: once the server answers."""
    while True:
        try:
            with urlopen(f"{address}healthz", timeout=1):
                break
        except OSError:
            time.sleep(0.01)
    page.goto(address)


def first_move(page: Page) -> float:
    """Seconds from the one click on a card to a board that takes the person's move."""
    page.goto("http://127.0.0.1:8765/#/")
    page.locator(CARD).first.wait_for()
    began = time.perf_counter()
    page.locator(CARD).first.click()
    page.locator("[data-cell='4'].open").wait_for()
    seconds = time.perf_counter() - began
    page.locator("[data-cell='4']").click()
    page.locator("[data-cell='4']:not(.open)").wait_for()
    return seconds


def review(page: Page, game: str, moves: str) -> tuple[float, str]:
    """Seconds until the review of a game is whole, and what it says of its values."""
    page.goto("about:blank")
    began = time.perf_counter()
    page.goto(f"http://127.0.0.1:8765/#/review/moves?{urlencode({'game': game, 'moves': moves})}")
    page.locator("dd").first.wait_for(timeout=120_000)
    return time.perf_counter() - began, page.get_by_test_id("review-state").inner_text()


def clicks(page: Page) -> list[float]:
    made = page.evaluate(
        """settings => fetch("/api/matches", {method: "POST", body: settings,
           headers: {"content-type": "application/json"}}).then(answer => answer.json())""",
        SETTINGS,
    )
    page.goto(f"http://127.0.0.1:8765/#/match/{made['match']}")
    page.locator("[data-cell='0']").wait_for()
    times = []
    for turn in range(CLICKS):
        # Every third cell of every other row: no five in a row comes of it.
        times.append(page.evaluate(TIMED, (turn // 6) * 38 + (turn % 6) * 3))
        page.wait_for_function(STILL_OPEN, arg=360 - turn)
    return times


if __name__ == "__main__":
    main()

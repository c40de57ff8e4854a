"""The tree bench of the lab: `python bench/tree.py`.

In a real browser on this machine: how long a search of 100,000 nodes takes from the click to the tree drawn, and how
many frames a second there are while it is played, scrubbed through and stepped through.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.browser import ARGUMENTS, find

ADDRESS = "http://127.0.0.1:8766/"
# Plain alpha-beta that cuts only beyond the bound: 100,000 nodes and more of tic-tac-toe's tree.
SMALL, LARGE = "lab/tree?game=mnk(3,3,3)&depth=1", "lab/tree?game=mnk(3,3,3)&cut=%3E"
TOTAL = "() => Number((document.querySelector('[data-total=nodes]')?.textContent ?? '0').replace(/\\D/g, ''))"

OPENED = """
address => new Promise(done => {
  const started = performance.now();
  location.hash = address;
  const look = () => {
    const total = Number((document.querySelector("[data-total=nodes]")?.textContent ?? "0").replace(/\\D/g, ""));
    if (total >= 100000 && document.querySelector(".stamp")) done(performance.now() - started);
    else requestAnimationFrame(look);
  };
  look();
})
"""
FRAMES = """
([seconds, act]) => new Promise(done => {
  const frames = [], slider = document.querySelector("input[type=range]");
  const steps = Number(slider.max), started = performance.now();
  let before = started;
  const key = name => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const tick = now => {
    frames.push(now - before);
    before = now;
    if (now - started > seconds * 1000) { frames.shift(); done(frames); return; }
    if (act === "scrub") {
      slider.value = Math.floor(steps * (0.5 + 0.5 * Math.sin((now - started) / 700)));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (act === "step") key(".");
    else if (act === "cut") key("c");
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=find(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        command = [sys.executable, "-c", "from enraya.cli import main; main()", "serve", "--port", "8766"]
        server = subprocess.Popen([*command, "--database", f"{folder}/matches.db"], stdout=subprocess.DEVNULL)
        try:
            while True:
                try:
                    with urlopen(f"{ADDRESS}healthz", timeout=1):
                        break
                except OSError:
                    time.sleep(0.02)
            for _ in range(3):
                open_large(page)
            for act in ("play", "scrub", "step", "cut"):
                measure(page, act)
        finally:
            server.terminate()
            server.wait()
            browser.close()


def open_large(page: Page) -> None:
    page.goto(f"{ADDRESS}#/{SMALL}")
    page.wait_for_function("() => document.querySelector('[data-total=nodes]')?.textContent === '10'")
    seconds = page.evaluate(OPENED, LARGE) / 1000
    print(f"click to tree drawn, {page.evaluate(TOTAL):,} nodes: {seconds:.2f} s")


def measure(page: Page, act: str) -> None:
    """The frames while something is done without a pause."""
    if act == "play":
        page.get_by_label("Speed").select_option("100")
        page.keyboard.press("Home")
        page.keyboard.press("Space")
    else:
        page.keyboard.press("Home")
    frames = sorted(page.evaluate(FRAMES, [5, act]))
    if act == "play":
        page.keyboard.press("Space")
    rate, median, most = 1000 * len(frames) / sum(frames), frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    print(f"{act:>5}: {rate:.0f} frames a second; median {median:.1f} ms, p95 {most:.1f} ms, worst {frames[-1]:.0f} ms")


if __name__ == "__main__":
    main()

"""Takes pictures of every screen of the web app, in both languages: at a desk, on a phone, and some on a projector.

`python docs/pictures.py` puts them into docs/pictures as NAME.LANGUAGE.WIDTH.webp. It needs what the tests of the page
need: a built page and a browser. `python docs/pictures.py es.360` takes some of them only.
"""

from __future__ import annotations

import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.web.browser import ARGUMENTS, find
from tests.web.conftest import Player, Profiles, Server

FOLDER = Path(__file__).parent / "pictures"
SIZES = {1280: 800, 360: 740}
OWN_GAME = Path(__file__).parent / "examples" / "reversi.py"
QUICK = "alphabeta%2B:seconds=0.1"
TEACHER_KEY = "la-clave-de-las-fotos"
START = {"starter": "first", "seconds": "none"}


class Photographer:
    """Somebody at a browser who takes pictures of it."""

    def __init__(self, profiles, server, language, width):
        size = {"width": width, "height": SIZES[width]}
        self.player = Player(profiles, server, language=language, textures=True, **size)
        self.page, self._name, self._width = self.player.page, f"{language}.{width}", width

    def take(self, name):
        self.page.wait_for_load_state("networkidle")
        # The grain of the wood is drawn once, a moment after the first board.
        self.page.wait_for_function(
            "() => !document.querySelector('.frame .layer') || document.querySelector('.frame image.texture')"
        )
        self.page.wait_for_timeout(700)
        self.page.mouse.move(0, 0)
        whole = self._width < 1000 or self.page.locator("[data-phase], .table, dialog[open]").count() == 0
        size = {"width": self._width, "height": SIZES[self._width]}
        if whole and self.page.locator("dialog[open]").count() == 0:
            # In a window as tall as the page, what sticks to the window's foot stands where it belongs.
            height = self.page.evaluate("document.documentElement.scrollHeight")
            self.page.set_viewport_size({**size, "height": max(height, size["height"])})
            self.page.wait_for_timeout(200)
        picture = Image.open(BytesIO(self.page.screenshot()))
        picture.convert("RGB").save(FOLDER / f"{name}.{self._name}.webp", quality=84, method=6)
        self.page.set_viewport_size(size)

    def play(self, *cells):
        for cell in cells:
            self.page.locator(f"[data-cell='{cell}'].open, [data-cell='{cell}'].target").first.click()
            picker = self.page.locator(".ask button")
            self.page.wait_for_timeout(150)
            if picker.count() > 0:
                picker.first.click()
            self.page.wait_for_timeout(450)

    def screens(self):
        """Everything but the matches."""
        for name, route in {
            "gallery": "",
            "setup": "new/mnk(3,3,3)",
            "setup-tree": "new/tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])?second=level:7",
            "setup-refused": "new/mnk(3,3,9)?games=0&seconds=soon",
            "editor": "editor/connect(7,6,4)",
            "practise-values": "lab/practise?kind=values&difficulty=4&seed=5",
            "practise-cuts": "lab/practise?kind=cuts&game=tree(A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]])",
            "practise-windows": "lab/practise?kind=windows&difficulty=2&seed=5",
            "practise-move": "lab/practise?kind=move&difficulty=6&seed=5",
            "import": "import",
            "settings": "settings",
            "nothing": "nowhere",
        }.items():
            self.player.open(route)
            if name.startswith("setup"):
                self.page.locator(".preview > *").first.wait_for()
                self.page.wait_for_timeout(700)
            if name == "editor":
                self.play(38, 31)
            if name.startswith("practise"):
                self.practise(name)
            self.take(name)
        self.player.open("new/mnk(3,3,3)")
        self.page.get_by_role("button", name=re.compile("^(Start|Empezar)$")).wait_for()
        self.page.wait_for_timeout(500)
        self.page.keyboard.press("?")
        self.take("help")

    def practise(self, name):
        """Answer some of it, and have it marked."""
        self.page.locator(".canvas").wait_for()
        if name.endswith("cuts"):
            for node in ("E2", "F2"):
                self.page.locator(f".frame [data-node={node}]").click()
        elif name.endswith("values"):
            for node, value in (("B", "8"), ("A", "8"), ("C", "3")):
                self.page.locator(f".frame [data-node={node}]").fill(value)
        else:
            self.page.get_by_role("button", name=re.compile("solution|solución")).click()
            return
        self.page.get_by_role("button", name=re.compile("^(Check|Comprobar)$")).click()
        self.page.locator(".score").wait_for()
        self.page.get_by_role("button", name=re.compile("^(Hint|Pista)$")).click()
        self.page.locator(".hint p").wait_for()

    def trees(self):
        """The tree bench of the lab: the lesson at its second cut, a game's tree, and the editor."""
        self.player.open("lab/tree")
        self.page.locator("[role=treeitem]").first.wait_for()
        self.page.keyboard.press("c")
        self.page.keyboard.press("c")
        self.take("lab-tree")
        self.page.get_by_role("button", name=re.compile("Draw a tree|Dibujar un árbol")).click()
        self.page.locator("[role=treeitem][aria-selected=true]").wait_for()
        self.take("lab-tree-editor")
        self.player.open("lab/tree?game=mnk(3,3,3)&moves=a1 b2")
        self.page.locator(".stamp").first.wait_for()
        for _ in range(40):
            self.page.keyboard.press("c")
        self.take("lab-tree-game")
        self.player.open("lab/tree?game=mnk(3,3,3)&order=best")
        self.page.locator("[data-total=nodes]", has_text=re.compile("^2.?312$")).wait_for()
        self.page.keyboard.press("c")
        self.take("lab-tree-order")

    def lab(self):
        """Values, comparisons and counts."""
        shown = '{"isOn": true, "hasHistory": true, "strategy": "alphabeta+", "depth": null, "seconds": 2}'
        self.player.open("")
        self.page.evaluate("shown => localStorage.setItem('enraya.values', shown)", shown)
        self.player.open("analyse?game=mnk(3,3,3)&moves=b2 a2 a1 c3 c1 b1 a3&ply=2")
        self.page.locator(".badge.exact").wait_for()
        self.page.locator(".mistakes button").wait_for()
        self.page.get_by_role("button", name=re.compile("best here|mejor aquí")).click()
        self.page.get_by_test_id("why").wait_for()
        self.take("analyse")
        self.player.open("lab/compare")
        self.page.get_by_role("button", name=re.compile("^(Compare|Comparar)$")).click()
        self.page.locator("tr[data-algorithm='native']").wait_for(timeout=60_000)
        self.page.get_by_role("button", name=re.compile("^(Compare|Comparar)$")).wait_for(timeout=60_000)
        self.page.get_by_role("button", name="4 × 4").click()
        self.page.get_by_text(re.compile("^(Measured|Medido)")).wait_for(timeout=60_000)
        self.take("compare")
        self.player.open("lab/count")
        self.page.get_by_role("img", name=re.compile("every game begins|empieza toda partida")).wait_for()
        self.take("count-before")
        self.page.get_by_role("button", name=re.compile("^(Count|Contar)$")).click()
        self.page.get_by_test_id("images").wait_for(timeout=60_000)
        self.take("count")
        self.player.start("mnk(3,3,3)", second="human", **START)
        # Values never stand beside a new match unasked.
        self.page.get_by_role("button", name=re.compile("^(Ask the lab|Preguntar al laboratorio)$")).click()
        self.page.get_by_role("switch", name=re.compile("^(Value history|Historia del valor)$")).check()
        self.play(4, 3, 0)
        self.page.locator(".mistakes button").click()
        self.page.locator(".looking").wait_for()
        self.page.evaluate("scrollTo(0, 0)")
        self.take("match-history")
        # What follows must not be seen through the lab.
        self.page.evaluate("localStorage.clear()")

    def review(self):
        """A game with two mistakes, reviewed; the first of them shown with its reason."""
        self.player.open(
            "review/moves?game=mnk(3,3,3)&moves=a1+b1+a2+a3+b2+c3+c2&first=human&second=level:3&result=won"
        )
        self.page.get_by_role("button", name=re.compile(r" 2 \(b1\)")).first.click(timeout=60_000)
        self.page.get_by_test_id("review-why").wait_for()
        # The board and what is said of it belong together, in a window as tall as the page.
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({"width": self._width, "height": height})
        self.take("review")

    def matches(self):
        """Each family, and what surrounds a match."""
        self.player.start("mnk(3,3,3)", second=QUICK, starter="first", games="3")
        self.play(4)
        self.take("match")
        self.page.get_by_role("button", name=re.compile("Hint|Pista")).click()
        self.take("hint")
        self.page.get_by_role("button", name=re.compile("Resign|Rendirse")).click()
        self.take("resign")
        self.page.keyboard.press("Escape")
        for name, game, cells in (
            ("gomoku", "gomoku(15,freestyle,free)", (112, 97, 128)),
            ("connect", "connect(7,6,4)", (3, 2, 3)),
            ("cube", "cube(4,4)", (5, 42)),
            ("terni", "terni", (4, 1)),
            ("oso", "oso(6,6)", (7, 14)),
            ("tree", "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])", ()),
        ):
            self.player.start(game, second="random", **START)
            for cell in cells:
                open_ = self.page.locator(f"[data-cell='{cell}'].open")
                if open_.count() > 0:
                    self.play(cell)
            self.take(name)
        self.player.start("gomoku(15,standard,swap2)", second="human", **START)
        self.play(112, 113, 98)
        self.take("swap2")
        self.player.start(OWN_GAME.name, second="human", **START)
        self.play(13, 9, 4, 19, 26, 7, 8, 1)
        self.take("own")
        self.player.open("new/mnk(3,3,3)?starter=first&first_name=Ana&invite=1&second=human")
        self.page.get_by_role("button", name=re.compile("^(Start|Empezar)$")).click()
        self.page.locator("[data-phase]").wait_for()
        self.take("waiting")
        link = self.page.locator("aside input[readonly]").first.input_value()
        self.page.goto(link)
        self.take("join")
        self.player.start("mnk(3,3,3)", second="human", first_name="Ana", second_name="Luis", games="2", **START)
        self.play(0, 3, 1, 4, 2)
        self.take("between")
        self.page.get_by_role("dialog").get_by_role("button").first.click()
        self.page.locator("[data-phase='playing']").wait_for()
        self.play(0, 3, 1, 4, 2)
        self.take("end")
        self.player.open(f"replay/{self.player.match}/1")
        self.page.keyboard.press("ArrowLeft")
        self.take("replay")
        self.player.open("matches")
        self.take("matches")

    def learning(self):
        """Puzzles, openings, progress, and the course."""
        for name, route, shown in (
            ("puzzles", "puzzles", "main a[href*='#/puzzles/']"),
            ("openings", "openings", "main [data-cell]"),
            ("progress", "progress", "main h1"),
            ("results", "results", "details.sources"),
            ("learn", "learn", "main a[href*='#/learn/']"),
            ("lesson-text", "learn/cuts?step=1", "main p"),
            ("lesson-search", "learn/cuts?step=2", "[role=treeitem]"),
            ("lesson-predict", "learn/cuts?step=3", "[role=treeitem]"),
            ("lesson-check", "learn/cuts?step=4", "main input[type=radio], main button"),
            ("lesson-exercise", "learn/cuts?step=8", ".canvas"),
            ("lesson-experiment", "learn/cuts?step=11", "main button"),
            ("lesson-board", "learn/minimax?step=8", "[data-cell]"),
            ("certificate", "learn/certificate", "main h1"),
        ):
            self.player.open(route)
            self.page.locator(shown).first.wait_for()
            self.take(name)
        self.player.open("puzzles")
        self.page.locator("main a[href*='#/puzzles/']").first.click()
        self.page.locator("[data-cell]").first.wait_for()
        self.take("puzzle")

    def school(self):
        """The arena, and a class as its teacher and as a student see it."""
        self.player.open("arena")
        self.take("arena")
        self.page.get_by_label(re.compile("^(Teacher key|Clave del profesor)$")).fill(TEACHER_KEY)
        self.page.get_by_role("button", name=re.compile("^(Unlock|Abrir)$")).click()
        self.player.open("arena/new")
        self.page.get_by_role("checkbox").nth(3).check()
        self.page.get_by_role("checkbox").nth(6).check()
        self.page.get_by_role("checkbox").nth(9).check()
        self.take("arena-new")
        self.page.get_by_role("button", name=re.compile("^(Begin|Empezar)")).click()
        self.page.locator("table").first.wait_for()
        self.page.wait_for_timeout(5000)
        self.take("tournament")
        self.player.open("class")
        self.page.get_by_label(re.compile("^(Name of the class|Nombre de la clase)$")).fill("4.º B")
        self.take("class")
        self.page.get_by_role("button", name=re.compile("^(Open the class|Abrir la clase)$")).click()
        code = self.page.get_by_test_id("class-code").inner_text()
        self.take("class-teacher-empty")
        teaching = self.page.url.partition("#/")[2]
        self.page.get_by_role("link", name=re.compile("^(Assign|Asignar tarea)$")).click()
        self.page.locator("form").wait_for()
        self.take("class-assign")
        self.page.get_by_role("button", name=re.compile("^(Assign|Asignar tarea)$")).click()
        self.page.locator("article[data-stage=open]").wait_for()
        self.player.open(f"class/join/{code}")
        self.take("class-join")
        self.page.get_by_label(re.compile("^(Your name|Tu nombre)$")).fill("Ana")
        self.page.get_by_role("button", name=re.compile("^(Join|Entrar)$")).click()
        self.page.get_by_test_id("personal-word").wait_for()
        self.take("class-word")
        self.page.get_by_role("button", name=re.compile("noted it down|apuntado")).click()
        self.page.locator("main a[href*='/class/in/']").first.wait_for()
        self.take("class-student")
        self.page.locator("main a[href*='/class/in/']").first.click()
        self.page.locator("[data-question='1']").wait_for()
        self.take("class-task")
        self.player.open(teaching)
        self.page.locator("article[data-stage=open]").wait_for()
        self.take("class-teacher")

    def projected(self):
        """What stands before a class: a board, a tree and a lesson in projector mode."""
        for name, route, shown, size in (
            ("board", "", "", {"width": 1920, "height": 1080}),
            ("tree", "lab/tree", "[role=treeitem]", {"width": 1920, "height": 1080}),
            ("lesson", "learn/cuts?step=2", "[role=treeitem]", {"width": 1280, "height": 720}),
        ):
            self.page.set_viewport_size(size)
            if route:
                self.player.open(route)
                self.page.locator(shown).first.wait_for()
            else:
                self.player.start("connect(7,6,4)", second="human", **START)
                self.play(3, 2, 3)
            self.page.get_by_role("button", name=re.compile("Projector mode|Modo proyector")).click()
            self.page.wait_for_timeout(700)
            picture = Image.open(BytesIO(self.page.screenshot()))
            picture.convert("RGB").save(FOLDER / f"projector-{name}.{self._name}.webp", quality=84, method=6)
            self.page.get_by_role("button", name=re.compile("^(Leave|Dejar|Salir).* (projector|proyector)")).click()
            self.page.get_by_role("banner").wait_for()


def main() -> None:
    """Take them all."""
    path = find()
    if path is None:
        sys.exit("No browser was found.")
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "--game", str(OWN_GAME), "--teacher-key", TEACHER_KEY).start()
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        profiles = Profiles(browser)
        try:
            for language in ("es", "en"):
                for width in SIZES:
                    if wanted and f"{language}.{width}" not in wanted:
                        continue
                    photographer = Photographer(profiles, server, language, width)
                    photographer.screens()
                    photographer.trees()
                    photographer.review()
                    photographer.matches()
                    photographer.lab()
                    photographer.learning()
                    photographer.school()
                    if width == max(SIZES):
                        photographer.projected()
                    photographer.player.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()

"""The violations that axe-core finds on a page: all its rules in the page's own theme, its rules of colour in others.

A theme is colours and nothing else, so the other rules say of a page in one theme what they say in all. And of words
that look alike in a theme, on any screen, only the first are judged in it where it is not the page's own: same colours,
on the same grounds down to an opaque one, large or not, and of the same class where they may stand over something that
is no ancestor of theirs. The rest would be found as legible or as faint as they. Processes that share the tests tell
each other in a file which have been judged.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from tests.scale import IS_SOAK

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
THEMES = re.findall(r'id: "(\w+)"', (WEB / "src" / "theme" / "themes.ts").read_text("utf-8"))
COLOUR_RULES = ["color-contrast", "link-in-text-block"]

LOOK = """
async ([themes, rules, judged]) => {
  const root = document.documentElement;
  const own = root.dataset.theme;
  const found = [];
  const look = async (context, theme, options) => {
    const { violations } = await axe.run(context, { ...options, resultTypes: ["violations"] });
    for (const { id, nodes: [node] } of violations)
      found.push(`${theme}: ${id}: ${node.html.slice(0, 200)} (${node.failureSummary})`);
  };
  const wear = async (theme) => {
    root.dataset.theme = theme;
    await new Promise(requestAnimationFrame);
  };

  // What stands behind a dialog cannot be read now, and is no example of what can.
  const scope = [...document.querySelectorAll("dialog:modal")].pop() ?? document.body;
  const hasWords = (node) =>
    node.matches("input, select, textarea") ||
    [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim() !== "");
  const words = [...scope.querySelectorAll("*")].filter(
    (node) => hasWords(node) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  // What is drawn or placed may lie over anything: there the class tells what it is.
  const isPlaced = (node) => node.ownerSVGElement || ["absolute", "fixed"].includes(getComputedStyle(node).position);
  const nameOf = (node) => (isPlaced(node) ? `${node.tagName} ${node.getAttribute("class") ?? ""}` : "");
  const looksIn = (theme) => {
    const grounds = new Map([[null, { seen: "", faded: "" }]]);
    const groundOf = (node) => {
      if (!grounds.has(node)) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
        const below = groundOf(node.parentElement);
        const faded = opacity === "1" ? below.faded : `${below.faded} ${opacity}`;
        const isOpaque = backgroundColor.startsWith("rgb(") && opacity === "1";
        const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
        const here = isClear ? "" : `/${backgroundColor} ${backgroundImage} ${opacity}`;
        grounds.set(node, { seen: isOpaque ? below.faded + here : below.seen + here, faded });
      }
      return grounds.get(node);
    };
    // The page may have drawn itself anew since, with others in their place.
    return words.filter((node) => node.isConnected).map((node) => {
      const { color, fill, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(node);
      const around = getComputedStyle(node.parentElement).color;
      const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
      const kind = [!!node.closest("a"), node.matches(":disabled"), nameOf(node), nameOf(node.parentElement)];
      const letters = [color, fill, around, isLarge, textDecorationLine, textShadow];
      return [shorten([theme, ...kind, ...letters, groundOf(node).seen].join(" ")), node];
    });
  };
  // The long descriptions as short numbers, to be passed to and fro.
  const shorten = (text) => {
    let [one, two] = [7, 11];
    for (let index = 0; index < text.length; index++) {
      one = Math.imul(one ^ text.charCodeAt(index), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(index), 1597334677);
    }
    return `${one} ${two}`;
  };
  const known = new Set(judged);
  const names = [];
  for (const theme of themes.filter((theme) => theme !== own)) {
    await wear(theme);
    const fresh = new Map(looksIn(theme).filter(([name]) => !known.has(name)));
    if (fresh.size === 0) continue;
    await look({ include: [...fresh.values()] }, theme, { runOnly: rules, preload: false });
    names.push(...fresh.keys());
  }
  await wear(own);
  await look(document, own, {});
  return [found, names];
}
"""

_judged: set[str] = set()
_told: list[Path] = []


def share_judgements(file):
    """Tell and learn in *file* what has been judged."""
    _told[:] = [file]


def look_at(page, *, in_every_theme, is_whole=IS_SOAK):
    """A sentence for each thing that is wrong with the page as it is.

    Unless it is the *whole*, a page is looked at in every third theme, from one that its title and width decide: what
    many screens share is still judged in all of them.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    for file in _told:
        # Each name ends with its line: one that is being written is not taken for a shorter one.
        _judged.update(line[:-1] for line in file.read_text().splitlines(keepends=True) if line.endswith("\n"))
    first = zlib.crc32(f"{page.title()} {page.viewport_size}".encode()) % 3
    themes = [] if not in_every_theme else THEMES if is_whole else THEMES[first::3]
    found, fresh = page.evaluate(LOOK, [themes, COLOUR_RULES, sorted(_judged)])
    if not found:
        _judged.update(fresh)
        for file in _told:
            with file.open("a") as told:
                told.write("".join(f"{name}\n" for name in fresh))
    return found

"""The violations that axe-core finds on a page: all its rules in the page's own theme, its rules of colour in every
theme.

A theme is colours and nothing else, so the other rules say of a page in one theme what they say in all. And of words
that look alike in every theme, on any screen, only the first are judged in the themes that are not the page's own:
same classes, same colours and grounds, same size and weight. The rest would be found as legible or as faint as they.
Processes that share the tests tell each other in a file which have been judged.
"""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
THEMES = re.findall(r'id: "(\w+)"', (WEB / "src" / "theme" / "themes.ts").read_text("utf-8"))
COLOUR_RULES = ["color-contrast", "link-in-text-block"]

LOOK = """
async ([themes, rules, judged]) => {
  const root = document.documentElement;
  const own = root.dataset.theme;
  const others = themes.filter((theme) => theme !== own);
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
  const nameOf = (node) => `${node.tagName} ${node.getAttribute("class") ?? ""}`;
  const looks = words.map((node) => `${nameOf(node)} in ${nameOf(node.parentElement)} ${node.matches(":disabled")}`);
  for (const theme of others) {
    await wear(theme);
    const grounds = new Map([[null, ""]]);
    const groundOf = (node) => {
      if (!grounds.has(node)) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
        const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
        const here = isClear ? "" : `/${backgroundColor} ${backgroundImage} ${opacity}`;
        grounds.set(node, groundOf(node.parentElement) + here);
      }
      return grounds.get(node);
    };
    words.forEach((node, index) => {
      // The page may have drawn itself anew since, with others in their place.
      if (!node.isConnected) return;
      const { color, fill, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(node);
      const around = getComputedStyle(node.parentElement).color;
      const letters = [color, fill, around, fontSize, fontWeight, textDecorationLine, textShadow].join(" ");
      looks[index] += `|${theme} ${letters} ${groundOf(node)}`;
    });
  }
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
  const fresh = new Map();
  looks.map(shorten).forEach((name, index) => {
    if (words[index].isConnected && !known.has(name) && !fresh.has(name)) fresh.set(name, words[index]);
  });
  for (const theme of others) {
    for (const [name, node] of fresh) if (!node.isConnected) fresh.delete(name);
    if (fresh.size === 0) break;
    await wear(theme);
    await look({ include: [...fresh.values()] }, theme, { runOnly: rules, preload: false });
  }
  await wear(own);
  await look(document, own, {});
  return [found, [...fresh.keys()]];
}
"""

_judged: set[str] = set()
_told: list[Path] = []


def share_judgements(file):
    """Tell and learn in *file* what has been judged."""
    _told[:] = [file]


def look_at(page, *, in_every_theme):
    """A sentence for each thing that is wrong with the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    for file in _told:
        # Each name ends with its line: one that is being written is not taken for a shorter one.
        _judged.update(line[:-1] for line in file.read_text().splitlines(keepends=True) if line.endswith("\n"))
    found, fresh = page.evaluate(LOOK, [THEMES if in_every_theme else [], COLOUR_RULES, sorted(_judged)])
    if not found and in_every_theme:
        _judged.update(fresh)
        for file in _told:
            with file.open("a") as told:
                told.write("".join(f"{name}\n" for name in fresh))
    return found

// @vitest-environment node
import { describe, expect, it } from "vitest";
import { contrast } from "../theme/contrast";
import { themes } from "../theme/themes";

// The test runner empties style sheets that are imported, so this one is read as a file.
const files = (await import(/* @vite-ignore */ ["node", "fs"].join(":"))) as {
  readFileSync(path: URL, encoding: string): string;
};
const css = files.readFileSync(new URL("../theme/themes.css", import.meta.url), "utf-8");

function tokensOf(theme: string): Record<string, string> {
  const block = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1];
  if (block === undefined) throw new Error(`no theme ${theme}`);
  return Object.fromEntries([...block.matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map((match) => [match[1]!, match[2]!]));
}

const grounds = ["ground", "panel", "sunken"];
const boards = ["board-1", "board-2", "board-3"];

/** Text, at 4.5 to 1, and what it stands on. */
const texts: [text: string, on: string[]][] = [
  ["ink", [...grounds, "first-tint", "second-tint", "pill"]],
  ["soft", ["ground", "panel", "sunken"]],
  ["accent", ["ground", "panel"]],
  ["on-primary", ["primary"]],
  ["first", ["ground", "panel", "first-tint"]],
  ["second", ["ground", "panel", "second-tint"]],
  ["good", ["ground", "panel", "pill"]],
  ["even", ["ground", "panel", "pill"]],
  ["bad", ["ground", "panel", "pill"]],
  ["board-label", boards],
];

/** Marks, at 3 to 1. */
const marks: [mark: string, on: string[]][] = [
  ["control", ["ground", "panel"]],
  ["focus", ["ground", "panel"]],
  ["board-focus", boards],
  ["board-line", boards],
  ["mark-first", boards],
  ["mark-second", boards],
  ["letter", boards],
  ["last", boards],
  ["disc-first", ["well"]],
  ["disc-second", ["well"]],
  ["disc-sign", ["disc-first", "disc-second"]],
];

describe.each(themes.map(({ id }) => id))("the theme %s", (id) => {
  const tokens = tokensOf(id);
  const between = (one: string, other: string) => contrast(tokens[one]!, tokens[other]!);

  const below = (least: number, pairs: [above: string, on: string[]][]) =>
    pairs.flatMap(([above, on]) =>
      on.filter((under) => !(between(above, under) >= least)).map((under) => [above, under]),
    );

  it("can be read: every text on what it stands on", () => {
    expect(below(4.5, texts)).toEqual([]);
  });

  it("can be seen: every mark on what it stands on", () => {
    expect(below(3, marks)).toEqual([]);
  });

  it.each(["stone-black", "stone-white"])("shows %s by its face or its rim", (stone) => {
    for (const board of boards) {
      expect(Math.max(between(stone, board), between(`${stone}-rim`, board))).toBeGreaterThanOrEqual(3);
    }
  });

  it("has every colour that the first theme has", () => {
    expect(Object.keys(tokens).sort()).toEqual(Object.keys(tokensOf("wood")).sort());
  });
});

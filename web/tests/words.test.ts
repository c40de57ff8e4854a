import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { format, nextLanguage } from "../src/i18n/format";

const web = join(import.meta.dirname, "..");
const locale = join(web, "..", "src", "enraya", "locale");
type Messages = Record<string, string>;

function messages(language: string, only?: RegExp): Messages {
  const files = readdirSync(join(locale, language)).filter((name) => !only || only.test(name));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(locale, language, name), "utf-8")) as Messages),
  ) as Messages;
}

function sources(folder: string, kind = /(?<!\.test)\.(svelte|ts)$/): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path, kind);
    return kind.test(entry.name) ? [readFileSync(path, "utf-8")] : [];
  });
}

/** Every key that stands in the sources as a text of its own, and the beginnings of those that are put together. */
const text = sources(join(web, "src")).join("\n");
const named = new Set(
  [...text.matchAll(/["'`]((?:web|board|lab)(?:\.[a-z0-9_]+)+)["'`]/g)].map((found) => found[1] ?? ""),
);
/** The lab's words are said by the page, by the commands and by the marking: what any of them names is used. */
const anywhere = [text, ...sources(join(web, "..", "src", "enraya"), /\.py$/)].join("\n");
const used = new Set([...anywhere.matchAll(/["'`]([a-z]+(?:\.[a-z0-9_]+)+)["'`]/g)].map((found) => found[1] ?? ""));
const begun = [...anywhere.matchAll(/["'`]([a-z]+(?:\.[a-z0-9_]+)*[._])\$?\{/g)].map((found) => found[1] ?? "");

const own = /^(web|lab).*\.json$/;
const [en, es] = [messages("en", own), messages("es", own)];
const base = (key: string) => key.replace(/_one$/, "");
/** Words that are the same in both languages. */
const alike = new Set([
  "web.clock.seconds",
  "web.time.ms",
  "web.time.s",
  "web.player.minimax",
  "web.request.decline",
  "web.said.played",
  "web.word.false",
  "web.word.swap2",
  "board.cube.view",
  "board.told.placed",
  "lab.tree.algorithm.minimax",
  "compare.name.minimax",
  "compare.short.minimax",
  "practise.told.wrong",
  "values.second",
  "web.arena.final",
  "web.arena.short.points",
  "web.arena.title",
  "web.nav.arena",
]);

describe("the words of the page", () => {
  it("has every key that the sources name, in both languages", () => {
    const all = { en: messages("en"), es: messages("es") };
    for (const known of [all.en, all.es]) expect([...named].filter((key) => !(key in known))).toEqual([]);
  });

  it("has no key that the sources do not name", () => {
    const unused = Object.keys(en).filter(
      (key) => !used.has(key) && !used.has(base(key)) && !begun.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it("has the same keys in both languages", () => {
    expect(Object.keys(en)).toEqual(Object.keys(es));
  });

  it("is translated: no message is the same in both, but for those that must be", () => {
    const same = Object.keys(en).filter(
      (key) => en[key] === es[key] && !alike.has(key) && /\p{L}/u.test((en[key] ?? "").replace(/\{\w+\}/g, "")),
    );
    expect(same).toEqual([]);
  });

  it("has no text on the screen that is not a message", () => {
    const markup = sources(join(web, "src", "screens")).concat(
      sources(join(web, "src", "match")),
      sources(join(web, "src", "setup")),
    );
    const bare = markup.flatMap((source) => {
      const html = source
        .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
        .replace(/\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, "");
      return source.includes("<script")
        ? [...html.matchAll(/>([^<>{}]*\p{L}{3,}[^<>{}]*)</gu)].map((found) => found[1]?.trim())
        : [];
    });
    expect(bare).toEqual([]);
  });
});

describe("a message", () => {
  const known = { "a.b": "{count} moves by {name}", "a.b_one": "one move by {name}" };

  it("takes its values, and another form where the count is one", () => {
    expect(format(known, "a.b", { count: 2, name: "Ana" })).toBe("2 moves by Ana");
    expect(format(known, "a.b", { count: 1, name: "Ana" })).toBe("one move by Ana");
  });

  it("writes numbers as the language does, and leaves places without a value", () => {
    expect(format(known, "a.b", { count: 1204 }, new Intl.NumberFormat("en"))).toBe("1,204 moves by {name}");
  });

  it("that is missing shows its key", () => {
    expect(format(known, "a.c")).toBe("a.c");
  });
});

describe("the language", () => {
  it("that comes next is the other of two, and goes round among several", () => {
    expect(nextLanguage(["es", "en"], "es")).toBe("en");
    expect(nextLanguage(["es", "en"], "en")).toBe("es");
    expect(nextLanguage(["es", "en", "pt"], "pt")).toBe("es");
  });
});

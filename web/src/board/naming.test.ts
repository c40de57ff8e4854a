import { describe, expect, it } from "vitest";
import en from "../../../src/enraya/locale/en/web_board.json";
import es from "../../../src/enraya/locale/es/web_board.json";
import { sayContent, sayLastMove, sayValue, shortValue, toneOf } from "./naming";
import type { Board, Translate } from "./types";

const speak =
  (words: Record<string, string>): Translate =>
  (key, values = {}) => {
    const message = words[key];
    if (message === undefined) throw new Error(`no words for ${key}`);
    return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
const [inSpanish, inEnglish] = [speak(es), speak(en)];

const crosses: Board = {
  columns: 3,
  rows: 3,
  levels: 1,
  style: "crosses",
  numbered_columns: false,
  cells: ["X", "", "", "", "O", "", "", "", ""],
  owners: [0, null, null, null, 1, null, null, null, null],
  strikes: [],
};

describe("a cell in words", () => {
  it("says its name and that it is empty", () => {
    expect(sayContent(crosses, 1, inSpanish)).toBe("b1, vacía");
  });

  it("says its piece, and that it was played last", () => {
    expect(sayContent(crosses, 4, inEnglish, { last: true })).toBe("b2, O, last move");
  });

  it("says a stone's colour and a disc's column", () => {
    expect(sayContent({ ...crosses, style: "stones" }, 0, inSpanish)).toBe("a1, piedra negra");
    expect(sayContent({ ...crosses, style: "discs", numbered_columns: true }, 4, inEnglish)).toBe(
      "column 2, row 2, O disc",
    );
  });
});

describe("the last move in words", () => {
  const of = (last_cells: number[]) =>
    sayLastMove({ kind: "board", over: false, board: crosses, last_cells }, inEnglish);

  it("says what was put where", () => {
    expect(of([4])).toBe("O on b2.");
  });

  it("says from where a piece came", () => {
    expect(of([4, 5])).toBe("O: from c2 to b2.");
  });

  it("says nothing at the start", () => {
    expect(of([])).toBe("");
  });
});

describe("a value", () => {
  it.each([
    [{ value: "win", plies: 3, score: 1 }, "W 3", "good", "wins in 3"],
    [{ value: "draw", plies: null, score: 0 }, "D", "even", "draw"],
    [{ value: "loss", plies: 2, score: -1 }, "L 2", "bad", "loses in 2"],
    [{ value: null, plies: null, score: -4 }, "−4", "bad", "worth −4"],
    [{ value: null, plies: null, score: 4 }, "+4", "good", "worth +4"],
    [{ value: null, plies: null, score: 4, exact: false }, "≈+4", "good", "about +4"],
    [{ value: null, plies: null, score: -0.25, exact: false }, "≈−0.25", "bad", "about −0.25"],
    [{ value: "win", plies: 1, score: 1, best: true }, "W 1", "good", "wins in 1, the best"],
  ] as const)("%o is a letter, a colour and words", (value, short, tone, said) => {
    expect([shortValue(value, inEnglish), toneOf(value), sayValue(value, inEnglish)]).toEqual([short, tone, said]);
  });
});

import { describe, expect, it } from "vitest";
import type { Family, Settings } from "../src/api/types";
import {
  draftOf,
  FRIEND,
  gameOf,
  partsOf,
  playerOf,
  queryOf,
  readOptions,
  settingsOf,
  typed,
} from "../src/setup/draft";

const both = (text: string) => ({ es: text, en: text });
const number = (name: string, usual: number | null) => ({
  name,
  kind: "number" as const,
  default: usual,
  least: 1,
  most: 19,
  words: null,
  required: false,
  title: both(name),
});
const connect: Family = {
  family: "connect",
  kind: "board",
  title: both(""),
  rules: both(""),
  options: [number("columns", 7), number("rows", 6), number("k", 4)],
  presets: [
    {
      game: "connect(7,6,4)",
      title: both(""),
      options: { columns: 7, rows: 6, k: 4 },
      sample: { board: null, order: [] },
    },
  ],
};
const tree: Family = {
  ...connect,
  family: "tree",
  kind: "tree",
  options: [],
  presets: [{ game: "tree(A[B[3] C[2]])", title: both(""), options: {}, sample: { board: null, order: [] } }],
};
const defaults: Settings = {
  game: "mnk(3,3,3)",
  first: "human",
  second: "alphabeta+",
  starter: "random",
  seconds: 20,
  games: 3,
  exam: false,
  position: null,
  names: [null, null],
  invite: null,
};
const draft = (family: Family, game: string, query = "") => draftOf(family, game, new URLSearchParams(query), defaults);

describe("a set-up", () => {
  it("begins with what the address says, then with the usual", () => {
    const made = settingsOf(
      connect,
      draft(connect, "connect(5,rows=4)", "second=level:7&games=1&seconds=none&exam=true"),
    );
    expect(made).toMatchObject({
      game: "connect(columns=5,rows=4,k=4)",
      first: "human",
      second: "level:level=7",
      seconds: null,
      games: 1,
      exam: true,
    });
  });

  it("sends what was typed as it stands, for the server to judge", () => {
    const made = draft(connect, "connect(7,6,4)");
    made.seconds = "soon";
    made.games = "2.5";
    made.options["k"] = "x";
    expect(settingsOf(connect, made)).toMatchObject({
      seconds: "soon",
      games: 2.5,
      game: "connect(columns=7,rows=6,k=x)",
    });
    expect(typed("2,5")).toBe(2.5);
    expect(typed(" ")).toBe(" ");
  });

  it("invites to the seat of a friend", () => {
    const made = draft(connect, "connect(7,6,4)", "invite=1");
    expect(made.sides[1].player).toBe(FRIEND);
    expect(settingsOf(connect, made)).toMatchObject({ second: "human", invite: 1 });
  });

  it("keeps a tree as it was written", () => {
    expect(gameOf(tree, draft(tree, "tree(A[B[1 2] C[3]])"))).toBe("tree(A[B[1 2] C[3]])");
  });

  it("comes back from the settings of a match", () => {
    const settings: Settings = {
      ...defaults,
      game: "connect(7,6,4)",
      seconds: null,
      names: ["Ana", null],
      second: "alphabeta:depth=6,cut=>",
    };
    const query = new URLSearchParams(
      Object.entries(queryOf(settings)).filter((pair): pair is [string, string] => pair[1] !== null),
    );
    expect(settingsOf(connect, draftOf(connect, settings.game, query, defaults))).toMatchObject({
      seconds: null,
      names: ["Ana", null],
      second: "alphabeta:depth=6,cut=>",
    });
  });
});

describe("a name", () => {
  it("is taken apart", () => {
    expect(partsOf("mnk(3,3,3)")).toEqual({ name: "mnk", inside: "3,3,3" });
    expect(partsOf("terni")).toEqual({ name: "terni", inside: "" });
    expect(readOptions("7,k=5", connect.options)).toEqual({ columns: "7", k: "5" });
  });

  it("of a player leaves out what was left empty", () => {
    expect(playerOf({ player: "alphabeta", options: { depth: "6", nodes: " " }, name: "" })).toBe("alphabeta:depth=6");
    expect(playerOf({ player: "random", options: {}, name: "" })).toBe("random");
  });
});

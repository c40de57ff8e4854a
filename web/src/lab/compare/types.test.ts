import { describe, expect, it } from "vitest";
import { csvOf, type Row } from "./types";

const row: Row = {
  algorithm: "alphabeta>",
  nodes: 146120,
  leaves: 62162,
  cuts: 37788,
  seconds: 0.5,
  value: 0,
  move: "a1",
  depth: 9,
  branching: 3.616,
  rate: 292240,
  exact: true,
  ended: null,
};

describe("rows as CSV", () => {
  it("has a line of names and a line for each row", () => {
    expect(csvOf([row]).split("\r\n")).toEqual([
      "algorithm,nodes,leaves,cuts,branching,depth,value,move,seconds,rate,exact,ended",
      "alphabeta>,146120,62162,37788,3.616,9,0,a1,0.5,292240,true,",
      "",
    ]);
  });

  it("quotes what has a comma in it", () => {
    expect(csvOf([{ ...row, move: 'a,"b' }])).toContain('"a,""b"');
  });
});

import { describe, expect, it } from "vitest";
import { cellAt, cellName, centre, endsOf, isFlat, levelsAcross, linesThrough, placeOf, starPoints } from "./geometry";

const square = { columns: 3, rows: 3, levels: 1, owners: [] };
const cube = { columns: 3, rows: 3, levels: 3, owners: [] };

describe("cells", () => {
  it("are counted row after row and level after level", () => {
    expect(placeOf(cube, 14)).toEqual({ column: 2, row: 1, level: 1 });
    expect(cellAt(cube, { column: 2, row: 1, level: 1 })).toBe(14);
  });

  it("are named by letter, number and level", () => {
    expect(cellName(square, 5)).toBe("c2");
    expect(cellName(cube, 14)).toBe("c2@2");
  });

  it("have their middle within their own level", () => {
    expect(centre(cube, 14)).toEqual({ x: 250, y: 150 });
  });
});

describe("lines", () => {
  it("go from end to end, whatever the order of the cells", () => {
    expect(endsOf(square, [4, 0, 8])).toEqual([
      { x: 50, y: 50 },
      { x: 250, y: 250 },
    ]);
  });

  it("stick out by as much as asked", () => {
    expect(endsOf(square, [0, 1, 2], 10)).toEqual([
      { x: 40, y: 50 },
      { x: 260, y: 50 },
    ]);
  });

  it("are one for three cells in a row and two for two rows that share a cell", () => {
    expect(linesThrough({ ...square, owners: [] }, [2, 4, 6]).map((line) => [...line.cells].sort())).toEqual([
      [2, 4, 6],
    ]);
    const both = linesThrough({ ...square, owners: [] }, [0, 1, 2, 3, 6]).map((line) => [...line.cells].sort());
    expect(both).toHaveLength(2);
    expect(both).toContainEqual([0, 1, 2]);
    expect(both).toContainEqual([0, 3, 6]);
  });

  it("are found across the levels of a cube", () => {
    const [line] = linesThrough(cube, [0, 13, 26]);
    expect(line!.cells).toHaveLength(3);
    expect(isFlat(cube, line!.cells)).toBe(false);
  });

  it("are none without cells", () => {
    expect(linesThrough(square, [])).toEqual([]);
  });
});

describe("the levels of a cube", () => {
  it("stand side by side up to three, and in a square beyond", () => {
    expect([1, 2, 3, 4, 5, 6].map(levelsAcross)).toEqual([1, 2, 3, 2, 3, 3]);
  });
});

describe("star points", () => {
  it.each([
    [15, 9],
    [19, 9],
    [9, 5],
    [3, 0],
  ])("on a board of %i are %i", (size, count) => {
    expect(starPoints({ columns: size, rows: size })).toHaveLength(count);
  });
});

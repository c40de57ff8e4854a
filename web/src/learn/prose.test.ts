import { describe, expect, it } from "vitest";
import { blocksOf, piecesOf } from "./prose";

describe("the text of a lesson", () => {
  it("has strong, emphasised and written words among plain ones", () => {
    expect(piecesOf("a **b** *c* `d`")).toEqual([
      { text: "a ", style: "plain" },
      { text: "b", style: "strong" },
      { text: " ", style: "plain" },
      { text: "c", style: "emphasis" },
      { text: " ", style: "plain" },
      { text: "d", style: "code" },
    ]);
    expect(piecesOf("3 * 4 = 12")).toEqual([{ text: "3 * 4 = 12", style: "plain" }]);
  });

  it("is paragraphs and lists, whatever the lines it was typed in", () => {
    const blocks = blocksOf("one\ntwo\n\n- three\n  and four\n- five\n");
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "list"]);
    expect(blocks[0]!.lines[0]![0]!.text).toBe("one two");
    expect(blocks[1]!.lines.map(([piece]) => piece!.text)).toEqual(["three and four", "five"]);
  });
});

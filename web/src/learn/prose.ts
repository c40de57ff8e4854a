/** The little markup of a lesson's texts: paragraphs, lists, **strong** and *emphasised* words. */

export interface Piece {
  text: string;
  style: "plain" | "strong" | "emphasis" | "code";
}

export interface Block {
  kind: "paragraph" | "list";
  /** A paragraph has one line, a list one for each item. */
  lines: Piece[][];
}

const MARKED = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), style: "plain" });
    const [, strong, emphasis, code] = found;
    if (strong !== undefined) pieces.push({ text: strong, style: "strong" });
    else if (emphasis !== undefined) pieces.push({ text: emphasis, style: "emphasis" });
    else pieces.push({ text: code ?? "", style: "code" });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), style: "plain" });
  return pieces;
}

/** Blank lines part paragraphs; lines that begin with a dash are items of a list. */
export function blocksOf(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const lines = part.trim().split("\n");
      if (!lines[0]!.startsWith("- ")) return { kind: "paragraph", lines: [piecesOf(lines.join(" "))] };
      const items: string[] = [];
      for (const line of lines)
        if (line.startsWith("- ")) items.push(line.slice(2));
        else items.push(`${items.pop() ?? ""} ${line.trim()}`);
      return { kind: "list", lines: items.map(piecesOf) };
    });
}

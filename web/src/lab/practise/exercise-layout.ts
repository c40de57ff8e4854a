/** The layout of an exercise's tree, with space for the answers at its nodes. */

import { layOut, type PlacedNode } from "../../board/tree/tree-layout";
import type { Exercise } from "./types";

const PAD = { x: 46, top: 44, bottom: 44 };
/** Moves stand under leaves. */
const LINE = 16;

export interface Plan {
  nodes: PlacedNode[];
  inner: PlacedNode[];
  root: PlacedNode;
  at: ReadonlyMap<string, PlacedNode>;
  /** The free room to the left and above. */
  pad: { x: number; y: number };
  width: number;
  height: number;
}

export function planOf({ tree, kind }: Exercise): Plan {
  const layout = layOut(tree);
  // Two boxes at each node need more room than one.
  const stretch = kind === "windows" ? { x: 1.18, y: 1.42 } : { x: 1, y: 1 };
  const nodes = [...layout.nodes.values()].map((node) => ({ ...node, x: node.x * stretch.x, y: node.y * stretch.y }));
  const at = new Map(nodes.map((node) => [node.name, node]));
  const hasMoves = Object.values(tree.nodes).some((node) => node.move !== null);
  return {
    nodes,
    at,
    root: at.get(tree.root)!,
    inner: nodes.filter((node) => node.children.length > 0),
    pad: { x: PAD.x, y: PAD.top },
    width: layout.width * stretch.x + 2 * PAD.x,
    height: layout.height * stretch.y + PAD.top + PAD.bottom + (hasMoves ? LINE : 0),
  };
}

/** A place on the branch to *node*, so far down. */
export function along({ at }: Plan, node: PlacedNode, part: number): { x: number; y: number } {
  const parent = at.get(node.parent ?? "") ?? node;
  return { x: parent.x + (node.x - parent.x) * part, y: parent.y + (node.y - parent.y) * part };
}

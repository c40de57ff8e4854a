/** The layout of a small search tree, from the first step of the search to the last. */

import type { SearchTree } from "../lab/tree/search/search-tree";

export interface Spot {
  node: number;
  x: number;
  y: number;
  above: { x: number; y: number } | null;
}

export interface Growth {
  spots: Spot[];
  width: number;
  height: number;
}

const ACROSS = 30;
const DOWN = 66;
const EDGE = 16;

/** The tree laid out once, with all that will grow: leaves side by side, other nodes over the middle of their own. */
export function growthOf(tree: SearchTree): Growth {
  const spots = new Map<number, Spot>();
  let leaves = 0;
  let deepest = 0;
  const place = (node: number): Spot => {
    const below = [...tree.childrenOf(node)].map(place);
    const x = below.length > 0 ? (below[0]!.x + below.at(-1)!.x) / 2 : EDGE + ACROSS * leaves++;
    const spot: Spot = { node, x, y: EDGE + DOWN * tree.ply(node), above: null };
    for (const child of below) child.above = spot;
    deepest = Math.max(deepest, spot.y);
    spots.set(node, spot);
    return spot;
  };
  tree.roots.forEach(place);
  const ordered = [...spots.values()].sort((one, other) => one.node - other.node);
  return { spots: ordered, width: 2 * EDGE + ACROSS * Math.max(1, leaves - 1), height: deepest + EDGE };
}

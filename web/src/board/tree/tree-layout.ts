/** The layout of a game tree on its board. */

import { arrange, inReadingOrder } from "./reingold-tilford";
import type { Tree } from "../types";

export const SLOT = 56;
export const STOREY = 104;

export interface PlacedNode {
  name: string;
  x: number;
  y: number;
  depth: number;
  parent: string | null;
  /** Its place among its siblings, from 1, and how many they are. */
  place: number;
  siblings: number;
  children: string[];
  value: number | null;
  max: boolean;
}

export interface TreeLayout {
  nodes: Map<string, PlacedNode>;
  width: number;
  height: number;
}

export function layOut(tree: Tree): TreeLayout {
  const childrenOf = (name: string): string[] => tree.nodes[name]?.children ?? [];
  const found = arrange(tree.root, childrenOf, () => ({ left: SLOT / 2, right: SLOT / 2 }));
  const nodes = new Map<string, PlacedNode>();
  for (const name of inReadingOrder(tree.root, childrenOf)) {
    const { x, depth } = found.spots.get(name)!;
    const node = tree.nodes[name];
    const placed = {
      name,
      x: x - found.left - SLOT / 2,
      y: depth * STOREY,
      depth,
      children: childrenOf(name),
      value: node?.value ?? null,
      max: node?.max ?? true,
    };
    nodes.set(name, { ...placed, parent: null, place: 1, siblings: 1 });
  }
  for (const { name, children } of [...nodes.values()]) {
    children.forEach((child, index) =>
      Object.assign(nodes.get(child)!, { parent: name, place: index + 1, siblings: children.length }),
    );
  }
  return { nodes, width: found.right - found.left - SLOT, height: found.depth * STOREY };
}

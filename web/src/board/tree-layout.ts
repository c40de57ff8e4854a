/** Where the nodes of a tree stand: leaves side by side, each parent over the middle of its children. */

import type { Tree } from "./types";

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
  const nodes = new Map<string, PlacedNode>();
  let leaves = 0;
  let deepest = 0;

  function put(name: string, depth: number, parent: string | null, place: number, siblings: number): number {
    const node = tree.nodes[name];
    const children = node?.children ?? [];
    const placed: PlacedNode = {
      name, depth, parent, place, siblings, children, x: 0, y: depth * STOREY, value: node?.value ?? null, max: node?.max ?? true,
    };
    nodes.set(name, placed);
    deepest = Math.max(deepest, depth);
    const under = children.map((child, index) => put(child, depth + 1, name, index + 1, children.length));
    placed.x = under.length > 0 ? (under[0]! + under.at(-1)!) / 2 : leaves++ * SLOT;
    return placed.x;
  }

  put(tree.root, 0, null, 1, 1);
  return { nodes, width: Math.max(0, leaves - 1) * SLOT, height: deepest * STOREY };
}

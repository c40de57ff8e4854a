/** A tree being drawn: every change gives a new one, so that all of them can be undone. */

import type { Tree } from "../../../board/types";

export interface Sketch {
  root: SketchNode;
  /** True if MIN moves at the root. */
  isMin: boolean;
}

export interface SketchNode {
  id: number;
  /** A leaf may go without a name. */
  name: string;
  /** Null at an inner node, and at a leaf that has none yet. */
  value: number | null;
  children: SketchNode[];
}

let last = 0;
const nextId = (): number => ++last;

/** The tree that the server has read. */
export function sketchOf(tree: Tree, isMin: boolean): Sketch {
  const build = (name: string, usual: string): SketchNode => {
    const { children, value } = tree.nodes[name]!;
    const isNamed = children.length > 0 || name !== usual;
    return {
      id: nextId(),
      name: isNamed ? name : "",
      value: value ?? null,
      children: children.map((child, place) => build(child, `${name}${place + 1}`)),
    };
  };
  return { root: build(tree.root, ""), isMin };
}

/** The notation of the sketch; a leaf without a value is written as `?`, which no reader takes. */
export function writeSketch({ root, isMin }: Sketch): string {
  const written = ({ name, value, children }: SketchNode): string => {
    if (children.length > 0) return `${name}[${children.map(written).join(" ")}]`;
    return (name ? `${name}=` : "") + (value === null ? "?" : String(value));
  };
  return written(root) + (isMin ? ", root=min" : "");
}

export function find(node: SketchNode, id: number): SketchNode | null {
  if (node.id === id) return node;
  for (const child of node.children) {
    const found = find(child, id);
    if (found) return found;
  }
  return null;
}

export function parentOf(node: SketchNode, id: number): SketchNode | null {
  if (node.children.some((child) => child.id === id)) return node;
  for (const child of node.children) {
    const found = parentOf(child, id);
    if (found) return found;
  }
  return null;
}

export const allOf = (node: SketchNode): SketchNode[] => [node, ...node.children.flatMap(allOf)];

/** The sketch with *change* made to the node *id*. */
function changed(sketch: Sketch, id: number, change: (node: SketchNode) => SketchNode): Sketch {
  const through = (node: SketchNode): SketchNode =>
    node.id === id ? change(node) : { ...node, children: node.children.map(through) };
  return { ...sketch, root: through(sketch.root) };
}

export const rename = (sketch: Sketch, id: number, name: string): Sketch =>
  changed(sketch, id, (node) => ({ ...node, name: name.trim() }));
export const setValue = (sketch: Sketch, id: number, value: number | null): Sketch =>
  changed(sketch, id, (node) => ({ ...node, value }));

/** A new leaf under the node; a leaf that gets one hands its own value down to it and takes a name. */
export function addChild(sketch: Sketch, id: number): [Sketch, number] {
  const child: SketchNode = { id: nextId(), name: "", value: 0, children: [] };
  const made = changed(sketch, id, (node) => {
    if (node.children.length > 0) return { ...node, children: [...node.children, child] };
    return {
      ...node,
      name: node.name || freeName(sketch),
      value: null,
      children: [{ ...child, value: node.value ?? 0 }],
    };
  });
  return [made, child.id];
}

/** Without the node and all below it; a parent that loses its last child becomes a leaf. The root stays. */
export function remove(sketch: Sketch, id: number): Sketch {
  const parent = parentOf(sketch.root, id);
  if (!parent) return sketch;
  return changed(sketch, parent.id, (node) => {
    const children = node.children.filter((child) => child.id !== id);
    return { ...node, children, value: children.length === 0 ? 0 : null };
  });
}

/** The node moved among its siblings, one to the left (−1) or to the right (1). */
export function shift(sketch: Sketch, id: number, by: -1 | 1): Sketch {
  const parent = parentOf(sketch.root, id);
  const from = parent?.children.findIndex((child) => child.id === id) ?? -1;
  if (!parent || from + by < 0 || from + by >= parent.children.length) return sketch;
  return changed(sketch, parent.id, (node) => {
    const children = [...node.children];
    [children[from], children[from + by]] = [children[from + by]!, children[from]!];
    return { ...node, children };
  });
}

/** The first letter that names no node yet. */
function freeName(sketch: Sketch): string {
  const used = new Set(allOf(sketch.root).map(({ name }) => name));
  for (let number = 0; ; number++) {
    const name = String.fromCharCode(65 + (number % 26)) + (number < 26 ? "" : String(Math.floor(number / 26)));
    if (!used.has(name)) return name;
  }
}

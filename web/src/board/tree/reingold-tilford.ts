/**
 * The one way trees are laid out here: each parent over the middle of its children, subtrees as close together as their
 * outlines allow (after Reingold and Tilford), so that a long path opened in a wide tree stays narrow.
 */

export interface Extent {
  left: number;
  right: number;
}

export interface Spot {
  x: number;
  depth: number;
}

export interface Arrangement<Node> {
  spots: Map<Node, Spot>;
  left: number;
  right: number;
  depth: number;
}

/** *root* and all below it, each node before its children and those in order: as a screen reader should say them. */
export function inReadingOrder<Node>(root: Node, childrenOf: (node: Node) => readonly Node[]): Node[] {
  const found: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    waiting.push(...[...childrenOf(node)].reverse());
  }
  return found;
}

/** The contour of a subtree: how far it reaches to either side of its root, level by level. */
interface Outline {
  lefts: number[];
  rights: number[];
}

/** Places of all nodes below *root*, which stands at x = 0; `extentOf` says how much each needs to either side. */
export function arrange<Node>(
  root: Node,
  childrenOf: (node: Node) => readonly Node[],
  extentOf: (node: Node) => Extent,
): Arrangement<Node> {
  const offsets = new Map<Node, number>();

  function outlineOf(node: Node): Outline {
    const room = extentOf(node);
    const children = childrenOf(node);
    if (children.length === 0) return { lefts: [-room.left], rights: [room.right] };
    const at: number[] = [];
    const lefts: number[] = [];
    const rights: number[] = [];
    for (const child of children) {
      const outline = outlineOf(child);
      let x = 0;
      for (let level = 0; level < Math.min(rights.length, outline.lefts.length); level++) {
        x = Math.max(x, rights[level]! - outline.lefts[level]!);
      }
      at.push(x);
      outline.rights.forEach((right, level) => (rights[level] = x + right));
      outline.lefts.forEach((left, level) => (lefts[level] ??= x + left));
    }
    const middle = (at[0]! + at.at(-1)!) / 2;
    children.forEach((child, place) => offsets.set(child, at[place]! - middle));
    return {
      lefts: [-room.left, ...lefts.map((left) => left - middle)],
      rights: [room.right, ...rights.map((right) => right - middle)],
    };
  }

  const { lefts, rights } = outlineOf(root);
  const spots = new Map<Node, Spot>([[root, { x: 0, depth: 0 }]]);
  for (const [node, spot] of spots) {
    for (const child of childrenOf(node)) spots.set(child, { x: spot.x + offsets.get(child)!, depth: spot.depth + 1 });
  }
  return { spots, left: Math.min(...lefts), right: Math.max(...rights), depth: lefts.length - 1 };
}

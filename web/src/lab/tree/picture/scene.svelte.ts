/**
 * The scene of a search after some of its steps: the layout of the open nodes, and which of them are in view.
 * Far away, nodes become marks that are drawn together.
 */

import { type Arrangement, arrange, inReadingOrder } from "../../../board/tree/reingold-tilford";
import type { Boards } from "./boards.svelte";
import type { Camera, Frame } from "./camera.svelte";
import type { Opening } from "./opening.svelte";
import { MIN, NOBODY, type NodeState, type SearchTree } from "../search/search-tree";

/** Beyond so many nodes in view, or smaller than this, only marks are drawn. */
const MOST_DRAWN = 320;
const FAR = 0.3;
/** On a phone the whole of a small tree says more than large letters, and two fingers enlarge it. */
const LEGIBLE_ON_A_PHONE = 0.5;

/** A node that is in view, or must be there for the focus. */
export interface Drawn {
  node: number;
  x: number;
  y: number;
  parent: { x: number; y: number } | null;
  state: NodeState;
  place: number;
  siblings: number;
  isOpen: boolean;
}

/** Lines of one kind, drawn together. */
export interface Strokes {
  kind: string;
  d: string;
}

export interface SceneOptions {
  tree: SearchTree;
  opening: Opening;
  camera: Camera;
  /** The boards of nodes, where the game has boards. */
  boards: Boards | null;
  hasWindows: boolean;
  /** True if values have decimals, which need more room. */
  hasFractions: boolean;
}

export class Scene {
  readonly tree: SearchTree;
  readonly opening: Opening;
  readonly camera: Camera;
  readonly boards: Boards | null;
  readonly hasWindows: boolean;
  /** Half the width of a plate under a board. */
  readonly half: number;
  readonly #hasFractions: boolean;
  readonly #storey: number;
  /** Smaller than this a value is not read without effort: 11 pixels. */
  readonly #legible: number;
  readonly #count: () => number;

  /** The node that has the focus, or would have it. */
  focused = $state<number | null>(null);
  /** The node that a question is about. */
  asked = $state<number | null>(null);
  /** True while the best line would give the answer away. */
  hidesBest = $state(false);
  /** Takes a node that was chosen as an answer; false if none is wanted, and the node opens or closes. */
  onpick: ((node: number) => boolean) | null = null;

  /** *count* says how many steps have happened. */
  constructor(options: SceneOptions, count: () => number) {
    ({
      tree: this.tree,
      opening: this.opening,
      camera: this.camera,
      boards: this.boards,
      hasWindows: this.hasWindows,
    } = options);
    this.#hasFractions = options.hasFractions;
    this.half = options.hasFractions ? 44 : 33;
    this.#storey = this.boards ? 168 : 112;
    this.#legible = this.boards ? 0.72 : 0.66;
    this.#count = count;
  }

  readonly count = $derived.by(() => this.#count());
  readonly current = $derived.by(() => this.tree.nodeAt(this.count));
  readonly #way = $derived.by(() => this.tree.pathTo(this.current));
  readonly path = $derived<ReadonlySet<number>>(new Set(this.#way));
  readonly root = $derived(this.#way[0]!);
  readonly best = $derived.by<ReadonlySet<number>>(
    () => new Set(this.hidesBest ? [] : this.tree.bestLine(this.current, this.count)),
  );
  readonly layout: Arrangement<number> = $derived.by(() => arrange(this.root, this.childrenOf, this.#extentOf));
  readonly tabStop = $derived(
    this.focused !== null && this.layout.spots.has(this.focused) ? this.focused : this.current,
  );

  isLeaf = (node: number): boolean => !this.tree.isInner(node);
  isOpen = (node: number): boolean => this.opening.isOpen(node, this.path);
  /** The children that are shown. */
  childrenOf = (node: number): number[] => (this.isOpen(node) ? [...this.tree.childrenOf(node)] : []);

  #extentOf = (node: number): { left: number; right: number } => {
    if (this.boards) return { left: this.half + 9, right: this.half + 9 };
    const leaf = this.camera.isNarrow && !this.#hasFractions ? 27 : 34;
    return this.isLeaf(node) ? { left: leaf, right: leaf } : { left: 44, right: this.hasWindows ? 104 : 44 };
  };
  #y = (depth: number): number => depth * this.#storey;

  toggle(node: number): void {
    if (!this.isLeaf(node)) this.opening.set(node, !this.isOpen(node));
  }

  readonly #whole = $derived.by<Frame>(() => ({
    left: this.layout.left,
    right: this.layout.right,
    top: this.boards ? -44 : -40,
    bottom: this.#y(this.layout.depth) + (this.boards ? 80 : 36),
  }));

  fit(): void {
    this.camera.fit(this.#whole);
  }

  /** The first look: all of a small tree, or the root with room for what will open below it. */
  begin(): void {
    const deep = Math.max(this.#whole.bottom, this.#y(Math.min(this.tree.deepest, this.boards ? 1.4 : 2)) + 92);
    // On a projector boards are larger, as long as a node still has its parent and its children in view.
    const most = this.boards ? Math.min(1.5, Math.max(1, this.camera.height / 560)) : 1.5;
    this.camera.fit({ ...this.#whole, bottom: deep }, most);
    const legible = this.camera.isNarrow ? LEGIBLE_ON_A_PHONE : this.#legible;
    if (this.camera.scale < legible) {
      this.camera.zoom(legible / this.camera.scale);
      this.camera.follow(this.frameOf(this.root)!);
    }
  }

  /** The frame around one node. */
  frameOf(node: number): Frame | null {
    const spot = this.layout.spots.get(node);
    if (!spot) return null;
    const room = this.#extentOf(node);
    const y = this.#y(spot.depth);
    return { left: spot.x - room.left, right: spot.x + room.right, top: y - 48, bottom: y + (this.boards ? 84 : 48) };
  }

  /** The frame around where the search is, with its parent, its siblings and its children. */
  get surroundings(): Frame | null {
    const frame = this.frameOf(this.current);
    if (!frame) return null;
    const parent = this.tree.parent(this.current);
    const above = this.layout.spots.get(parent);
    const around = { ...frame, top: above ? this.#y(above.depth) - 40 : frame.top };
    for (const node of [...(above ? this.tree.childrenOf(parent) : []), ...this.childrenOf(this.current)]) {
      const { left, right, bottom } = this.frameOf(node) ?? frame;
      around.left = Math.min(around.left, left);
      around.right = Math.max(around.right, right);
      around.bottom = Math.max(around.bottom, bottom);
    }
    return around;
  }

  readonly #seen = $derived.by<Drawn[]>(() => {
    const view = this.camera.seen;
    const found: Drawn[] = [];
    for (const node of inReadingOrder(this.root, this.childrenOf)) {
      const { x, depth } = this.layout.spots.get(node)!;
      const y = this.#y(depth);
      const isNear = x > view.left && x < view.right && y > view.top - this.#storey && y < view.bottom + this.#storey;
      if (!isNear && node !== this.focused && node !== this.current) continue;
      const above = this.layout.spots.get(this.tree.parent(node));
      const siblings = above ? this.tree.childrenOf(this.tree.parent(node)) : null;
      found.push({
        node,
        x,
        y,
        parent: above ? { x: above.x, y: this.#y(above.depth) } : null,
        state: this.tree.stateAt(node, this.count),
        place: siblings ? siblings.indexOf(node) + 1 : 1,
        siblings: siblings?.length ?? 1,
        isOpen: this.isOpen(node),
      });
    }
    return found;
  });

  readonly isFar = $derived.by(() => this.camera.scale < FAR || this.#seen.length > MOST_DRAWN);
  /** The nodes drawn one by one: from far away only the path to the search. */
  readonly near = $derived.by(() =>
    this.isFar ? this.#seen.filter(({ node }) => this.path.has(node) || node === this.focused) : this.#seen,
  );

  readonly marks = $derived.by<Strokes[]>(() => {
    if (!this.isFar) return [];
    const groups: Record<string, string[]> = {};
    for (const { node, x, y, state } of this.#seen)
      (groups[this.#markOf(node, state)] ??= []).push(this.shapeOf(node, x, y));
    return Object.entries(groups).map(([kind, shapes]) => ({ kind, d: shapes.join("") }));
  });

  readonly edges = $derived.by<Strokes[]>(() => {
    const groups: Record<string, string[]> = {};
    for (const one of this.#seen) {
      if (!one.parent) continue;
      const { phase } = one.state;
      const isBest = this.best.has(one.node) && this.best.has(this.tree.parent(one.node));
      const kind = isBest ? "best" : phase === "cut" ? "skipped" : phase === "waiting" ? "waiting" : "plain";
      const [from, to] = this.#ends(one.parent.y, one.y);
      (groups[kind] ??= []).push(`M${one.parent.x} ${from}L${one.x} ${to}`);
    }
    return ["waiting", "skipped", "plain", "best"].flatMap((kind) =>
      groups[kind] ? [{ kind, d: groups[kind].join("") }] : [],
    );
  });

  /** The places of the scissors: on each branch that a cut skips. */
  readonly scissors = $derived.by(() => {
    if (this.isFar) return [];
    return this.#seen.flatMap(({ node, x, y, parent, state }) => {
      if (!parent || state.phase !== "cut" || this.tree.parent(node) >= this.tree.entered) return [];
      const [from, to] = this.#ends(parent.y, y);
      return [{ node, x: parent.x + (x - parent.x) * 0.55, y: from + (to - from) * 0.55 }];
    });
  });

  /** The player of each visible level, by its height, where that is one player's. */
  readonly levels = $derived.by(() => {
    const found = new Map<number, number>();
    for (const { node, y } of this.#seen) {
      const player = this.tree.player(node);
      if (player === NOBODY || this.isLeaf(node)) continue;
      const before = found.get(y);
      found.set(y, before === undefined || before === player ? player : NOBODY);
    }
    return [...found].filter(([, player]) => player !== NOBODY);
  });

  /** The ends of a branch: at the node above and at the one below. */
  #ends(above: number, below: number): [number, number] {
    return this.boards ? [above + 56, below - 33] : [above, below];
  }

  #markOf(node: number, state: NodeState): string {
    if (state.phase === "cut") return "skipped";
    if (state.phase === "waiting") return "waiting";
    return this.isLeaf(node) ? "leaf" : this.tree.player(node) === MIN ? "min" : "max";
  }

  /** The mark of a node: MAX, MIN and leaves have each its own shape. */
  shapeOf(node: number, x: number, y: number): string {
    if (this.isLeaf(node)) return `M${x - 16} ${y - 14}h32v28h-32z`;
    return this.tree.player(node) === MIN ? `M${x} ${y + 26}l30 -46h-60z` : `M${x} ${y - 26}l30 46h-60z`;
  }
}

/**
 * A search that was written down, ready to be looked at from any of its steps.
 *
 * Nodes are numbered as the search entered them. Behind them come the moves that cuts skipped, and whatever hangs from
 * these where the whole tree is known. What a node looked like after any number of steps is found by halving its own
 * few steps, so that standing anywhere in a million of them costs nothing.
 */

import type { SearchLog, Tree } from "../../../api/types";

export const ENTER = 0;
export const LEAF = 1;
export const BACK_UP = 2;
export const WINDOW = 3;
export const CUT = 4;
export const LEAVE = 5;

export const OUTCOME = 1;
export const ESTIMATE = 2;
export const TABLE = 3;

export const EXACT = 0;
export const LOWER = 1;
export const UPPER = 2;

export const MAX = 0;
export const MIN = 1;
/** The player to move at a node that was not searched may be unknown. */
export const NOBODY = 2;

export type Log = SearchLog;
export type Steps = keyof Log["lines"];

/** A node after some steps. */
export interface NodeState {
  /** Not looked at yet, being looked at, done; or cut, never to be looked at. */
  phase: "waiting" | "open" | "done" | "cut";
  /** The best value so far, or the final one. */
  value: number | null;
  /** The kind of bound: exact, lower or upper; null where it may still go either way. */
  bound: number | null;
  alpha: number;
  beta: number;
  /** The child that the value comes from, or −1. */
  best: number;
  isCut: boolean;
  /** True if the value comes from an evaluation and not from the end of a game. */
  isEstimate: boolean;
}

export class SearchTree {
  /** Nodes that the search entered; those from here on were skipped. */
  readonly entered: number;
  readonly size: number;
  readonly steps: number;
  readonly whole: boolean;
  readonly leaves: number;
  readonly deepest: number;
  readonly roots: number[] = [];
  readonly what: Uint8Array;
  readonly stepNode: Int32Array;
  readonly stepValue: Float64Array;
  /** The steps at which something was cut. */
  readonly cutSteps: Int32Array;

  readonly #parent: Int32Array;
  readonly #move: Int32Array;
  readonly #player: Uint8Array;
  readonly #ply: Uint16Array;
  readonly #kind: number[];
  readonly #bound: number[];
  readonly #alpha: (number | null)[];
  readonly #beta: (number | null)[];
  readonly #texts: string[];
  readonly #children: Lists;
  readonly #own: Lists;
  /** For each step that backed a value up, the child it came from. */
  readonly #from: Int32Array;
  /** For each node whether its value, as it was left, is an estimate. */
  readonly #estimated: Uint8Array;
  readonly #leavesBefore: Int32Array;
  readonly #known: Tree | null;

  constructor(log: Log, known: Tree | null = null) {
    this.#known = known;
    this.entered = log.nodes.parent.length;
    this.steps = log.steps.what.length;
    this.whole = log.whole;
    this.leaves = log.leaves;
    this.#texts = [...log.moves];
    this.what = Uint8Array.from(log.steps.what);
    this.stepNode = Int32Array.from(log.steps.node);
    this.stepValue = Float64Array.from(log.steps.value);
    this.#kind = log.nodes.kind;
    this.#bound = log.nodes.bound;
    this.#alpha = log.nodes.alpha;
    this.#beta = log.nodes.beta;
    this.cutSteps = new Int32Array(log.cuts.count.length);
    for (let step = 0, cut = 0; step < this.steps; step++) if (this.what[step] === CUT) this.cutSteps[cut++] = step;

    const skipped = this.#skipped(log);
    this.size = this.entered + skipped.parent.length;
    this.#parent = Int32Array.from(log.nodes.parent.concat(skipped.parent));
    this.#move = Int32Array.from(log.nodes.move.concat(skipped.move));
    this.#player = Uint8Array.from(log.nodes.player.concat(skipped.player));
    this.#ply = new Uint16Array(this.size);
    let deepest = 0;
    for (let node = 0; node < this.size; node++) {
      const parent = this.#parent[node]!;
      if (parent < 0) this.roots.push(node);
      else this.#ply[node] = this.#ply[parent]! + 1;
      if (node < this.entered) deepest = Math.max(deepest, this.#ply[node]!);
    }
    this.deepest = deepest;
    this.#children = new Lists(this.#parent, this.size);
    this.#own = new Lists(this.stepNode, this.entered);

    this.#from = new Int32Array(this.steps).fill(-1);
    this.#estimated = new Uint8Array(this.entered);
    this.#leavesBefore = new Int32Array(this.steps + 1);
    let last = -1;
    for (let step = 0; step < this.steps; step++) {
      const what = this.what[step]!;
      const node = this.stepNode[step]!;
      if (what === BACK_UP) {
        this.#from[step] = last;
        this.#estimated[node] = this.#estimated[last]!;
      }
      if (what === LEAF) this.#estimated[node] = this.#kind[node] === ESTIMATE ? 1 : 0;
      if (what === LEAF || what === LEAVE) last = node;
      this.#leavesBefore[step + 1] = this.#leavesBefore[step]! + (what === LEAF ? 1 : 0);
    }
  }

  /** The nodes that cuts skipped, with all below them where the tree is known. */
  #skipped(log: Log): { parent: number[]; move: number[]; player: number[] } {
    const [parent, move, player]: [number[], number[], number[]] = [[], [], []];
    const numbers = new Map(this.#texts.map((text, number) => [text, number]));
    let next = 0;
    this.cutSteps.forEach((step, cut) => {
      for (let place = 0; place < log.cuts.count[cut]!; place++) {
        const waiting: [above: number, number: number][] = [[this.stepNode[step]!, log.cuts.move[next++]!]];
        for (const [above, number] of waiting) {
          const known = this.#known?.nodes[this.#texts[number]!];
          const here = this.entered + parent.length;
          parent.push(above);
          move.push(number);
          player.push(known && known.children.length > 0 ? (known.max ? MAX : MIN) : NOBODY);
          for (const child of known?.children ?? []) {
            if (!numbers.has(child)) numbers.set(child, this.#texts.push(child) - 1);
            waiting.push([here, numbers.get(child)!]);
          }
        }
      }
    });
    return { parent, move, player };
  }

  parent = (node: number): number => this.#parent[node]!;
  player = (node: number): number => this.#player[node]!;
  ply = (node: number): number => this.#ply[node]!;
  childrenOf = (node: number): Int32Array => this.#children.of(node);
  kind = (node: number): number => (node < this.entered ? this.#kind[node]! : 0);
  /** True if there is anything below the node to open. */
  isInner = (node: number): boolean => this.#children.count(node) > 0;
  /** The move that leads to the node; "" at a root. */
  moveTo = (node: number): string => (this.#move[node]! < 0 ? "" : this.#texts[this.#move[node]!]!);
  /** The value of a leaf in a tree that is known whole, whether it was searched or not. */
  given = (node: number): number | null => this.#known?.nodes[this.moveTo(node)]?.value ?? null;
  /** The name of the node in a tree that is known whole. */
  nameOf = (node: number): string => this.moveTo(node) || (this.#known?.root ?? "");

  /** The nodes from the root of its pass to *node*. */
  pathTo(node: number): number[] {
    const path = [];
    for (let at = node; at >= 0; at = this.#parent[at]!) path.push(at);
    return path.reverse();
  }

  /** The node at which the search is after *count* steps. */
  nodeAt(count: number): number {
    return count === 0 ? 0 : this.stepNode[count - 1]!;
  }

  /** The numbers of nodes entered, leaves met and cuts made in the first *count* steps. */
  countsAt(count: number): { nodes: number; leaves: number; cuts: number } {
    let [low, high] = [0, this.entered];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#own.first(middle) < count) low = middle + 1;
      else high = middle;
    }
    return { nodes: low, leaves: this.#leavesBefore[count]!, cuts: before(this.cutSteps, count) };
  }

  /** The number of steps after which the first, or the last, thing has happened at *node*. */
  stepsOf(node: number): [number, number] {
    const own = this.#own.of(node);
    return [own[0]! + 1, own.at(-1)! + 1];
  }

  /** *node* after *count* steps. */
  stateAt(node: number, count: number): NodeState {
    const state: NodeState = {
      phase: "waiting",
      value: null,
      bound: null,
      alpha: -Infinity,
      beta: Infinity,
      best: -1,
      isCut: false,
      isEstimate: false,
    };
    if (node >= this.entered) {
      if (this.#isSkippedBy(node, count)) state.phase = "cut";
      return state;
    }
    const own = this.#own.of(node);
    const happened = before(own, count);
    if (happened === 0) return state;
    state.phase = "open";
    state.alpha = this.#alpha[node] ?? -Infinity;
    state.beta = this.#beta[node] ?? Infinity;
    const isMax = this.#player[node] === MAX;
    // From the last thing that happened backwards, until all is known.
    let [needsValue, needsWindow] = [true, true];
    for (let at = happened - 1; at > 0 && (needsValue || needsWindow || state.best < 0); at--) {
      const step = own[at]!;
      const value = this.stepValue[step]!;
      const what = this.what[step]!;
      if (what === LEAF || what === LEAVE) state.phase = "done";
      else if (what === CUT) state.isCut = true;
      if (what === WINDOW) {
        if (needsWindow) state[isMax ? "alpha" : "beta"] = value;
        needsWindow = false;
      } else if (needsValue) {
        state.value = value;
        needsValue = false;
      }
      if (what === BACK_UP && state.best < 0) state.best = this.#from[step]!;
    }
    if (state.phase === "done") state.bound = this.#bound[node]!;
    else if (state.value !== null) state.bound = this.#boundSoFar(isMax, state.best);
    state.isEstimate = state.value !== null && this.#estimated[state.best < 0 ? node : state.best] === 1;
    return state;
  }

  /** An open node is worth at least (MAX) or at most (MIN) what its best child is, if that much is sure. */
  #boundSoFar(isMax: boolean, best: number): number | null {
    const bound = best < 0 ? null : this.#bound[best]!;
    if (bound === EXACT || bound === (isMax ? LOWER : UPPER)) return isMax ? LOWER : UPPER;
    return null;
  }

  #isSkippedBy(node: number, count: number): boolean {
    let above = node;
    while (above >= this.entered) above = this.#parent[above]!;
    const own = this.#own.of(above);
    for (let at = before(own, count) - 1; at > 0; at--) if (this.what[own[at]!] === CUT) return true;
    return false;
  }

  /** The line of best play as it looks after *count* steps, from the root of the pass that *node* is in. */
  bestLine(node: number, count: number): number[] {
    const line = [];
    for (let at = this.pathTo(node)[0]!; at >= 0; at = this.stateAt(at, count).best) line.push(at);
    return line;
  }

  /** The number of steps after which the next cut has been made, or the one before; null if there is none. */
  cutAfter(count: number): number | null {
    const step = this.cutSteps[before(this.cutSteps, count)];
    return step === undefined ? null : step + 1;
  }

  cutBefore(count: number): number | null {
    const step = this.cutSteps[before(this.cutSteps, count - 1) - 1];
    return step === undefined ? null : step + 1;
  }
}

/** The number of the ascending *numbers* that are less than *limit* (binary search). */
function before(numbers: Int32Array, limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each of so many keys, the ascending list of places at which it stands. */
class Lists {
  readonly #start: Int32Array;
  readonly #places: Int32Array;

  constructor(keys: Int32Array, count: number) {
    this.#start = new Int32Array(count + 2);
    for (const key of keys) if (key >= 0) this.#start[key + 2]!++;
    for (let key = 2; key < count + 2; key++) this.#start[key]! += this.#start[key - 1]!;
    this.#places = new Int32Array(this.#start[count + 1]!);
    keys.forEach((key, place) => {
      if (key >= 0) this.#places[this.#start[key + 1]!++] = place;
    });
  }

  of = (key: number): Int32Array => this.#places.subarray(this.#start[key], this.#start[key + 1]);
  count = (key: number): number => this.#start[key + 1]! - this.#start[key]!;
  first = (key: number): number => this.#places[this.#start[key]!]!;
}

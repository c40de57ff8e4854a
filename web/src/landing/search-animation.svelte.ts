/** A real search of a real position, told again step by step as long as somebody looks. */

import * as client from "../api/client";
import { stream } from "../api/stream";
import type { Placed } from "../api/types";
import { preferences } from "../app/preferences.svelte";
import { cellName } from "../board/geometry";
import type { Position } from "../board/types";
import { type SearchSettings, WHOLE } from "../lab/tree/search/search-settings";
import { SearchTree } from "../lab/tree/search/search-tree";
import { type Growth, growthOf } from "./growth";

export const GAME = "mnk(3,3,3)";
/** Positions of tic-tac-toe whose trees are small enough to be seen whole, and in which much is cut. */
const OPENINGS = ["b2 a2 b1 c1 c2", "b3 a3 a2 b1 a1", "a2 a3 b3 b1 c3", "c3 c2 c1 b1 a1", "b3 a2 b1 c3 c2"];
const RECIPE: SearchSettings = {
  algorithm: "alphabeta",
  cut: ">=",
  depth: WHOLE,
  distance: false,
  order: "given",
  evaluation: "own",
};
const BEAT = 160;
const REST = 3500;

export class SearchAnimation {
  readonly moves = OPENINGS[Math.floor(Math.random() * OPENINGS.length)]!;
  tree = $state.raw<SearchTree | null>(null);
  growth = $state.raw<Growth | null>(null);
  /** The number of steps of the search shown so far. */
  count = $state(0);
  isPaused = $state(false);
  #root = $state.raw<Placed | null>(null);
  readonly counts = $derived(this.tree?.countsAt(this.count) ?? { nodes: 0, leaves: 0, cuts: 0 });
  /** The node at which the search is. */
  readonly at = $derived(this.tree?.nodeAt(this.count) ?? 0);
  readonly position = $derived(this.#root && this.tree ? this.#below(this.#root, this.at) : null);

  /** Ask for the search, once; it stays away where the server has no room for it. */
  async load(signal: AbortSignal): Promise<void> {
    const subject = { game: GAME, position: null, moves: this.moves };
    const [placed, log] = await Promise.all([
      client.place(subject, signal),
      stream("/api/lab/tree", { ...subject, ...RECIPE }, () => undefined, signal),
    ]);
    const tree = new SearchTree(log);
    [this.#root, this.growth, this.tree] = [placed, growthOf(tree), tree];
    this.count = preferences.isStill ? tree.steps : 0;
  }

  /** Tell one step after the other until the returned function is called; all at once without motion. */
  run(): () => void {
    const { tree } = this;
    if (!tree) return () => undefined;
    if (preferences.isStill) {
      this.count = tree.steps;
      return () => undefined;
    }
    let timer: ReturnType<typeof setTimeout>;
    const beat = (): void => {
      const isEnd = this.count >= tree.steps;
      this.count = isEnd ? 0 : this.count + 1;
      timer = setTimeout(beat, this.count >= tree.steps ? REST : BEAT);
    };
    timer = setTimeout(beat, BEAT);
    return () => clearTimeout(timer);
  }

  /** The position at *node*: the moves to it played on the root's board. */
  #below(root: Placed, node: number): Position {
    const { board } = root.position;
    if (!board || !this.tree) return root.position;
    const [cells, owners] = [[...board.cells], [...board.owners]];
    const first = root.turn?.owner ?? 0;
    let last = root.position.last_cells ?? [];
    this.tree.pathTo(node).forEach((below, ply) => {
      const move = this.tree!.moveTo(below);
      const cell = cells.findIndex((_, index) => cellName(board, index) === move);
      if (cell < 0) return;
      const owner = (first + ply - 1) % 2;
      [cells[cell], owners[cell], last] = [owner === 0 ? "X" : "O", owner, [cell]];
    });
    return { ...root.position, board: { ...board, cells, owners }, last_cells: last };
  }
}

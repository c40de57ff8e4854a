/** The open nodes of a tree: the path to the search by default, and those that the user opened or closed. */

import { SvelteMap } from "svelte/reactivity";
import type { SearchTree } from "../search/search-tree";

/** A tree of so many nodes is open from the beginning; boards take more room. */
const SMALL = { marks: 90, boards: 24 };
export const MOST_OPENED = 2000;

export class Opening {
  #said = new SvelteMap<number, boolean>();
  readonly #isSmall: boolean;

  constructor(
    readonly tree: SearchTree,
    hasBoards: boolean,
  ) {
    this.#isSmall = tree.size <= (hasBoards ? SMALL.boards : SMALL.marks);
  }

  /** True if *node* is open while the search is on *path*. */
  isOpen(node: number, path: ReadonlySet<number>): boolean {
    return this.tree.isInner(node) && (this.#said.get(node) ?? (this.#isSmall || path.has(node)));
  }

  set(node: number, isOpen: boolean): void {
    this.#said.set(node, isOpen);
  }

  /** Open everything below *node*, level by level, up to a bound; whether that was all. */
  openAll(node: number): boolean {
    const found = [node];
    for (const one of found) {
      this.#said.set(one, true);
      for (const child of this.tree.childrenOf(one)) {
        if (found.length >= MOST_OPENED) return false;
        if (this.tree.isInner(child)) found.push(child);
      }
    }
    return true;
  }

  /** Forget what was opened and closed. */
  reset(): void {
    this.#said.clear();
  }
}

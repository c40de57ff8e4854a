/** The boards of the nodes that are looked at: asked for a few at a time, once each. */

import { SvelteMap } from "svelte/reactivity";
import { send } from "../../../api/client";
import type { NodeBoard, Posted } from "../../../api/types";
import { queryOf, type Subject } from "../../subject";

const MOST = 48;
const LONGEST = 8000;
const WAIT = 40;
const KEPT = 4000;

export class Boards {
  #found = new SvelteMap<number, NodeBoard>();
  #asked = new Set<number>();
  #wanted: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  #isAsking = false;

  constructor(
    readonly subject: Subject,
    readonly movesTo: (node: number) => string[],
  ) {}

  of(node: number): NodeBoard | undefined {
    return this.#found.get(node);
  }

  /** Have the boards of *nodes* asked for; those wanted last come first, because they are being looked at. */
  want(nodes: readonly number[]): void {
    const missing = nodes.filter((node) => !this.#asked.has(node));
    if (missing.length === 0) return;
    this.#wanted = missing;
    this.#timer ??= setTimeout(() => void this.#ask(), WAIT);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const [nodes, paths]: [number[], string[][]] = [[], []];
    let length = 0;
    for (const node of this.#wanted.slice(0, MOST)) {
      const path = this.movesTo(node);
      length += path.join('","').length + 6;
      if (length > LONGEST && nodes.length > 0) break;
      nodes.push(node);
      paths.push(path);
    }
    nodes.forEach((node) => this.#asked.add(node));
    this.#wanted = this.#wanted.filter((node) => !this.#asked.has(node));
    try {
      const { game, position, moves } = queryOf(this.subject);
      const body = JSON.stringify({ game, position, moves: moves ?? "", nodes: paths });
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: this.#asking.signal,
      };
      const { boards } = (await (await send("/api/lab/boards", init)).json()) as Posted<"/api/lab/boards">;
      if (this.#found.size > KEPT) this.#forget();
      boards.forEach((board, place) => this.#found.set(nodes[place]!, board));
    } catch {
      // A node without its board still shows its move; what is looked at again is asked for again.
      nodes.forEach((node) => this.#asked.delete(node));
    } finally {
      this.#isAsking = false;
      if (this.#wanted.length > 0 && !this.#asking.signal.aborted)
        this.#timer ??= setTimeout(() => void this.#ask(), WAIT);
    }
  }

  #forget(): void {
    this.#found.clear();
    this.#asked.clear();
  }
}

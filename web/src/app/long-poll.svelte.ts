/** Something that is watched while it changes: asked for again as soon as it is new, until nobody looks any more. */

import { untrack } from "svelte";
import { Refused } from "../api/client";
import { reasonOf } from "./failure";

const AGAIN = 2000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class LongPoll<Found extends { number: number }> {
  now = $state.raw<Found | null>(null);
  #failed = $state.raw<unknown>(null);
  readonly failure = $derived(reasonOf(this.#failed));
  isAway = $state(false);

  constructor(
    /** Asks for it; with a number, once something is new since that. */
    readonly ask: (id: string, after: number | null, signal: AbortSignal) => Promise<Found>,
    /** Milliseconds from one answer to the next question, at least. */
    readonly least = 300,
  ) {}

  /** Follow *id* until the function that is given back is called. */
  start(id: string): () => void {
    const leaving = new AbortController();
    // What is known now is where it begins; an effect is not to begin again whenever more is known.
    untrack(() => void this.#follow(id, leaving.signal));
    return () => leaving.abort();
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const found = await this.ask(id, this.isAway ? null : (this.now?.number ?? null), signal);
        if (signal.aborted) return;
        this.now = found;
        this.isAway = false;
        await pause(this.least);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.problem.status < 429) {
          this.#failed = error;
          return;
        }
        // The server is away or full: it will be back.
        this.isAway = true;
        await pause(AGAIN);
      }
    }
  }
}

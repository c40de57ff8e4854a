/** A position shown in place of the match's own: an earlier one of it, or one that an explanation plays through to. */

import * as client from "../api/client";
import type { Placed } from "../api/types";
import { reasonOf } from "../app/failure";
import { notices } from "../app/notices.svelte";
import type { Subject } from "../lab/subject";

export class Preview {
  /** The position shown; null for the match itself. */
  placed = $state.raw<Placed | null>(null);
  /** After how many moves of the match that is, if it is one of its positions. */
  ply = $state<number | null>(null);
  #asking: AbortController | null = null;

  show(placed: Placed | null): void {
    this.#asking?.abort();
    [this.placed, this.ply] = [placed, null];
  }

  close(): void {
    this.show(null);
  }

  /** Show *match* after its first *ply* moves; after all of them that is the match itself. */
  async go(match: Subject, ply: number): Promise<void> {
    if (ply >= match.moves.length) return this.close();
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    this.ply = ply;
    try {
      const placed = await client.place(
        { game: match.game, position: match.position, moves: match.moves.slice(0, ply).join(" ") },
        signal,
      );
      if (!signal.aborted) this.placed = placed;
    } catch (error) {
      if (signal.aborted) return;
      this.close();
      notices.show(reasonOf(error));
    }
  }
}

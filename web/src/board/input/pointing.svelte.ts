import { openCells } from "./choices";
import type { Choices } from "../types";

interface Reading {
  choices: Choices | null;
  interactive: boolean;
  onplay: (move: string) => void;
  /** Told of a cell that meant nothing. */
  onidle?: ((cell: number) => void) | undefined;
}

/** One player's hand over a board: what has been pointed at so far, and what that leads to. */
export class Pointing {
  /** Cells pointed at so far in a move of several clicks. */
  clicked = $state<number[]>([]);
  /** A cell where several moves are made alike, and one must be chosen. */
  asking = $state<{ cell: number; moves: string[] } | null>(null);

  readonly #read: () => Reading;
  readonly #open = $derived.by(() => openCells(this.#read().choices, this.clicked));
  readonly #first = $derived.by(() => openCells(this.#read().choices, []));

  constructor(read: () => Reading) {
    this.#read = read;
  }

  get interactive(): boolean {
    return this.#read().interactive;
  }

  /** The cells that may be pointed at next, each with its moves; none while it is not this player's turn. */
  get open(): Map<number, string[]> {
    return this.#read().interactive ? this.#open : new Map();
  }

  /** True if this is a cell to point at first of several. */
  isFirstOfSeveral(cell: number): boolean {
    const { choices } = this.#read();
    return (this.#first.get(cell) ?? []).some((move) => (choices?.[move]?.clicks.length ?? 0) > 1);
  }

  /** Point at *cell*. Answers whether it meant anything. */
  point(cell: number): boolean {
    const meant = this.#point(cell);
    if (!meant) this.#read().onidle?.(cell);
    return meant;
  }

  #point(cell: number): boolean {
    const { choices, interactive, onplay } = this.#read();
    if (!interactive) return false;
    this.asking = null;
    const moves = this.#open.get(cell);
    if (!moves) {
      const wasSelected = this.clicked.includes(cell);
      const starts = this.#first.has(cell) && this.clicked.length > 0;
      this.clicked = starts && !wasSelected ? [cell] : [];
      return starts || wasSelected;
    }
    const whole = moves.filter((move) => choices?.[move]?.clicks.length === this.clicked.length + 1);
    if (whole.length === 0) {
      this.clicked = [...this.clicked, cell];
    } else if (moves.length === 1) {
      this.cancel();
      onplay(whole[0]!);
    } else {
      // A move that ends here must not be taken for one that goes on, nor the other way round.
      this.asking = { cell, moves };
    }
    return true;
  }

  /** Choose one of the moves that were asked about. */
  choose(move: string): void {
    this.cancel();
    this.#read().onplay(move);
  }

  /** Play the move at *cell* that puts down *sign*, if there is one. */
  pointWithSign(cell: number, sign: string): boolean {
    const { choices, interactive, onplay } = this.#read();
    const move = interactive ? this.#open.get(cell)?.find((one) => choices?.[one]?.sign === sign) : undefined;
    if (move === undefined) return false;
    this.cancel();
    onplay(move);
    return true;
  }

  /** Forget what was pointed at. Answers whether there was anything. */
  cancel(): boolean {
    const had = this.clicked.length > 0 || this.asking !== null;
    if (had) [this.clicked, this.asking] = [[], null];
    return had;
  }
}

import type { Pointing } from "./pointing.svelte";

/** A cell narrower than this, in pixels, is too small for a finger. */
const FINGER = 30;

/** The cell that an event happened on. */
export function cellOf(event: Event): number | null {
  const target = (event.target as Element | null)?.closest<HTMLElement>("[data-cell]");
  return target ? Number(target.dataset.cell) : null;
}

/**
 * The mouse or a finger over the cells. A finger on small cells aims first, with a cross to see where, and plays at the
 * second touch.
 */
export class Aiming {
  /** The cell under the mouse. */
  over = $state<number | null>(null);
  /** The cell that a finger aims at. */
  aim = $state<number | null>(null);

  readonly #pointing: () => Pointing;
  readonly #cellWidth: (cells: HTMLElement) => number;
  #touch: { cell: number | null; wasAimed: boolean } | null = null;

  constructor(pointing: () => Pointing, cellWidth: (cells: HTMLElement) => number) {
    this.#pointing = pointing;
    this.#cellWidth = cellWidth;
  }

  /** The cell pointed at, by mouse or keyboard. */
  get cell(): number | null {
    return this.aim ?? this.over;
  }

  start(event: PointerEvent & { currentTarget: HTMLElement }): void {
    if (
      event.pointerType === "mouse" ||
      !this.#pointing().interactive ||
      this.#cellWidth(event.currentTarget) >= FINGER
    )
      return;
    const cell = cellOf(event);
    this.#touch = { cell, wasAimed: cell !== null && cell === this.aim };
    if (cell !== null) this.aim = cell;
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
  }

  move(event: PointerEvent & { currentTarget: HTMLElement }): void {
    if (this.#touch === null || event.pointerType === "mouse") {
      if (event.pointerType === "mouse") this.over = cellOf(event);
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
    if (!under || !event.currentTarget.contains(under)) return;
    const aimed = Number(under.dataset.cell);
    if (aimed !== this.#touch.cell) this.#touch.wasAimed = false;
    this.aim = aimed;
  }

  leave(): void {
    this.over = null;
  }

  /** The finger was scrolling the page. */
  lose(): void {
    this.#touch = null;
    this.cancel();
  }

  /** A click at *cell*: plays there, unless it was a finger's first touch. */
  click(cell: number): void {
    const touch = this.#touch;
    this.#touch = null;
    if (touch !== null && !touch.wasAimed) return;
    this.aim = null;
    this.#pointing().point(cell);
  }

  /** Play where the finger aims. */
  play(): void {
    const cell = this.aim;
    this.aim = null;
    if (cell !== null) this.#pointing().point(cell);
  }

  /** Aim no longer. Answers whether anything was aimed at. */
  cancel(): boolean {
    const had = this.aim !== null;
    this.aim = null;
    return had;
  }
}

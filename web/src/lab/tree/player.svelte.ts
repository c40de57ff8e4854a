/** Plays through the steps of a search, as fast as is wanted. */

export const SPEEDS = [1, 2, 5, 20, 100, 1000];

export class StepPlayer {
  /** The number of steps played. */
  count = $state(0);
  isPlaying = $state(false);
  /** Steps in a second. */
  speed = $state(2);
  #steps: () => number;
  #frame = 0;
  #before = 0;
  #owed = 0;

  constructor(steps: () => number) {
    this.#steps = steps;
  }

  go(count: number): void {
    this.count = Math.max(0, Math.min(this.#steps(), count));
  }

  /** Go there, and stop playing. */
  jump(count: number | null): void {
    this.stop();
    if (count !== null) this.go(count);
  }

  toggle(): void {
    if (this.isPlaying) return this.stop();
    if (this.count >= this.#steps()) this.count = 0;
    this.isPlaying = true;
    this.#before = performance.now();
    // The first step at once: whoever presses "play" wants to see something happen.
    this.#owed = 1;
    this.#frame = requestAnimationFrame(this.#tick);
  }

  stop(): void {
    this.isPlaying = false;
    cancelAnimationFrame(this.#frame);
  }

  #tick = (now: number): void => {
    // A page that was out of sight does not catch up.
    this.#owed += Math.min(0.25, (now - this.#before) / 1000) * this.speed;
    this.#before = now;
    const steps = Math.floor(this.#owed);
    if (steps > 0) {
      this.#owed -= steps;
      this.go(this.count + steps);
    }
    if (this.count >= this.#steps()) this.stop();
    else this.#frame = requestAnimationFrame(this.#tick);
  };
}

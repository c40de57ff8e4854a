/** The user's record of progress: kept in the browser, without an account, and given out or taken in as a file. */

import { recall, remember } from "../app/local-storage";
import { dayOf, join, nothing, read, streaks, write, type GameRecord, type Mistake, type Progress } from "./record";

const KEY = "enraya.progress";

class Kept {
  #all = $state.raw<Progress>(nothing());

  constructor() {
    const text = recall(KEY);
    this.#all = (text && read(text)) || nothing();
  }

  get games(): GameRecord[] {
    return this.#all.games;
  }

  get puzzles(): Progress["puzzles"] {
    return this.#all.puzzles;
  }

  get streaks(): { now: number; most: number } {
    return streaks(this.#all.days, dayOf(new Date()));
  }

  hasSolvedOn(day: string): boolean {
    return this.#all.days.includes(day);
  }

  /** A game has ended; one that is known already changes nothing. */
  addGame(game: GameRecord): void {
    this.#take({ ...nothing(), games: [game] });
  }

  /** The review of a game is done. */
  addReview(id: string, accuracy: number, mistakes: { ply: number; kind: Mistake }[]): void {
    const games = this.games.map((game) => (game.id === id ? { ...game, accuracy, mistakes } : game));
    this.#keep({ ...this.#all, games });
  }

  /** A wrong move at a puzzle; of one that was solved before it does not count. */
  addWrongMove(name: string): void {
    const known = this.puzzles[name];
    if (known?.isSolved) return;
    const puzzle = { wrong: (known?.wrong ?? 0) + 1, isSolved: false, at: Date.now() };
    this.#keep({ ...this.#all, puzzles: { ...this.puzzles, [name]: puzzle } });
  }

  /** A puzzle is solved: as the one of *day*, if it is that. */
  addSolved(name: string, day: string | null): void {
    const known = this.puzzles[name];
    const puzzle = known?.isSolved ? known : { wrong: known?.wrong ?? 0, isSolved: true, at: Date.now() };
    const days = day === null ? this.#all.days : [...new Set([...this.#all.days, day])].sort();
    this.#keep({ ...this.#all, puzzles: { ...this.puzzles, [name]: puzzle }, days });
  }

  get text(): string {
    return write(this.#all);
  }

  /** Add what a file holds; false if it is not one of ours. */
  takeIn(text: string): boolean {
    const found = read(text);
    if (found) this.#take(found);
    return found !== null;
  }

  forget(): void {
    this.#keep(nothing());
  }

  #take(more: Progress): void {
    // Another tab may have kept something since this one began.
    const text = recall(KEY);
    this.#keep(join(join(this.#all, (text && read(text)) || nothing()), more));
  }

  #keep(all: Progress): void {
    this.#all = all;
    remember(KEY, write(all));
  }
}

export const progress = new Kept();

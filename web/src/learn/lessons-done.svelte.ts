/** The lessons that this person has done: kept in the browser, and nowhere else. */

import { recall, remember } from "../app/local-storage";
import { type Lessons, type LessonRecord, read, type StepRecord, withEnd, withStep, write } from "./record";
import type { FirstAnswer } from "./types";

const KEY = "enraya.lessons";
const NAME = "enraya.lessons.name";

type Listener = (lesson: string, place: number, score: StepRecord, first?: FirstAnswer) => void;

class Done {
  /** Told of every step that is done, also of one that was done before. */
  listener: Listener | null = null;
  #all = $state.raw<Lessons>(read(recall(KEY)));
  /** The name that stands on the certificate. */
  name = $state(recall(NAME) ?? "");

  of(lesson: string): LessonRecord | undefined {
    return this.#all[lesson];
  }

  hasDone(lesson: string, place: number): boolean {
    return this.#all[lesson]?.steps[place] !== undefined;
  }

  step(lesson: string, place: number, score: StepRecord = {}, first?: FirstAnswer): void {
    this.#keep(withStep(this.#fresh(), lesson, place, score));
    this.listener?.(lesson, place, score, first);
  }

  end(lesson: string): void {
    this.#keep(withEnd(this.#fresh(), lesson, Date.now()));
  }

  keepName(): void {
    remember(NAME, this.name);
  }

  forget(): void {
    this.#keep({});
  }

  /** Another tab may have kept something since this one began. */
  #fresh(): Lessons {
    return { ...this.#all, ...read(recall(KEY)) };
  }

  #keep(all: Lessons): void {
    this.#all = all;
    remember(KEY, write(all));
  }
}

export const done = new Done();

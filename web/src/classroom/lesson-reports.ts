/** Steps of lessons that are done while one is in a class: told to the class, which may have assigned the lesson. */

import { Refused } from "../api/client";
import { recall, remember } from "../app/local-storage";
import { done } from "../learn/lessons-done.svelte";
import { doStep } from "./api";
import { classes } from "./classes.svelte";

type Report = Parameters<typeof doStep>;

const KEY = "enraya.class.reports";
const MOST_WAITING = 400;
const AGAIN_AFTER = 3000;

let isSending = false;
/** What no class has taken yet, the oldest first; what an earlier visit left is among it. */
let waiting: Report[] = read();

export function reportLessons(): void {
  done.listener = (lesson, place, { right, of }, first) => {
    const score = first || right === undefined || of === undefined ? {} : { right, of };
    const step = { lesson, step: place + 1, answers: null, hints: 0, right: null, of: null, ...score, ...first };
    keep([...waiting, ...classes.attended.map(({ id }): Report => [id, step])].slice(-MOST_WAITING));
    void send();
  };
  void send();
}

/** Tell the classes what waits, one after another. What cannot be told now is told later, also after a reload. */
async function send(): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = waiting[0]; next; next = waiting[0]) {
    if (await isHeard(next)) keep(waiting.filter((each) => each !== next));
    else await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
  isSending = false;
}

/** False if the server is away or busy; whatever else it refuses it would refuse again. */
async function isHeard(report: Report): Promise<boolean> {
  try {
    await doStep(...report);
    return true;
  } catch (error) {
    return error instanceof Refused && error.problem.status < 500 && error.problem.status !== 429;
  }
}

function keep(reports: Report[]): void {
  waiting = reports;
  remember(KEY, JSON.stringify(reports));
}

function read(): Report[] {
  try {
    const found: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each): each is Report => Array.isArray(each) && each.length === 2) : [];
  } catch {
    return [];
  }
}

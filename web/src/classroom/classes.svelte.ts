/** The classes that this browser knows: those one is in, and those one teaches, with their secrets. */

import { recall, remember } from "../app/local-storage";

const KEY = "enraya.classes";

export interface Known {
  id: string;
  title: string;
  /** Of a student: who one is there. */
  name?: string;
  /** Of a teacher: what, with the teacher key, leads to the class. */
  secret?: string;
}

function read(text: string | null): Known[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    const isKnown = (each: unknown): each is Known =>
      typeof each === "object" && each !== null && "id" in each && typeof each.id === "string";
    return Array.isArray(found) ? found.filter(isKnown) : [];
  } catch {
    return [];
  }
}

class Classes {
  /** Personal words that were told since the page was opened, by class: they are shown until they are noted down. */
  words = $state<Record<string, string>>({});
  #all = $state.raw<Known[]>(read(recall(KEY)));

  get attended(): Known[] {
    return this.#all.filter(({ name }) => name !== undefined);
  }

  get taught(): Known[] {
    return this.#all.filter(({ secret }) => secret !== undefined);
  }

  headers(id: string): Record<string, string> {
    const secret = this.taught.find((each) => each.id === id)?.secret;
    return secret && /^[\x21-\x7e]+$/.test(secret) ? { "x-enraya-class": secret } : {};
  }

  keep(known: Known): void {
    const before = this.#all.find(({ id }) => id === known.id);
    this.#write([{ ...before, ...known }, ...this.#all.filter(({ id }) => id !== known.id)]);
  }

  /** Forget who one is in a class, or that one teaches it. */
  forget(id: string, as: "name" | "secret"): void {
    const changed = this.#all.map((each) => (each.id === id ? { ...each, [as]: undefined } : each));
    this.#write(changed.filter(({ name, secret }) => name !== undefined || secret !== undefined));
  }

  #write(all: Known[]): void {
    this.#all = all;
    remember(KEY, JSON.stringify(all));
  }
}

export const classes = new Classes();

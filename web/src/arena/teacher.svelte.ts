/** The teacher key, where this window has it: sent with what only a teacher may do. */

import { send } from "../api/client";

const KEPT = "enraya.teacher";

class Teacher {
  #key = $state("");

  constructor() {
    try {
      // For this window alone: a class may share its computers.
      this.#key = sessionStorage.getItem(KEPT) ?? "";
    } catch {
      // A browser that remembers nothing asks again.
    }
  }

  get isHere(): boolean {
    return this.#key !== "";
  }

  get headers(): Record<string, string> {
    return this.#key ? { "x-enraya-teacher": this.#key } : {};
  }

  /** Take *key*, if the server says that it is the right one. */
  async enter(key: string): Promise<void> {
    const typed = key.trim();
    // A header cannot hold every letter; a key has none that it cannot, so what is sent instead is refused as wrong.
    const sent = /^[\x20-\x7e]*$/.test(typed) ? typed : encodeURIComponent(typed);
    await send("/api/teacher", { method: "POST", headers: { "x-enraya-teacher": sent } });
    this.#keep(typed);
  }

  leave(): void {
    this.#keep("");
  }

  #keep(key: string): void {
    this.#key = key;
    try {
      sessionStorage.setItem(KEPT, key);
    } catch {
      // It is remembered as long as the page stands.
    }
  }
}

export const teacher = new Teacher();

/** The announcements of the page: to a screen reader, and as a short note at the foot of the screen. */

const STAYS = 6000;

class Notices {
  /** Read out politely, never shown. */
  spoken = $state("");
  note = $state<{ text: string; id: number } | null>(null);
  #id = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    // The same words twice would not be read twice: a no-break space makes them differ.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  show(text: string): void {
    clearTimeout(this.#timer);
    this.note = { text, id: ++this.#id };
    this.#timer = setTimeout(() => (this.note = null), STAYS);
  }

  dismiss(): void {
    this.note = null;
  }
}

export const notices = new Notices();

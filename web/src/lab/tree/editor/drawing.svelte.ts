/** A textbook tree being drawn: the sketch, its text, what the server reads in it, and the steps back. */

import { send } from "../../../api/client";
import { reasonOf, Sentence } from "../../../app/failure";
import type { Tree } from "../../../board/types";
import {
  addChild,
  allOf,
  find,
  parentOf,
  remove,
  rename,
  setValue,
  shift,
  type Sketch,
  sketchOf,
  writeSketch,
} from "./editing";

export type Form = "text" | "lines" | "json";

interface Read {
  game: string;
  to_move: "max" | "min";
  forms: Record<Form, string>;
  tree: Tree;
}

/** The debounce time of typing before the server is asked, in milliseconds. */
const WAIT = 300;

export class Drawing {
  sketch = $state.raw<Sketch | null>(null);
  past = $state.raw<Sketch[]>([]);
  future = $state.raw<Sketch[]>([]);
  selected = $state(0);
  form = $state<Form>("text");
  text = $state("");
  /** The tree as the server reads it; null while it is not one, and then *wrong* says why. */
  read = $state.raw<Read | null>(null);
  #wrong = $state.raw<unknown>(null);
  readonly wrong = $derived(reasonOf(this.#wrong));
  readonly node = $derived(this.sketch ? find(this.sketch.root, this.selected) : null);
  readonly isLeaf = $derived(this.node !== null && this.node.children.length === 0);
  readonly isRoot = $derived(this.node !== null && this.sketch?.root.id === this.node.id);
  readonly siblings = $derived(
    this.sketch && this.node ? (parentOf(this.sketch.root, this.node.id)?.children ?? []) : [],
  );
  /** The index of the selected sibling. */
  readonly place = $derived(this.siblings.findIndex((child) => child.id === this.selected));
  #asking: AbortController | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string) {
    this.text = text;
    void this.takeText().then(() => this.write("text"));
  }

  /** Have the server read *written*; null if it is wrong, which is then said. */
  async #ask(written: string): Promise<Read | null> {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: written }),
        signal,
      };
      const found = (await (await send("/api/lab/trees", init)).json()) as Read;
      [this.read, this.#wrong] = [found, null];
      return found;
    } catch (error) {
      if (!signal.aborted) [this.read, this.#wrong] = [null, error];
      return null;
    }
  }

  /** The text has changed: draw what it says, if it says anything. */
  async takeText(): Promise<void> {
    const found = await this.#ask(this.text);
    if (!found) return;
    if (this.sketch) [this.past, this.future] = [[...this.past, this.sketch], []];
    this.sketch = sketchOf(found.tree, found.to_move === "min");
    if (!find(this.sketch.root, this.selected)) this.selected = this.sketch.root.id;
  }

  /** The text is being typed: take it when the typing rests. */
  type(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.takeText(), WAIT);
  }

  /** The drawing has changed: write it down. */
  async take(next: Sketch, keepsPast = true): Promise<void> {
    if (next === this.sketch) return;
    if (keepsPast && this.sketch) [this.past, this.future] = [[...this.past, this.sketch], []];
    this.sketch = next;
    if (!find(next.root, this.selected)) this.selected = next.root.id;
    const empty = allOf(next.root).find((one) => one.children.length === 0 && one.value === null);
    if (empty) {
      this.#asking?.abort();
      const above = parentOf(next.root, empty.id);
      const name = empty.name || `${above?.name ?? ""}${(above?.children.indexOf(empty) ?? 0) + 1}`;
      [this.read, this.#wrong] = [null, new Sentence("lab.tree.editor.no_value", { name })];
      return;
    }
    const found = await this.#ask(writeSketch(next));
    this.text = found ? found.forms[this.form] : writeSketch(next);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.sketch) return;
    [this.past, this.future] = [this.past.slice(0, -1), [this.sketch, ...this.future]];
    void this.take(before, false);
  }

  redo(): void {
    const after = this.future[0];
    if (!after || !this.sketch) return;
    [this.past, this.future] = [[...this.past, this.sketch], this.future.slice(1)];
    void this.take(after, false);
  }

  /** Give the selected node a child, and select that. */
  add(): void {
    if (!this.sketch || !this.node) return;
    const isInner = this.node.children.length > 0;
    const [next, child] = addChild(this.sketch, this.node.id);
    void this.take(next);
    if (isInner || find(next.root, child)) this.selected = child;
  }

  /** Take the selected node away, and select the one above. */
  drop(): void {
    if (!this.sketch || !this.node || this.isRoot) return;
    const above = parentOf(this.sketch.root, this.node.id)!;
    void this.take(remove(this.sketch, this.node.id));
    this.selected = above.id;
  }

  /** Move the selected node among its siblings. */
  shift(by: -1 | 1): void {
    if (this.sketch) void this.take(shift(this.sketch, this.selected, by));
  }

  setRoot(isMin: boolean): void {
    if (this.sketch) void this.take({ ...this.sketch, isMin });
  }

  /** Give the selected leaf the value *written*; none if that is empty. */
  put(written: string): void {
    if (!this.sketch || !this.node) return;
    const said = written.trim().replace("−", "-");
    if (said === "") void this.take(setValue(this.sketch, this.node.id, null));
    else if (/^[-+]?\d{1,6}$/.test(said)) void this.take(setValue(this.sketch, this.node.id, Number(said)));
    else this.#wrong = new Sentence("lab.tree.editor.not_whole", { text: written });
  }

  call(written: string): void {
    if (this.sketch && this.node && written.trim() !== this.node.name)
      void this.take(rename(this.sketch, this.node.id, written));
  }

  write(chosen: Form): void {
    this.form = chosen;
    if (this.read) this.text = this.read.forms[chosen];
  }
}

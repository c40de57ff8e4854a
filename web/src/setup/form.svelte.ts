/** The set-up form: what is filled in, what the server says of it, and the match it starts. */

import { untrack } from "svelte";
import * as client from "../api/client";
import type { Description, Family, Placed, Refusal, Settings } from "../api/types";
import { catalogue } from "../app/catalogue";
import { reasonOf } from "../app/failure";
import { currentScreen } from "../app/current-screen.svelte";
import { address, go } from "../app/router";
import { language } from "../i18n/index.svelte";
import { startMatch } from "../match/settings";
import { draftOf, FRIEND, HERE, optionsOf, partsOf, settingsOf, type Draft } from "./draft";

/** The debounce time of typing before the server is asked, in milliseconds. */
const WAIT = 180;

/** One filling-in of the form; made while a component is, for as long as that lives. */
export class SetupForm {
  families = $state.raw<Family[]>([]);
  draft = $state<Draft | null>(null);
  description = $state.raw<Description | null>(null);
  placed = $state.raw<Placed | null>(null);
  refusals = $state.raw<Record<string, Refusal>>({});
  #failure = $state.raw<unknown>(null);
  readonly failure = $derived(reasonOf(this.#failure));
  isStarting = $state(false);
  readonly family = $derived(this.families.find((candidate) => candidate.family === this.draft?.family));
  readonly settings = $derived(this.family && this.draft ? settingsOf(this.family, this.draft) : null);
  /** The position the match would start from, once the server knows it. */
  readonly preview = $derived(this.draft?.position ? this.placed : (this.description?.start ?? null));
  #defaults: Settings | null = null;

  /** A form for *game*, or for the usual one, with what *query* says already filled in. */
  constructor(game: string | null, query: URLSearchParams) {
    catalogue().then(
      (all) => {
        this.families = all.families;
        this.#defaults = all.defaults;
        const wanted = game ?? all.defaults.game;
        const found =
          all.families.find(
            ({ family, presets }) =>
              family === partsOf(wanted).name || presets.some((preset) => preset.game === wanted),
          ) ?? all.families[0];
        if (found) this.draft = draftOf(found, wanted, query, all.defaults);
      },
      (error: unknown) => (this.#failure = error),
    );

    // Everything typed is judged by the server while it is typed.
    $effect(() => {
      const asked = this.settings;
      void language();
      if (!asked) return;
      const giveUp = new AbortController();
      const wait = untrack(() => this.description) ? WAIT : 0;
      const timer = setTimeout(() => void this.#check(asked, giveUp.signal), wait);
      return () => {
        clearTimeout(timer);
        giveUp.abort();
      };
    });
  }

  chooseFamily(name: string): void {
    const found = this.families.find((candidate) => candidate.family === name);
    if (!found || !this.draft) return;
    this.draft.family = name;
    this.draft.options = optionsOf(found, "", found.presets[0]);
    this.draft.inside = partsOf(found.presets[0]?.game ?? "").inside;
    this.draft.position = null;
  }

  choosePreset(name: string): void {
    if (!this.family || !this.draft) return;
    const preset = this.family.presets.find((candidate) => candidate.game === name);
    this.draft.options = optionsOf(this.family, partsOf(name).inside, preset);
    this.draft.inside = partsOf(name).inside;
    this.draft.position = null;
  }

  /** Start the match and go there; a refusal stays beside the form. */
  async start(): Promise<void> {
    if (!this.settings || Object.keys(this.refusals).length > 0 || this.isStarting) return;
    this.isStarting = true;
    this.#failure = null;
    try {
      const made = await startMatch(this.settings);
      go(address(["match", made.match]));
    } catch (error) {
      if (error instanceof client.Refused && error.problem.fields) this.refusals = error.problem.fields;
      this.#failure = error;
    } finally {
      this.isStarting = false;
    }
  }

  async #check(asked: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    try {
      const answer = await client.checkSettings(asked, signal);
      if (answer.game && answer.game !== this.description?.game) await this.#learn(answer.game, signal);
      this.refusals = answer.refusals;
      if (answer.game && this.draft?.position && !answer.refusals["position"])
        this.placed = await client.place({ game: answer.game, position: this.draft.position }, signal);
      this.#failure = null;
    } catch (error) {
      if (!signal.aborted) this.#failure = error;
    }
  }

  async #learn(name: string, signal: AbortSignal): Promise<void> {
    const learnt = await client.describe(name, signal);
    this.description = learnt;
    currentScreen.game = { title: learnt.title, rules: learnt.rules };
    if (!this.draft || !this.#defaults) return;
    // A strategy that this game does not offer gives way to the usual one.
    const known = new Set([HERE, FRIEND, ...learnt.strategies.map((strategy) => strategy.player)]);
    for (const side of this.draft.sides) {
      if (known.has(side.player)) continue;
      const usual = this.#defaults.second;
      side.player = known.has(usual) ? usual : (learnt.strategies[0]?.player ?? HERE);
      side.options = {};
    }
  }
}

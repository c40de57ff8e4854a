/** The user's preferences of look and sound: stored, and set on <html> for the style sheets. */

import { createSounds } from "../sound";
import { themes } from "../theme";
import { recall, remember } from "./local-storage";

export type Motion = "system" | "off";

const KEY = "enraya.preferences";
const sounds = createSounds();
const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

class Preferences {
  theme = $state<string>(themes[0].id);
  motion = $state<Motion>("system");
  volume = $state(0.6);
  isMuted = $state(false);
  hasKeys = $state(true);
  isStill = $state(false);

  constructor() {
    try {
      const kept = JSON.parse(recall(KEY) ?? "{}") as Partial<Record<string, unknown>>;
      if (themes.some((theme) => theme.id === kept["theme"])) this.theme = kept["theme"] as string;
      if (kept["motion"] === "off") this.motion = "off";
      if (typeof kept["volume"] === "number") this.volume = Math.min(1, Math.max(0, kept["volume"]));
      if (typeof kept["isMuted"] === "boolean") this.isMuted = kept["isMuted"];
      if (typeof kept["hasKeys"] === "boolean") this.hasKeys = kept["hasKeys"];
    } catch {
      // The stored text is damaged: start afresh.
    }
    wantsLess.addEventListener("change", () => this.apply());
    this.apply();
  }

  /** Take the present values: onto the page, into the sounds and into memory. */
  apply(): void {
    this.isStill = this.motion === "off" || wantsLess.matches;
    document.documentElement.dataset["theme"] = this.theme;
    document.documentElement.dataset["motion"] = this.isStill ? "off" : "on";
    sounds.setVolume(this.volume);
    sounds.setMuted(this.isMuted);
    const { theme, motion, volume, isMuted, hasKeys } = this;
    remember(KEY, JSON.stringify({ theme, motion, volume, isMuted, hasKeys }));
  }

  /** Milliseconds for which a machine that answers at once still lets the eye follow. */
  get pace(): number {
    return this.isStill ? 0 : 400;
  }

  toggleMute(): void {
    this.isMuted = !this.isMuted;
    this.apply();
  }

  play(name: "piece" | "win" | "loss" | "draw"): void {
    sounds.play(name);
  }
}

export const preferences = new Preferences();

/** The current place of the page, and its topic in the help dialog. */

import type { Both } from "../api/types";
import { notices } from "./notices.svelte";
import { parse, type Route } from "./router";

class CurrentScreen {
  route = $state.raw<Route>(parse(location.hash));
  /** The game in view, for its rules in the help dialog. */
  game = $state.raw<{ title: Both; rules: Both } | null>(null);
  /** The help of a bench of the lab: its keys, and its terms with their meaning. */
  bench = $state.raw<{ keys: [string[], string][]; about: [string, string][] } | null>(null);
  isHelpOpen = $state(false);

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parse(location.hash);
      this.isHelpOpen = false;
      notices.dismiss();
    });
  }
}

export const currentScreen = new CurrentScreen();

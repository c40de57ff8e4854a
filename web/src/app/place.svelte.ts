/** Where the page is, and what help should say there. */

import type { Both } from "../api/types";
import { notices } from "./notices.svelte";
import { parse, type Route } from "./router";

class Place {
  route = $state.raw<Route>(parse(location.hash));
  /** The game in view, for its rules in the help dialog. */
  game = $state.raw<{ title: Both; rules: Both } | null>(null);
  /** What a bench of the lab has to say in the help dialog: the keys it hears, and its terms with their meaning. */
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

export const place = new Place();

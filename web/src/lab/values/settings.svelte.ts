/** The settings of move values: player, depth, time, and whether they are shown; stored. */

import { recall, remember } from "../../app/local-storage";

const KEY = "enraya.values";
export const STRATEGIES = ["alphabeta+", "alphabeta", "minimax", "mcts"] as const;
export const DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12] as const;
export const SECONDS = [1, 2, 5, 10, 30] as const;

type Strategy = (typeof STRATEGIES)[number];

class Settings {
  isOn = $state(false);
  hasHistory = $state(false);
  strategy = $state<Strategy>(STRATEGIES[0]);
  /** As deep as the time allows, if null. */
  depth = $state<number | null>(null);
  seconds = $state<number>(5);

  constructor() {
    try {
      const kept = JSON.parse(recall(KEY) ?? "{}") as Record<string, unknown>;
      this.isOn = kept["isOn"] === true;
      this.hasHistory = kept["hasHistory"] === true;
      this.strategy = STRATEGIES.find((name) => name === kept["strategy"]) ?? STRATEGIES[0];
      if (DEPTHS.some((depth) => depth === kept["depth"])) this.depth = kept["depth"] as number;
      if (SECONDS.some((seconds) => seconds === kept["seconds"])) this.seconds = kept["seconds"] as number;
    } catch {
      // The stored text is damaged: start afresh.
    }
  }

  keep(): void {
    const { isOn, hasHistory, strategy, depth, seconds } = this;
    remember(KEY, JSON.stringify({ isOn, hasHistory, strategy, depth, seconds }));
  }

  /** The strategy for a game: Monte-Carlo rounds count wins, not points. */
  strategyFor(isScored: boolean): Strategy {
    return isScored && this.strategy === "mcts" ? STRATEGIES[0] : this.strategy;
  }
}

export const settings = new Settings();

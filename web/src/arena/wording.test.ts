import { describe, expect, it, vi } from "vitest";
import type { PlayedGame, Tournament } from "./api";
import { failureText } from "./wording";

vi.mock("../i18n/index.svelte", () => ({
  inBoth: (text: Record<string, string>) => text.en,
  t: (key: string) => ({ "web.player.level": "Level", "web.player.alphabeta": "Alpha-beta" })[key] ?? key,
}));

describe("why a player failed", () => {
  const players = [
    { name: "level:1", player: "level:1" },
    { name: "alphabeta:depth=12", player: "alphabeta:depth=12" },
    { name: "Ana", player: null },
  ];
  const failure = (first: number, second: number, failed: number, en: string): string =>
    failureText(
      { players } as unknown as Tournament,
      { first, second, failed, failure: { en, es: "" } } as unknown as PlayedGame,
    );

  it("calls one of ours as people do, and not as a program does", () => {
    expect(failure(0, 2, 0, "level:1 did not answer within 3 s.")).toBe("Level 1 did not answer within 3 s.");
    expect(failure(0, 1, 1, "alphabeta:depth=12 ended its own process.")).toBe("Alpha-beta ended its own process.");
  });

  it("leaves the name of a player that was handed in", () => {
    expect(failure(0, 2, 1, "Ana answered 'level:1'.")).toBe("Ana answered 'level:1'.");
  });
});

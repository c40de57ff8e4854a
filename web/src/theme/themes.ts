/** The themes, in the order in which they are offered. Their colours are in themes.css. */
export const themes = [
  { id: "wood", titleKey: "board.theme.wood" },
  { id: "paper", titleKey: "board.theme.paper" },
  { id: "slate", titleKey: "board.theme.slate" },
  { id: "dark", titleKey: "board.theme.dark" },
  { id: "contrast", titleKey: "board.theme.contrast" },
  { id: "white", titleKey: "board.theme.white" },
  { id: "red", titleKey: "board.theme.red" },
  { id: "green", titleKey: "board.theme.green" },
  { id: "blue", titleKey: "board.theme.blue" },
  { id: "grey", titleKey: "board.theme.grey" },
] as const satisfies readonly { id: string; titleKey: string }[];

export type ThemeId = (typeof themes)[number]["id"];

/** Dress the page in a theme. */
export function applyTheme(id: ThemeId): void {
  document.documentElement.dataset.theme = id;
}

/** The keys of a lesson, for the help dialog. */

export const KEYS: [string[], string][] = [
  [["PageDown", "PageUp"], "learn.keys.page"],
  [["←", "→"], "lab.tree.keys.step"],
  [["T"], "lab.tree.keys.tree"],
  [["Enter"], "learn.keys.enter"],
  [["Tab"], "web.keys.tab"],
];

export const ABOUT: [string, string][] = [
  ["learn.about.steps", "learn.about.steps_text"],
  ["learn.about.kept", "learn.about.kept_text"],
];

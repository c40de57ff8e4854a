/** The keys of the tree bench, for the help dialog; Viewer.svelte handles them. */

export const KEYS: [string[], string][] = [
  [["←", "→"], "lab.tree.keys.step"],
  [[",", "."], "lab.tree.keys.step_anywhere"],
  [["Home", "End"], "lab.tree.keys.ends"],
  [["C", "X"], "lab.tree.keys.cut"],
  [["Space"], "lab.tree.keys.play"],
  [["+", "−"], "lab.tree.keys.zoom"],
  [["0"], "lab.tree.keys.fit"],
  [["Shift ←", "↑", "→", "↓"], "lab.tree.keys.pan"],
  [["T"], "lab.tree.keys.tree"],
  [["↑", "↓", "←", "→"], "lab.tree.keys.walk"],
  [["Enter"], "lab.tree.keys.open"],
  [["O"], "lab.tree.keys.open_all"],
  [["G"], "lab.tree.keys.go"],
];

export const ABOUT: [string, string][] = [
  ["lab.tree.about.tree", "lab.tree.about.tree_text"],
  ["lab.tree.about.values", "lab.tree.about.values_text"],
  ["lab.tree.about.cut", "lab.tree.about.cut_text"],
  ["lab.tree.about.order", "lab.tree.about.order_text"],
  ["lab.tree.about.wins", "lab.tree.about.wins_text"],
];

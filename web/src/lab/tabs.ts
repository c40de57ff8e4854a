/** The benches of the lab, in the order of their tabs. Each is loaded when it is first opened. */

import type { Component } from "svelte";

export interface Tab {
  name: string;
  /** The key of its title. */
  title: string;
  load: () => Promise<{ default: Component<{ query: URLSearchParams }> }>;
}

export const tabs: Tab[] = [
  { name: "tree", title: "lab.tree.tab", load: () => import("./tree/TreeBench.svelte") },
  { name: "compare", title: "compare.tab", load: () => import("./compare/Compare.svelte") },
  { name: "practise", title: "practise.page.title", load: () => import("./practise/Practise.svelte") },
  { name: "count", title: "count.tab", load: () => import("./count/Count.svelte") },
];

/** Has the server search, and makes what it says ready to be looked at. */

import * as client from "../../../api/client";
import { stream } from "../../../api/stream";
import type { Subject } from "../../subject";
import type { SearchSettings } from "./search-settings";
import { SearchTree } from "./search-tree";
import type { ShownSearch } from "./shown-search";

/** The search *how* of *wanted*; *onnodes* hears how many nodes there are so far. */
export async function search(
  wanted: Subject,
  how: SearchSettings,
  onnodes: (count: number) => void,
  signal: AbortSignal,
): Promise<ShownSearch> {
  const moves = wanted.moves.join(" ");
  const body = { game: wanted.game, position: wanted.position, moves, ...how };
  const [placed, log] = await Promise.all([
    client.place({ game: wanted.game, position: wanted.position, moves }, signal),
    stream("/api/lab/tree", body, (progress) => onnodes(progress.nodes), signal),
  ]);
  const { tree, node } = placed.position;
  const known = tree ? { root: node ?? tree.root, nodes: tree.nodes } : null;
  return { subject: wanted, recipe: how, log, tree: new SearchTree(log, known), placed };
}

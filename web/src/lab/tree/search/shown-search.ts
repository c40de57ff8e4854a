import type { Placed } from "../../../api/types";
import type { Subject } from "../../subject";
import type { SearchSettings } from "./search-settings";
import type { Log, SearchTree } from "./search-tree";

/** A search to look at: of what, how, and all that happened in it. */
export interface ShownSearch {
  subject: Subject;
  recipe: SearchSettings;
  log: Log;
  tree: SearchTree;
  placed: Placed;
}

import type { Placed } from "../../api/types";
import type { Subject } from "../subject";
import type { Recipe } from "./recipe";
import type { Log, SearchTree } from "./search-tree";

/** A search to look at: of what, how, and all that happened in it. */
export interface Shown {
  subject: Subject;
  recipe: Recipe;
  log: Log;
  tree: SearchTree;
  placed: Placed;
}

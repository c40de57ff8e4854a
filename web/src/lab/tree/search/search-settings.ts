/** The settings of the search shown, kept in the address beside its subject. */

import type { TreeRequest } from "../../../api/types";
import type { Subject } from "../../subject";

export type SearchSettings = Required<Omit<TreeRequest, keyof Subject>>;

export const ALGORITHMS = ["minimax", "alphabeta", "alphabeta+"] as const;
export const ORDERS = ["given", "best", "worst"] as const;
export const WHOLE = 1000;

export function searchSettingsOf(query: URLSearchParams): SearchSettings {
  const algorithm = query.get("algorithm") as SearchSettings["algorithm"] | null;
  const order = query.get("order") as SearchSettings["order"] | null;
  const depth = Number(query.get("depth"));
  return {
    algorithm: algorithm && ALGORITHMS.includes(algorithm) ? algorithm : "alphabeta",
    cut: query.get("cut") === ">" ? ">" : ">=",
    depth: Number.isInteger(depth) && depth >= 1 && depth <= WHOLE ? depth : null,
    distance: query.get("distance") === "true",
    // Minimax searches everything in any order, and alpha-beta+ sorts for itself.
    evaluation: query.get("evaluation") === "zero" ? "zero" : "own",
    order: order && ORDERS.includes(order) && (algorithm ?? "alphabeta") === "alphabeta" ? order : "given",
  };
}

export function queryOfSearchSettings(recipe: SearchSettings): Record<string, string | null> {
  return {
    algorithm: recipe.algorithm === "alphabeta" ? null : recipe.algorithm,
    cut: recipe.cut === ">" ? ">" : null,
    depth: recipe.depth === null ? null : String(recipe.depth),
    distance: recipe.distance ? "true" : null,
    evaluation: recipe.evaluation === "zero" ? "zero" : null,
    order: recipe.order === "given" || recipe.algorithm !== "alphabeta" ? null : recipe.order,
  };
}

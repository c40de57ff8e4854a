/** The events of a search in words. */

import { t } from "../../../i18n/index.svelte";
import {
  BACK_UP,
  CUT,
  ENTER,
  ESTIMATE,
  EXACT,
  LEAF,
  LOWER,
  MAX,
  type NodeState,
  type SearchTree,
  TABLE,
  UPPER,
  WINDOW,
} from "./search-tree";

/** A value as it is written: a true minus, and no more decimals than can be read. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A node's value with what it says: `4`, `≥6`, `≤−4`, `≈12` for an estimate, `3…` where it may go either way. */
export function bounded({ value, bound, isEstimate }: NodeState): string {
  if (value === null) return "";
  const sign = bound === LOWER ? "≥" : bound === UPPER ? "≤" : "";
  return sign + (isEstimate ? "≈" : "") + written(value) + (bound === null ? "…" : "");
}

/** The name of a node: its own in a tree, else the move that leads there. */
export const callNode = (tree: SearchTree, node: number): string => tree.nameOf(node) || t("lab.tree.root");

export const roleOf = (player: number): string => (player === MAX ? "MAX" : "MIN");

/** A sentence in two parts: what happens, with its numbers, and what that means. */
export interface Said {
  head: string;
  /** The comparison that decides, brought out. */
  numbers: string;
  why: string;
}

export function say(tree: SearchTree, count: number, isStrict: boolean): Said {
  if (count === 0) return { head: t("lab.tree.say.start"), numbers: "", why: "" };
  const [step, node] = [count - 1, tree.nodeAt(count)];
  const [what, value] = [tree.what[step]!, tree.stepValue[step]!];
  const state = tree.stateAt(node, count);
  const isMax = tree.player(node) === MAX;
  const values = {
    node: callNode(tree, node),
    role: roleOf(tree.player(node)),
    value: written(value),
    alpha: written(state.alpha),
    beta: written(state.beta),
    child: state.best < 0 ? "" : callNode(tree, state.best),
  };
  const plain = (key: string): Said => ({ head: t(key, values), numbers: "", why: "" });
  if (what === ENTER)
    return plain(
      Number.isFinite(state.alpha) || Number.isFinite(state.beta) ? "lab.tree.say.enter_window" : "lab.tree.say.enter",
    );
  if (what === LEAF) {
    const kind = tree.kind(node);
    return plain(
      kind === TABLE ? "lab.tree.say.table" : kind === ESTIMATE ? "lab.tree.say.estimate" : "lab.tree.say.outcome",
    );
  }
  if (what === BACK_UP) return plain(isMax ? "lab.tree.say.back_up_max" : "lab.tree.say.back_up_min");
  if (what === WINDOW) return plain(isMax ? "lab.tree.say.alpha" : "lab.tree.say.beta");
  if (what === CUT) {
    const sign = isMax ? (isStrict ? ">" : "≥") : isStrict ? "<" : "≤";
    const numbers = isMax
      ? `${values.value} ${sign} β = ${values.beta}`
      : `${values.value} ${sign} α = ${values.alpha}`;
    return {
      head: t("lab.tree.say.cut", values),
      numbers,
      why: t(isMax ? "lab.tree.say.cut_max" : "lab.tree.say.cut_min", values),
    };
  }
  const bound = state.bound;
  return plain(
    bound === EXACT ? "lab.tree.say.leave" : bound === LOWER ? "lab.tree.say.leave_lower" : "lab.tree.say.leave_upper",
  );
}

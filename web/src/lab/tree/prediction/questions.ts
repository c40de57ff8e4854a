/**
 * The questions that can be asked before an event of a search, from its event stream alone.
 *
 * After a child has given its value back: what is its parent worth now? Is the rest of the parent cut? What is its
 * bound then? After a cut: which node comes next? And at the end: which move is chosen?
 */

import { BACK_UP, CUT, ENTER, EXACT, LEAF, LEAVE, MAX, type SearchTree, WINDOW } from "../search/search-tree";

export const ASKS = ["value", "window", "cut", "next", "move"] as const;
export type Ask = (typeof ASKS)[number];

export interface Question {
  ask: Ask;
  /** The number of steps when it is asked, and when the answer is shown. */
  at: number;
  until: number;
  /** The node that it is about. */
  node: number;
  /** The child that has just given its value back, or −1. */
  child: number;
  /** The right answer: a value or bound, nodes, or for a cut 1 (it is cut) and 0. */
  right: readonly number[];
  /** The nodes to choose from; none where a number is asked for. */
  choices: readonly number[];
  /** The value of the node before, or the bound before. */
  before: number | null;
}

/** Every question of the kinds in *asks* that the search gives, as it goes. */
export function allQuestions(tree: SearchTree, asks: readonly Ask[]): Question[] {
  const found: Question[] = [];
  const add = (question: Question): void => void (asks.includes(question.ask) && found.push(question));
  for (let step = 0; step < tree.steps; step++) {
    const what = tree.what[step]!;
    const child = tree.stepNode[step]!;
    const parent = tree.parent(child);
    if (what === CUT) addNext(tree, step, add);
    if (what === LEAVE && parent < 0 && step === tree.steps - 1) addMove(tree, step, child, add);
    if ((what !== LEAF && what !== LEAVE) || parent < 0) continue;
    addReturn(tree, step, child, parent, add);
  }
  return found;
}

/** A child has given its value back in *step*. */
function addReturn(
  tree: SearchTree,
  step: number,
  child: number,
  parent: number,
  add: (question: Question) => void,
): void {
  const isAt = (at: number, what: number): boolean => tree.what[at] === what && tree.stepNode[at] === parent;
  const hasBackedUp = isAt(step + 1, BACK_UP);
  const isMax = tree.player(parent) === MAX;
  const [old, now] = [tree.stateAt(parent, step + 1), tree.stateAt(parent, step + 1 + Number(hasBackedUp))];
  const about = { node: parent, child, choices: [] };
  // The first child's value goes up whatever it is: nothing to ask.
  if (old.value !== null && now.value !== null)
    add({
      ...about,
      ask: "value",
      at: step + 1,
      until: step + 1 + Number(hasBackedUp),
      right: [now.value],
      before: old.value,
    });
  if (!hasBackedUp) return;
  const after = step + 2;
  const [isCut, isNarrowed] = [isAt(after, CUT), isAt(after, WINDOW)];
  const opposite = isMax ? now.beta : now.alpha;
  const hasMore = isCut || goesOnAt(tree, after + Number(isNarrowed), parent);
  if (Number.isFinite(opposite) && hasMore)
    add({ ...about, ask: "cut", at: after, until: after + 1, right: [Number(isCut)], before: opposite });
  const bound = isMax ? now.alpha : now.beta;
  const narrowed = isNarrowed ? tree.stateAt(parent, after + 1) : now;
  if (!isCut && hasMore && (isNarrowed || Number.isFinite(bound)))
    add({
      ...about,
      ask: "window",
      at: after,
      until: after + Number(isNarrowed),
      right: [isMax ? narrowed.alpha : narrowed.beta],
      before: bound,
    });
}

/** True if the next event after *step* enters another child of *parent*. */
function goesOnAt(tree: SearchTree, step: number, parent: number): boolean {
  return tree.what[step] === ENTER && tree.parent(tree.stepNode[step]!) === parent;
}

function addNext(tree: SearchTree, step: number, add: (question: Question) => void): void {
  const cut = tree.stepNode[step]!;
  let next = step + 1;
  while (next < tree.steps && tree.what[next] !== ENTER) next++;
  const right = tree.stepNode[next];
  // A deepening search begins anew at its root: that is no move.
  if (right === undefined || tree.parent(right) < 0) return;
  const skipped = [...tree.childrenOf(cut)].filter((node) => node >= tree.entered);
  const siblings = [...tree.childrenOf(tree.parent(right))].filter((node) => node >= right);
  const choices = [...skipped.slice(0, 2), ...siblings.slice(0, 2)];
  add({ ask: "next", at: step + 1, until: next + 1, node: cut, child: -1, right: [right], choices, before: null });
}

function addMove(tree: SearchTree, step: number, root: number, add: (question: Question) => void): void {
  const end = tree.stateAt(root, step);
  const choices = [...tree.childrenOf(root)].filter((node) => node < tree.entered);
  if (end.best < 0 || choices.length < 2) return;
  // Another move that is known to be worth as much is as right.
  const equal = choices.filter((node) => {
    const state = tree.stateAt(node, step);
    return node === end.best || (state.bound === EXACT && state.value === end.value);
  });
  add({ ask: "move", at: step, until: step + 1, node: root, child: -1, right: equal, choices, before: end.value });
}

/**
 * At most *most* of them, in the order of the search: each kind has its share, and of the decisions to cut or not both
 * sorts are there.
 */
export function questionsOf(tree: SearchTree, asks: readonly Ask[], most: number): Question[] {
  const all = allQuestions(tree, asks);
  if (all.length <= most) return all;
  const groups = asks.flatMap((ask) => {
    const mine = all.filter((question) => question.ask === ask);
    return ask === "cut"
      ? [mine.filter(({ right }) => right[0] === 1), mine.filter(({ right }) => right[0] === 0)]
      : [mine];
  });
  const chosen = new Set<Question>();
  for (let round = 0; chosen.size < most && round < all.length; round++)
    for (const group of groups) if (group[round] && chosen.size < most) chosen.add(group[round]!);
  return all.filter((question) => chosen.has(question));
}

/** True if *given* answers it. */
export const isRight = ({ right }: Question, given: number): boolean =>
  right.some((value) => value === given || Math.abs(value - given) < 0.005);

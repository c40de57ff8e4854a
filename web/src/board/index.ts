export { default as Board } from "./Board.svelte";
export type * from "./types";

/** The page's names for the shapes of the wire. `schema.d.ts` is made from the server's own description of them. */

import type { components, paths } from "./schema";

type Schemas = components["schemas"];

/** A field that a merge patch has removed is undefined, which means null: so may be every field that can be null. */
export type Patched<Sent> = Sent extends readonly unknown[]
  ? Sent
  : Sent extends object
    ? { [Key in keyof Sent as null extends Sent[Key] ? never : Key]: Patched<Sent[Key]> } & {
        [Key in keyof Sent as null extends Sent[Key] ? Key : never]?: Patched<Sent[Key]>;
      }
    : Sent;

/** The code of a language: `es`. */
export type Language = string;
/** A text in every language. */
export type Both = Record<Language, string>;
/** The languages that the server speaks, with what each calls itself, and the one that this browser asks for. */
export type Languages = Schemas["Languages"];
export type Seat = Schemas["Turn"]["seat"];

// Positions

export type Board = Schemas["BoardShown"];
export type Strike = Schemas["StrikeShown"];
export type Tree = Patched<Schemas["TreeShown"]>;
export type TreeNode = Patched<Schemas["NodeShown"]>;
type Marked = "last_cells" | "winning_cells";
/** A position that the page makes itself may mark no cells. */
export type Position = Patched<Omit<Schemas["PositionShown"], Marked>> &
  Partial<Pick<Schemas["PositionShown"], Marked>>;
export type Choice = Schemas["Choice"];
export type Choices = Record<string, Choice>;
export type Turn = Patched<Schemas["Turn"]>;
export type Placed = Schemas["PositionAnswer"];

// Games

export type Option = Schemas["OptionShown"];
export type Preset = Schemas["Preset"];
export type Family = Patched<Schemas["Family"]>;
export type Settings = Schemas["SettingsShown"];
export type Catalogue = Schemas["Catalogue"];
export type Strategy = Schemas["StrategyShown"];
export type Description = Schemas["GameAnswer"];

// Refusals

export type Refusal = Schemas["Refused"];
/** A refusal of the server's, or one that the page makes where the server sent none. */
export type Problem = Partial<Schemas["Problem"]> & Pick<Schemas["Problem"], "status" | "code" | "detail">;

// Matches

export type You = Schemas["You"];
export type Frame = Schemas["Frame"];
type Move = Schemas["MoveShown"];
/** A move of a match, or of a replay, which may know neither how long it took nor what a machine told of it. */
export type Played = Pick<Frame, keyof Frame & keyof Move> & Partial<Omit<Move, keyof Frame>>;
export type Result = Schemas["ResultShown"];
/** Its settings and its game never change. */
type Unchanging = "settings" | "game";
type Positioned = { position: Position; choices?: Choices | null; history: Played[] };
export type MatchState = Patched<Omit<Schemas["State"], Unchanging | keyof Positioned>> &
  Pick<Schemas["State"], Unchanging> &
  Positioned;
export type MatchEvent = Omit<Schemas["EventMessage"], "history"> & {
  history?: (Omit<Schemas["HistoryChange"], "add"> & { add: Played[] }) | null;
};
export type MatchAnswer = Schemas["MatchAnswer"];
export type MatchSummary = Schemas["MatchListed"];
export type Replay = Schemas["Replay"];

// The socket of a match

export type ServerFrame = Schemas["ServerFrame"];
export type ClientFrame = Schemas["ClientFrame"];
/** The fields of a frame besides type and number: only a move has required ones. */
export type PlayFields = Omit<Schemas["PlayFrame"], "type" | "id">;
export type ActionFields = Omit<Schemas["ActionFrame"], "type" | "id">;
/** The answer to a frame; a hint has a move. */
export type Done = Schemas["DoneFrame"] & Partial<Schemas["HintedFrame"]>;

// The lab

export type Worth = Schemas["MoveWorthShown"];
export type Valuation = Schemas["ValuationShown"];
export type Loss = Schemas["LossShown"];
export type ValuePoint = Schemas["PointShown"];
export type Explanation = Schemas["ExplanationAnswer"];
export type Row = Schemas["RowShown"];
export type GrowthPoint = Schemas["GrowthPoint"];
export type SearchAt = Schemas["SearchAt"];
export type Experiment = Schemas["ExperimentAnswer"];
export type Tally = Schemas["CountProgress"];
export type Counted = Schemas["CountAnswer"];
export type SearchLog = Schemas["LogAnswer"];
export type TreeRequest = Schemas["TreeRequest"];
export type NodeBoard = Schemas["NodeBoard"];
export type ExerciseShown = Schemas["ExerciseShown"];
export type PractiseTree = Schemas["PractiseTree"];
export type Mark = Schemas["MarkShown"];
export type MarksAnswer = Schemas["MarksAnswer"];
export type PractiseHint = Schemas["HintAnswer"];
export type HintBefore = Schemas["HintBefore"];

// Requests and answers by address

type Posts = { [Path in keyof paths]: paths[Path] extends { post: infer Post } ? Post : never };
type Gets = { [Path in keyof paths]: paths[Path] extends { get: infer Get } ? Get : never };
type JsonOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses extends Record<200, { content: { "application/json": infer Answer } }>
    ? Answer
    : Responses extends Record<201, { content: { "application/json": infer Answer } }>
      ? Answer
      : never
  : never;

/** The body of `POST path`. */
export type BodyOf<Path extends keyof paths> = Posts[Path] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;
/** The answer of `POST path`. */
export type Posted<Path extends keyof paths> = JsonOf<Posts[Path]>;
/** The answer of `GET path`. */
export type Got<Path extends keyof paths> = JsonOf<Gets[Path]>;

type Lines = {
  [Path in keyof paths]: Posts[Path] extends {
    responses: Record<200, { content: { "application/x-ndjson": infer Line } }>;
  }
    ? Line
    : never;
};
/** The addresses whose answer is a stream of lines. */
export type StreamPath = { [Path in keyof Lines]: [Lines[Path]] extends [never] ? never : Path }[keyof Lines];
export type ProgressOf<Path extends StreamPath> = Extract<Lines[Path], { progress: unknown }>["progress"];
export type AnswerOf<Path extends StreamPath> = Extract<Lines[Path], { answer: unknown }>["answer"];

import { has, t } from "../i18n/index.svelte";

/** Short names of the strategies; one that is not here goes by its own. */
const PLAYERS: Record<string, string> = {
  human: "web.player.human",
  random: "web.player.random",
  rules: "web.player.rules",
  greedy: "web.player.greedy",
  minimax: "web.player.minimax",
  "minimax-pair": "web.player.minimax_pair",
  alphabeta: "web.player.alphabeta",
  "alphabeta+": "web.player.alphabeta_plus",
  mcts: "web.player.mcts",
  perfect: "web.player.perfect",
  level: "web.player.level",
  "oso-easy": "web.player.oso_easy",
  "oso-medium": "web.player.oso_medium",
  "oso-hard": "web.player.oso_hard",
};

/** The name of a level from 0 to 10. */
export const levelName = (level: number | string): string => t(`level.${level}`);

/** «Level 3 · Casual». */
export const levelTitle = (level: number | string): string => t("web.setup.level", { level, name: levelName(level) });

/** The name of a player as it is written: `level:5` is «Level 5». */
export function playerName(written: string): string {
  const [kind = "", rest = ""] = written.split(/:(.*)/s);
  const key = PLAYERS[kind];
  const name = key ? t(key) : kind;
  const level = kind === "level" ? /(?:^|=)(\d+)$/.exec(rest)?.[1] : undefined;
  return level ? `${name} ${level}` : name;
}

/** The names of both *players*; people without one go by their numbers, as they do at the board. */
export const playerNames = (players: readonly string[]): string[] =>
  players.map((player, seat) =>
    player && player !== "human" ? playerName(player) : t("web.player.number", { number: seat + 1 }),
  );

/** *strategies* in the order to offer them: the dial for people who do not know the words comes first. */
export function levelFirst<Offered extends { player: string }>(strategies: readonly Offered[]): Offered[] {
  const isLevel = ({ player }: Offered): boolean => player === "level";
  return [...strategies.filter(isLevel), ...strategies.filter((strategy) => !isLevel(strategy))];
}

/** Words that are values of options. */
const WORDS: Record<string, string> = {
  freestyle: "web.word.freestyle",
  standard: "web.word.standard",
  free: "web.word.free",
  swap2: "web.word.swap2",
  slide: "web.word.slide",
  adjacent: "web.word.adjacent",
  drawn: "web.word.drawn",
  neighbour: "web.word.neighbour",
  jump: "web.word.jump",
  first: "web.word.first",
  second: "web.word.second",
  true: "web.word.true",
  false: "web.word.false",
  "black=first": "web.word.black_first",
  "black=second": "web.word.black_second",
  place: "web.word.place",
  choose: "web.word.choose",
  place2: "web.word.place2",
  choose2: "web.word.choose2",
};

export function wordName(word: string): string {
  const key = WORDS[word];
  return key && has(key) ? t(key) : word;
}

/** The draft of a set-up, and its conversion to settings: texts stay as they were typed, for the server to judge. */

import type { Family, Option, Preset, Seat, Settings } from "../api/types";

export const HERE = "human";
export const FRIEND = "friend";

export interface Side {
  player: string;
  options: Record<string, string>;
  name: string;
}

export interface Draft {
  family: string;
  options: Record<string, string | boolean>;
  /** The text between the brackets of a game without options, such as a tree. */
  inside: string;
  sides: [Side, Side];
  starter: Settings["starter"];
  hasClock: boolean;
  seconds: string;
  games: string;
  exam: boolean;
  position: string | null;
}

/** `name(inside)` taken apart. */
export function partsOf(game: string): { name: string; inside: string } {
  const open = game.indexOf("(");
  if (open < 0 || !game.endsWith(")")) return { name: game, inside: "" };
  return { name: game.slice(0, open), inside: game.slice(open + 1, -1) };
}

/** `7,6,k=4` as values by option: those without a name stand in the options' order. */
export function readOptions(inside: string, options: readonly Pick<Option, "name">[]): Record<string, string> {
  const found: Record<string, string> = {};
  inside.split(",").forEach((text, place) => {
    const [name, ...value] = text.split("=");
    if (value.length > 0 && name) found[name.trim()] = value.join("=").trim();
    else if (text.trim() && options[place]) found[options[place].name] = text.trim();
  });
  return found;
}

export function optionsOf(family: Family, inside: string, preset?: Preset): Draft["options"] {
  const read = readOptions(inside, family.options);
  const values: Draft["options"] = {};
  for (const option of family.options) {
    const value =
      read[option.name] ??
      preset?.options[option.name] ??
      option.default ??
      family.presets[0]?.options[option.name] ??
      "";
    values[option.name] = option.kind === "flag" ? value === true || value === "true" : String(value);
  }
  return values;
}

export function gameOf(family: Family, draft: Draft): string {
  if (family.options.length === 0) {
    if (family.kind === "tree") return `${family.family}(${draft.inside})`;
    return family.presets[0]?.game ?? family.family;
  }
  const given = family.options.filter((option) => draft.options[option.name] !== "");
  return `${family.family}(${given.map((option) => `${option.name}=${String(draft.options[option.name])}`).join(",")})`;
}

/** The option that a player's first value means where it has no name: `level:5`. */
const FIRST_OPTION: Record<string, string> = { level: "level", "oso-hard": "plies" };

export function readSide(player: string, name: string | null): Side {
  const [kind = HERE, rest = ""] = player.split(/:(.*)/s);
  return { player: kind, options: readOptions(rest, [{ name: FIRST_OPTION[kind] ?? "depth" }]), name: name ?? "" };
}

export function playerOf(side: Side): string {
  if (side.player === HERE || side.player === FRIEND) return HERE;
  const given = Object.entries(side.options).filter(([, value]) => value.trim() !== "");
  return given.length === 0
    ? side.player
    : `${side.player}:${given.map(([name, value]) => `${name}=${value.trim()}`).join(",")}`;
}

/** A number where one was typed, else the text itself: the server says what is wrong with it. */
export function typed(text: string): number | string {
  const clean = text.trim().replace(/^(\d+),(\d+)$/, "$1.$2");
  return clean !== "" && Number.isFinite(Number(clean)) ? Number(clean) : text;
}

export function settingsOf(family: Family, draft: Draft): Record<string, unknown> {
  const invited = draft.sides.findIndex((side) => side.player === FRIEND);
  return {
    game: gameOf(family, draft),
    first: playerOf(draft.sides[0]),
    second: playerOf(draft.sides[1]),
    starter: draft.starter,
    seconds: draft.hasClock ? typed(draft.seconds) : null,
    games: typed(draft.games),
    exam: draft.exam,
    position: draft.position,
    names: draft.sides.map((side) => (side.player === HERE ? side.name.trim() || null : null)),
    invite: invited < 0 ? null : invited,
  };
}

/** A draft for *game*: what a link says, then the catalogue's own values. */
export function draftOf(family: Family, game: string, query: URLSearchParams, defaults: Settings): Draft {
  const { inside } = partsOf(game);
  const preset = family.presets.find((candidate) => candidate.game === game) ?? family.presets[0];
  const invite = query.get("invite");
  const side = (seat: Seat): Side => {
    const name = seat === 0 ? "first" : "second";
    const read = readSide(query.get(name) ?? defaults[name], query.get(`${name}_name`));
    return invite === String(seat) ? { ...read, player: FRIEND } : read;
  };
  const starter = query.get("starter");
  const seconds = query.get("seconds") ?? (defaults.seconds === null ? "none" : String(defaults.seconds));
  return {
    family: family.family,
    options: optionsOf(family, game === family.family ? "" : inside, preset),
    inside: inside || partsOf(preset?.game ?? "").inside,
    sides: [side(0), side(1)],
    starter: starter === "first" || starter === "second" ? starter : defaults.starter,
    hasClock: seconds !== "none",
    seconds: seconds === "none" ? "20" : seconds,
    games: query.get("games") ?? String(defaults.games),
    exam: query.get("exam") === "true",
    position: query.get("position"),
  };
}

/** The settings of a match as the query of a set-up address. */
export function queryOf(settings: Partial<Settings>): Record<string, string | null> {
  return {
    first: settings.first ?? null,
    second: settings.second ?? null,
    first_name: settings.names?.[0] ?? null,
    second_name: settings.names?.[1] ?? null,
    starter: settings.starter ?? null,
    seconds: settings.seconds === null ? "none" : settings.seconds === undefined ? null : String(settings.seconds),
    games: settings.games === undefined ? null : String(settings.games),
    exam: settings.exam ? "true" : null,
    position: settings.position ?? null,
    invite: settings.invite === null || settings.invite === undefined ? null : String(settings.invite),
  };
}

/** The words on the screen, from the server's own messages. */

import * as client from "../api/client";
import type { Both, Language } from "../api/types";
import { recall, remember } from "../app/local-storage";
import { format, nextLanguage, type Messages, type Values } from "./format";

const REMEMBERED = "enraya.language";

class Words {
  language = $state<Language>("en");
  /** The name of each language in that language, by its code. */
  names = $state.raw<Record<Language, string>>({});
  numbers = $derived(new Intl.NumberFormat(this.language, { maximumFractionDigits: 2, useGrouping: "always" }));
  messages = $state.raw<Messages>({});
}

const words = new Words();
const known: Partial<Record<Language, Messages>> = {};

export const t = (key: string, values: Values = {}): string => format(words.messages, key, values, words.numbers);
export const has = (key: string): boolean => key in words.messages;
export const language = (): Language => words.language;
/** The languages there are: the code of each, and what it calls itself. */
export const languages = (): [Language, string][] => Object.entries(words.names);
export const inBoth = (text: Both): string => text[words.language] ?? "";
export const number = (value: number): string => words.numbers.format(value);

/** Speak *chosen* from now on; what the user chose is remembered, what the browser asked for is not. */
export async function setLanguage(chosen: Language, isChoice = true): Promise<void> {
  const messages = (known[chosen] ??= await client.words(chosen));
  client.speak(chosen);
  words.messages = messages;
  words.language = chosen;
  document.documentElement.lang = chosen;
  if (isChoice) remember(REMEMBERED, chosen);
}

/** The language behind the button that changes it, with its name. */
export function otherLanguage(): [Language, string] {
  const code = nextLanguage(Object.keys(words.names), words.language);
  return [code, words.names[code] ?? code];
}

/** Speak the language chosen before, else the one that the server finds for this browser. */
export async function speakFirst(): Promise<void> {
  const { languages, preferred } = await client.languages();
  words.names = languages;
  const remembered = recall(REMEMBERED);
  await setLanguage(remembered !== null && remembered in languages ? remembered : preferred, false);
}

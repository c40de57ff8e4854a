/** The words on the screen, from the server's own messages. */

import * as client from "../api/client";
import type { Both, Language } from "../api/types";
import { recall, remember } from "../app/memory";
import { format, pickLanguage, type Messages, type Values } from "./format";

const REMEMBERED = "enraya.language";

class Words {
  language = $state<Language>("en");
  messages = $state.raw<Messages>({});
}

const words = new Words();
const known: Partial<Record<Language, Messages>> = {};
const numbers = {
  es: new Intl.NumberFormat("es", { maximumFractionDigits: 2, useGrouping: "always" }),
  en: new Intl.NumberFormat("en", { maximumFractionDigits: 2 }),
};

export const t = (key: string, values: Values = {}): string =>
  format(words.messages, key, values, numbers[words.language]);
export const has = (key: string): boolean => key in words.messages;
export const language = (): Language => words.language;
export const inBoth = (text: Both): string => text[words.language];
export const number = (value: number): string => numbers[words.language].format(value);

/** Speak *chosen* from now on; what the user chose is remembered, what the browser asked for is not. */
export async function setLanguage(chosen: Language, isChoice = true): Promise<void> {
  const messages = (known[chosen] ??= await client.words(chosen));
  client.speak(chosen);
  words.messages = messages;
  words.language = chosen;
  document.documentElement.lang = chosen;
  if (isChoice) remember(REMEMBERED, chosen);
}

export function firstLanguage(): Language {
  return pickLanguage(recall(REMEMBERED), navigator.languages);
}

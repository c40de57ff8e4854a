import { Refused, Unreachable } from "../api/client";
import { inBoth, t } from "../i18n/index.svelte";
import type { Values } from "../i18n/format";

/** Something that the page itself refuses, by the key of its sentence. */
export class Sentence extends Error {
  constructor(
    readonly key: string,
    readonly values: Values = {},
  ) {
    super(key);
  }
}

/**
 * An error in words; empty for null. A component that shows it for long keeps the error and asks for the words, which
 * then change with the language.
 */
export function reasonOf(error: unknown): string {
  if (error === null) return "";
  if (error instanceof Refused) return inBoth(error.problem.words ?? {}) || error.message;
  if (error instanceof Sentence) return t(error.key, error.values);
  if (error instanceof Unreachable) return t("web.connection.none");
  return t("web.failure");
}

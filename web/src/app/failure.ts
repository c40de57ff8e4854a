import { Refused, Unreachable } from "../api/client";
import { t } from "../i18n/index.svelte";

/** What went wrong, in words. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return t("web.connection.none");
  return t("web.failure");
}

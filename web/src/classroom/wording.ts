/** Stages, dates and the like, in words. */

import { language, t } from "../i18n/index.svelte";
import type { Stage } from "./api";

export const when = (seconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);

/** Whether an assignment takes something, at the server's *time*. */
export const isTaking = ({ stage, deadline }: { stage: Stage; deadline: number | null }, time: number): boolean =>
  stage === "open" && (deadline === null || time <= deadline);

export const stateOf = (task: { stage: Stage; deadline: number | null }, time: number): string =>
  task.stage === "open" && !isTaking(task, time) ? t("class.web.over") : t(`class.web.stage.${task.stage}`);

/** A date as an input of type datetime-local writes it, in the browser's own time. */
export function toLocal(seconds: number | null): string {
  if (seconds === null) return "";
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromLocal = (text: string): number | null => (text ? new Date(text).getTime() / 1000 : null);

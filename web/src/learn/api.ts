import { get } from "../api/client";
import type { Got } from "../api/types";
import type { Lesson } from "./types";

export const listLessons = () => get<Got<"/api/lessons">>("/api/lessons");
export const showLesson = (name: string) => get<Lesson>(`/api/lessons/${encodeURIComponent(name)}`);

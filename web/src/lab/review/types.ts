/** The types of a review. */

import type { AnswerOf } from "../../api/types";

export type ReviewAnswer = AnswerOf<"/api/lab/review">;
export type Explained = ReviewAnswer["mistakes"][number];
